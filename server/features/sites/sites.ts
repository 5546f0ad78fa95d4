import { sql } from 'kysely';
import { topics } from '#domain/contract/live.ts';
import {
  type CustomSite,
  defaultPace,
  type Site,
  type SiteKey,
  type SiteOffer,
  siteTexts,
} from '#domain/contract/sites.ts';
import { ownVersion } from '../../config.ts';
import { inPortions, portionSize } from '../../db/paging.ts';
import type { Queryable, Tx } from '../../db/store.ts';
import { parkHost } from '../../engine/acts/hosts.ts';
import { NotFound, Refusal, refuseStale } from '../../errors/refusal.ts';
import type { Note } from '../../live/commit.ts';
import { requireConnector, type SiteToPut } from '../connectors/require-connector.ts';

/** All sites with the switch of their host. */
export function siteRows(db: Queryable) {
  return db
    .selectFrom('sites')
    .leftJoin('hosts', 'hosts.host', 'sites.host')
    .selectAll('sites')
    .select(sql<boolean>`coalesce(hosts.stopped, false)`.as('stopped'))
    .orderBy('sites.module')
    .orderBy('sites.site_id');
}
type SiteRow = Awaited<ReturnType<ReturnType<typeof siteRows>['execute']>>[number];

/** All sites in portions, each row as `show` makes it; on request without the blocked ones, or of one module. */
export async function* sitePortions<T>(
  db: Queryable,
  show: (row: SiteRow) => T,
  { withoutBlocked = false, module }: { withoutBlocked?: boolean; module?: SiteKey['module'] | undefined } = {},
): AsyncIterable<T[]> {
  const portions = inPortions<SiteRow>((last) => {
    const all = siteRows(db).limit(portionSize);
    const own = module ? all.where('sites.module', '=', module) : all;
    const page = withoutBlocked ? own.where('sites.blocked', '=', false) : own;
    const after = sql<boolean>`(sites.module, sites.site_id) > (${last?.module}, ${last?.site_id})`;
    return (last ? page.where(after) : page).execute();
  });
  for await (const rows of portions) yield rows.map(show);
}

/** Name of the catalogue as it is now: another one as soon as any site shows otherwise. */
export async function catalogueTag(db: Queryable): Promise<string> {
  const { rows } = await sql<{ count: number; sum: string }>`
    select count(*), coalesce(sum(hashtextextended(
      row(module, site_id, platform, pr, coalesce(dofollow_read, dofollow), img, video, url)::text, 0)), 0)::text as sum from sites`.execute(
    db,
  );
  // An update may show sites otherwise.
  return `W/"${ownVersion}-${rows[0]?.count}-${rows[0]?.sum}"`;
}

/** A site as the catalogue shows it. */
export function toSite(row: SiteRow): Site {
  const { platform, pr, img, video, url } = row;
  const dofollow = row.dofollow_read ?? row.dofollow;
  return { id: { module: row.module, siteId: row.site_id }, platform, pr, dofollow, img, video, url };
}

/** A site as its owner sees it under Custom Sites. */
export function toCustomSite(row: SiteRow): CustomSite {
  return {
    ...toSite(row),
    status: row.status,
    statusReason: row.status_reason,
    connector: row.connector,
    permission: row.permission,
    permissionNote: row.permission_note,
    permissionAt: row.permission_at?.toISOString() ?? null,
    atOnce: row.at_once,
    gapSeconds: row.gap_ms / 1_000,
    hostStopped: row.stopped,
    dofollowReadAt: row.dofollow_read_at?.toISOString() ?? null,
    settings: row.settings,
    edition: row.edition,
  };
}

/** One site; 404 when it does not exist. */
async function getSite(db: Queryable, key: SiteKey): Promise<CustomSite> {
  const row = await siteRows(db)
    .where('sites.module', '=', key.module)
    .where('sites.site_id', '=', key.siteId)
    .executeTakeFirst();
  if (!row) throw new NotFound('site');
  return toCustomSite(row);
}

/** Those of the sites that are there, in the order of their keys. */
export async function findSites(db: Queryable, keys: readonly SiteKey[]): Promise<CustomSite[]> {
  const rows = await siteRows(db)
    .where(sql<boolean>`exists (select from jsonb_to_recordset(${JSON.stringify(keys)}::jsonb) as k(module text, "siteId" text)
      where sites.module = k.module and sites.site_id = k."siteId")`)
    .execute();
  return rows.map(toCustomSite);
}

/** Columns that a form sets. */
function toColumns(input: SiteToPut) {
  const pace = defaultPace(input.permission);
  const mostAtOnce = requireConnector(input).maxAtOnce ?? Number.POSITIVE_INFINITY;
  return {
    module: input.module,
    site_id: input.siteId,
    platform: input.platform,
    url: input.url,
    host: new URL(input.url).host.toLowerCase(),
    connector: input.connector,
    pr: input.pr,
    dofollow: input.dofollow,
    permission: input.permission,
    permission_note: input.permissionNote,
    at_once: Math.min(input.atOnce ?? pace.atOnce, mostAtOnce),
    gap_ms: (input.gapSeconds ?? pace.gapSeconds) * 1_000,
    settings: input.settings ? JSON.stringify(input.settings) : null,
  };
}

/**
 * Adds sites, or changes those with the same module and id; of equal ones the last counts. Two statements however many
 * they are, and in one order: two imports of the same sites must not wait for each other.
 */
export async function putSites(tx: Tx, inputs: readonly SiteToPut[]): Promise<{ nNew: number }> {
  if (inputs.length === 0) return { nNew: 0 };
  const byKey = new Map(inputs.map((input) => [`${input.module} ${input.siteId}`, toColumns(input)]));
  const rows = [...byKey.entries()].toSorted(([one], [other]) => (one < other ? -1 : 1)).map(([, row]) => row);
  const put = await tx
    .insertInto('sites')
    .values(rows.map((row) => ({ ...row, permission_at: new Date() })))
    .onConflict((conflict) =>
      conflict.columns(['module', 'site_id']).doUpdateSet((build) => ({
        ...Object.fromEntries(changed.map((name) => [name, build.ref(`excluded.${name}`)])),
        // The date says when this permission was given, not when the row was last touched.
        permission_at: sql`case when sites.permission = excluded.permission and sites.permission_note = excluded.permission_note
          then sites.permission_at else now() end`,
        // What a probe found was found there, by that connector.
        status: sql`case when ${isSame} then sites.status else 'NEW' end`,
        dofollow_read: sql`case when ${isSame} then sites.dofollow_read end`,
        dofollow_read_at: sql`case when ${isSame} then sites.dofollow_read_at end`,
        status_reason: sql`case when ${isSame} then sites.status_reason end`,
      })),
    )
    .returning(sql<boolean>`xmax = 0`.as('isNew'))
    .execute();
  const hosts = [...new Set(rows.map(({ host }) => host))].toSorted();
  await tx
    .insertInto('hosts')
    .values(hosts.map((host) => ({ host })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return { nNew: put.filter(({ isNew }) => isNew).length };
}

const isSame = sql`sites.url = excluded.url and sites.connector = excluded.connector
  and sites.settings::text is not distinct from excluded.settings::text`;

const changed = [
  'platform',
  'url',
  'host',
  'connector',
  'pr',
  'dofollow',
  'permission',
  'permission_note',
  'at_once',
  'gap_ms',
  'settings',
] as const;

/** A site as it is saved: over the edition that was read, or where none was yet. */
type SavedSite = SiteToPut & { edition?: number | undefined; isNew?: boolean };

/** Adds or changes one site; an edition that was read must still be the stored one, a new one must not be there yet. */
export async function saveSite(
  tx: Tx,
  note: Note,
  { edition, isNew = false, ...input }: SavedSite,
): Promise<CustomSite> {
  if (edition !== undefined) {
    const { module, siteId } = input;
    const own = tx.selectFrom('sites').where('module', '=', module).where('site_id', '=', siteId);
    await own.select('site_id').forNoKeyUpdate().execute();
    refuseStale(edition, await getSite(tx, { module, siteId }));
  }
  const { nNew } = await putSites(tx, [input]);
  // Told by the write itself, which the transaction takes back: two windows may add it at once.
  if (isNew && nNew === 0) throw new Refusal('EXISTS', siteTexts.exists, { field: 'siteId' });
  await sql`select refresh_site_queue(${input.module}, ${input.siteId}, false)`.execute(tx);
  const site = await getSite(tx, { module: input.module, siteId: input.siteId });
  note(topics.customSites, { action: 'sitesAdded', sites: [site] });
  return site;
}

/** Deletes sites; projects that had them checked simply lose the row. */
export async function deleteSites(tx: Tx, note: Note, ids: SiteKey[]): Promise<SiteKey[]> {
  const { rows } = await sql<{ module: SiteKey['module']; site_id: string }>`
    delete from sites s using jsonb_to_recordset(${JSON.stringify(ids)}::jsonb) as k(module text, "siteId" text)
    where s.module = k.module and s.site_id = k."siteId" returning s.module, s.site_id`.execute(tx);
  const gone = rows.map((row) => ({ module: row.module, siteId: row.site_id }));
  if (gone.length > 0) note(topics.customSites, { action: 'sitesDeleted', ids: gone });
  return gone;
}

/** Stops or allows all traffic to one host at once (D-ENG-18); the engines are woken after the commit. */
export async function switchHost(tx: Tx, note: Note, host: string, stopped: boolean): Promise<void> {
  const name = host.trim().toLowerCase();
  const known = await siteRows(tx).where('sites.host', '=', name).execute();
  if (known.length === 0) throw new Refusal('INVALID', 'No site of yours is on this host', { field: 'host' });
  await tx
    .insertInto('hosts')
    .values({ host: name, stopped })
    .onConflict((conflict) => conflict.column('host').doUpdateSet({ stopped }))
    .execute();
  if (stopped) await parkHost(tx, note, name);
  const sites = known.map((row) => ({ ...toCustomSite(row), hostStopped: stopped }));
  note(topics.customSites, { action: 'sitesAdded', sites });
}

/** A few sites for a typed name: those an account of this name posts to, then those that hold it, in the order of their keys. */
export async function offerSites(db: Queryable, query: { search: string; limit: number }): Promise<SiteOffer[]> {
  const typed = query.search.trim().toLowerCase();
  const { rows } = await sql<Omit<SiteOffer, 'id'> & { module: SiteOffer['id']['module']; siteId: string }>`
    select module, site_id as "siteId", url, connector, permission, is_named as "isNamed" from (
      select *, ${typed} in (lower(site_id), host, regexp_replace(host, ':[0-9]+$', ''), regexp_replace(host, '^www.', ''))
        as is_named from sites) s
    where is_named or position(${typed} in lower(site_id)) > 0 or position(${typed} in host) > 0
    order by is_named desc, (position(${typed} in lower(site_id)) = 1) desc, site_id, module
    limit ${query.limit}`.execute(db);
  return rows.map(({ module, siteId, ...offer }) => ({ id: { module, siteId }, ...offer }));
}
