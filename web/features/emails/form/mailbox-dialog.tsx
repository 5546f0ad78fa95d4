import { Checkbox, Form, Input, InputNumber, Select } from 'antd';
import { useState } from 'react';
import { type EmailSettings, emailSettings, mailProtocols, wholeMailbox } from '#domain/contract/email-settings.ts';
import type { Mailbox } from '#domain/contract/mailboxes.ts';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import { texts } from '../texts.ts';
import { TestLogin } from './test-login.tsx';
import '#web/ui/fields.css';

interface MailboxDialogProps {
  /** Null keeps the dialog closed. */
  edited: Mailbox | 'new' | null;
  onSave: (box: EmailSettings, edition?: number) => Promise<void>;
  onAdd: (box: EmailSettings) => Promise<void>;
  onClose: () => void;
}

const fieldsOf = (box: Mailbox): EmailSettings => ({
  emailAddress: box.address,
  emailLogin: box.login,
  emailPassword: box.password,
  emailServer: box.server,
  emailServerPort: box.port,
  mailProtocol: box.protocol,
  SSL: box.ssl,
  checkSpamFolder: box.checkSpamFolder,
  spamFolderName: box.spamFolderName,
});
const fresh = emailSettings.parse({});

/** Ports that servers listen at by custom (RFC 8314, section 3; RFC 1939; RFC 9051). */
const usualPorts = { pop3: { true: 995, false: 110 }, imap: { true: 993, false: 143 } } as const;
const isUsual = (port: unknown) => [995, 110, 993, 143].includes(Number(port));

/** One mailbox by hand. */
export function MailboxDialog({ edited, onSave, onAdd, onClose }: MailboxDialogProps) {
  // What was edited last stays on the screen while the dialog fades.
  const [shown, setShown] = useState(edited);
  if (edited !== null && edited !== shown) setShown(edited);
  const box = shown === 'new' || shown === null ? null : shown;
  return (
    <FormDialog
      open={edited !== null}
      title={box ? 'Edit Email' : 'Add Email'}
      okText={box ? 'Save' : 'Add'}
      width={560}
      schema={wholeMailbox}
      initial={{ ...(box ? fieldsOf(box) : fresh) }}
      edited={
        box
          ? {
              edition: box.edition,
              fieldsOf: (stored: Mailbox) => ({ ...fieldsOf(stored) }),
              gone: { title: texts.gone, okText: texts.addAnew, onAnew: onAdd },
            }
          : undefined
      }
      done={box ? texts.edited : texts.added}
      failed={box ? texts.editFailed : texts.addFailed}
      onSubmit={box ? onSave : onAdd}
      onClose={onClose}
    >
      <MailboxItems isNew={box === null} />
      <TestLogin />
    </FormDialog>
  );
}

/** The fields; the login is the address, and the port the usual one, until they are typed otherwise. */
function MailboxItems({ isNew }: { isNew: boolean }) {
  const form = Form.useFormInstance();
  const isImap = Form.useWatch('mailProtocol', form) === 'imap';
  const hasSpam = Form.useWatch('checkSpamFolder', form) === true;
  const [isOwnLogin, setIsOwnLogin] = useState(!isNew);
  const onAddress = (address: string) => {
    if (!isOwnLogin) form.setFieldValue('emailLogin', address);
  };
  const usePort = () => {
    const { mailProtocol, SSL, emailServerPort } = form.getFieldsValue(true) as EmailSettings;
    if (!isUsual(emailServerPort) || !mailProtocol) return;
    form.setFieldValue('emailServerPort', usualPorts[mailProtocol][`${SSL}`]);
  };
  return (
    <>
      <div className="fields-2">
        <Form.Item name="emailAddress" label="Email address">
          <Input maxLength={320} autoComplete="off" onChange={(event) => onAddress(event.target.value)} />
        </Form.Item>
        <Form.Item name="emailLogin" label="Email login">
          <Input maxLength={320} autoComplete="off" onChange={() => setIsOwnLogin(true)} />
        </Form.Item>
        <Form.Item name="emailPassword" label="Email password">
          <Input.Password maxLength={1_000} autoComplete="new-password" />
        </Form.Item>
        <Form.Item name="emailServer" label="Server">
          <Input maxLength={255} placeholder="pop.example.com" autoComplete="off" />
        </Form.Item>
        <Form.Item name="mailProtocol" label="Protocol">
          <Select options={mailProtocols.map((value) => ({ value, label: value.toUpperCase() }))} onChange={usePort} />
        </Form.Item>
        <Form.Item name="emailServerPort" label="Port">
          <InputNumber<number> style={{ width: '100%' }} />
        </Form.Item>
      </div>
      <Form.Item name="SSL" valuePropName="checked">
        <Checkbox onChange={usePort}>SSL</Checkbox>
      </Form.Item>
      {isImap && (
        <Form.Item name="checkSpamFolder" valuePropName="checked">
          <Checkbox>Check Spam Folder</Checkbox>
        </Form.Item>
      )}
      {isImap && hasSpam && (
        <Form.Item name="spamFolderName" label="Spam folder name">
          <Input maxLength={255} placeholder="Spam" />
        </Form.Item>
      )}
    </>
  );
}
