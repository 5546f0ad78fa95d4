import { setTimeout as pause } from 'node:timers/promises';
import type { App } from '../app.ts';
import type { ActContent } from '../db/tables.ts';
import type { ClaimedAct } from '../engine/acts/claim.ts';
import { markAnswers, markSending, paceAct, stampAct } from '../engine/acts/mark-sending.ts';
import type { Outcome } from '../engine/acts/outcome.ts';
import { CannotWork } from './post-context.ts';

/** A post that must not be sent now, found out right before its first byte. */
export class CalledOff extends Error {
  override name = 'CalledOff';
  readonly outcome: Outcome;
  constructor(outcome: Outcome) {
    super('The post was called off');
    this.outcome = outcome;
  }
}

/** A mark that took longer counts the gap of its site anew, in ms. */
const slowMarkMs = 15;

/**
 * The gate before each act of a post: marks it as being sent, committed, right before its first byte leaves
 * (design section 7, step 6), not before the gap of its site is over, and not once it was called off. An act that the
 * connector repeats, since its session was over, keeps the gap too.
 */
export function createGate(app: App, post: ClaimedAct, content: ActContent, signal: AbortSignal) {
  const mark = { postId: post.id, content, accountKey: post.accountKey ?? '' };
  const ask = () => (gate.hasPassed ? paceAct(app, post.id) : markSending(app, mark));
  const leave = async () => {
    for (;;) {
      const began = performance.now();
      const { answer, gapMs } = await ask();
      if (answer === markAnswers.marked) {
        // Where this fails the gap is shorter by what the disk took.
        if (gapMs !== 0 && performance.now() - began > slowMarkMs) await stampAct(app.store.db, post).catch(() => {});
        return;
      }
      if (answer === markAnswers.notAllowed)
        throw new CannotWork('The site was deleted or blocked, or may not be posted to any more');
      if (answer < 0) throw new CalledOff(answer === markAnswers.notOurs ? { kind: 'gone' } : waitsForHost);
      await pause(answer, undefined, { signal });
    }
  };
  const gate = {
    hasPassed: false,
    /** Why nothing may leave; whether it was marked before that the rescue finds out. */
    refused: undefined as unknown,
    pass: async () => {
      await leave().catch((error: unknown) => {
        gate.refused = error;
        throw error;
      });
      gate.hasPassed = true;
    },
  };
  return gate;
}

const waitsForHost: Outcome = {
  kind: 'retry',
  counts: false,
  afterMs: 0,
  reason: 'The host takes no requests now',
  info: 'Waiting until the host takes requests again',
};
