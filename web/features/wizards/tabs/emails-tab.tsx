import { useState } from 'react';
import { type EmailSettings, emailSettings } from '#domain/contract/email-settings.ts';
import type { Wizard } from '#domain/contract/wizards.ts';
import { isPrivate } from '#domain/rules/wizards/problems.ts';
import { MailSource } from '#web/ui/mail-source.tsx';
import type { WizardForm } from '../editor/use-wizard-form.ts';
import { texts } from '../texts.ts';

/** Tab Emails: where confirmation mails of new accounts come to. */
export function EmailsTab({ form }: { form: WizardForm }) {
  const { value, change } = form;
  const problemAt = form.problemsAt({ tab: 'emails' });
  const isNeeded = value.projects.some((node) => !isPrivate(node) && node.createNewAccount);
  const problem = problemAt('emailSource');
  const { emailSource: source, emailAccount: mailbox } = value;
  // What was typed is not what was drawn: each source has its own while they are compared.
  const [held, setHeld] = useState<Partial<Record<Wizard['emailSource'], EmailSettings>>>({});
  const choose = (emailSource: Wizard['emailSource']) => {
    setHeld((now) => ({ ...now, [source]: mailbox }));
    change({ emailSource, emailAccount: held[emailSource] ?? emailSettings.parse({}) });
  };
  return (
    <div className="panel">
      <div className="wizard-form">
        {!isNeeded && <p className="quiet">No project creates new accounts: no mail is needed.</p>}
        {problem && (
          <p role="alert" className="wizard-problem">
            {problem}
          </p>
        )}
        <MailSource
          source={source}
          mailbox={mailbox}
          texts={{ emailTested: texts.emailTested, emailTestFailed: texts.emailFailed }}
          hint="An address is drawn for each store of new accounts when its project starts. You can also take one now, for all of them."
          problemAt={problemAt}
          onSource={choose}
          onMailbox={(part) => change((now) => ({ ...now, emailAccount: { ...now.emailAccount, ...part } }))}
        />
      </div>
    </div>
  );
}
