import { Switch } from 'antd';
import type { ReactNode } from 'react';
import type { Options } from '#domain/contract/options/options.ts';
import type { OptionsForm } from './use-options-form.ts';

interface SwitchFieldProps {
  form: OptionsForm;
  field: { [K in keyof Options]: Options[K] extends boolean ? K : never }[keyof Options];
  label: string;
  hint: ReactNode;
}

/** A switch of the options with what it decides. */
export function SwitchField({ form, field, label, hint }: SwitchFieldProps) {
  return (
    <div className="option-switch">
      <Switch
        id={field}
        checked={form.shown(field) === true}
        aria-describedby={`${field}-hint`}
        onChange={(isOn) => form.type({ [field]: isOn })}
      />
      <label htmlFor={field}>{label}</label>
      <p id={`${field}-hint`} className="quiet">
        {hint}
      </p>
    </div>
  );
}
