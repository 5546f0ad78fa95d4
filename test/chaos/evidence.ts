import type { SeenRequest } from '#rehearsal/ledger.ts';
import type { Dump } from './dump.ts';
import type { CallRecord } from './operator.ts';
import type { Plan } from './plan.ts';
import type { Shown } from './window.ts';

/** A stretch of time, Date.now() of the tester. */
export interface Span {
  from: number;
  to: number;
}

/** A fault that was made, with its time. */
export interface Fault extends Span {
  kind: 'kill' | 'term' | 'storeAway' | 'powerCut' | 'dial' | 'stall';
  /** Site of a dial; '' elsewhere. */
  site: string;
}

/** A post as it was seen in the store at any time: rows of deleted projects are gone at the end. */
export interface SeenPost {
  id: number;
  projectId: number;
  siteId: string;
  marker: string;
  state: string;
  /** When it was first seen UNKNOWN: from then on its row asks the operator; null: never. */
  unknownAt: number | null;
}

/** One beginning of a send, by the clock of the store. */
export interface Send {
  postId: number;
  at: number;
}

/** What stands on a site at the end. */
export interface StandingPage {
  site: string;
  url: string;
  marker: string;
}

export interface EvidenceSite {
  url: string;
  siteId: string;
  module: string;
  atOnce: number;
  gapMs: number;
}

/** An account that stands on a site at the end. */
export interface StandingUser {
  site: string;
  name: string;
}

/** All that is known of one run of a plan; what the invariants judge. */
export interface Evidence {
  plan: Plan;
  world: {
    campaignId: number;
    groupId: number;
    profileId: number;
    inputId: number;
    outputId: number;
    projectIds: number[];
  };
  sites: EvidenceSite[];
  ledger: SeenRequest[];
  standing: StandingPage[];
  users: StandingUser[];
  calls: CallRecord[];
  faults: Fault[];
  posts: SeenPost[];
  sends: Send[];
  dump: Dump;
  /** What an indexing service was told, and the links and projects that were to be told to it. */
  told: { batches: { urls: string[]; at: number }[]; links: string[]; projectIds: number[] };
  /** What the windows show at rest, and what a fresh page shows. */
  windows: { engine: number; shown: Shown }[];
  fresh: Shown;
  /** What was still going on when the time for coming to rest was over. */
  unrest: string[];
  restAfterMs: number;
  /** Processes that ended though nobody asked them to. */
  deaths: string[];
  /** Log lines of level error, of all processes. */
  logged: string[];
}

/** A broken promise. */
export interface Breach {
  invariant: string;
  facts: string;
}

/** A promise of the product: answers what breaks it, nothing when it holds. */
export interface Invariant {
  name: string;
  judge(evidence: Evidence): string[];
}
