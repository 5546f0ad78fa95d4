import { Checkbox, Input, InputNumber, Select } from 'antd';
import { type EmailSettings, mailProtocols } from '#domain/contract/email-settings.ts';
import { Field } from './field.tsx';

interface MailboxFieldsProps {
  value: EmailSettings;
  disabled: boolean;
  problemAt: (field: string) => string | undefined;
  onChange: (part: Partial<EmailSettings>) => void;
}

type TextField = 'emailAddress' | 'emailLogin' | 'emailServer' | 'spamFolderName';

/** Server, login and spam folder of a mailbox. */
export function MailboxFields({ value, disabled, problemAt, onChange }: MailboxFieldsProps) {
  const text = (field: TextField, label: string, placeholder?: string) => (
    <Field id={field} label={label} problem={problemAt(field)}>
      <Input
        id={field}
        autoComplete="off"
        disabled={disabled}
        {...(placeholder ? { placeholder } : {})}
        value={value[field]}
        onChange={(event) => onChange({ [field]: event.target.value })}
      />
    </Field>
  );
  return (
    <div className="mailbox-fields">
      <div className="fields-2">
        {text('emailServer', 'Server', 'imap.example.com')}
        <Field id="emailServerPort" label="Port" problem={problemAt('emailServerPort')}>
          <InputNumber<number>
            id="emailServerPort"
            disabled={disabled}
            value={value.emailServerPort}
            onChange={(emailServerPort) => onChange({ emailServerPort })}
          />
        </Field>
        <Field id="mailProtocol" label="Protocol" problem={problemAt('mailProtocol')}>
          <Select
            id="mailProtocol"
            disabled={disabled}
            value={value.mailProtocol}
            options={mailProtocols.map((protocol) => ({ value: protocol, label: protocol.toUpperCase() }))}
            onChange={(mailProtocol) => onChange({ mailProtocol })}
          />
        </Field>
        <Field id="SSL" label="Security">
          <Checkbox
            id="SSL"
            disabled={disabled}
            checked={value.SSL}
            onChange={(event) => onChange({ SSL: event.target.checked })}
          >
            SSL
          </Checkbox>
        </Field>
        {text('emailAddress', 'Email address')}
        {text('emailLogin', 'Email login')}
        <Field id="emailPassword" label="Email password" problem={problemAt('emailPassword')}>
          <Input.Password
            id="emailPassword"
            autoComplete="new-password"
            disabled={disabled}
            value={value.emailPassword}
            onChange={(event) => onChange({ emailPassword: event.target.value })}
          />
        </Field>
      </div>
      {value.mailProtocol === 'imap' && (
        <div className="fields-2">
          <Field id="checkSpamFolder" label="Spam">
            <Checkbox
              id="checkSpamFolder"
              disabled={disabled}
              checked={value.checkSpamFolder}
              onChange={(event) => onChange({ checkSpamFolder: event.target.checked })}
            >
              Check Spam Folder
            </Checkbox>
          </Field>
          {value.checkSpamFolder && text('spamFolderName', 'Spam folder name', 'Spam')}
        </div>
      )}
    </div>
  );
}
