import { sql } from 'kysely';
import type { CheckRhythm } from '#domain/contract/links.ts';
import { topics } from '#domain/contract/live.ts';
import type { Queryable, Tx } from '../../../db/store.ts';
import { NotFound } from '../../../errors/refusal.ts';
import type { Note } from '../../../live/commit.ts';
import { lockLinkSet, startCheck } from './checks.ts';

interface RhythmRow {
  check_every_days: number | null;
  next_check_at: Date | null;
}

const toRhythm = ({ check_every_days, next_check_at }: RhythmRow): CheckRhythm => ({
  checkEveryDays: check_every_days ?? 0,
  nextCheckAt: next_check_at?.toISOString() ?? null,
});

/** How often a link set is checked by itself, and when next; 404 when it does not exist. */
export async function readRhythm(db: Queryable, listId: number): Promise<CheckRhythm> {
  const row = await db
    .selectFrom('url_lists')
    .where('id', '=', listId)
    .where('campaign_id', 'is not', null)
    .select(['check_every_days', 'next_check_at'])
    .executeTakeFirst();
  if (!row) throw new NotFound('link set');
  return toRhythm(row);
}

/** Checks a set by itself every so many days, the first time so many days from now; 0: not any more. */
export async function saveRhythm(tx: Tx, note: Note, listId: number, everyDays: number): Promise<CheckRhythm> {
  await lockLinkSet(tx, listId);
  const days = everyDays === 0 ? null : everyDays;
  await tellRhythm(
    tx,
    note,
    listId,
    sql`check_every_days = ${days}::int, next_check_at = now() + make_interval(days => ${days}::int)`,
  );
  return readRhythm(tx, listId);
}

async function tellRhythm(tx: Tx, note: Note, listId: number, set: ReturnType<typeof sql>): Promise<void> {
  const { rows } = await sql<RhythmRow>`update url_lists set ${set} where id = ${listId}
    returning check_every_days, next_check_at`.execute(tx);
  if (rows[0]) note(topics.linkSet(listId), { action: 'checkRhythmSaved', ...toRhythm(rows[0]) });
}

/** Sets whose check is due by the store's clock; not while their campaign is paused (D-CAMP-06), or one runs. */
const isDue = sql`l.next_check_at <= now() and not l.checking and exists (
  select from campaigns c where c.id = l.campaign_id and c.status = 'ACTIVE')`;

/** Some of the sets whose check is due, those that wait longest first. */
export async function dueForCheck(db: Queryable): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`/* hot: due-checks */
    select l.id from url_lists l where ${isDue} order by l.next_check_at limit 20`.execute(db);
  return rows.map(({ id }) => id);
}

/** Begins the check of a set that is due still; another process may have begun it. Turns that passed meanwhile are left out. */
export async function startDueCheck(tx: Tx, note: Note, listId: number): Promise<void> {
  await lockLinkSet(tx, listId);
  const { rows } = await sql`select from url_lists l where l.id = ${listId} and ${isDue}`.execute(tx);
  if (rows.length === 0) return;
  await startCheck(tx, note, listId, undefined);
  await tellRhythm(tx, note, listId, sql`next_check_at = now() + make_interval(days => check_every_days)`);
}
