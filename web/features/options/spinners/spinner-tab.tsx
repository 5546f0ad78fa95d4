import { Alert, Select } from 'antd';
import {
  labelOfSpinner,
  type SpinnerInfo,
  type SpinnerService,
  spinnerService,
  spinnerServices,
} from '#domain/contract/options/spinner.ts';
import { Field } from '#web/ui/field.tsx';
import type { OptionsData } from '../queries.ts';
import type { OptionsForm } from '../use-options-form.ts';
import { choicesOf, loginOf, type SpinnerField, sentFields } from './fields.ts';
import { SpinnerControl } from './spinner-field.tsx';
import { TestSpinner } from './test-spinner.tsx';
import { texts } from './texts.ts';

interface SpinnerTabProps {
  form: OptionsForm;
  placed: OptionsData['placedSpinners'];
}

/** Which service spins texts, with its account and what is chosen of it. */
export function SpinnerTab({ form, placed }: SpinnerTabProps) {
  const service = form.shown('spinnerService') ?? 'BuiltIn';
  const info = form.shown('spinner') as SpinnerInfo;
  const isPlaced = placed.includes(service);
  const parts = [
    { title: texts.login, fields: loginOf(service, isPlaced ? texts.placed : undefined) },
    { title: texts.choices, fields: choicesOf(service) },
  ].filter(({ fields }) => fields.length > 0);
  return (
    <form
      className="option-cards"
      aria-label={texts.tab}
      onSubmit={(event) => {
        event.preventDefault();
        void form.save();
      }}
    >
      <section className="panel">
        <Field
          id="spinnerService"
          label={texts.service}
          problem={form.problemAt('spinnerService')}
          hint={texts.serviceHint}
        >
          <Select<SpinnerService>
            id="spinnerService"
            value={service}
            style={{ maxWidth: 480 }}
            options={spinnerService.options.map((one) => ({ value: one, label: labelOfSpinner(one) }))}
            onChange={(next) => form.type({ spinnerService: next })}
          />
        </Field>
        {spinnerServices[service]?.isUnpublished && (
          <Alert type="info" showIcon title={texts.unpublished(labelOfSpinner(service), sentFields(service))} />
        )}
      </section>
      {parts.length > 0 && (
        <div className="captcha-columns">
          {parts.map(({ title, fields }) => (
            <section key={title} className="panel" aria-label={title}>
              <h2>{title}</h2>
              <Fields {...{ service, info, form, fields }} />
            </section>
          ))}
        </div>
      )}
      <TestSpinner key={service} {...{ service, info, isPlaced }} />
      {/* Enter in a field saves. */}
      <button type="submit" hidden aria-hidden="true" tabIndex={-1} />
    </form>
  );
}

interface FieldsProps {
  service: SpinnerService;
  info: SpinnerInfo;
  form: OptionsForm;
  fields: SpinnerField[];
}

function Fields({ service, info, form, fields }: FieldsProps) {
  const own = spinnerServices[service];
  if (!own) return null;
  const values: Record<string, string | number | boolean | null> = info[own.name];
  return fields.map((field) => {
    const id = `spinner.${own.name}.${field.name}`;
    return (
      <SpinnerControl
        key={id}
        {...{ id, field }}
        value={values[field.name] ?? null}
        problem={form.problemAt(id)}
        // A number that was cleared is null until another one is typed: no save takes it.
        onType={(value) =>
          form.type({ spinner: { ...info, [own.name]: { ...values, [field.name]: value } } as SpinnerInfo })
        }
      />
    );
  });
}
