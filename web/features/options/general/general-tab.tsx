import { InputNumber } from 'antd';
import {
  firstGeneral,
  type GeneralNumber,
  generalBounds,
  type OptionLimits,
} from '#domain/contract/options/general.ts';
import { Field } from '#web/ui/field.tsx';
import { SwitchField } from '../switch-field.tsx';
import type { OptionsForm } from '../use-options-form.ts';
import { generalTexts, type NumberText } from './general-texts.ts';

interface GeneralTabProps {
  form: OptionsForm;
  limits: OptionLimits;
}

const groups: { title: string; fields: GeneralNumber[] }[] = [
  { title: 'When a post fails', fields: ['maxNumberOfRetries', 'timeToWaitBeforeRetry', 'maxAccountsToRetry'] },
  { title: 'At the same time', fields: ['maxConcurrentProjects', 'maxPostingThreads', 'maxBrowserThreads'] },
  { title: 'Waiting and mail', fields: ['waitTimeOut', 'waitForVerifyEmailSchedule', 'daysToDeleteMails'] },
];

/** How posting behaves, for all projects. */
export function GeneralTab({ form, limits }: GeneralTabProps) {
  return (
    <form
      className="option-cards"
      aria-label="General"
      onSubmit={(event) => {
        event.preventDefault();
        void form.save();
      }}
    >
      {groups.map(({ title, fields }) => (
        <section key={title} className="panel">
          <h2>{title}</h2>
          <div className="option-fields">
            {fields.map((field) => (
              <NumberField key={field} form={form} field={field} limits={limits} />
            ))}
          </div>
        </section>
      ))}
      <section className="panel">
        <h2>Switches</h2>
        <SwitchField form={form} field="useProxyForPosting" {...generalTexts.switches.useProxyForPosting} />
        <SwitchField form={form} field="automaticBackup" {...generalTexts.switches.automaticBackup} />
        <SwitchField form={form} field="automaticSignIn" {...generalTexts.switches.automaticSignIn} />
      </section>
      {/* Enter in a field saves. */}
      <button type="submit" hidden aria-hidden="true" tabIndex={-1} />
    </form>
  );
}

interface NumberFieldProps {
  form: OptionsForm;
  field: GeneralNumber;
  limits: OptionLimits;
}

function NumberField({ form, field, limits }: NumberFieldProps) {
  const { label, unit, hint }: NumberText = generalTexts.numbers[field];
  const { min, max }: { min: number; max?: number } = generalBounds(limits)[field];
  const range = max === undefined ? `At least ${min}` : `${min} to ${max}`;
  return (
    <Field id={field} label={label} problem={form.problemAt(field)} hint={`${hint} ${range}.`}>
      <InputNumber<number>
        id={field}
        precision={0}
        changeOnWheel={false}
        placeholder={String(firstGeneral[field])}
        {...(unit ? { suffix: unit } : {})}
        style={{ width: '100%' }}
        value={form.shown(field)}
        onChange={(value) => form.type({ [field]: value })}
      />
    </Field>
  );
}
