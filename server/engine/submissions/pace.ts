import { sql } from 'kysely';
import type { Queryable, Tx } from '../../db/store.ts';

/** A turn that was kept this long after its moment is lost, in ms: others came meanwhile. */
const staleMs = 5_000;

/** Who waits for a service. */
interface Waiter {
  id: number;
  indexer: string;
}

/** What a submission is told when it asks for its turn. */
export type Turn = { isNow: true; at: string } | { isNow: false; waitMs: number; isHeld: boolean };

/**
 * Asks for the turn of a submission at its service, which is told no sooner than `gapMs` after it was told last, by whichever
 * submission or process. Turns are given in the order of asking, so that many links of one do not keep few of another waiting;
 * one that is not yet is kept in the row. The row of the pace is held until the commit, after the submission's.
 */
export async function takeTurn(tx: Tx, { id, indexer }: Waiter, gapMs: number): Promise<Turn> {
  await sql`insert into indexer_paces (indexer) values (${indexer}) on conflict do nothing`.execute(tx);
  type Read = {
    at: string;
    sinceMs: number | null;
    queueMs: number | null;
    heldMs: number | null;
    slotMs: number | null;
  };
  const ms = (moment: string) => sql`extract(epoch from ${sql.raw(moment)} - n.at)::float8 * 1000`;
  const { rows } = await sql<Read>`
    select n.at::text as at, -(${ms('p.last_at')}) as "sinceMs", ${ms('p.queue_until')} as "queueMs", ${ms('p.held_until')} as "heldMs",
      ${ms('s.slot_at')} as "slotMs"
    from (select indexer, last_at, queue_until, held_until from indexer_paces where indexer = ${indexer} for update) p
    cross join (select clock_timestamp() as at) n join submissions s on s.id = ${id}`.execute(tx);
  const [read] = rows;
  if (!read) throw new Error('A submission asked for its turn that is not there');
  const { at, sinceMs, queueMs, heldMs, slotMs } = read;
  const gapLeft = sinceMs === null ? 0 : gapMs - sinceMs;
  const isKept = slotMs !== null && slotMs > -staleMs;
  const slot = isKept ? slotMs : Math.max(0, gapLeft, queueMs ?? 0, heldMs ?? 0);
  const waitMs = Math.max(slot, gapLeft, heldMs ?? 0);
  const later = (forMs: number) => sql<Date>`${at}::timestamptz + make_interval(secs => ${forMs / 1_000})`;
  if (!isKept)
    await tx
      .updateTable('indexer_paces')
      .set({ queue_until: later(slot + gapMs) })
      .where('indexer', '=', indexer)
      .execute();
  const isNow = waitMs <= 0;
  await tx
    .updateTable('submissions')
    .set({ slot_at: isNow ? null : later(slot) })
    .where('id', '=', id)
    .execute();
  if (!isNow) return { isNow, waitMs: Math.ceil(waitMs), isHeld: (heldMs ?? 0) > 0 };
  await tx
    .updateTable('indexer_paces')
    .set({ last_at: later(0) })
    .where('indexer', '=', indexer)
    .execute();
  return { isNow, at };
}

/** Gives back a turn in which the service was not asked at all, unless another one was told meanwhile. */
export async function giveTurnBack(db: Queryable, indexer: string, at: string, gapMs: number): Promise<void> {
  await sql`update indexer_paces set last_at = null,
      queue_until = case when queue_until > last_at + make_interval(secs => ${gapMs / 1_000}) then queue_until end
    where indexer = ${indexer} and last_at = ${at}::timestamptz`.execute(db);
}

/** Leaves a service alone for as long as it asked, whoever would tell it. */
export async function holdService(db: Queryable, indexer: string, forMs: number): Promise<void> {
  await sql`insert into indexer_paces (indexer, held_until)
    values (${indexer}, clock_timestamp() + make_interval(secs => ${forMs / 1_000}))
    on conflict (indexer) do update set held_until = greatest(indexer_paces.held_until, excluded.held_until)`.execute(
    db,
  );
}
