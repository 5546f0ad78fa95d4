import type { ImapFlow } from 'imapflow';
import type Pop3 from 'node-pop3';
import PostalMime from 'postal-mime';
import type { EmailSettings } from '#domain/contract/email-settings.ts';
import { withImap, withPop3 } from './connect-mailbox.ts';
import { type ReadMail, toReadMail } from './read-mail.ts';

/** Longest mail that is read, in bytes: what asks for a confirmation is short. */
const maxBytes = 1_000_000;
/** Most mails of one reading, the newest first. */
const maxMails = 2_000;
/** A server's clock may be behind ours by so much, in ms. */
const clockSlackMs = 5 * 60_000;

/** What is read of a mailbox. */
export interface MailReading {
  /** Mails that arrived before are left alone, in ms since 1970. */
  since: number;
  timeoutMs: number;
  /** Mails that were read before, by their ids: they are not fetched again. What is read is added. */
  known: Set<string>;
  /** Called for each mail, one after the other. */
  onMail(mail: ReadMail): Promise<void>;
}

/**
 * Reads the mails that arrived in a mailbox since a moment, of the spam folder too where that is asked for (IMAP). Nothing
 * is deleted and nothing marked as read. Throws MailboxRefused.
 */
export async function readMailbox(box: EmailSettings, reading: MailReading): Promise<void> {
  const { timeoutMs } = reading;
  // Collected first: what follows from a mail may take its time, and the connection must not wait for it.
  const sources: Source[] = [];
  if (box.mailProtocol === 'imap') await withImap(box, timeoutMs, (client) => fetchImap(client, box, reading, sources));
  else await withPop3(box, timeoutMs, (client) => fetchPop3(client, reading, sources));
  for (const { id, at, raw } of sources) {
    const mail = toReadMail(id, at, await parse(raw));
    reading.known.add(id);
    if (mail.at >= reading.since - clockSlackMs) await reading.onMail(mail);
  }
}

interface Source {
  id: string;
  /** When it arrived; null where only the mail itself says when it was sent. */
  at: number | null;
  raw: Buffer | string;
}

/** Bounded by size and by the parser's own limits: what strangers send is no reason to fail. */
const parse = (raw: Buffer | string) =>
  new PostalMime({ maxNestingDepth: 20, maxHeadersSize: 200_000 }).parse(raw).catch(() => undefined);

async function fetchImap(client: ImapFlow, box: EmailSettings, reading: MailReading, into: Source[]): Promise<void> {
  const spam = box.checkSpamFolder ? [box.spamFolderName.trim()] : [];
  for (const folder of ['INBOX', ...spam]) {
    const lock = await client.getMailboxLock(folder, { readOnly: true });
    try {
      // By the day only (RFC 3501, SINCE): the moment is looked at below.
      const found = await client.search({ since: new Date(reading.since - clockSlackMs) }, { uid: true });
      const validity = client.mailbox ? String(client.mailbox.uidValidity) : '';
      const idOf = (uid: number) => `${folder} ${validity} ${uid}`;
      const wanted = (found || []).slice(-maxMails).filter((uid) => !reading.known.has(idOf(uid)));
      if (wanted.length === 0) continue;
      const query = { uid: true, internalDate: true, source: { start: 0, maxLength: maxBytes } };
      for await (const { uid, internalDate, source } of client.fetch(wanted, query, { uid: true }))
        if (source)
          into.push({ id: idOf(uid), at: internalDate ? new Date(internalDate).getTime() : null, raw: source });
    } finally {
      lock.release();
    }
  }
}

async function fetchPop3(client: Pop3, reading: MailReading, into: Source[]): Promise<void> {
  const ids = new Map((await client.UIDL()).map(([number, id]) => [Number(number), String(id)]));
  const sizes = (await client.LIST()).map(([number, size]) => ({ number: Number(number), size: Number(size) }));
  for (const { number, size } of sizes.slice(-maxMails)) {
    const id = ids.get(number) ?? String(number);
    if (reading.known.has(id) || size > maxBytes) continue;
    into.push({ id, at: null, raw: await client.RETR(number) });
  }
}
