/**
 * States of one planned post (D-ENG-19, D-ENG-20), the only place where its way is written: the store's lists are held
 * equal to these by a test.
 * WAITING: for its time, its host or a slot. PLANNED: in its site's queue. CLAIMED: a worker prepares it, nothing was
 * sent. SENDING: bytes may have left. LOOKUP: answer lost or pending, to be looked up. LOOKING: a worker looks.
 * The last four are end states; UNKNOWN waits for the operator.
 */
export const postStates = [
  'WAITING',
  'PLANNED',
  'CLAIMED',
  'SENDING',
  'LOOKUP',
  'LOOKING',
  'SUCCEEDED',
  'FAILED',
  'SKIPPED',
  'UNKNOWN',
] as const;
export type PostState = (typeof postStates)[number];

/**
 * What a planned post does at its site: all kinds of act go one way, through one queue. publish: a page with links.
 * register: an account.
 */
export const actKinds = ['publish', 'register'] as const;
export type ActKind = (typeof actKinds)[number];

/** What can happen to a post. */
export const postEvents = [
  'admit',
  'hold',
  'claim',
  'release',
  'send',
  'retry',
  'nextAccount',
  'lost',
  'look',
  'succeed',
  'fail',
  'skip',
  'giveUp',
  'resend',
] as const;
export type PostEvent = (typeof postEvents)[number];

const table: Record<PostState, Partial<Record<PostEvent, PostState>>> = {
  WAITING: { admit: 'PLANNED', skip: 'SKIPPED' },
  PLANNED: { claim: 'CLAIMED', hold: 'WAITING', skip: 'SKIPPED' },
  // A post that was sent before is looked for right before it is sent again: it may turn out to stand, or to be unclear.
  CLAIMED: {
    send: 'SENDING',
    release: 'PLANNED',
    retry: 'WAITING',
    nextAccount: 'PLANNED',
    succeed: 'SUCCEEDED',
    lost: 'LOOKUP',
    giveUp: 'UNKNOWN',
    fail: 'FAILED',
    skip: 'SKIPPED',
  },
  SENDING: {
    succeed: 'SUCCEEDED',
    retry: 'WAITING',
    nextAccount: 'PLANNED',
    lost: 'LOOKUP',
    release: 'LOOKUP',
    fail: 'FAILED',
    skip: 'SKIPPED',
  },
  // After Stop a look that cannot be had in time (its host is stopped or held) leaves the question to the operator.
  LOOKUP: { look: 'LOOKING', giveUp: 'UNKNOWN' },
  LOOKING: {
    succeed: 'SUCCEEDED',
    lost: 'LOOKUP',
    release: 'LOOKUP',
    retry: 'WAITING',
    nextAccount: 'WAITING',
    giveUp: 'UNKNOWN',
    fail: 'FAILED',
    skip: 'SKIPPED',
  },
  SUCCEEDED: {},
  FAILED: {},
  SKIPPED: {},
  UNKNOWN: { succeed: 'SUCCEEDED', resend: 'WAITING' },
};

/** State after an event, or null when the table forbids it. */
export function nextPostState(state: PostState, event: PostEvent): PostState | null {
  return table[state][event] ?? null;
}

/** States from which an event may happen. */
export function postStatesAllowing(event: PostEvent): PostState[] {
  return postStates.filter((state) => table[state][event] !== undefined);
}

/** States by what they mean to the engine. */
export const postStateGroups = {
  /** Over for good; UNKNOWN until the operator decides. */
  ended: ['SUCCEEDED', 'FAILED', 'SKIPPED', 'UNKNOWN'],
  /** In the hands of a worker. */
  inWork: ['CLAIMED', 'LOOKING', 'SENDING'],
  /** In the queue of their site. */
  queued: ['PLANNED', 'LOOKUP'],
  /** What makes a project hold one of the slots of running projects: a post that waits or is looked up does not. */
  holding: ['PLANNED', 'CLAIMED', 'SENDING'],
  /** Ends that have a reason to tell. */
  troubled: ['FAILED', 'UNKNOWN'],
  /** Ends after which nothing stands on the site: the article is as good as unused there. */
  withoutPage: ['FAILED', 'SKIPPED'],
  /** Called off by Stop; what may have been sent is not among them. */
  callable: ['WAITING', 'PLANNED', 'CLAIMED'],
} as const satisfies Record<string, readonly PostState[]>;
