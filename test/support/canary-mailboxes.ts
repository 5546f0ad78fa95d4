import * as mailboxes from '#domain/contract/mailboxes.ts';
import { canary } from './canaries.ts';
import type { CanaryProduct } from './canary-product.ts';

/** Fills the list of mailboxes with passwords that must not be told, by its form and by files, and has them used. */
export async function setUpMailboxes(product: CanaryProduct): Promise<void> {
  const box = { emailAddress: 'l@m.test', emailLogin: 'l', emailServer: '127.0.0.1', emailServerPort: 9, SSL: false };
  await product.send(mailboxes.addMailbox, { body: { ...box, emailPassword: canary('ListMail') } });
  const edited = { ...box, emailPassword: canary('EditedMail'), was: 'l@m.test' };
  await product.send(mailboxes.editMailbox, { body: edited });
  await product.send(mailboxes.addMailbox, {
    body: { ...box, emailAddress: 'two@m.test', emailPassword: canary('ListMail') },
  });
  const lines = `i@m.test:i:${canary('ImportedMail')}:127.0.0.1:9:pop3:0\nbad@m.test:${canary('RejectedMail')}\n`;
  for (const call of [mailboxes.importMailboxes, mailboxes.rejectedMailboxes]) {
    const form = new FormData();
    form.append('file', new Blob([lines]), 'lines.txt');
    await product.send(call, { form });
  }
  await product.send(mailboxes.checkMailboxes, { body: { which: { all: true } } });
}
