import { Input, Select } from 'antd';
import {
  type CaptchaField,
  type CaptchaKind,
  type CaptchaLogin,
  type CaptchaProvider,
  captchaProvider,
  captchaProviders,
  recommendedProvider,
} from '#domain/contract/options/captcha.ts';
import type { Options } from '#domain/contract/options/options.ts';
import { Field } from '#web/ui/field.tsx';
import type { OptionsForm } from '../use-options-form.ts';
import { CheckBalance } from './check-balance.tsx';
import { texts } from './texts.ts';

/** Names of the fields of a slot. */
interface SlotNames {
  service: { [K in keyof Options]: Options[K] extends CaptchaProvider | null ? K : never }[keyof Options];
  info: {
    [K in keyof Options]: Options[K] extends Partial<Record<CaptchaProvider, CaptchaLogin>> ? K : never;
  }[keyof Options];
}

interface CaptchaSlotProps {
  kind: CaptchaKind;
  form: OptionsForm;
  names: SlotNames;
  hideRemoteOcr: boolean;
  isOn: boolean;
}

/** One service with its login. */
export function CaptchaSlot({ kind, form, names, hideRemoteOcr, isOn }: CaptchaSlotProps) {
  const provider = form.shown(names.service) as CaptchaProvider | null;
  const info = form.shown(names.info) as Options['primaryCaptchaInfo'];
  const login = provider === null ? {} : (info[provider] ?? {});
  const type = (name: CaptchaField, value: string) => {
    if (provider !== null) form.type({ [names.info]: { ...info, [provider]: { ...login, [name]: value } } });
  };
  const offered = captchaProvider.options.filter(
    (one) => one === provider || isOffered(one, { kind, hideRemoteOcr, isStored: info[one] !== undefined }),
  );
  return (
    <>
      <Field id={names.service} label={texts.service} problem={form.problemAt(names.service)}>
        <Select<CaptchaProvider>
          id={names.service}
          disabled={!isOn}
          placeholder={texts.choose}
          value={provider}
          options={offered.map((one) => ({ value: one, label: labelOf(one) }))}
          onChange={(next) => form.type({ [names.service]: next })}
        />
      </Field>
      {provider !== null &&
        fieldsOf(provider).map((name) => (
          <LoginField
            key={`${provider} ${name}`}
            id={`${names.info}.${provider}.${name}`}
            {...{ name, provider, form, isOn, value: login[name] ?? '' }}
            onType={(value) => type(name, value)}
          />
        ))}
      {provider !== null && <CheckBalance key={provider} {...{ kind, provider, login, isOn }} />}
    </>
  );
}

const labelOf = (provider: CaptchaProvider) =>
  provider === recommendedProvider ? `${provider} (recommended)` : provider;

interface Offer {
  kind: CaptchaKind;
  hideRemoteOcr: boolean;
  isStored: boolean;
}

/** Old services only where they are stored, RemoteOCR only for pictures and unless it is hidden (D-NAME-03). */
function isOffered(provider: CaptchaProvider, { kind, hideRemoteOcr, isStored }: Offer): boolean {
  const { google, isOld } = captchaProviders[provider];
  if (kind === 'google' && !google) return false;
  return provider === 'RemoteOCR' ? !hideRemoteOcr : !isOld || isStored;
}

const fieldsOf = (provider: CaptchaProvider): CaptchaField[] => {
  const { needs, mayMove } = captchaProviders[provider];
  return mayMove ? [...needs, 'address'] : [...needs];
};

interface LoginFieldProps {
  id: string;
  name: CaptchaField;
  provider: CaptchaProvider;
  form: OptionsForm;
  isOn: boolean;
  value: string;
  onType: (value: string) => void;
}

function LoginField({ id, name, provider, form, isOn, value, onType }: LoginFieldProps) {
  const isNeeded = captchaProviders[provider].needs.includes(name);
  const control = {
    ...{ id, value, disabled: !isOn, maxLength: 1_000 },
    onChange: (event: { target: { value: string } }) => onType(event.target.value),
  };
  const hint = name !== 'address' ? undefined : isNeeded ? texts.ocrHint : texts.mayMoveHint;
  return (
    <Field
      id={id}
      label={isNeeded ? texts.fields[name] : `${texts.fields[name]} (optional)`}
      problem={form.problemAt(id)}
      hint={hint}
    >
      {name === 'username' || name === 'address' ? (
        <Input {...control} autoComplete="off" />
      ) : (
        <Input.Password {...control} autoComplete="new-password" />
      )}
    </Field>
  );
}
