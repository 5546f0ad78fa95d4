/**
 * States of one planned post (D-ENG-19, D-ENG-20).
 * WAITING: a later portion of a Spread. PLANNED: in its site's queue. CLAIMED: a worker prepares it, nothing was sent.
 * SENDING: bytes may have left. LOOKUP: answer lost or pending, to be looked up. LOOKING: a worker looks.
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

export type PostEvent =
  | 'portionDue'
  | 'claim'
  | 'release'
  | 'send'
  | 'retry'
  | 'lost'
  | 'look'
  | 'succeed'
  | 'fail'
  | 'skip'
  | 'giveUp'
  | 'resend';

const table: Record<PostState, Partial<Record<PostEvent, PostState>>> = {
  WAITING: { portionDue: 'PLANNED', skip: 'SKIPPED' },
  PLANNED: { claim: 'CLAIMED', skip: 'SKIPPED' },
  CLAIMED: { send: 'SENDING', release: 'PLANNED', fail: 'FAILED', retry: 'PLANNED', skip: 'SKIPPED' },
  SENDING: { succeed: 'SUCCEEDED', retry: 'PLANNED', lost: 'LOOKUP', fail: 'FAILED', skip: 'SKIPPED' },
  LOOKUP: { look: 'LOOKING' },
  LOOKING: {
    succeed: 'SUCCEEDED',
    lost: 'LOOKUP',
    retry: 'PLANNED',
    giveUp: 'UNKNOWN',
    fail: 'FAILED',
    skip: 'SKIPPED',
  },
  SUCCEEDED: {},
  FAILED: {},
  SKIPPED: {},
  UNKNOWN: { succeed: 'SUCCEEDED', resend: 'PLANNED' },
};

/** State after an event, or null when the table forbids it. */
export function nextPostState(state: PostState, event: PostEvent): PostState | null {
  return table[state][event] ?? null;
}

const ends = new Set<PostState>(['SUCCEEDED', 'FAILED', 'SKIPPED', 'UNKNOWN']);
/** True for the four end states. */
export function isPostEnd(state: PostState): boolean {
  return ends.has(state);
}
