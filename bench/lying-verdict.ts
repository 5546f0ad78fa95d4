import type pg from 'pg';
import { lies } from '#rehearsal/lies.ts';
import type { Liars } from './lying-world.ts';

/** What no sentence for people holds. */
const unreadable = /undefined|\[object|\bNaN\b|\bnull\b|\n|node:|\.ts:\d|Fault in the program/;
/** Posts, probes and proofs that did not end with a sentence for people, and whatever else went wrong. */
export async function judgeEnds(store: pg.Client, liars: Liars): Promise<string[]> {
  const faults: string[] = [];
  const open = await store.query(`select state, count(*)::int as n from posts
    where state not in ('SUCCEEDED', 'FAILED', 'UNKNOWN', 'SKIPPED') group by 1`);
  for (const { state, n } of open.rows) faults.push(`${n} posts stayed ${state}`);
  const { rows } = await store.query<{ kind: string; reason: string | null; n: number }>(`
    select 'post ' || state as kind, reason, count(*)::int as n from posts where state in ('FAILED', 'UNKNOWN') group by 1, 2
    union all select 'site', status_reason, count(*)::int from sites where site_id like 'liar-%' group by 1, 2
    union all select 'proof ' || proof_state, coalesce(proof->'trouble'->>'reason', proof->>'reason'), count(*)::int from url_items
      where proof_state in ('CHANGED', 'MISSING', 'UNREADABLE') group by 1, 2`);
  for (const { kind, reason, n } of rows)
    if (!reason || reason.trim().length < 8 || unreadable.test(reason)) faults.push(`${n} times ${kind}: ${reason}`);
  const bad = await store.query(`select url from posts where state = 'SUCCEEDED' and url !~ '^https?://'`);
  for (const { url } of bad.rows.slice(0, 5)) faults.push(`a post stands at ${url}`);
  for (const visit of liars.trap.stolen) faults.push(`a stranger got a login or a body: ${visit}`);
  const told = new Set(liars.sites.filter((site) => site.told() > 0).map((site) => site.lie.name));
  for (const { name } of lies) if (!told.has(name)) faults.push(`never told: ${name}`);
  const ends = Map.groupBy(rows, (row) => row.kind);
  for (const [kind, list] of ends)
    console.log(
      `${kind}: ${list.reduce((sum, row) => sum + row.n, 0)} with ${list.length} reasons, like "${list[0]?.reason}"`,
    );
  return faults;
}
