import { type RawBuilder, sql } from 'kysely';
import { findPlatform } from '#connectors/registry.ts';
import { topics } from '#domain/contract/live.ts';
import type { SiteSettings } from '#domain/contract/site-settings.ts';
import type { SiteKey } from '#domain/contract/sites.ts';
import { storableText } from '#domain/rules/storable-text.ts';
import type { App } from '../app.ts';
import { untilStored } from '../db/store-away.ts';
import { siteRows, toCustomSite } from '../features/sites/sites.ts';
import { verifierStatus } from '../features/sites/verifier/verify.ts';
import { commit } from '../live/commit.ts';

interface Asking {
  module: SiteKey['module'];
  siteId: string;
  url: string;
  connector: string;
  platform: string;
  settings: SiteSettings | null;
  stopped: boolean;
  host: string;
  gapMs: number;
}

const resultLock = 728_346_104;

/** Longest pause that a probe leaves behind at a host, in ms: a gap of hours is meant for posts, a probe only reads. */
const longestGapMs = 60_000;

/** Probes one site that asks for it: reachable, recognised, interface open. False when none may be asked now. */
export async function verifySite(app: App, signal: AbortSignal): Promise<boolean> {
  const isDead = (column: RawBuilder<unknown>) =>
    sql`(${column} is null or ${column} not in (select boot_id from processes))`;
  // The host is taken with the site: of two claims at one moment the later one finds it taken.
  const { rows } = await sql<Asking>`
    with chosen as materialized (
      select s.module, s.site_id, s.host, h.stopped from sites s join hosts h on h.host = s.host
      where s.verify_requested and (s.verify_claimed_at is null or ${isDead(sql`s.verify_claimed_by`)})
        and ${isDead(sql`h.probed_by`)} and (h.probe_next_at is null or h.probe_next_at <= now())
      order by s.module, s.site_id limit 1 for no key update of s, h skip locked
    ), taken as (
      update hosts h set probed_by = ${app.bootId} from chosen c where h.host = c.host
    )
    update sites s set verify_claimed_at = now(), verify_claimed_by = ${app.bootId}
    from chosen c where s.module = c.module and s.site_id = c.site_id
    returning s.module, s.site_id as "siteId", s.host, s.gap_ms as "gapMs", s.url, s.connector, s.platform, s.settings,
      c.stopped`.execute(app.store.db);
  const site = rows[0];
  if (!site) return false;
  const result = await probe(app, site, signal);
  await untilStored(signal, () => storeResult(app, site, result));
  return true;
}

function storeResult(app: App, site: Asking, result: Awaited<ReturnType<typeof probe>>): Promise<void> {
  return commit(app, async (tx, note) => {
    // One after the other: of two last probes that end together, one must see that none is left.
    await sql`select pg_advisory_xact_lock(${resultLock})`.execute(tx);
    const own = tx
      .updateTable('sites')
      .set({ ...result, verify_requested: false, verify_claimed_at: null, verify_claimed_by: null })
      .where('module', '=', site.module)
      .where('site_id', '=', site.siteId);
    await own.execute();
    const gapMs = site.stopped ? 0 : Math.min(site.gapMs, longestGapMs);
    await sql`update hosts set probed_by = null, probe_next_at = now() + make_interval(secs => ${gapMs / 1_000})
      where host = ${site.host} and probed_by = ${app.bootId}`.execute(tx);
    const changed = await siteRows(tx)
      .where('sites.module', '=', site.module)
      .where('sites.site_id', '=', site.siteId)
      .executeTakeFirst();
    if (changed) note(topics.customSites, { action: 'sitesAdded', sites: [toCustomSite(changed)] });
    const status = await verifierStatus(tx);
    if (status === 'NEW') note(topics.customSites, { action: 'verifierStatusChanged', verifierStatus: status });
  });
}

async function probe(app: App, site: Asking, signal: AbortSignal) {
  const failed = (reason: string) => ({ status: 'FAILED' as const, status_reason: storableText(reason) });
  if (site.stopped) return failed('Traffic to this host is stopped');
  const platform = findPlatform(site.connector);
  if (!platform) return failed(`There is no connector "${site.connector}"`);
  const tools = app.outside.toolsFor({
    connectorId: platform.id,
    siteUrl: site.url,
    accountKey: 'probe',
    secrets: [],
    signal,
    seed: site.siteId,
  });
  try {
    const { recognised, open, detail } = await platform.probe({ ...site, settings: site.settings ?? undefined }, tools);
    return recognised && open ? { status: 'WORKING' as const, status_reason: storableText(detail) } : failed(detail);
  } catch (error) {
    return failed(error instanceof Error ? error.message : String(error));
  }
}
