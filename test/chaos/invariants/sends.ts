import type { SeenRequest } from '#rehearsal/ledger.ts';
import type { Evidence, Invariant, Span } from '../evidence.ts';
import type { CallRecord } from '../operator.ts';

/** Time that bytes may take from the beginning of a send to the site, in ms. */
const wireMs = 300;
/** Calls after which a project may send again. */
const startCalls = new Set(['startProject', 'resolvePost', 'saveSchedule', 'resetSchedule', 'resumeCampaign']);

/** When an answered Stop holds: until somebody asks for a start. A start that is still on its way makes it worthless. */
export function stopWindows(calls: CallRecord[], about: string): Span[] {
  const of = calls.filter((call) => call.about === about);
  const starts = of.filter((call) => startCalls.has(call.call) && call.refused === null);
  return of
    .filter((call) => call.call === 'stopProject' && isStopped(call))
    .flatMap((stop) => {
      const stoppedAt = stop.answeredAt ?? 0;
      const open = starts.some(
        (start) => start.sentAt <= stoppedAt && (start.answeredAt ?? Number.POSITIVE_INFINITY) >= stop.sentAt,
      );
      const next = Math.min(...starts.filter((start) => start.sentAt > stoppedAt).map((start) => start.sentAt));
      return open ? [] : [{ from: stoppedAt, to: next }];
    });
}

/** A scheduled project was not stopped by a stop: it answers its status as it is. */
function isStopped({ status, refused, body }: CallRecord): boolean {
  const now = (body as { status?: string } | null)?.status ?? '';
  return status === 200 && refused === null && ['STOPPING', 'STOPPED'].includes(now);
}

export const stopHolds: Invariant = {
  name: 'no send begins after Stop was answered',
  judge(evidence) {
    const { posts, sends, calls, world } = evidence;
    return world.projectIds.flatMap((id) => {
      const own = posts.filter((post) => post.projectId === id);
      return stopWindows(calls, `project ${id}`).flatMap((span) => [
        ...sends.flatMap(({ postId, at }) => {
          const post = own.find((one) => one.id === postId);
          return post && at > span.from && at < span.to
            ? [`post ${post.marker} of project ${id} began ${ms(at - span.from)} after Stop`]
            : [];
        }),
        ...own.flatMap((post) => lateActs(evidence, post.marker, span)),
      ]);
    });
  },
};

/** Acts of a marker that reached their site too long after Stop, the site's own slowness not counted. */
function lateActs(evidence: Evidence, marker: string, span: Span): string[] {
  return evidence.ledger
    .filter((seen) => seen.marker === marker && seen.arrivedAt > span.from && seen.arrivedAt < span.to)
    .flatMap((seen) => {
      const late = seen.arrivedAt - span.from - excused(evidence, seen, span.from);
      return late > wireMs ? [`act of ${marker} arrived ${ms(late)} after Stop`] : [];
    });
}

/** Time between a moment and a request in which its site was answering us, or the machine or the store stood still. */
function excused({ ledger, faults }: Evidence, seen: SeenRequest, since: number): number {
  const busy = ledger.filter((one) => one !== seen && one.site === seen.site);
  const spans = busy.map((one) => ({ from: one.arrivedAt, to: one.endedAt ?? Number.POSITIVE_INFINITY }));
  const still = faults.filter((fault) => fault.kind === 'stall' || fault.kind === 'storeAway');
  return covered([...spans, ...still], { from: since, to: seen.arrivedAt });
}

/** How much of a span is covered by others, in ms. */
export function covered(spans: Span[], within: Span): number {
  let reached = within.from;
  let sum = 0;
  for (const { from, to } of spans.toSorted((a, b) => a.from - b.from)) {
    const [begin, end] = [Math.max(from, reached), Math.min(to, within.to)];
    if (end > begin) {
      sum += end - begin;
      reached = end;
    }
  }
  return sum;
}

/** A site refused by the operator (permission, host switch) gets nothing new from then on. */
function refusalHolds(
  evidence: Evidence,
  spans: (siteId: string) => Span[],
  counts: (seen: SeenRequest) => boolean,
): string[] {
  return evidence.sites.flatMap((site) =>
    spans(site.siteId).flatMap((span) =>
      evidence.ledger
        .filter((seen) => seen.site === site.url && counts(seen))
        .filter((seen) => seen.arrivedAt > span.from && seen.arrivedAt < span.to)
        .flatMap((seen) => {
          const late = seen.arrivedAt - span.from - excused(evidence, seen, span.from);
          return late > wireMs ? [`${seen.method} ${seen.path} reached ${site.siteId} ${ms(late)} after`] : [];
        }),
    ),
  );
}

/** Stretches in which the last answered call of a kind said that something is off; a call on its way ends them. */
function offSpans(calls: CallRecord[], isOff: (call: CallRecord) => boolean): Span[] {
  return calls
    .filter((call) => call.answeredAt !== null && call.status === 200 && call.refused === null && isOff(call))
    .map((call) => {
      const others = calls.filter((one) => one !== call && !isOff(one) && endOf(one) >= call.sentAt);
      return { from: call.answeredAt ?? 0, to: Math.min(...others.map((one) => one.sentAt)) };
    });
}

const endOf = (call: CallRecord) => call.answeredAt ?? Number.POSITIVE_INFINITY;

export const permissionHolds: Invariant = {
  name: 'a site without permission gets no act',
  judge: (evidence) =>
    refusalHolds(
      evidence,
      (siteId) =>
        offSpans(
          evidence.calls.filter((call) => call.about === `site ${siteId}` && call.call === 'saveCustomSite'),
          (call) => (call.body as { site?: { permission: string } } | null)?.site?.permission === 'none',
        ),
      (seen) => seen.act,
    ),
};

export const hostSwitchHolds: Invariant = {
  name: 'a host that is switched off gets no request',
  judge: (evidence) =>
    refusalHolds(
      evidence,
      (siteId) =>
        offSpans(
          evidence.calls.filter((call) => call.about === `site ${siteId}` && call.call === 'switchHost'),
          (call) => call.asked.includes('"stopped":true'),
        ),
      () => true,
    ),
};

export const triesWithinLimits: Invariant = {
  name: 'no post is tried more often than the options allow',
  judge({ sends, posts, plan, faults, calls }) {
    const extra = faults.filter(({ kind }) => kind !== 'dial' && kind !== 'stall').length;
    // An operator's new start, and options changed on the way, give new tries.
    const again = calls.filter(({ call }) => call === 'resolvePost').length;
    const most = Math.max(2, plan.options.maxNumberOfRetries) + 1 + extra + again * 3;
    return posts.flatMap((post) => {
      const count = sends.filter((send) => send.postId === post.id).length;
      return count > most ? [`post ${post.marker} was sent ${count} times, at most ${most} are allowed`] : [];
    });
  },
};

const ms = (value: number) => `${Math.round(value)} ms`;
