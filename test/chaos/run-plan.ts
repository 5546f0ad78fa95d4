import { setTimeout as pause } from 'node:timers/promises';
import { deleteCampaigns, resumeCampaign } from '#domain/contract/campaigns.ts';
import { deleteContentGroups } from '#domain/contract/content.ts';
import { deleteCustomSites, switchHost } from '#domain/contract/sites.ts';
import { act, calm, type Stage } from './act.ts';
import { buildWorld, type ChaosWorld } from './build-world.ts';
import { readDump } from './dump.ts';
import type { Evidence, Fault } from './evidence.ts';
import { Observer } from './observer.ts';
import { Operator } from './operator.ts';
import type { Plan } from './plan.ts';
import type { Product } from './product.ts';
import { loadPages, Window } from './window.ts';

/** All time limits of the small options together: tries, waits, looks, the proof's second look, a rescue. */
const restWithinMs = 40_000;
/** Nothing waits this long without a request or a change in the store: what stands still so long hangs. */
const silentMs = 12_000;
/** Rest counts when it lasts longer than a tick of the engine and the throttle of the live channel. */
const restLastsMs = 1_300;

/**
 * Runs a plan on the product: first the actions with their faults (safety), then all faults are mended and everything
 * must come to rest (liveness), then the evidence is gathered.
 */
export async function runPlan(product: Product, plan: Plan): Promise<Evidence> {
  await product.shape(plan);
  for (const engine of product.engines) {
    engine.said.length = 0;
    engine.deaths.length = 0;
  }
  const operator = new Operator(product.cookie);
  const world = await buildWorld(operator, product.engines[0]?.url ?? '', plan);
  const faults: Fault[] = [];
  const projectIds = world.projects.map((project) => project.id);
  const observer = new Observer(product.pool, {
    campaignId: world.campaignId,
    projectIds,
    faults,
    nProcesses: product.engines.length,
  });
  const windows = product.engines.map((engine) => new Window(engine, product.cookie, world));
  const follow = setInterval(() => void openAll(windows), 100);
  try {
    await openAll(windows);
    const stage: Stage = { product, operator, world, faults };
    await takeSteps(stage, plan);
    await heal(stage);
    const rest = await comeToRest(world, observer, windows);
    const evidence = await gather(stage, { observer, windows, rest });
    await tidy(stage);
    return evidence;
  } finally {
    clearInterval(follow);
    for (const window of windows) window.close();
    await observer.stop();
    await world.close();
  }
}

/** Takes the world out of the store, so that the hundredth seed is as fast as the first; not judged any more. */
async function tidy({ product, world }: Stage): Promise<void> {
  const operator = new Operator(product.cookie);
  const url = product.engines[0]?.url;
  await operator.send(url, deleteCampaigns, { body: { ids: [world.campaignId] } });
  await operator.send(url, deleteContentGroups, { body: { ids: [world.groupId] } });
  const ids = world.sites.map(({ module, siteId }) => ({ module, siteId }));
  await operator.send(url, deleteCustomSites, { body: { ids } });
}

async function openAll(windows: Window[]): Promise<void> {
  await Promise.all(windows.map((window) => window.open()));
}

async function takeSteps(stage: Stage, plan: Plan): Promise<void> {
  const began = Date.now();
  const going = plan.steps.map(async (step) => {
    await pause(Math.max(0, began + step.at - Date.now()));
    await act(stage, step);
  });
  await Promise.all(going);
}

/** Mends all that was broken, and lifts what would hold work up for ever. */
async function heal({ product, operator, world }: Stage): Promise<void> {
  for (const site of world.sites) calm(site);
  await product.startAll();
  const url = product.engines[0]?.url;
  await operator.send(url, resumeCampaign, { params: { id: world.campaignId } });
  for (const { server, siteId } of world.sites)
    await operator.send(url, switchHost, {
      body: { host: new URL(server.url).host, stopped: false },
      about: `site ${siteId}`,
    });
}

interface Rest {
  unrest: string[];
  afterMs: number;
}

/** Waits until nothing goes on any more, for a while. */
async function comeToRest({ ledger }: ChaosWorld, observer: Observer, windows: Window[]): Promise<Rest> {
  const began = Date.now();
  let restsSince: number | undefined;
  let moved = { what: '', at: began };
  for (;;) {
    const unrest = await observer.unrest().catch((error: Error) => [`the store cannot be read: ${error.message}`]);
    const isFresh = windows.every((window) => window.isFresh);
    const now = Date.now();
    if (unrest.length > 0 || !isFresh) restsSince = undefined;
    else restsSince ??= now;
    if (restsSince !== undefined && now - restsSince >= restLastsMs) return { unrest, afterMs: now - began };
    const what = `${ledger.length} ${unrest.join()}`;
    if (what !== moved.what) moved = { what, at: now };
    if (now - began > restWithinMs || now - moved.at > silentMs)
      return { unrest: isFresh ? unrest : [...unrest, 'a window does not load'], afterMs: now - began };
    await pause(60);
  }
}

interface AtRest {
  observer: Observer;
  windows: Window[];
  rest: Rest;
}

async function gather(
  { product, operator, world, faults }: Stage,
  { observer, windows, rest }: AtRest,
): Promise<Evidence> {
  await observer.look();
  const { plan, campaignId, groupId, profileId, inputId, outputId } = world;
  const fresh = await loadPages(product.engines[0]?.url, product.cookie, world);
  return {
    plan,
    world: { campaignId, groupId, profileId, inputId, outputId, projectIds: world.projects.map(({ id }) => id) },
    sites: sitesOf(world),
    ledger: world.ledger,
    standing: world.sites.flatMap(({ server }) =>
      server.posts().map(({ url, marker }) => ({ site: server.url, url, marker })),
    ),
    users: world.sites.flatMap(({ server }) => server.users().map(({ name }) => ({ site: server.url, name }))),
    calls: operator.calls,
    faults,
    posts: [...observer.posts.values()],
    sends: [...observer.sends.values()],
    dump: await readDump(product.pool),
    told: toldOf(world),
    windows: windows.map(({ shown }, engine) => ({ engine, shown: new Map(shown) })),
    fresh,
    unrest: rest.unrest,
    deaths: product.engines.flatMap(({ deaths }, at) => deaths.map((death) => `engine ${at} ${death}`)),
    restAfterMs: rest.afterMs,
    logged: product.engines.flatMap(({ said }) => said.filter((line) => /"level":[56]0/.test(line)).map(briefly)),
  };
}

function toldOf({ indexing }: ChaosWorld): Evidence['told'] {
  const { hub, links = [], projectIds = [] } = indexing ?? {};
  return { batches: [...(hub?.batches ?? [])], links, projectIds };
}

function sitesOf({ sites }: ChaosWorld): Evidence['sites'] {
  return sites.map(({ server, siteId, module, plan }) => ({
    url: server.url,
    siteId,
    module,
    atOnce: plan.atOnce,
    gapMs: plan.gapSeconds * 1_000,
  }));
}

/** A log line with its fault and the first frames of our own code. */
function briefly(line: string): string {
  const { reqId, msg, err } = JSON.parse(line) as {
    reqId?: string;
    msg: string;
    err?: { message: string; stack: string };
  };
  const frames = (err?.stack ?? '')
    .split('\n')
    .filter((frame) => /\/server\//.test(frame) && !/node_modules/.test(frame));
  const at = frames.slice(0, 3).map((frame) => frame.trim().replace(/file:\S*\/server\//, 'server/'));
  return [reqId, msg, err?.message, ...at].filter(Boolean).join('; ');
}
