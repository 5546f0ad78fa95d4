import { sql } from 'kysely';
import { type EmailSettings, emailProblems } from '#domain/contract/email-settings.ts';
import { maxRowsInEvent, topics } from '#domain/contract/live.ts';
import { type Mailbox, mailboxTexts } from '#domain/contract/mailboxes.ts';
import type { App } from '../../app.ts';
import type { Secrets } from '../../db/secrets.ts';
import type { Queryable, Tx } from '../../db/store.ts';
import { NotFound, Refusal, refuseStale } from '../../errors/refusal.ts';
import type { Note } from '../../live/commit.ts';
import { rowPortions } from '../../live/row-portions.ts';
import { isAmong, type MailboxRow, mailboxRow, mailboxValues, toMailbox, type Which } from './mailbox-rows.ts';

/** Tells of new or changed mailboxes, those that were taken too. */
export function noteMailboxes(note: Note, secrets: Secrets, rows: readonly MailboxRow[]): void {
  if (rows.length === 0) return;
  const emails = rows.length > maxRowsInEvent ? null : rows.map((row) => toMailbox(secrets, row));
  note(topics.emailManager, { action: 'emailsInserted', emails });
}

const listLock = 728_346_134;
/** Held by whoever changes many of the list, in whatever order: none waits for another in a circle. */
export async function holdList(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(${listLock})`.execute(tx);
}

/** All of the list. */
export async function countMailboxes(db: Queryable): Promise<number> {
  const { n } = await db.selectFrom('user_emails').select(sql<number>`count(*)`.as('n')).executeTakeFirstOrThrow();
  return n;
}

function refuseBroken(box: EmailSettings): void {
  const problem = emailProblems(box)[0];
  if (problem) throw new Refusal('INVALID', problem.message, { field: problem.field });
}

const exists = () => new Refusal('EXISTS', mailboxTexts.exists, { field: 'emailAddress' });

/** Adds a mailbox; its address may stand in the list once (D-MAIL-03). */
export async function addMailbox(tx: Tx, note: Note, secrets: Secrets, box: EmailSettings): Promise<Mailbox> {
  refuseBroken(box);
  const values = mailboxValues(secrets, box);
  const { rows } = await sql<MailboxRow>`
    insert into user_emails ${sql.raw(valuesList)} values (${sql.join(Object.values(values))})
    on conflict do nothing returning ${mailboxRow}`.execute(tx);
  const [row] = rows;
  if (!row) throw exists();
  noteMailboxes(note, secrets, rows);
  return toMailbox(secrets, row);
}
const valuesList = '(address, login, password, server, port, protocol, ssl, check_spam_folder, spam_folder_name)';

interface Edit {
  was: string;
  box: EmailSettings;
  /** The edition that was edited; without it the save goes over any. */
  edition?: number | undefined;
}

/** Changes a mailbox, its address too where the new one is free; its login is to be tested anew. */
export async function editMailbox(tx: Tx, note: Note, secrets: Secrets, { was, box, edition }: Edit): Promise<Mailbox> {
  refuseBroken(box);
  // It waits for its own row and for the new address: an import has many of both.
  await holdList(tx);
  const { rows: held } = await sql<MailboxRow>`
    select ${mailboxRow} from user_emails where address_key = ${was.trim().toLowerCase()} for update`.execute(tx);
  const [stored] = held;
  if (!stored) throw new NotFound('mailbox');
  refuseStale(edition, toMailbox(secrets, stored));
  const values = mailboxValues(secrets, box);
  // A sealed password reads otherwise each time: one that stays must not look like a change.
  if (secrets.open(stored.password) === box.emailPassword) values.password = stored.password;
  const isTaken = await tx
    .selectFrom('user_emails')
    .where('address_key', '=', values.address.toLowerCase())
    .where('id', '!=', stored.id)
    .select('id')
    .executeTakeFirst();
  if (isTaken) throw exists();
  const isSame = Object.entries(values).every(([name, value]) => stored[name as keyof MailboxRow] === value);
  const fresh = isSame ? {} : { login_state: 'NEW' as const, login_said: null, checked_at: null };
  await tx
    .updateTable('user_emails')
    .set({ ...values, ...fresh })
    .where('id', '=', stored.id)
    .execute();
  const { rows } = await sql<MailboxRow>`select ${mailboxRow} from user_emails where id = ${stored.id}`.execute(tx);
  const [row] = rows;
  if (!row) throw new NotFound('mailbox');
  if (row.address.toLowerCase() !== stored.address.toLowerCase())
    note(topics.emailManager, { action: 'emailsDeleted', addresses: [stored.address] });
  noteMailboxes(note, secrets, rows);
  return toMailbox(secrets, row);
}

/** Deletes mailboxes; unknown ones are passed over. All that fit are counted, not named. */
export async function deleteMailboxes(tx: Tx, note: Note, which: Which) {
  await holdList(tx);
  const { rows } = await sql<{ address: string }>`
    delete from user_emails where id in (select id from user_emails where ${isAmong(which)} order by id for update)
    returning address`.execute(tx);
  const addresses = rows.map((row) => row.address);
  if (addresses.length > 20 * maxRowsInEvent) note(topics.emailManager, { action: 'emailsDeleted', addresses: null });
  else
    for (const told of rowPortions(addresses)) note(topics.emailManager, { action: 'emailsDeleted', addresses: told });
  return { addresses: 'ids' in which ? addresses : [], count: addresses.length };
}

/** Marks mailboxes as used or unused; answers how many that changed. */
export async function markMailboxes(
  tx: Tx,
  note: Note,
  secrets: Secrets,
  which: Which,
  used: boolean,
): Promise<number> {
  const { rows } = await sql<MailboxRow>`
    update user_emails set used = ${used}
    where id in (select id from user_emails where used <> ${used} and ${isAmong(which)} order by id for update)
    returning ${mailboxRow}`.execute(tx);
  noteMailboxes(note, secrets, rows);
  return rows.length;
}

/** Asks the engines to log in to mailboxes; what is asked while a check is under way joins it. */
export async function askCheck({ tasks, secrets }: App, tx: Tx, note: Note, which: Which): Promise<number> {
  await holdList(tx);
  const isUnderWay = (await tasks.openPayloads(tx, 'checkMailboxes')).length > 0;
  // What a check that was called off left.
  if (!isUnderWay) await sql`update user_emails set check_asked = false where check_asked`.execute(tx);
  const { rows } = await sql<MailboxRow>`
    update user_emails set check_asked = true
    where id in (select id from user_emails where ${isAmong(which)} order by id for update)
    returning ${mailboxRow}`.execute(tx);
  if (rows.length === 0) throw new Refusal('INVALID', mailboxTexts.noneChosen);
  if (!isUnderWay) await tasks.add(tx, note, 'checkMailboxes', 'Testing the logins of mailboxes', {});
  noteMailboxes(note, secrets, rows);
  return rows.length;
}

/** Ends a check that nobody works on any more: nothing waits for it. */
export async function callOffCheck({ tasks }: App, tx: Tx, note: Note): Promise<void> {
  await holdList(tx);
  if ((await tasks.openPayloads(tx, 'checkMailboxes')).length > 0) return;
  const { rows } = await sql`
    update user_emails set check_asked = false where check_asked returning id`.execute(tx);
  if (rows.length > 0) note(topics.emailManager, { action: 'emailsInserted', emails: null });
}
