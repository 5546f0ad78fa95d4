import { sql } from 'kysely';
import { findPlatform } from '#connectors/registry.ts';
import { topics } from '#domain/contract/live.ts';
import { type CustomSite, defaultPace, type Site, type SiteInput, type SiteKey } from '#domain/contract/sites.ts';
import type { App } from '../../app.ts';
import { ownVersion } from '../../config.ts';
import { inPortions, portionSize } from '../../db/paging.ts';
import type { Queryable, Tx } from '../../db/store.ts';
import { parkHost } from '../../engine/hosts.ts';
import { NotFound, Refusal } from '../../errors/refusal.ts';
import { commit } from '../../live/commit.ts';

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

/** All sites in portions, each row as `show` makes it. */
export async function* sitePortions<T>(db: Queryable, show: (row: SiteRow) => T): AsyncIterable<T[]> {
  const portions = inPortions<SiteRow>((last) => {
    const page = siteRows(db).limit(portionSize);
    const after = sql<boolean>`(sites.module, sites.site_id) > (${last?.module}, ${last?.site_id})`;
    return (last ? page.where(after) : page).execute();
  });
  for await (const rows of portions) yield rows.map(show);
}

/** Name of the catalogue as it is now: another one as soon as any site shows otherwise. */
export async function catalogueTag(db: Queryable): Promise<string> {
  const { rows } = await sql<{ count: number; sum: string }>`
    select count(*), coalesce(sum(hashtextextended(
      row(module, site_id, platform, pr, dofollow, img, video, url)::text, 0)), 0)::text as sum from sites`.execute(db);
  // An update may show sites otherwise.
  return `W/"${ownVersion}-${rows[0]?.count}-${rows[0]?.sum}"`;
}

/** A site as the catalogue shows it. */
export function toSite(row: SiteRow): Site {
  const { platform, pr, dofollow, img, video, url } = row;
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
  };
}

/** One site; 404 when it does not exist. */
export async function getSite(db: Queryable, key: SiteKey): Promise<CustomSite> {
  const row = await siteRows(db)
    .where('sites.module', '=', key.module)
    .where('sites.site_id', '=', key.siteId)
    .executeTakeFirst();
  if (!row) throw new NotFound('site');
  return toCustomSite(row);
}

/** Adds a site or changes the one with the same module and id; a refused field is named. */
export async function putSite(tx: Tx, input: SiteInput): Promise<void> {
  const platform = findPlatform(input.connector);
  if (!platform) throw new Refusal('Please select a connector', { field: 'connector' });
  if (!platform.modules.includes(input.module))
    throw new Refusal(`${platform.label} cannot serve this type of site`, { field: 'module' });
  const pace = defaultPace(input.permission);
  const atOnce = Math.min(input.atOnce ?? pace.atOnce, platform.maxAtOnce ?? Number.POSITIVE_INFINITY);
  const values = {
    platform: input.platform,
    url: input.url,
    host: new URL(input.url).host.toLowerCase(),
    connector: input.connector,
    pr: input.pr,
    dofollow: input.dofollow,
    permission: input.permission,
    permission_note: input.permissionNote,
    at_once: atOnce,
    gap_ms: (input.gapSeconds ?? pace.gapSeconds) * 1_000,
  };
  await tx
    .insertInto('sites')
    .values({ module: input.module, site_id: input.siteId, ...values, permission_at: new Date() })
    .onConflict((conflict) =>
      conflict.columns(['module', 'site_id']).doUpdateSet({
        ...values,
        // The date says when this permission was given, not when the row was last touched.
        permission_at: sql`case when sites.permission = ${input.permission} and sites.permission_note = ${input.permissionNote}
          then sites.permission_at else now() end`,
        // What a probe found was found there, by that connector.
        status: sql`case when sites.url = ${input.url} and sites.connector = ${input.connector} then sites.status else 'NEW' end`,
        status_reason: sql`case when sites.url = ${input.url} and sites.connector = ${input.connector} then sites.status_reason end`,
      }),
    )
    .execute();
  await tx
    .insertInto('hosts')
    .values({ host: values.host })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Adds or changes one site. */
export async function saveSite(app: App, input: SiteInput): Promise<CustomSite> {
  return commit(app, async (tx, note) => {
    await putSite(tx, input);
    await sql`select refresh_site_queue(${input.module}, ${input.siteId}, false)`.execute(tx);
    const site = await getSite(tx, { module: input.module, siteId: input.siteId });
    note(topics.customSites, { action: 'sitesAdded', sites: [site] });
    return site;
  });
}

/** Deletes sites; projects that had them checked simply lose the row. */
export async function deleteSites(app: App, ids: SiteKey[]): Promise<SiteKey[]> {
  return commit(app, async (tx, note) => {
    const { rows } = await sql<{ module: SiteKey['module']; site_id: string }>`
      delete from sites s using jsonb_to_recordset(${JSON.stringify(ids)}::jsonb) as k(module text, "siteId" text)
      where s.module = k.module and s.site_id = k."siteId" returning s.module, s.site_id`.execute(tx);
    const gone = rows.map((row) => ({ module: row.module, siteId: row.site_id }));
    if (gone.length > 0) note(topics.customSites, { action: 'sitesDeleted', ids: gone });
    return gone;
  });
}

/** Stops or allows all traffic to one host at once (D-ENG-18). */
export async function switchHost(app: App, host: string, stopped: boolean): Promise<void> {
  const name = host.trim().toLowerCase();
  await commit(app, async (tx, note) => {
    const known = await siteRows(tx).where('sites.host', '=', name).execute();
    if (known.length === 0) throw new Refusal('No site of yours is on this host', { field: 'host' });
    await tx
      .insertInto('hosts')
      .values({ host: name, stopped })
      .onConflict((conflict) => conflict.column('host').doUpdateSet({ stopped }))
      .execute();
    if (stopped) await parkHost(tx, note, name);
    const sites = known.map((row) => ({ ...toCustomSite(row), hostStopped: stopped }));
    note(topics.customSites, { action: 'sitesAdded', sites });
  });
  app.wake();
}
