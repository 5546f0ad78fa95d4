import { Button, Modal } from 'antd';
import { lineForm, mailboxColumns } from '#domain/rules/mailbox-line.ts';
import { texts } from './texts.ts';

/** What lines of an import look like, with an example of each protocol (D-MAIL-04). */
export function HelpDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  return (
    <Modal
      className="mailbox-help"
      width={680}
      open={open}
      title="Email Manager"
      footer={<Button onClick={onClose}>Close</Button>}
      onCancel={onClose}
    >
      <p>{texts.passwordsHint}</p>
      <h2>One mailbox per line</h2>
      <p>
        <code>{lineForm}</code>
      </p>
      <p>A password may hold colons. The protocol is pop3 or imap; SSL is true, false, 1 or 0.</p>
      <h2>Examples</h2>
      <dl className="mailbox-examples">
        <dt>POP3 with SSL</dt>
        <dd>
          <code>ann@example.com:ann:secret:pop.example.com:995:pop3:true</code>
        </dd>
        <dt>IMAP with SSL</dt>
        <dd>
          <code>ben@example.com:ben@example.com:secret:imap.example.com:993:imap:true</code>
        </dd>
      </dl>
      <h2>CSV</h2>
      <p>With this first row, as Export writes it; the last two columns may be missing:</p>
      <p>
        <code>{mailboxColumns.join(',')}</code>
      </p>
      <p>
        An address that is in the list already takes what its line says. Where SSL is off, nothing is encrypted, the
        password neither.
      </p>
    </Modal>
  );
}
