import type { PlacedLink } from '#connectors/kit/contract.ts';
import type { ClaimedPost } from './claim.ts';

/** How the work on a post ended, for now or for good. */
export type Outcome =
  | { kind: 'succeeded'; url: string; remoteId: string; links?: PlacedLink[]; note: string | null }
  /** Tried again on the same account after a wait; `counts` false: the last try was broken off by us and costs none. */
  | { kind: 'retry'; afterMs: number; info: string; reason: string; counts: boolean }
  /** Tried again at once with a further account of the profile. */
  | { kind: 'nextAccount'; reason: string }
  /** Sent, no answer, or accepted but not visible yet: looked up after a wait. */
  | { kind: 'lost'; afterMs: number; reason: string; token: string | null; info: string }
  | { kind: 'failed'; reason: string }
  | { kind: 'unknown'; reason: string };

/** What is needed of the project to write down a success. */
export interface OutputTo {
  linkSetId: number | null;
  anchor: string;
  account: { username: string; password: string; sealedPassword: string } | null;
}

/** A post with its outcome, and where a success of it is written down. */
export interface Work {
  post: ClaimedPost;
  outcome: Outcome;
  output: OutputTo;
  bootId: string;
}
