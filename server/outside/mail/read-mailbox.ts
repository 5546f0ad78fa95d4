import type { ImapFlow } from 'imapflow';
import type Pop3 from 'node-pop3';
import type { EmailSettings } from '#domain/contract/email-settings.ts';
import { withImap, withPop3 } from './connect-mailbox.ts';
import { maxLines, type RawMail, type ReadMail } from './read-mail.ts';
import { readMailAside } from './read-mail-aside.ts';

/** So much of a mail is read, in bytes: what asks for a confirmation is short. */
const maxBytes = 256_000;
/** Most mails of one reading, the newest first. */
const maxMails = 2_000;
/** Most bytes of one reading; what is left is read the next time. */
const maxTotal = 20_000_000;
/** POP3 tells no dates to search for: after so many older mails in a row the others are older too. */
const olderInRow = 20;
/** A server's clock may be behind ours by so much, in ms. */
export const clockSlackMs = 5 * 60_000;

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
  const sources: RawMail[] = [];
  const fetched =
    box.mailProtocol === 'imap'
      ? withImap(box, timeoutMs, (client) => fetchImap(client, box, reading, sources))
      : withPop3(box, timeoutMs, (client) => fetchPop3(client, reading, sources));
  // What came before the line died, or the time was over, counts: the next reading goes on behind it.
  await fetched.catch((error: unknown) => {
    if (sources.length === 0) throw error;
  });
  for (const { id, at, raw } of sources) {
    const mail = await readMailAside({ id, at, raw });
    reading.known.add(id);
    if (mail.at >= reading.since - clockSlackMs) await reading.onMail(mail);
  }
}

async function fetchImap(client: ImapFlow, box: EmailSettings, reading: MailReading, into: RawMail[]): Promise<void> {
  const spam = box.checkSpamFolder ? [box.spamFolderName.trim()] : [];
  const room = { bytes: maxTotal };
  for (const folder of ['INBOX', ...spam]) {
    const lock = await client.getMailboxLock(folder, { readOnly: true });
    try {
      const validity = client.mailbox ? String(client.mailbox.uidValidity) : '';
      const idOf = (uid: number) => `${folder} ${validity} ${uid}`;
      const wanted = await unreadUids(client, reading, idOf, room);
      if (wanted.length === 0) continue;
      const query = { uid: true, internalDate: true, source: { start: 0, maxLength: maxBytes } };
      for await (const { uid, internalDate, source } of client.fetch(wanted, query, { uid: true }))
        if (source) into.push({ id: idOf(uid), at: timeOf(internalDate), raw: source });
    } finally {
      lock.release();
    }
  }
}

const timeOf = (date: Date | string | undefined) => (date ? new Date(date).getTime() : null);

/** Mails of the open folder that came since and were not read, the newest first, as far as the room goes. */
async function unreadUids(
  client: ImapFlow,
  { since, known }: MailReading,
  idOf: (uid: number) => string,
  room: { bytes: number },
): Promise<number[]> {
  // By the day only (RFC 3501, SINCE): the moment is looked at below.
  const found = (await client.search({ since: new Date(since - clockSlackMs) }, { uid: true })) || [];
  const asked = found.slice(-maxMails).filter((uid) => !known.has(idOf(uid)));
  const sizes = new Map<number, number>();
  if (asked.length > 0)
    for await (const { uid, size } of client.fetch(asked, { uid: true, size: true }, { uid: true }))
      sizes.set(uid, size ?? maxBytes);
  const takes = (uid: number) => {
    room.bytes -= Math.min(maxBytes, sizes.get(uid) ?? 0);
    return room.bytes >= 0;
  };
  return asked.toReversed().filter((uid) => sizes.has(uid) && takes(uid));
}

async function fetchPop3(client: Pop3, { since, known }: MailReading, into: RawMail[]): Promise<void> {
  const ids = new Map((await client.UIDL()).map(([number, id]) => [Number(number), String(id)]));
  const sizes = (await client.LIST()).map(([number, size]) => ({ number: Number(number), size: Number(size) }));
  let [nOlder, bytes] = [0, 0];
  for (const { number, size } of sizes.slice(-maxMails).toReversed()) {
    const id = ids.get(number) ?? String(number);
    if (known.has(id) || size > maxTotal) continue;
    const { at: sentAt } = await readMailAside({ id, at: null, raw: await client.TOP(number, 0) });
    const isOlder = sentAt > 0 && sentAt < since - clockSlackMs;
    nOlder = isOlder ? nOlder + 1 : 0;
    if (isOlder) known.add(id);
    if (nOlder >= olderInRow || bytes >= maxTotal) return;
    if (isOlder) continue;
    into.push({ id, at: null, raw: size > maxBytes ? await client.TOP(number, maxLines) : await client.RETR(number) });
    bytes += size;
  }
}
