import type { ImapFlow } from 'imapflow';
import type Pop3 from 'node-pop3';
import type { EmailSettings } from '#domain/contract/email-settings.ts';
import { withImap, withPop3 } from './connect-mailbox.ts';
import { readMailAside } from './read-mail-aside.ts';

/** Mails looked at in one go, the oldest first. */
const maxMails = 1_000;

/** Which mails may go. */
export interface OldMails {
  /** Older than this moment, in ms since 1970. */
  before: number;
  /** True for the domain of a sender whose mails are ours to delete. */
  isOurs(domain: string): boolean;
  timeoutMs: number;
}

/** Deletes old mails of certain senders, and no others; answers how many. Throws MailboxRefused. */
export function deleteOldMails(box: EmailSettings, old: OldMails): Promise<number> {
  return box.mailProtocol === 'imap'
    ? withImap(box, old.timeoutMs, (client) => deleteImap(client, box, old))
    : withPop3(box, old.timeoutMs, (client) => deletePop3(client, old));
}

/** Domain of an address, in lower case; '' where it has none. */
export const domainOf = (address: string | undefined) => (address ?? '').split('@').at(-1)?.toLowerCase() ?? '';

async function deleteImap(client: ImapFlow, box: EmailSettings, { before, isOurs }: OldMails): Promise<number> {
  let nDeleted = 0;
  for (const folder of ['INBOX', ...(box.checkSpamFolder ? [box.spamFolderName.trim()] : [])]) {
    const lock = await client.getMailboxLock(folder);
    try {
      // By the day (RFC 3501, BEFORE): what is a day older than asked for stays until tomorrow.
      const found = (await client.search({ before: new Date(before) }, { uid: true })) || [];
      const doomed: number[] = [];
      if (found.length > 0)
        for await (const { uid, envelope } of client.fetch(found.slice(0, maxMails), { envelope: true }, { uid: true }))
          if (isOurs(domainOf(envelope?.from?.[0]?.address))) doomed.push(uid);
      if (doomed.length > 0) await client.messageDelete(doomed, { uid: true });
      nDeleted += doomed.length;
    } finally {
      lock.release();
    }
  }
  return nDeleted;
}

async function deletePop3(client: Pop3, { before, isOurs }: OldMails): Promise<number> {
  let nDeleted = 0;
  for (const [number] of (await client.LIST()).slice(0, maxMails)) {
    const { at, from } = await readMailAside({
      id: String(number),
      at: null,
      raw: await client.TOP(Number(number), 0),
    });
    if (at === 0 || at >= before || !isOurs(domainOf(from))) continue;
    await client.DELE(Number(number));
    nDeleted += 1;
  }
  return nDeleted;
}
