import type { VerificationInfo } from '#domain/contract/projects/account.ts';
import { MailSource } from '#web/ui/mail-source.tsx';
import { texts } from '../texts.ts';
import type { ProjectForm } from '../use-project-form.ts';

interface EmailTabProps {
  form: ProjectForm<'account'>;
}

/** Tab Email: the mailbox that confirmation mails come to. */
export function EmailTab({ form }: EmailTabProps) {
  const info = form.value.verificationInfo;
  const change = (part: Partial<VerificationInfo>) => form.change({ verificationInfo: { ...info, ...part } });
  return (
    <div className="panel project-form">
      <MailSource
        source={info.emailSource}
        mailbox={info}
        disabled={!form.isEditing}
        texts={texts}
        hint="An address is drawn when the project starts. You can also take one now."
        problemAt={form.problemAt}
        onSource={(emailSource) => change({ emailSource })}
        onMailbox={change}
      />
    </div>
  );
}
