import { setImmediate as nextTurn } from 'node:timers/promises';
import { sql } from 'kysely';
import type { EmailSettings } from '#domain/contract/email-settings.ts';
import type { ImportReply } from '#domain/contract/imports.ts';
import { topics } from '#domain/contract/live.ts';
import type { Mailbox } from '#domain/contract/mailboxes.ts';
import { quotedCell } from '#domain/rules/line-formats.ts';
import type { App } from '../../app.ts';
import type { UploadedFile } from '../../calls/route.ts';
import { anyText } from '../../db/any-of.ts';
import type { Secrets } from '../../db/secrets.ts';
import type { Queryable, Tx } from '../../db/store.ts';
import { Malformed } from '../../errors/refusal.ts';
import { ImportTally } from '../../imports/import-tally.ts';
import { type Sameness, tallyLines } from '../../imports/tally-lines.ts';
import { mailboxHeader, mailboxReader } from './mailbox-lines.ts';
import { mailboxPage, mailboxValues } from './mailbox-rows.ts';
import { holdList } from './mailboxes.ts';

/** Mailboxes written before the event loop gets a turn: opening their passwords takes time. */
const exportSize = 500;

const keyOf = (box: EmailSettings) => box.emailAddress.toLowerCase();

interface Import {
  files: AsyncIterable<UploadedFile>;
  dryRun: boolean;
  /** True once nobody waits for the answer any more. */
  isCalledOff: () => boolean;
}

/**
 * Imports mailboxes as a stream: good lines stay, bad ones come back as typed; one that is there takes what the line says
 * (D-MAIL-03). All or nothing where the upload is torn or called off. A dry run judges alone.
 */
export async function importMailboxes(app: App, { files, dryRun, isCalledOff }: Import): Promise<ImportReply> {
  const { store, secrets } = app;
  const tally = new ImportTally(mailboxReader);
  const portions = readMailboxes(store.db, files, tally);
  if (dryRun) {
    for await (const _ of portions);
    return tally.reply();
  }
  // Not by `commit`, which runs work again after a dead-lock: a stream is read once, and the second try would store nothing.
  const nMerged = await store.db.transaction().execute(async (tx) => {
    await openStage(tx);
    for await (const boxes of portions) await stage(tx, secrets, boxes);
    if (isCalledOff()) throw new Malformed('The import was called off');
    return merge(tx);
  });
  if (nMerged > 0)
    app.live.publish([{ address: topics.emailManager, body: { action: 'emailsInserted', emails: null } }]);
  return tally.reply();
}

async function* readMailboxes(
  db: Queryable,
  files: AsyncIterable<UploadedFile>,
  tally: ImportTally<EmailSettings>,
): AsyncIterable<EmailSettings[]> {
  const sameness: Sameness<EmailSettings> = {
    keyOf,
    held: (boxes) => heldAddresses(db, boxes.map(keyOf)),
    repeats: (line) => `The same address as in line ${line}: the last one counts`,
    ofHeld: ['updates', null],
  };
  for await (const file of files)
    for await (const boxes of tallyLines(file, { reader: mailboxReader, tally, sameness }))
      if (boxes.length > 0) yield boxes;
}

async function heldAddresses(db: Queryable, keys: string[]): Promise<Set<string>> {
  const rows = await db
    .selectFrom('user_emails')
    .where('address_key', '=', anyText(keys))
    .select('address_key')
    .execute();
  return new Set(rows.map((row) => row.address_key));
}

const columns = sql.raw('address, login, password, server, port, protocol, ssl, check_spam_folder, spam_folder_name');
const columnTypes = sql.raw(`address text, login text, password text, server text, port int, protocol text, ssl boolean,
  check_spam_folder boolean, spam_folder_name text`);

/** Makes room for mailboxes that are on their way: nobody waits for them before they are merged. */
async function openStage(tx: Tx): Promise<void> {
  await sql`create temporary table staged_emails (n bigint generated always as identity, ${columnTypes}) on commit drop`.execute(
    tx,
  );
}

async function stage(tx: Tx, secrets: Secrets, boxes: EmailSettings[]): Promise<void> {
  const rows = JSON.stringify(boxes.map((box) => mailboxValues(secrets, box)));
  await sql`insert into staged_emails (${columns})
    select ${columns} from rows from (jsonb_to_recordset(${rows}::jsonb) as (${columnTypes})) with ordinality
    as t(address, login, password, server, port, protocol, ssl, check_spam_folder, spam_folder_name, at) order by at`.execute(
    tx,
  );
}

/** The last of equal ones wins; new ones come in the order of the file, since the oldest is drawn first. */
async function merge(tx: Tx): Promise<number> {
  await holdList(tx);
  const { numAffectedRows } = await sql`
    insert into user_emails (${columns})
    select ${columns} from (
      select distinct on (lower(address)) *, min(n) over (partition by lower(address)) as place
      from staged_emails order by lower(address), n desc
    ) last order by place
    on conflict (lower(address)) do update set address = excluded.address, login = excluded.login,
      password = excluded.password, server = excluded.server, port = excluded.port, protocol = excluded.protocol,
      ssl = excluded.ssl, check_spam_folder = excluded.check_spam_folder, spam_folder_name = excluded.spam_folder_name,
      login_state = 'NEW', login_said = null, checked_at = null`.execute(tx);
  return Number(numAffectedRows ?? 0);
}

/** CSV of all mailboxes, read page by page; `told` hears how many were handed over, also when it ends early. */
export async function* mailboxCsv(app: App, told: (count: number) => void): AsyncIterable<string> {
  let count = 0;
  try {
    yield `\uFEFF${mailboxHeader}\r\n`;
    let after: string | undefined;
    do {
      const { emails, next } = await mailboxPage(app.store.db, app.secrets, { limit: exportSize, after });
      const text = emails.map(csvLine).join('');
      count += emails.length;
      if (text !== '') yield text;
      await nextTurn();
      after = next ?? undefined;
    } while (after !== undefined);
  } finally {
    told(count);
  }
}

const csvLine = (box: Mailbox) => {
  const { address, login, password, server, port, protocol, ssl, checkSpamFolder, spamFolderName } = box;
  const cells = [address, login, password, server, port, protocol, ssl, checkSpamFolder, spamFolderName];
  return `${cells.map((cell) => quotedCell(String(cell))).join(',')}\r\n`;
};
