import { WorkerRoom } from '../../workers/worker-room.ts';
import { type RawMail, type ReadMail, toReadMail } from './read-mail.ts';

/** Mails of a mailbox come one after the other: none is sent away. */
const room = new WorkerRoom<RawMail, ReadMail>({
  script: new URL('./mail-worker.ts', import.meta.url),
  memoryMb: 256,
  maxMs: 30_000,
  waitingBytes: Number.POSITIVE_INFINITY,
});

/**
 * Reads a mail without holding the event loop: parsing a line takes the parser 5 us, and a mail can be all lines. One over
 * which the worker was lost says nothing.
 */
export const readMailAside = (mail: RawMail): Promise<ReadMail> =>
  room.run(mail, mail.raw.length).catch(() => toReadMail(mail.id, mail.at, undefined));
