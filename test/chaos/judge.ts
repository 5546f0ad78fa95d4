import type { Breach, Evidence, Invariant } from './evidence.ts';
import { accountOnce, accountRecorded, accountStands } from './invariants/accounts.ts';
import {
  allAnswered,
  answersFit,
  logsStayClean,
  noServerErrors,
  processesLive,
  windowsTellTruth,
} from './invariants/answers.ts';
import { atOnceHolds, gapHolds, readsHold, retryAfterHolds } from './invariants/pace.ts';
import { markerOnce, pageRecorded, successHasLink, successStands } from './invariants/pages.ts';
import { hostSwitchHolds, permissionHolds, stopHolds, triesWithinLimits } from './invariants/sends.ts';
import {
  comesToRest,
  nothingDangles,
  nothingHeld,
  rowsTellPosts,
  statusTellsRun,
  sumsAddUp,
} from './invariants/store-at-rest.ts';
import { tellingStops, toldOnce, toldWhole } from './invariants/tells.ts';

/** All promises, the gravest first. */
export const invariants: Invariant[] = [
  processesLive,
  markerOnce,
  stopHolds,
  permissionHolds,
  hostSwitchHolds,
  pageRecorded,
  successStands,
  successHasLink,
  accountOnce,
  accountRecorded,
  accountStands,
  toldOnce,
  tellingStops,
  comesToRest,
  nothingHeld,
  sumsAddUp,
  toldWhole,
  statusTellsRun,
  rowsTellPosts,
  nothingDangles,
  gapHolds,
  atOnceHolds,
  retryAfterHolds,
  readsHold,
  triesWithinLimits,
  noServerErrors,
  answersFit,
  allAnswered,
  windowsTellTruth,
  logsStayClean,
];

/** What a run broke; empty when every promise held. */
export function judge(evidence: Evidence): Breach[] {
  return invariants.flatMap(({ name, judge: of }) => of(evidence).map((facts) => ({ invariant: name, facts })));
}
