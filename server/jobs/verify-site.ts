import { type RawBuilder, sql } from 'kysely';
import { findPlatform } from '#connectors/registry.ts';
import { topics } from '#domain/contract/live.ts';
import type { SiteSettings } from '#domain/contract/site-settings.ts';
import type { SiteKey } from '#domain/contract/sites.ts';
import { storableText } from '#domain/rules/storable-text.ts';
import type { App } from '../app.ts';
import type { Store, Tx } from '../db/store.ts';
import { untilStored } from '../db/store-away.ts';
import { siteRows, toCustomSite } from '../features/sites/sites.ts';
import { verifierStatus } from '../features/sites/verifier/verify.ts';
import { commit, type Note } from '../live/commit.ts';

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

/** What is claimed for this process and not probed by it is let go after this time, in ms: the answer to the claim was lost. */
const forgottenAfterMs = 30_000;
/** Hosts that a process probes right now; never two probes of one host at a time. */
const inHand = new WeakMap<Store, Set<string>>();
function handOf(store: Store): Set<string> {
  const hosts = inHand.get(store) ?? new Set<string>();
  inHand.set(store, hosts);
  return hosts;
}

/** Probes one site that asks for it: reachable, recognised, interface open. False when none may be asked now. */
export async function verifySite(app: App, signal: AbortSignal): Promise<boolean> {
  const site = await claimSite(app);
  if (!site) return false;
  const hosts = handOf(app.store);
  hosts.add(site.host);
  try {
    const result = await probe(app, site, signal);
    await untilStored(signal, () => storeResult(app, site, result));
  } finally {
    hosts.delete(site.host);
  }
  return true;
}

async function claimSite({ store, bootId }: App): Promise<Asking | undefined> {
  // The host is taken with the site: of two claims at one moment the later one finds it taken.
  const { rows } = await sql<Asking>`
    with chosen as materialized (
      select s.module, s.site_id, s.host, h.stopped from sites s join hosts h on h.host = s.host
      where s.verify_requested and s.verify_claimed_at is null
        and (h.probed_by is null or ${isDead(sql`h.probed_by`)}) and (h.probe_next_at is null or h.probe_next_at <= now())
      order by s.module, s.site_id limit 1 for no key update of s, h skip locked
    ), taken as (
      update hosts h set probed_by = ${bootId} from chosen c where h.host = c.host
    )
    update sites s set verify_claimed_at = now(), verify_claimed_by = ${bootId}
    from chosen c where s.module = c.module and s.site_id = c.site_id
    returning s.module, s.site_id as "siteId", s.host, s.gap_ms as "gapMs", s.url, s.connector, s.platform, s.settings,
      c.stopped`.execute(store.db);
  return rows[0];
}

const isDead = (column: RawBuilder<unknown>) => sql`${column} not in (select boot_id from processes)`;

/**
 * Lets go of sites whose probe nobody makes any more: their process died, or never heard that it had claimed them. Where
 * that was what a Stop waited for, every window is told.
 */
export async function freeProbes(app: App): Promise<void> {
  const { store, bootId } = app;
  const isLeft = sql`s.verify_claimed_at is not null and (${isDead(sql`s.verify_claimed_by`)}
    or s.verify_claimed_by = ${bootId} and not s.host = any(${[...handOf(store)]}::text[])
      and s.verify_claimed_at < now() - make_interval(secs => ${forgottenAfterMs / 1_000}))`;
  const { rows } = await sql`/* hot: left-probes */ select from sites s where ${isLeft} limit 1`.execute(store.db);
  if (rows.length === 0) return;
  await commit(app, async (tx, note) => {
    await sql`select pg_advisory_xact_lock(${resultLock})`.execute(tx);
    await sql`with left_over as materialized (
        select module, site_id from sites s where ${isLeft} order by module, site_id for no key update skip locked
      ), freed as (
        update sites s set verify_claimed_at = null, verify_claimed_by = null from left_over l
        where s.module = l.module and s.site_id = l.site_id returning s.host
      ) update hosts h set probed_by = null where h.host in (select host from freed)
        and (h.probed_by = ${bootId} or ${isDead(sql`h.probed_by`)})`.execute(tx);
    await noteEnd(tx, note);
  });
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
    await noteEnd(tx, note);
  });
}

/** The last one to end tells it. */
async function noteEnd(tx: Tx, note: Note): Promise<void> {
  const status = await verifierStatus(tx);
  if (status === 'NEW') note(topics.customSites, { action: 'verifierStatusChanged', verifierStatus: status });
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
