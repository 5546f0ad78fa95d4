import { Input, Select } from 'antd';
import { useState } from 'react';
import { palette } from '#domain/rules/diagrams/drawing/constants.ts';
import { Field } from '#web/ui/field.tsx';

interface ChoiceProps<T extends string | number> {
  id: string;
  label: string;
  value: T | undefined;
  options: readonly { value: T; label: string }[];
  onChange: (value: T) => void;
}

/** One of a few; a value that is none of them, as foreign diagrams have, is shown as nothing chosen. */
export function Choice<T extends string | number>({ id, label, value, options, onChange }: ChoiceProps<T>) {
  const known = options.find((one) => one.value === value)?.value;
  return (
    <Field id={id} label={label}>
      <Select<T>
        id={id}
        value={known ?? null}
        options={[...options]}
        onChange={onChange}
        placeholder="As it came"
        style={{ width: '100%' }}
      />
    </Field>
  );
}

interface NumberFieldProps {
  id: string;
  label: string;
  value: number;
  bounds: { min: number; max: number };
  onChange: (value: number) => void;
}

/** A number; what is beyond its bounds is taken as the bound. */
export function NumberField({ id, label, value, bounds, onChange }: NumberFieldProps) {
  return (
    <Field id={id} label={label} hint={`${bounds.min} to ${bounds.max}`}>
      <NumberInput key={value} {...{ id, value, bounds, onChange }} />
    </Field>
  );
}

/** What is typed is taken when the field is left or Enter is pressed; an emptied one stands as it was. */
function NumberInput({ id, value, bounds, onChange }: Omit<NumberFieldProps, 'label'>) {
  const [typed, setTyped] = useState(String(value));
  const take = () => {
    const number = typed.trim() === '' ? value : Math.min(bounds.max, Math.max(bounds.min, Number(typed)));
    setTyped(String(number));
    if (number !== value) onChange(number);
  };
  return (
    <Input
      id={id}
      type="number"
      {...bounds}
      value={typed}
      onChange={(event) => setTyped(event.target.value)}
      onBlur={take}
      onPressEnter={take}
    />
  );
}

interface ColourProps {
  id: string;
  label: string;
  value: string | undefined;
  onChange: (colour: string) => void;
}

/** One of the 18 colours (D-DIAG-08). */
export function Colour({ id, label, value, onChange }: ColourProps) {
  return (
    <fieldset className="inspector-colours" id={id}>
      <legend>{label}</legend>
      {palette.map((colour, at) => (
        <button
          key={colour}
          type="button"
          aria-label={`${label} ${at + 1} of ${palette.length}`}
          aria-pressed={colour === value}
          style={{ background: colour }}
          onClick={() => onChange(colour)}
        />
      ))}
    </fieldset>
  );
}
