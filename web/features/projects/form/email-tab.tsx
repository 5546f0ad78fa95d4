import { Button, Radio } from 'antd';
import { useState } from 'react';
import {
  downloadEmail,
  downloadListEmail,
  type EmailSettings,
  emailProblems,
  emailSettings,
  testEmailLogin,
} from '#domain/contract/email-settings.ts';
import type { VerificationInfo } from '#domain/contract/projects/account.ts';
import { send } from '#web/lib/call.ts';
import { attempt } from '#web/lib/notices.ts';
import { texts } from '../texts.ts';
import type { ProjectForm } from '../use-project-form.ts';
import { MailboxFields } from './mailbox-fields.tsx';

interface EmailTabProps {
  form: ProjectForm<'account'>;
}

// The fixed pause before a pre-created address is fetched (1-core section 9).
const pauseMs = 500;

/** Tab Email: the mailbox that confirmation mails come to. */
export function EmailTab({ form }: EmailTabProps) {
  const info = form.value.verificationInfo;
  const disabled = !form.isEditing;
  const change = (part: Partial<VerificationInfo>) => form.change({ verificationInfo: { ...info, ...part } });
  const [isBusy, setIsBusy] = useState(false);
  const busy = async (work: () => Promise<unknown>) => {
    setIsBusy(true);
    await work();
    setIsBusy(false);
  };
  const fetchAddress = () =>
    busy(async () => {
      const isList = info.emailSource === 'LIST';
      if (!isList) await new Promise((resolve) => setTimeout(resolve, pauseMs));
      const answer = await attempt(() => (isList ? send(downloadListEmail, {}) : send(downloadEmail, { body: {} })), {
        failed: isList ? texts.listEmailFailed : texts.emailFailed,
      });
      if (answer) change(answer.emailSettings);
    });
  const test = () =>
    busy(() =>
      attempt(() => send(testEmailLogin, { body: emailSettings.parse(info) }), {
        done: texts.emailTested,
        failed: texts.emailTestFailed,
      }),
    );
  const isFilled = emailProblems(info).length === 0;
  return (
    <div className="panel project-form">
      <Radio.Group
        aria-label="Email source"
        disabled={disabled}
        value={info.emailSource}
        options={[
          { value: 'MANUAL', label: 'My own mailbox' },
          { value: 'PRODUCT', label: 'Pre-created address' },
          { value: 'LIST', label: 'From the email list' },
        ]}
        onChange={(event) => change({ emailSource: event.target.value as VerificationInfo['emailSource'] })}
      />
      {info.emailSource !== 'MANUAL' && (
        <p className="quiet">
          {info.emailAddress
            ? 'The address below is used.'
            : 'An address is drawn when the project starts. You can also take one now.'}
        </p>
      )}
      {(info.emailSource === 'MANUAL' || info.emailAddress !== '') && (
        <MailboxFields
          value={info}
          disabled={disabled || info.emailSource !== 'MANUAL'}
          problemAt={form.problemAt}
          onChange={(part: Partial<EmailSettings>) => change(part)}
        />
      )}
      <div className="toolbar">
        {info.emailSource !== 'MANUAL' && (
          <Button disabled={disabled || isBusy} onClick={() => void fetchAddress()}>
            {info.emailSource === 'LIST' ? 'Download From Email List' : 'Download Pre-created Email'}
          </Button>
        )}
        <Button disabled={!isFilled} loading={isBusy} onClick={() => void test()}>
          Test Email Login
        </Button>
        {!isFilled && <span className="quiet">Fill in the mailbox to test it</span>}
      </div>
    </div>
  );
}
