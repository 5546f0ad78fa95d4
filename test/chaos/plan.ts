import type { Module } from '#domain/contract/modules.ts';
import { pickOne, type Random, randomInt, seededRandom, shuffle } from '#domain/rules/random.ts';
import type { Dials } from '#rehearsal/fault-dials.ts';
import type { Action, ActionName, Step } from './steps.ts';

/** Rehearsed software with the module that posts pages to it. */
export const moduleOf = {
  wordpress: 'SocialNetwork',
  mediawiki: 'Wiki',
  shaarli: 'Bookmarking',
  'xmlrpc-blog': 'ArticleDirectory',
  dokuwiki: 'Wiki',
} as const;
export type SiteKind = keyof typeof moduleOf;

/** The module of a plan's sites of a kind: every third plan posts to WordPress in files. */
export function moduleIn({ seed }: Pick<Plan, 'seed'>, kind: SiteKind): Module {
  return kind === 'wordpress' && seed % 3 === 0 ? 'PDF' : moduleOf[kind];
}

export interface SitePlan {
  kind: SiteKind;
  atOnce: number;
  gapSeconds: number;
  slowMs: number;
}

/** Options of the product during a plan; small, so that everything comes to rest soon. */
export interface PlanOptions {
  maxNumberOfRetries: number;
  timeToWaitBeforeRetry: number;
  maxConcurrentProjects: number;
  maxPostingThreads: number;
  waitTimeOut: number;
}

/** All that one seed does; made of the seed alone, so that it can be run again and shortened. */
export interface Plan {
  seed: number;
  store: StoreKind;
  engines: number;
  /** One engine whose clock is wrong; null: all are right. */
  skew: { engine: number; ms: number } | null;
  sites: SitePlan[];
  /** Kind of site that each project posts to; signUp makes accounts at all that let strangers make them, indexer tells links. */
  projects: (SiteKind | 'signUp' | 'indexer')[];
  /** True where projects that post tell a service of their pages. */
  tells: boolean;
  options: PlanOptions;
  steps: Step[];
}
export type StoreKind = 'embedded' | 'postgres';

/** Settling time of the product under test; what a site takes late must be shorter. */
export const settleMs = 1_000;
const lengthMs = 4_000;

/** Weights of all actions. A seed switches most kinds off and so goes deep where others go wide (swarm testing). */
const weights: Record<ActionName, number> = {
  start: 9,
  stop: 6,
  edit: 3,
  schedule: 3,
  unschedule: 1,
  resolve: 3,
  pause: 1,
  resume: 1,
  duplicate: 1,
  read: 2,
  deleteProject: 3,
  deleteContent: 1,
  deleteProfile: 1,
  deleteOutput: 1,
  deleteInput: 1,
  deleteCampaign: 1,
  deleteArticle: 1,
  deleteSite: 1,
  deleteAccount: 1,
  checkLinks: 3,
  stopCheck: 1,
  importAccounts: 1,
  importLinks: 1,
  verifySites: 1,
  permission: 2,
  host: 2,
  pace: 2,
  options: 2,
  kill: 5,
  term: 3,
  storeAway: 2,
  powerCut: 2,
  dial: 12,
};
const always = new Set<ActionName>(['start', 'stop']);

/** Makes the plan of a seed. */
export function makePlan(seed: number, store: StoreKind, engineCounts: [number, number]): Plan {
  const random = seededRandom(`chaos ${seed}`);
  const engines = store === 'embedded' ? 1 : randomInt(random, ...engineCounts);
  const skew =
    random() < 0.15 ? { engine: randomInt(random, 0, engines - 1), ms: pickOne(random, [-120_000, 120_000]) } : null;
  const sites = Array.from({ length: randomInt(random, 2, 4) }, (_, at) => makeSite(random, at));
  const kinds = [...new Set(sites.map((site) => site.kind))];
  const projects: Plan['projects'] = Array.from(
    { length: randomInt(random, 1, 3) },
    (_, at) => kinds[at % kinds.length] as SiteKind,
  );
  if (seededRandom(`chaos sign-up ${seed}`)() < 0.35) projects.push('signUp');
  if (seededRandom(`chaos indexer ${seed}`)() < 0.35) projects.push('indexer');
  const tells = seededRandom(`chaos tells ${seed}`)() < 0.35;
  const shape = { store, engines, nSites: sites.length, nProjects: projects.length };
  const [options, steps] = [makeOptions(random), makeSteps(random, shape)];
  return { seed, store, engines, skew, sites, projects, tells, options, steps };
}

function makeSite(random: Random, at: number): SitePlan {
  const others = ['wordpress', 'mediawiki', 'shaarli', 'xmlrpc-blog', 'dokuwiki'] as const;
  const kind = at === 0 ? 'wordpress' : pickOne(random, others);
  const gapSeconds = random() < 0.4 ? 1 : 0;
  return { kind, atOnce: randomInt(random, 1, 2), gapSeconds, slowMs: pickOne(random, [0, 0, 20, 150]) };
}

function makeOptions(random: Random): PlanOptions {
  return {
    maxNumberOfRetries: randomInt(random, 1, 2),
    timeToWaitBeforeRetry: 1,
    maxConcurrentProjects: randomInt(random, 1, 3),
    maxPostingThreads: randomInt(random, 1, 8),
    waitTimeOut: 2,
  };
}

interface Shape {
  store: StoreKind;
  engines: number;
  nSites: number;
  nProjects: number;
}

function makeSteps(random: Random, shape: Shape): Step[] {
  const possible = (Object.keys(weights) as ActionName[]).filter(
    (name) => name !== 'powerCut' || shape.store === 'embedded',
  );
  const chosen = possible.filter((name) => always.has(name) || random() < 0.35);
  const bag = chosen.flatMap((name) => Array.from({ length: weights[name] }, () => name));
  const via = () => randomInt(random, 0, shape.engines - 1);
  // What nobody starts shows nothing.
  const first: Step[] = Array.from({ length: shape.nProjects }, (_, project) => ({
    at: randomInt(random, 0, 600),
    via: via(),
    do: 'start',
    project,
  }));
  const count = randomInt(random, 3, 16);
  const rest = Array.from({ length: count }, () => ({
    at: randomInt(random, 0, lengthMs),
    via: via(),
    ...makeAction(random, pickOne(random, bag), shape),
  }));
  return [...first, ...rest].sort((a, b) => a.at - b.at);
}

function makeAction(random: Random, name: ActionName, shape: Shape): Action {
  const site = randomInt(random, 0, shape.nSites - 1);
  const project = randomInt(random, 0, shape.nProjects - 1);
  const engine = randomInt(random, 0, shape.engines - 1);
  const downMs = randomInt(random, 50, 1_000);
  switch (name) {
    case 'edit':
      return { do: name, project, links: random() < 0.7, uncheck: random() < 0.5 ? site : null };
    case 'schedule':
      return {
        do: name,
        project,
        after: random() < 0.5 ? randomInt(random, 0, shape.nProjects - 1) : null,
        spread: random() < 0.2,
      };
    case 'resolve':
      return { do: name, project, decision: pickOne(random, ['there', 'resend'] as const) };
    case 'permission':
      return { do: name, site, value: pickOne(random, ['owned', 'granted', 'none', 'none'] as const) };
    case 'host':
      return { do: name, site, stopped: random() < 0.6 };
    case 'pace':
      return { do: name, site, atOnce: randomInt(random, 1, 3), gapSeconds: randomInt(random, 0, 1) };
    case 'options': {
      const { maxNumberOfRetries, maxPostingThreads, maxConcurrentProjects } = makeOptions(random);
      return { do: name, maxNumberOfRetries, maxPostingThreads, maxConcurrentProjects };
    }
    case 'kill':
    case 'term':
      return { do: name, engine, downMs };
    case 'powerCut':
      return { do: name, downMs };
    case 'storeAway':
      return { do: name, forMs: pickOne(random, [300, 1_000, 2_000, 5_000]) };
    case 'dial':
      return { do: name, site, dials: makeDials(random), forMs: randomInt(random, 200, 3_000) };
    case 'deleteSite':
    case 'deleteAccount':
      return { do: name, site };
    case 'start':
    case 'stop':
    case 'unschedule':
    case 'deleteProject':
    case 'duplicate':
    case 'read':
      return { do: name, project };
    default:
      return { do: name };
  }
}

/** One fault of a site, sometimes two at once. */
function makeDials(random: Random): Partial<Dials> {
  const faults: Partial<Dials>[] = [
    { dropBeforeAnswer: true },
    { dropAfterCommit: true },
    { failBeforeCommit: true },
    { failAfterCommit: true },
    { takeLater: { afterMs: randomInt(random, 50, settleMs - 300) } },
    { hangBefore: true },
    { hangAfterCommit: true },
    { garble: true },
    { gone: true },
    { refuseContent: true },
    { wrongPassword: true },
    { tooMany: { retryAfter: randomInt(random, 1, 3) } },
    { slowMs: randomInt(random, 50, settleMs - 300) },
  ];
  const [one, two] = shuffle(random, faults);
  const rate = pickOne(random, [1, 1, 0.5]);
  const times = pickOne(random, [null, 1, 2]);
  return { ...one, ...(random() < 0.25 ? two : {}), rate, times };
}
