import { setImmediate as nextTurn } from 'node:timers/promises';
import { type RawBuilder, sql } from 'kysely';
import { findPlatform } from '#connectors/registry.ts';
import { topics } from '#domain/contract/live.ts';
import type { Module } from '#domain/contract/modules.ts';
import type { PrivateSite, PrivateSiteKey } from '#domain/contract/private-networks.ts';
import { projectKinds } from '#domain/contract/projects/kinds.ts';
import { inPortions, portionSize } from '../../db/paging.ts';
import type { Secrets } from '../../db/secrets.ts';
import type { Queryable, Tx } from '../../db/store.ts';
import type { Note } from '../../live/commit.ts';
import { networkOf, recountNetwork } from './networks.ts';

/** Modules of private projects that a connector can post for; none for one that is not there. */
export function servedBy(connector: string | null): Module[] {
  const platform = findPlatform(connector ?? '');
  return projectKinds.private.modules.filter((module) => platform?.modules.includes(module));
}

type Stored = Omit<PrivateSite, 'serves'> & { connector: string | null };

/** Sites of networks with what their site in the catalogue says of them, in the order of their keys. */
async function readSites(db: Queryable, which: RawBuilder<unknown>, secrets: Secrets): Promise<PrivateSite[]> {
  const { rows } = await sql<Stored>`
    select p.network_id as "privateGroupId", p.site_id as "siteId", p.email, p."group", coalesce(s.platform, p.platform) as platform,
      p.site_url as "siteUrl", p.username, p.password, p.self_hosted as "selfHosted", s.connector, s.status,
      s.status_reason as "statusReason", p.stopped_reason as stopped, p.version
    from private_sites p left join sites s on s.module = p."group" and s.site_id = p.site_id
    where ${which}`.execute(db);
  return rows.map(({ connector, ...row }) => ({
    ...row,
    password: secrets.open(row.password),
    serves: servedBy(connector),
  }));
}

const byKey = sql`lower(p.site_id), lower(p.email)`;

/** All sites of a network, in portions; `told` hears how many were handed over, also when it ends early. */
export async function* networkSites(
  db: Queryable,
  id: number,
  secrets: Secrets,
  told: (count: number) => void,
): AsyncIterable<PrivateSite[]> {
  let count = 0;
  const portions = inPortions<PrivateSite>((last) => {
    const after = last ? sql`and (${byKey}) > (lower(${last.siteId}::text), lower(${last.email}::text))` : sql``;
    return readSites(db, sql`p.network_id = ${id} ${after} order by ${byKey} limit ${portionSize}`, secrets);
  });
  try {
    for await (const sites of portions) {
      count += sites.length;
      yield sites;
      // Opening passwords takes time.
      await nextTurn();
    }
  } finally {
    told(count);
  }
}

const isNamed = (keys: readonly PrivateSiteKey[]) => sql`exists (
  select from jsonb_to_recordset(${JSON.stringify(keys)}::jsonb) as k("siteId" text, email text)
  where lower(k."siteId") = lower(p.site_id) and lower(k.email) = lower(p.email))`;

/** Those of the sites that the network has, in the order of their keys. */
export function findNetworkSites(
  db: Queryable,
  id: number,
  keys: readonly PrivateSiteKey[],
  secrets: Secrets,
): Promise<PrivateSite[]> {
  return readSites(db, sql`p.network_id = ${id} and ${isNamed(keys)} order by ${byKey}`, secrets);
}

/**
 * Takes sites out of a network (D-PBN-04). They stay under Custom Sites; what a running project has not sent to them yet
 * fails and says why.
 */
export async function deleteNetworkSites(
  tx: Tx,
  note: Note,
  { id, keys }: { id: number; keys: readonly PrivateSiteKey[] },
): Promise<PrivateSiteKey[]> {
  await networkOf(tx, id, true);
  const { rows: gone } = await sql<PrivateSiteKey>`
    delete from private_sites p where p.network_id = ${id} and ${isNamed(keys)} returning p.site_id as "siteId", p.email`.execute(
    tx,
  );
  if (gone.length === 0) return gone;
  note(topics.privateNetwork(id), { action: 'sitesDeleted', ids: gone });
  await recountNetwork(tx, note, id);
  return gone;
}

/** Stops a login that its site refused, and says why; a project that starts with it again frees it. */
export async function stopNetworkLogin(
  tx: Tx,
  note: Note,
  { id, reason, ...key }: PrivateSiteKey & { id: number; reason: string },
  secrets: Secrets,
): Promise<void> {
  await sql`update private_sites p set stopped_reason = ${reason}
    where p.network_id = ${id} and ${isNamed([key])}`.execute(tx);
  note(topics.privateNetwork(id), { action: 'sitesAdded', sites: await findNetworkSites(tx, id, [key], secrets) });
}

/** The lines `site|email|username|password` of a network (D-PBN-03), which the manual import reads back. */
export async function* networkLines(portions: AsyncIterable<PrivateSite[]>): AsyncIterable<string> {
  for await (const sites of portions)
    yield sites
      .map(({ selfHosted, siteUrl, siteId, email, username, password }) =>
        [selfHosted ? siteUrl : siteId, email, username, password].join('|'),
      )
      .map((line) => `${line}\r\n`)
      .join('');
}
