import { Alert, Input, InputNumber, Switch } from 'antd';
import {
  type ArticleService,
  articleSources,
  type Content,
  checkArticles,
  problemsOfContent,
  problemsOfService,
  type ServiceLogin,
} from '#domain/contract/options/article-sources.ts';
import { send } from '#web/lib/call.ts';
import { Field } from '#web/ui/field.tsx';
import { BalanceCheck } from '../balance/balance-check.tsx';
import type { OptionsForm } from '../use-options-form.ts';
import { type ServiceField, serviceTexts } from './texts.ts';

interface ServiceFormProps {
  service: ArticleService;
  form: OptionsForm;
}

/** Login and settings of one service that gives articles. */
export function ServiceForm({ service, form }: ServiceFormProps) {
  const { key, label } = articleSources[service];
  const { intro, note, fields, check, unknown } = serviceTexts[service];
  const content = form.shown('content') as Content;
  const login = content[key] as ServiceLogin;
  const type = (name: string, value: string | number | boolean | null) =>
    form.type({ content: { ...content, [key]: { ...login, [name]: value } } });
  const inputInfo = JSON.stringify(login);
  const isWrong = problemsOfContent({ content }).some(({ field }) => field.startsWith(`content.${key}.`));
  const isAway = service === 'UltraSpinnableArticle' && login.address === '';
  return (
    <form
      className="option-cards"
      aria-label={label}
      onSubmit={(event) => {
        event.preventDefault();
        void form.save();
      }}
    >
      {note && <Alert type="info" showIcon title={note} />}
      <section className="panel" aria-label={label}>
        <p className="quiet">{intro}</p>
        {fields.map((field) => (
          <ServiceInput
            key={field.name}
            id={`content.${key}.${field.name}`}
            field={field}
            value={login[field.name] ?? null}
            problem={form.problemAt(`content.${key}.${field.name}`)}
            onType={(value) => type(field.name, value)}
          />
        ))}
        <BalanceCheck
          of={inputInfo}
          label={check}
          unknown={unknown}
          disabled={isWrong || isAway || problemsOfService(service, login).length > 0}
          ask={() =>
            send(checkArticles, {
              body: {
                articleSource: service,
                inputInfo,
                ...(service === 'KontentMachine' ? { template: 'gsa' as const } : {}),
              },
            })
          }
        />
      </section>
      {/* Enter in a field saves. */}
      <button type="submit" hidden aria-hidden="true" tabIndex={-1} />
    </form>
  );
}

interface ServiceInputProps {
  id: string;
  field: ServiceField;
  value: string | number | boolean | null;
  problem: string | undefined;
  onType: (value: string | number | boolean | null) => void;
}

function ServiceInput({ id, field, value, problem, onType }: ServiceInputProps) {
  const { label, kind, hint, placeholder } = field;
  if (kind === 'switch')
    return (
      <div className="option-switch">
        <Switch id={id} checked={value === true} onChange={onType} />
        <label htmlFor={id}>{label}</label>
      </div>
    );
  const control = {
    ...{ id, value: String(value ?? ''), maxLength: 1_000, ...(placeholder ? { placeholder } : {}) },
    onChange: (event: { target: { value: string } }) => onType(event.target.value),
  };
  return (
    <Field id={id} label={label} problem={problem} hint={hint}>
      {kind === 'secret' ? (
        <Input.Password {...control} autoComplete="new-password" />
      ) : kind === 'text' ? (
        <Input {...control} autoComplete="off" />
      ) : (
        <InputNumber<number>
          id={id}
          precision={0}
          changeOnWheel={false}
          style={{ width: 160 }}
          value={typeof value === 'number' ? value : null}
          onChange={onType}
        />
      )}
    </Field>
  );
}
