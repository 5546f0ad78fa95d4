import { Alert } from 'antd';
import { type CaptchaKind, captchaFields, notForGoogle } from '#domain/contract/options/captcha.ts';
import { worded } from '#web/ui/worded.tsx';
import type { OptionsData } from '../queries.ts';
import { SwitchField } from '../switch-field.tsx';
import type { OptionsForm } from '../use-options-form.ts';
import { CaptchaSlot } from './captcha-slot.tsx';
import { texts } from './texts.ts';

interface CaptchaTabProps {
  kind: CaptchaKind;
  form: OptionsForm;
  data: Pick<OptionsData, 'captchaAdvice' | 'hideRemoteOcr'>;
}

/** Who solves the captchas of one kind: a primary service and, where wanted, a backup. */
export function CaptchaTab({ kind, form, data }: CaptchaTabProps) {
  const { isOn: onField, primary, backup, useBackup } = captchaFields[kind];
  const isOn = form.shown(onField) === true;
  const slot = { kind, form, hideRemoteOcr: data.hideRemoteOcr };
  return (
    <form
      className="option-cards"
      aria-label={texts.tabs[kind]}
      onSubmit={(event) => {
        event.preventDefault();
        void form.save();
      }}
    >
      <Banners kind={kind} form={form} advice={data.captchaAdvice} />
      <section className="panel">
        <SwitchField form={form} field={onField} {...texts.isOn[kind]} />
      </section>
      <div className="captcha-columns">
        <section className="panel" aria-labelledby={`${primary.service}-title`}>
          <h2 id={`${primary.service}-title`}>Primary</h2>
          <CaptchaSlot {...slot} names={primary} isOn={isOn} />
        </section>
        {isOn && (
          <section className="panel" aria-labelledby={`${backup.service}-title`}>
            <h2 id={`${backup.service}-title`}>Backup</h2>
            <SwitchField form={form} field={useBackup} {...texts.useBackup} />
            {form.shown(useBackup) && <CaptchaSlot {...slot} names={backup} isOn />}
          </section>
        )}
      </div>
      {/* Enter in a field saves. */}
      <button type="submit" hidden aria-hidden="true" tabIndex={-1} />
    </form>
  );
}

interface BannersProps extends Pick<CaptchaTabProps, 'kind' | 'form'> {
  advice: OptionsData['captchaAdvice'];
}

/** The advice on the recommended service, and what speaks against the one that is chosen (D-NAME-04, D-NAME-05). */
function Banners({ kind, form, advice }: BannersProps) {
  const provider = form.shown(captchaFields[kind].primary.service);
  const isAdvisedAgainst = kind === 'google' && provider !== null && notForGoogle.includes(provider);
  return (
    <>
      {advice && (
        <Alert
          type="info"
          showIcon
          title={
            <>
              {worded(advice.text)}{' '}
              <a href={advice.link} target="_blank" rel="noopener noreferrer" style={{ textDecoration: 'underline' }}>
                Read more
              </a>
            </>
          }
        />
      )}
      {isAdvisedAgainst && <Alert type="error" showIcon title={texts.notRecommended(provider)} />}
    </>
  );
}
