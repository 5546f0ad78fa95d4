import { Input, InputNumber, Select, Switch } from 'antd';
import { Field } from '#web/ui/field.tsx';
import type { SpinnerField } from './fields.ts';

type Value = string | number | boolean | null;

interface SpinnerControlProps {
  id: string;
  field: SpinnerField;
  value: Value;
  problem: string | undefined;
  onType: (value: Value) => void;
}

/** One field of a service with its label and what is wrong with it. */
export function SpinnerControl({ id, field, value, problem, onType }: SpinnerControlProps) {
  const { label, hint, control } = field;
  if (control === 'switch') return <SwitchLine {...{ id, label, hint, isOn: value === true, onType }} />;
  return (
    <Field id={id} label={label} problem={problem} hint={hint}>
      {controlOf({ id, field, value, onType })}
    </Field>
  );
}

function controlOf({ id, field: { control }, value, onType }: Omit<SpinnerControlProps, 'problem'>) {
  if (typeof control === 'object') {
    const number = typeof value === 'number' ? value : null;
    if ('choices' in control)
      return (
        <Select<number>
          id={id}
          value={number}
          options={control.choices.map((label, at) => ({ value: at + 1, label }))}
          onChange={onType}
        />
      );
    return (
      <InputNumber<number>
        {...{ id, value: number, precision: 0, changeOnWheel: false, onChange: onType }}
        style={{ width: '100%' }}
      />
    );
  }
  const typing = {
    ...{ id, value: String(value ?? ''), maxLength: control === 'words' ? 100_000 : 1_000 },
    onChange: (event: { target: { value: string } }) => onType(event.target.value),
  };
  if (control === 'secret') return <Input.Password {...typing} autoComplete="new-password" />;
  return <Input {...typing} autoComplete="off" />;
}

interface SwitchLineProps {
  id: string;
  label: string;
  hint: string | undefined;
  isOn: boolean;
  onType: (value: boolean) => void;
}

function SwitchLine({ id, label, hint, isOn, onType }: SwitchLineProps) {
  return (
    <div className="option-switch">
      <Switch id={id} checked={isOn} aria-describedby={`${id}-hint`} onChange={onType} />
      <label htmlFor={id}>{label}</label>
      <p id={`${id}-hint`} className="quiet">
        {hint}
      </p>
    </div>
  );
}
