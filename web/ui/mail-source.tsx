import { Button, Radio } from 'antd';
import { type ReactNode, useState } from 'react';
import {
  type EmailSettings,
  emailProblems,
  emailSettings,
  type emailSources,
  testEmailLogin,
} from '#domain/contract/email-settings.ts';
import { send } from '#web/lib/call.ts';
import { attempt } from '#web/lib/notices.ts';
import { MailboxFields } from './mailbox-fields.tsx';
import './fields.css';

type EmailSource = (typeof emailSources)[number];

interface MailSourceProps {
  source: EmailSource;
  mailbox: EmailSettings;
  disabled?: boolean;
  /** The screens' own words of the test. */
  texts: { emailTested: string; emailTestFailed: string };
  /** Said of the sources that are no own mailbox. */
  hint: string;
  problemAt: (field: string) => string | undefined;
  onSource: (source: EmailSource) => void;
  onMailbox: (part: Partial<EmailSettings>) => void;
  /** Buttons beside the test. */
  children?: ReactNode;
}

/** The mailbox that confirmation mails of new accounts come to: an own one, or where its address is drawn from. */
export function MailSource({ source, mailbox, disabled = false, problemAt, ...props }: MailSourceProps) {
  const [isBusy, setIsBusy] = useState(false);
  const isManual = source === 'MANUAL';
  const isFilled = emailProblems(mailbox).length === 0;
  const isShown = isManual || mailbox.emailAddress !== '';
  const test = async () => {
    setIsBusy(true);
    await attempt(() => send(testEmailLogin, { body: emailSettings.parse(mailbox) }), {
      done: props.texts.emailTested,
      failed: props.texts.emailTestFailed,
    });
    setIsBusy(false);
  };
  return (
    <>
      <Radio.Group
        aria-label="Email source"
        id="emailSource"
        disabled={disabled}
        value={source}
        options={[
          { value: 'MANUAL', label: 'My own mailbox' },
          { value: 'PRODUCT', label: 'Pre-created address' },
          { value: 'LIST', label: 'From the email list' },
        ]}
        onChange={(event) => props.onSource(event.target.value as EmailSource)}
      />
      {!isManual && <p className="quiet">{props.hint}</p>}
      {isShown && (
        <MailboxFields
          value={mailbox}
          disabled={disabled || !isManual}
          problemAt={problemAt}
          onChange={props.onMailbox}
        />
      )}
      <div className="toolbar">
        {props.children}
        <Button disabled={!isFilled} loading={isBusy} onClick={() => void test()}>
          Test Email Login
        </Button>
        {isShown && !isFilled && <span className="quiet">Fill in the mailbox to test it</span>}
      </div>
    </>
  );
}
