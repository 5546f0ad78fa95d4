import { sql } from 'kysely';
import { findPlatform } from '#connectors/registry.ts';
import { topics } from '#domain/contract/live.ts';
import type { SiteSettings } from '#domain/contract/site-settings.ts';
import type { SiteKey } from '#domain/contract/sites.ts';
import { storableText } from '#domain/rules/storable-text.ts';
import type { App } from '../app.ts';
import { untilStored } from '../db/store-away.ts';
import { siteRows, toCustomSite } from '../features/sites/sites.ts';
import { verifierStatus } from '../features/sites/verify.ts';
import { commit } from '../live/commit.ts';

interface Asking {
  module: SiteKey['module'];
  siteId: string;
  url: string;
  connector: string;
  platform: string;
  settings: SiteSettings | null;
  stopped: boolean;
}

const resultLock = 728_346_104;

/** Probes one site that asks for it: reachable, recognised, interface open. False when none asks. */
export async function verifySite(app: App, signal: AbortSignal): Promise<boolean> {
  const { rows } = await sql<Asking>`
    update sites s set verify_claimed_at = now(), verify_claimed_by = ${app.bootId}
    where (module, site_id) = (
      select module, site_id from sites where verify_requested
        and (verify_claimed_at is null or verify_claimed_by is null
          or verify_claimed_by not in (select boot_id from processes))
      order by module, site_id limit 1 for update skip locked)
    returning module, site_id as "siteId", url, connector, platform, settings,
      coalesce((select stopped from hosts h where h.host = s.host), false) as stopped`.execute(app.store.db);
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
