import type { Job, NameTaken, Pending, Published, Sending } from '#connectors/kit/contract/platforms.ts';
import type { App } from '../app.ts';
import type { ActContent } from '../db/tables.ts';
import type { ClaimedAct } from '../engine/acts/claim.ts';
import type { Outcome } from '../engine/acts/outcome.ts';
import type { SiteContext } from './post-context.ts';
import type { CountsTeller } from './tell-counts.ts';

/** Where an act stands: of an account also whether it waits for a mail, or that its name is another's. */
export type Sent = (Published & { waitsForMail?: boolean }) | Pending | NameTaken;
/** What a look for it found. */
export type FoundAct = Sent | { state: 'absent' } | { state: 'unknown'; reason: string };
export type Success = Extract<Outcome, { kind: 'succeeded' }>;

/**
 * What acts of a kind do differently. The order of their steps, what may leave when, and what follows from an answer or
 * from none, is one for all kinds: work-on-post.ts and look-up-post.ts.
 */
export interface ActWay<A extends ClaimedAct, C extends SiteContext> {
  /** What is made, for sentences: "the post is not there". */
  noun: string;
  /** Throws CannotWork for what the operator can mend. */
  readContext(app: App, act: A): Promise<C>;
  /** The finished content, the same on every try; and what the operator should know of it. */
  prepare(app: App, act: A, context: C): Promise<{ content: ActContent; note: string | null }>;
  send(context: C, job: Job, content: ActContent): Promise<Sent>;
  lookUp(context: C, job: Job, content: ActContent, sending: Sending): Promise<FoundAct>;
  /** The site refused the login or asks for the operator. */
  refused?(app: App, act: A, context: C, reason: string): Promise<void>;
  /** What its row says beside a success. */
  toldOf(act: A, outcome: Outcome): Outcome;
  /** Writes a success down; answers the link that it made. */
  succeed(app: App, done: Done<A, C>): Promise<number | null>;
  /** Reads the page of the link that a success made, still at its place at the site. */
  prove?(app: App, done: Done<A, C> & { linkId: number }, signal: AbortSignal): Promise<void>;
  counted?(counts: CountsTeller, context: C, act: A): void;
}

/** An act that succeeded. */
export interface Done<A extends ClaimedAct, C extends SiteContext> {
  act: A;
  outcome: Success;
  /** Undefined where it could not be read any more. */
  context: C | undefined;
}
