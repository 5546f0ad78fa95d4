import { Button } from 'antd';
import { useState } from 'react';
import { downloadEmail, downloadListEmail } from '#domain/contract/email-settings.ts';
import type { VerificationInfo } from '#domain/contract/projects/account.ts';
import { send } from '#web/lib/call.ts';
import { attempt } from '#web/lib/notices.ts';
import { MailSource } from '#web/ui/mail-source.tsx';
import { texts } from '../texts.ts';
import type { ProjectForm } from '../use-project-form.ts';

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
  const isList = info.emailSource === 'LIST';
  const fetchAddress = async () => {
    setIsBusy(true);
    if (!isList) await new Promise((resolve) => setTimeout(resolve, pauseMs));
    const answer = await attempt(() => (isList ? send(downloadListEmail, {}) : send(downloadEmail, { body: {} })), {
      failed: isList ? texts.listEmailFailed : texts.emailFailed,
    });
    if (answer) change(answer.emailSettings);
    setIsBusy(false);
  };
  return (
    <div className="panel project-form">
      <MailSource
        source={info.emailSource}
        mailbox={info}
        disabled={disabled}
        texts={texts}
        hint={
          info.emailAddress
            ? 'The address below is used.'
            : 'An address is drawn when the project starts. You can also take one now.'
        }
        problemAt={form.problemAt}
        onSource={(emailSource) => change({ emailSource })}
        onMailbox={change}
      >
        {info.emailSource !== 'MANUAL' && (
          <Button disabled={disabled || isBusy} onClick={() => void fetchAddress()}>
            {isList ? 'Download From Email List' : 'Download Pre-created Email'}
          </Button>
        )}
      </MailSource>
    </div>
  );
}
