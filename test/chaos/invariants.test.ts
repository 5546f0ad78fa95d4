import { describe, expect, it } from 'vitest';
import type { Evidence } from './evidence.ts';
import { covered, stopWindows } from './invariants/sends.ts';
import { invariants, judge } from './judge.ts';
import { makePlan } from './plan.ts';
import { shrink } from './shrink.ts';
import { answeredCall, markers, seenRequest, site, soundEvidence, start } from './sound-evidence.ts';

const [good, skipped] = markers;
const first = <T>(list: T[]): T => list[0] as T;
const act = (at: number, changes = {}) => seenRequest({ marker: skipped, arrivedAt: start + at, ...changes });
const read = (at: number) => seenRequest({ arrivedAt: start + at, isInterface: false, path: '/good-title/' });
const siteCall = (at: number, asked: object, changes = {}) =>
  answeredCall({
    call: 'saveCustomSite',
    about: 'site one',
    sentAt: start + at,
    asked: JSON.stringify(asked),
    ...changes,
  });

/** For each promise what breaks it: a tester that stays silent on one of these is none. */
const broken: Record<string, Record<string, (evidence: Evidence) => void>> = {
  'no link is told more often than runs and interruptions allow': {
    'twice in one run': ({ told }) => told.batches.push({ urls: ['https://a.test/'], at: start + 400 }),
    'a page twice': ({ told }) =>
      told.batches.push({ urls: [`${site}/good-title/`, `${site}/good-title/`], at: start + 400 }),
  },
  'no batch is told after Stop was answered': {
    'long after it': ({ told }) => Object.assign(told.batches[0] ?? {}, { at: start + 2_500 }),
  },
  'what a service took was told to it, and the sums of submissions add up': {
    'a link less': ({ dump }) => Object.assign(dump.submissions[0] ?? {}, { taken: 0 }),
    'never told': ({ told }) => Object.assign(told, { batches: [] }),
    'at rest and open': ({ dump }) => Object.assign(dump.submissions[0] ?? {}, { state: 'WAITING' }),
  },
  'each marker stands at most once': {
    'a second page': ({ standing }) => standing.push({ site, url: `${site}/good-title-2/`, marker: good }),
  },
  'no send begins after Stop was answered': {
    'by the clock of the store': ({ sends }) => sends.push({ postId: 2, at: start + 506 }),
    'on the wire': ({ ledger }) => ledger.push(act(900)),
  },
  'a site without permission gets no act': {
    'an act after none': ({ calls, ledger }) => {
      calls.push(
        siteCall(300, { permission: 'none', atOnce: 1, gapSeconds: 1 }, { body: { site: { permission: 'none' } } }),
      );
      ledger.push(act(2_000));
    },
  },
  'a host that is switched off gets no request': {
    'a read after the switch': ({ calls, ledger }) => {
      calls.push(siteCall(300, { host: '127.0.0.1:7001', stopped: true }, { call: 'switchHost' }));
      ledger.push(read(700));
    },
  },
  'every page that stands is recorded or UNKNOWN': {
    'its post failed': ({ dump }) => Object.assign(first(dump.posts), { state: 'FAILED' }),
    'its project was deleted and no link tells': ({ dump }) => Object.assign(dump, { posts: [], links: [] }),
  },
  'every success stands on its site': { 'the page is gone': ({ standing }) => standing.pop() },
  'every success has its link': { 'no link': ({ dump }) => dump.links.pop() },
  'every account that was made is recorded or UNKNOWN': {
    'its act failed': ({ dump }) => Object.assign(dump.posts[2] ?? {}, { state: 'FAILED' }),
  },
  'no act makes two accounts': { 'a second one': ({ users }) => users.push({ site, name: 'Ada2' }) },
  'every recorded account stands on its site': { 'it is gone': ({ users }) => users.pop() },
  'everything comes to rest within its limits': { 'a post in work': ({ unrest }) => unrest.push('post 1 is SENDING') },
  'nothing is reserved, claimed or CHECKING at rest': {
    'an article': ({ dump }) => Object.assign(first(dump.articles), { reserved: 1 }),
    'a claim': ({ dump }) => Object.assign(first(dump.posts), { claimedBy: 'somebody' }),
    'a proof of a row': ({ dump }) => Object.assign(first(dump.rows), { proof: 'CHECKING' }),
    'a proof of a link': ({ dump }) => Object.assign(first(dump.links), { proof: 'CHECKING' }),
    'a running row': ({ dump }) => Object.assign(first(dump.rows), { status: 'RUNNING' }),
    'a row that waits for nothing': ({ dump }) =>
      Object.assign(dump.rows[1] ?? {}, { waitInfo: 'Waiting for its turn' }),
    'a check': ({ dump }) => dump.checks.push({ linkId: 1, claimed: true }),
    'a set in check': ({ dump }) => Object.assign(first(dump.lists), { checking: true }),
    'an attempt': ({ dump }) => Object.assign(first(dump.attempts), { state: 'SENDING' }),
    'a probe': ({ dump }) => dump.probes.push({ siteId: 'one' }),
    'a deleted project': ({ dump }) => Object.assign(first(dump.projects), { campaignId: null }),
  },
  'sums add up': {
    'of a run': ({ dump }) => Object.assign(first(dump.runs), { succeeded: 2 }),
    'of a run that was not closed': ({ dump }) => Object.assign(first(dump.runs), { ended: false }),
    'of a link set': ({ dump }) => Object.assign(dump.lists[1] ?? {}, { live: 0 }),
    'of a project in its lists': ({ dump }) => Object.assign(first(dump.tallies), { done: 0 }),
    'of a content group': ({ dump }) => Object.assign(first(dump.groups), { count: 2 }),
    'of a profile': ({ dump }) => Object.assign(first(dump.profiles), { count: 2 }),
    'of an article': ({ dump }) => Object.assign(first(dump.articles), { usage: 0 }),
  },
  'the status of a project tells how its run ended': {
    'COMPLETED without a success': ({ dump }) => {
      Object.assign(first(dump.projects), { status: 'COMPLETED' });
      for (const row of dump.rows) Object.assign(row, { status: 'FAILED' });
    },
  },
  'a site row tells how its last post ended': {
    'another status': ({ dump }) => Object.assign(first(dump.rows), { status: 'FAILED' }),
    'another page': ({ dump }) => Object.assign(first(dump.rows), { postUrl: `${site}/other/` }),
  },
  'no reference leads to what was deleted': {
    'an input set': ({ dump }) => dump.lists.shift(),
    'a profile': ({ dump }) => dump.profiles.pop(),
  },
  'acts on a site keep its gap': { 'half a second': ({ ledger }) => ledger.push(act(400)) },
  'no more requests at once than a site bears': {
    'two calls': ({ ledger }) => ledger.push(seenRequest({ arrivedAt: start + 110 })),
  },
  'a Retry-After holds the whole host': {
    'a call inside it': ({ ledger }) => {
      Object.assign(first(ledger), { status: 429, retryAfterMs: 2_000 });
      ledger.push(seenRequest({ arrivedAt: start + 1_000 }));
    },
    'a read inside it': ({ ledger }) => {
      Object.assign(first(ledger), { status: 429, retryAfterMs: 2_000 });
      ledger.push(read(1_500));
    },
  },
  'link checks keep their pace': {
    'ten in a second': ({ ledger, calls }) => {
      calls.push(answeredCall({ call: 'checkLinkSet', about: '' }));
      for (let at = 0; at < 10; at += 1) ledger.push(read(3_000 + at * 50));
    },
  },
  'no post is tried more often than the options allow': {
    'five times': ({ sends }) => {
      for (let at = 0; at < 5; at += 1) sends.push({ postId: 1, at: start + 100 + at });
    },
  },
  'no answer above 499': {
    '500 without a fault': ({ calls }) => calls.push(answeredCall({ status: 500 })),
    '500 without a store': ({ calls, faults }) => {
      faults.push({ kind: 'storeAway', site: '', from: start - 100, to: start + 100 });
      calls.push(answeredCall({ status: 500 }));
    },
  },
  'answers have their declared shape': { 'another shape': ({ calls }) => Object.assign(first(calls), { fits: false }) },
  'every call is answered while its process lives': {
    'no answer': ({ calls }) => calls.push(answeredCall({ answeredAt: null, failedAt: start + 10, status: null })),
  },
  'what the live channel told equals what the store says': {
    'another status': ({ windows }) => first(windows).shown.set('project 1', 'RUNNING'),
    'a row that is not told': ({ fresh }) => fresh.set('link 9', '{}'),
  },
  'no process ends by itself': { 'a death': ({ deaths }) => deaths.push('engine 0 ended with 1') },
  'no fault of the program in the log': { 'a fault': ({ logged }) => logged.push('a fault in the program') },
};

describe('the invariants', () => {
  it('hold for a sound run', () => {
    expect(judge(soundEvidence())).toEqual([]);
  });

  it('are all put to the test', () => {
    expect(Object.keys(broken).sort()).toEqual(invariants.map(({ name }) => name).sort());
  });

  const cases = Object.entries(broken).flatMap(([name, ways]) =>
    Object.entries(ways).map(([way, harm]) => ({ name, way, harm })),
  );
  it.each(cases)('$name: $way is reported', ({ name, harm }) => {
    const evidence = soundEvidence();
    harm(evidence);
    expect(judge(evidence).map((breach) => breach.invariant)).toContain(name);
  });
});

describe('what excuses', () => {
  it('a start that is on its way makes a Stop worthless', () => {
    const stop = answeredCall({ call: 'stopProject', sentAt: start + 50, body: { status: 'STOPPED' } });
    const started = answeredCall({ sentAt: start + 40, answeredAt: start + 60 });
    expect(stopWindows([stop], 'project 1')).toEqual([{ from: start + 55, to: Number.POSITIVE_INFINITY }]);
    expect(stopWindows([started, stop], 'project 1')).toEqual([]);
    expect(stopWindows([stop, answeredCall({ sentAt: start + 90 })], 'project 1')).toEqual([
      { from: start + 55, to: start + 90 },
    ]);
  });

  it('an act that a slow site held up is not late', () => {
    const evidence = soundEvidence();
    evidence.ledger.push(
      seenRequest({ arrivedAt: start + 400, answeredAt: start + 1_200, endedAt: start + 1_200 }),
      act(1_210),
    );
    expect(judge(evidence)).toEqual([]);
  });

  it.each([
    ['was asked about before its project was deleted', start + 40, []],
    ['was not', start + 60, ['every page that stands is recorded or UNKNOWN']],
  ])('a page whose fate %s', (_, unknownAt, broken) => {
    const evidence = soundEvidence();
    const marker = first(evidence.standing).marker;
    Object.assign(evidence.posts.find((post) => post.marker === marker) ?? {}, { unknownAt });
    Object.assign(evidence.dump, { posts: evidence.dump.posts.filter((post) => post.marker !== marker), links: [] });
    evidence.standing.length = 1;
    evidence.calls.push(answeredCall({ call: 'deleteProjects', sentAt: start + 45, answeredAt: start + 50 }));
    const about = judge(evidence).filter(({ invariant }) => invariant.startsWith('every page'));
    expect(about.map(({ invariant }) => invariant)).toEqual(broken);
  });

  it('counts time once', () => {
    const spans = [
      { from: 0, to: 10 },
      { from: 5, to: 20 },
      { from: 30, to: Number.POSITIVE_INFINITY },
    ];
    expect(covered(spans, { from: 8, to: 40 })).toBe(22);
  });
});

describe('plans', () => {
  it('are made of the seed alone, and differ', () => {
    const plans = Array.from({ length: 300 }, (_, seed) => JSON.stringify(makePlan(seed, 'postgres', [1, 3])));
    expect(new Set(plans).size).toBe(300);
    expect(JSON.stringify(makePlan(7, 'postgres', [1, 3]))).toBe(plans[7]);
  });

  it('know every action', () => {
    const done = new Set(
      (['embedded', 'postgres'] as const).flatMap((store) =>
        Array.from({ length: 200 }, (_, seed) => makePlan(seed, store, [1, 3]).steps.map((step) => step.do)).flat(),
      ),
    );
    expect(done.size).toBe(33);
  });

  it('shrink to the actions that fail', async () => {
    const plan = makePlan(3, 'embedded', [1, 1]);
    const steps = Array.from({ length: 12 }, (_, at) => ({ at, via: 0, do: 'start', project: at }) as const);
    const fails = async ({ steps: left }: typeof plan) => [3, 8].every((at) => left.some((step) => step.at === at));
    const { plan: left } = await shrink({ ...plan, steps }, fails, { maxRuns: 200, tries: 1 });
    expect(left.steps.map((step) => step.at)).toEqual([3, 8]);
  });
});
