import { isPrivate } from '#domain/rules/wizards/problems.ts';
import { MailSource } from '#web/ui/mail-source.tsx';
import type { WizardForm } from '../editor/use-wizard-form.ts';
import { texts } from '../texts.ts';

/** Tab Emails: where confirmation mails of new accounts come to. */
export function EmailsTab({ form }: { form: WizardForm }) {
  const { value, change } = form;
  const problemAt = form.problemsAt({ tab: 'emails' });
  const isNeeded = value.projects.some((node) => !isPrivate(node) && node.createNewAccount);
  const source = problemAt('emailSource');
  return (
    <div className="panel">
      <div className="wizard-form">
        {!isNeeded && <p className="quiet">No project creates new accounts: no mail is needed.</p>}
        {source && (
          <p role="alert" className="wizard-problem">
            {source}
          </p>
        )}
        <MailSource
          source={value.emailSource}
          // An address that is drawn is drawn when the campaign's accounts are made.
          mailbox={value.emailSource === 'MANUAL' ? value.emailAccount : { ...value.emailAccount, emailAddress: '' }}
          texts={{ emailTested: texts.emailTested, emailTestFailed: texts.emailFailed }}
          hint="An address is drawn for each store of new accounts when its project starts."
          problemAt={problemAt}
          onSource={(emailSource) => change({ emailSource })}
          onMailbox={(part) => change((now) => ({ ...now, emailAccount: { ...now.emailAccount, ...part } }))}
        />
      </div>
    </div>
  );
}
