import type { Evidence, Invariant } from '../evidence.ts';
import { stopWindows } from './sends.ts';

/** A batch that was on its way when Stop was answered may arrive so late, in ms. */
const lateMs = 1_500;
/** After each of these nobody may know what became of the batch that was out. */
const interruptions = new Set(['kill', 'term', 'powerCut', 'storeAway']);

/** How often each link was told. */
function timesOf({ told }: Evidence): Map<string, number> {
  const times = new Map<string, number>();
  for (const url of told.batches.flatMap(({ urls }) => urls)) times.set(url, (times.get(url) ?? 0) + 1);
  return times;
}

export const toldOnce: Invariant = {
  name: 'no link is told more often than runs and interruptions allow',
  judge(evidence) {
    const { told, dump, faults, calls, world } = evidence;
    const times = timesOf(evidence);
    const nCuts = faults.filter(({ kind }) => interruptions.has(kind)).length;
    // The submissions of deleted projects went with them.
    const isWhole = world.projectIds.every((id) => dump.projects.some((project) => project.id === id));
    if (!isWhole || calls.some(({ call }) => call === 'deleteCampaigns')) return [];
    const nRuns = dump.submissions.filter(({ runId }) => runId === null).length;
    const inSet = new Set(told.links);
    return [...times].flatMap(([url, count]) => {
      const most = (inSet.has(url) ? nRuns : 1) + nCuts;
      return count > most ? [`${url} was told ${count} times, at most ${most} were to be`] : [];
    });
  },
};

export const toldWhole: Invariant = {
  name: 'what a service took was told to it, and the sums of submissions add up',
  judge(evidence) {
    const { dump, told, unrest } = evidence;
    if (unrest.length > 0) return [];
    const times = timesOf(evidence);
    return dump.submissions.flatMap(({ id, projectId, runId, state, total, taken, refused }) => {
      const facts = `submission ${id} of project ${projectId} is ${state}: ${taken} taken and ${refused} refused of ${total}`;
      const sum = taken + refused;
      if (state === 'STOPPED' ? sum > total : sum !== total) return [facts];
      if (!['DONE', 'FAILED', 'STOPPED'].includes(state)) return [`${facts}, at rest`];
      const isToldWhole =
        runId !== null || state !== 'DONE' || refused > 0 || told.links.every((url) => times.has(url));
      return isToldWhole ? [] : [`${facts}, and some links of its set were never told`];
    });
  },
};

export const tellingStops: Invariant = {
  name: 'no batch is told after Stop was answered',
  judge: ({ told, calls, faults }) =>
    // Two that tell the same links cannot be told apart by them.
    told.projectIds.length !== 1
      ? []
      : told.projectIds.flatMap((id) =>
          stopWindows(calls, `project ${id}`).flatMap((span) =>
            told.batches
              .filter(({ at, urls }) => told.links.includes(urls[0] ?? '') && at > span.from + lateMs && at < span.to)
              .filter(({ at }) => !faults.some(({ kind, from, to }) => kind === 'stall' && from < at && to > span.from))
              .map(({ at }) => `a batch of project ${id} arrived ${Math.round(at - span.from)} ms after Stop`),
          ),
        ),
};
