import { Button, Radio } from 'antd';
import { useState } from 'react';
import {
  downloadEmail,
  downloadListEmail,
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
  /** Said where no address was taken from the source yet. */
  hint: string;
  problemAt: (field: string) => string | undefined;
  onSource: (source: EmailSource) => void;
  onMailbox: (part: Partial<EmailSettings>) => void;
}

// The fixed pause before a pre-created address is fetched (1-core section 9).
const pauseMs = 500;

/** Takes an address from where it is drawn. */
async function draw(source: EmailSource): Promise<EmailSettings> {
  if (source === 'LIST') return (await send(downloadListEmail, {})).emailSettings;
  await new Promise((resolve) => setTimeout(resolve, pauseMs));
  return (await send(downloadEmail, { body: {} })).emailSettings;
}
const drawing = {
  PRODUCT: {
    label: 'Download Pre-created Email',
    failed: 'Failed to download pre-created email address. Unknown error',
  },
  LIST: {
    label: 'Download From Email List',
    failed: 'Failed to download an email address from the list. Unknown error',
  },
};

/** The mailbox that confirmation mails of new accounts come to: an own one, or where its address is drawn from. */
export function MailSource({ source, mailbox, disabled = false, problemAt, ...props }: MailSourceProps) {
  const [busy, setBusy] = useState<'test' | 'draw' | null>(null);
  const isManual = source === 'MANUAL';
  const isFilled = emailProblems(mailbox).length === 0;
  const isShown = isManual || mailbox.emailAddress !== '';
  const test = async () => {
    setBusy('test');
    await attempt(() => send(testEmailLogin, { body: emailSettings.parse(mailbox) }), {
      done: props.texts.emailTested,
      failed: props.texts.emailTestFailed,
    });
    setBusy(null);
  };
  const take = async () => {
    if (source === 'MANUAL') return;
    setBusy('draw');
    const drawn = await attempt(() => draw(source), { failed: drawing[source].failed });
    if (drawn) props.onMailbox(drawn);
    setBusy(null);
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
      {!isManual && <p className="quiet">{isShown ? 'The address below is used.' : props.hint}</p>}
      {isShown && (
        <MailboxFields
          value={mailbox}
          disabled={disabled || !isManual}
          problemAt={problemAt}
          onChange={props.onMailbox}
        />
      )}
      <div className="toolbar">
        {source !== 'MANUAL' && (
          <Button disabled={disabled || busy !== null} onClick={() => void take()}>
            {drawing[source].label}
          </Button>
        )}
        <Button disabled={!isFilled} loading={busy === 'test'} onClick={() => void test()}>
          Test Email Login
        </Button>
        {isShown && !isFilled && <span className="quiet">Fill in the mailbox to test it</span>}
      </div>
    </>
  );
}
