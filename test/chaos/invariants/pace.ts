import type { SeenRequest } from '#rehearsal/ledger.ts';
import type { Evidence, EvidenceSite, Invariant } from '../evidence.ts';

/** What lies between the leaving and the arriving of a request on a busy machine, in ms. */
const slackMs = 100;
/** Between a site's answer and the moment at which all processes can know of it, in ms. */
const knownAfterMs = 250;

interface Pace {
  atOnce: number;
  gapMs: number;
}

/** The paces that may have been in force at a time: a change counts from its question on, the old one until its answer. */
function pacesAt({ calls }: Evidence, site: EvidenceSite, from: number, to: number): Pace[] {
  const changes = calls
    .filter((call) => call.call === 'saveCustomSite' && call.about === `site ${site.siteId}` && call.refused === null)
    .map((call) => ({ call, pace: paceIn(call.asked) }));
  const done = changes.filter(({ call }) => (call.answeredAt ?? Number.POSITIVE_INFINITY) < from).at(-1);
  const during = changes.filter(
    ({ call }) => call.sentAt <= to && (call.answeredAt ?? Number.POSITIVE_INFINITY) >= from,
  );
  return [done?.pace ?? site, ...during.map(({ pace }) => pace)];
}

function paceIn(asked: string): Pace {
  const { atOnce, gapSeconds } = JSON.parse(asked) as { atOnce: number; gapSeconds: number };
  return { atOnce, gapMs: gapSeconds * 1_000 };
}

/** A site that was taken out of the catalogue has no pace any more. */
export function deletedAt({ calls }: Evidence, site: EvidenceSite): number {
  const gone = calls.filter((call) => call.call === 'deleteCustomSites' && call.about === `site ${site.siteId}`);
  return Math.min(...gone.map((call) => call.sentAt));
}

export const gapHolds: Invariant = {
  name: 'acts on a site keep its gap',
  judge: (evidence) =>
    evidence.sites.flatMap((site) => {
      const acts = evidence.ledger.filter((seen) => seen.site === site.url && seen.act);
      return acts.slice(1).flatMap((act, at) => {
        const before = acts[at] as SeenRequest;
        const gap = act.arrivedAt - before.arrivedAt;
        if (act.arrivedAt > deletedAt(evidence, site)) return [];
        const paces = pacesAt(evidence, site, before.arrivedAt - 1_000, act.arrivedAt);
        const least = Math.min(...paces.map((pace) => pace.gapMs));
        return gap < least - slackMs ? [`${site.siteId}: ${gap} ms between two acts, ${least} ms is its gap`] : [];
      });
    }),
};

export const atOnceHolds: Invariant = {
  name: 'no more requests at once than a site bears',
  judge: (evidence) =>
    evidence.sites.flatMap((site) => {
      const own = evidence.ledger.filter((seen) => seen.site === site.url);
      return own.flatMap((seen) => {
        if (seen.arrivedAt > deletedAt(evidence, site)) return [];
        const open = own.filter((one) => one.arrivedAt <= seen.arrivedAt && endOf(one) > seen.arrivedAt);
        const calls = open.filter((one) => one.isInterface).length;
        const paces = pacesAt(evidence, site, seen.arrivedAt - 3_000, seen.arrivedAt);
        const most = Math.max(...paces.map((pace) => pace.atOnce));
        // A reader of public pages, and a probe that was asked for, each come beside the posts.
        const probes = evidence.calls.some((call) => call.call === 'verifyCustomSites') ? 1 : 0;
        const isTooMany = calls > most + probes || open.length > most + probes + 1;
        return isTooMany
          ? [`${site.siteId}: ${calls} calls of ${open.length} requests at once, ${most} are allowed`]
          : [];
      });
    }),
};

/** A connection that its process gave up is closed by the system a moment later. */
const endOf = (seen: SeenRequest) => (seen.answeredAt ?? seen.endedAt ?? Number.POSITIVE_INFINITY) - 5;

export const retryAfterHolds: Invariant = {
  name: 'a Retry-After holds the whole host',
  judge: (evidence) =>
    evidence.sites.flatMap((site) => {
      const own = evidence.ledger.filter((seen) => seen.site === site.url);
      return own.flatMap((refused) => {
        if (refused.retryAfterMs === null || refused.answeredAt === null) return [];
        const from = refused.answeredAt + knownAfterMs;
        const to = refused.answeredAt + refused.retryAfterMs - slackMs;
        return own
          .filter((seen) => seen.arrivedAt > from && seen.arrivedAt < to)
          .slice(0, 1)
          .map(
            (seen) =>
              `${seen.method} ${seen.path} reached ${site.siteId} ${seen.arrivedAt - (refused.answeredAt ?? 0)} ms after it asked for ${refused.retryAfterMs} ms`,
          );
      });
    }),
};

/** Reads of strangers: one in flight per host, four a second. */
export const readsHold: Invariant = {
  name: 'link checks keep their pace',
  judge: ({ ledger, sites, world, standing, calls }) => {
    if (!calls.some((call) => call.call === 'checkLinkSet') || world.projectIds.length === 0) return [];
    const pages = new Set(standing.map((page) => new URL(page.url).pathname));
    return sites.flatMap((site) => {
      const reads = ledger.filter((seen) => seen.site === site.url && !seen.isInterface && pages.has(seen.path));
      return reads.flatMap((read) => {
        const second = reads.filter((one) => one.arrivedAt >= read.arrivedAt && one.arrivedAt < read.arrivedAt + 1_000);
        // The proofs that follow posts are read besides.
        const most = 4 + 1 + site.atOnce * 4;
        return second.length > most ? [`${site.siteId}: ${second.length} pages read in a second`] : [];
      });
    });
  },
};
