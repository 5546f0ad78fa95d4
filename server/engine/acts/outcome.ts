import type { PlacedLink } from '#connectors/kit/contract/platforms.ts';
import type { ClaimedAct } from './claim.ts';

/** A host's wish to be left alone (Retry-After). */
export interface Hold {
  forMs: number;
  reason: string;
}

/** How the work on a post ended, for now or for good. */
export type Outcome =
  /** `waitsForMail`: of an account, that it is of no use before its site's mail was answered. */
  | {
      kind: 'succeeded';
      url: string;
      remoteId: string;
      links?: PlacedLink[];
      note: string | null;
      waitsForMail?: boolean;
    }
  /** Tried again on the same account after a wait; `counts` false: the last try was broken off by us and costs none. */
  | { kind: 'retry'; afterMs: number; info: string; reason: string; counts: boolean; hold?: Hold }
  /** Tried again at once with a further account of the profile; `refused`: of the last try surely nothing stands. */
  | { kind: 'nextAccount'; reason: string; refused?: boolean; hold?: Hold }
  /** Sent, no answer, or accepted but not visible yet: looked up after a wait. `again`: looked up before, settling goes on. */
  | {
      kind: 'lost';
      afterMs: number;
      reason: string;
      token: string | null;
      info: string;
      again?: boolean;
      hold?: Hold;
    }
  /** `isUnsent`: only if nothing of it was ever sent. */
  | { kind: 'failed'; reason: string; hold?: Hold; isUnsent?: boolean }
  | { kind: 'unknown'; reason: string }
  /** It was called off, or taken over, while it was prepared: nothing is left to write down. */
  | { kind: 'gone' };

/** What is needed of the project to write down a success. */
export interface OutputTo {
  linkSetId: number | null;
  anchor: string;
  account: { username: string; password: string; sealedPassword: string } | null;
}

/** A post with its outcome, and where a success of it is written down. */
export interface Work {
  post: ClaimedAct;
  outcome: Outcome;
  output: OutputTo;
  bootId: string;
}
