import type { EmailSettings } from '#domain/contract/email-settings.ts';
import { MailboxRefused, withImap, withPop3 } from './connect-mailbox.ts';

/**
 * Logs in to a mailbox and out again; for IMAP the spam folder is looked for as well. Throws MailboxRefused, within the
 * time given whatever the server does.
 */
export async function checkMailbox(box: EmailSettings, timeoutMs: number, signal?: AbortSignal): Promise<void> {
  if (box.mailProtocol !== 'imap') {
    await withPop3(box, timeoutMs, (client) => client.STAT(), signal);
    return;
  }
  await withImap(
    box,
    timeoutMs,
    async (client) => {
      if (!box.checkSpamFolder) return;
      const folders = await client.list();
      const wanted = box.spamFolderName.trim().toLowerCase();
      if (folders.some((folder) => [folder.path, folder.name].some((name) => name.toLowerCase() === wanted))) return;
      const there = folders.map((folder) => folder.path).slice(0, 20);
      throw new MailboxRefused(`The mailbox has no folder "${box.spamFolderName.trim()}"; it has ${there.join(', ')}`);
    },
    signal,
  );
}
