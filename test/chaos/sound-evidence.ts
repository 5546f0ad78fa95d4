import type { SeenRequest } from '#rehearsal/ledger.ts';
import type { Dump } from './dump.ts';
import type { Evidence } from './evidence.ts';
import type { CallRecord } from './operator.ts';
import { makePlan } from './plan.ts';

/** Some moment; the tests count from it. */
export const start = 1_700_000_000_000;
export const site = 'http://127.0.0.1:7001';
export const markers = ['lwaaaaaaaaaaaaaa', 'lwbbbbbbbbbbbbbb'] as const;

/** A request as a site sees it, an act when it carries a marker. */
export function seenRequest(changes: Partial<SeenRequest>): SeenRequest {
  const act = changes.marker !== undefined;
  return {
    site,
    from: '127.0.0.1',
    method: act ? 'POST' : 'GET',
    path: '/wp-json/wp/v2/posts',
    isInterface: true,
    act,
    marker: '',
    arrivedAt: start,
    answeredAt: (changes.arrivedAt ?? start) + 20,
    endedAt: (changes.arrivedAt ?? start) + 21,
    status: 201,
    retryAfterMs: null,
    createdAt: null,
    ...changes,
  };
}

/** An answered call of an operator. */
export function answeredCall(changes: Partial<CallRecord>): CallRecord {
  const sentAt = changes.sentAt ?? start;
  const rest = { status: 200, body: {}, refused: null, fits: true, asked: '', lost: '', failedAt: null };
  return { call: 'startProject', about: 'project 1', sentAt, answeredAt: sentAt + 5, ...rest, ...changes };
}

/** The store after it. */
function soundDump(url: string): Dump {
  const [good, skipped] = markers;
  const of = { projectId: 1, module: 'SocialNetwork', email: '' };
  const post = { ...of, runId: 1, claimedBy: null, articleId: 1, reason: null, kind: 'publish', person: null };
  const account = { ...post, projectId: 2, runId: 2, articleId: null, kind: 'register', marker: 'account' };
  return {
    projects: [
      {
        id: 1,
        campaignId: 1,
        status: 'STOPPED',
        runId: 1,
        urlListId: 2,
        profileId: 1,
        contentGroupId: 1,
        linkSetIds: [1],
      },
    ],
    posts: [
      { ...post, id: 1, siteId: 'one', state: 'SUCCEEDED', marker: good, url },
      { ...post, id: 2, siteId: 'two', state: 'SKIPPED', marker: skipped, url: null, articleId: null },
      { ...account, id: 3, siteId: 'one', state: 'SUCCEEDED', url: site, person: 'ada' },
    ],
    made: [{ siteName: 'one', username: 'ada', projectId: 2 }],
    runs: [{ id: 1, projectId: 1, planned: 2, succeeded: 1, failed: 0, skipped: 1, unknown: 0, ended: true }],
    rows: [
      { ...of, siteId: 'one', checked: true, status: 'SUCCESS', waitInfo: null, postUrl: url, proof: 'LIVE' },
      { ...of, siteId: 'two', checked: true, status: 'NONE', waitInfo: null, postUrl: null, proof: null },
    ],
    tallies: [{ projectId: 1, chosen: 2, done: 1, failed: 0, unknown: 0, live: 1 }],
    links: [{ id: 1, listId: 2, url, postId: 1, proof: 'LIVE' }],
    lists: [
      { id: 1, count: 0, live: 0, changed: 0, missing: 0, checking: false },
      { id: 2, count: 1, live: 1, changed: 0, missing: 0, checking: false },
    ],
    articles: [{ id: 1, groupId: 1, usage: 1, reserved: 0 }],
    groups: [{ id: 1, count: 1 }],
    profiles: [{ id: 1, count: 1, accounts: 1 }],
    attempts: [{ postId: 1, state: 'SUCCEEDED' }],
    checks: [],
    probes: [],
    submissions: [{ id: 1, projectId: 1, runId: null, state: 'DONE', total: 1, taken: 1, refused: 0 }],
  };
}

/** A run in which all went well: one project, one site, two posts; the first succeeded, the second was called off. */
export function soundEvidence(): Evidence {
  const [good, skipped] = markers;
  const url = `${site}/good-title/`;
  const shown = () => new Map([['project 1', 'STOPPED']]);
  return {
    plan: makePlan(1, 'embedded', [1, 1]),
    world: { campaignId: 1, groupId: 1, profileId: 1, inputId: 1, outputId: 2, projectIds: [1] },
    sites: [{ url: site, siteId: 'one', module: 'SocialNetwork', atOnce: 1, gapMs: 1_000 }],
    ledger: [
      seenRequest({ marker: good, arrivedAt: start + 100, createdAt: start + 110 }),
      seenRequest({ arrivedAt: start + 200, isInterface: false, path: '/good-title/', status: 200 }),
    ],
    standing: [{ site, url, marker: good }],
    users: [{ site, name: 'Ada' }],
    calls: [
      answeredCall({ sentAt: start }),
      answeredCall({ call: 'stopProject', sentAt: start + 500, body: { status: 'STOPPING' } }),
    ],
    faults: [],
    posts: [
      { id: 1, projectId: 1, siteId: 'one', marker: good, unknownAt: null, state: 'SUCCEEDED' },
      { id: 2, projectId: 1, siteId: 'two', marker: skipped, unknownAt: null, state: 'SKIPPED' },
    ],
    sends: [{ postId: 1, at: start + 95 }],
    dump: soundDump(url),
    told: { batches: [{ urls: ['https://a.test/'], at: start + 300 }], links: ['https://a.test/'], projectIds: [1] },
    windows: [{ engine: 0, shown: shown() }],
    fresh: shown(),
    unrest: [],
    deaths: [],
    restAfterMs: 1_300,
    logged: [],
  };
}
