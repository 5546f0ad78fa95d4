import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { topics } from '#domain/contract/live.ts';
import { saveAccountProject } from '#domain/contract/projects/account.ts';
import * as contract from '#domain/contract/projects/projects.ts';
import type { ProjectEventBody } from '#domain/contract/projects/topic.ts';
import * as schedules from '#domain/contract/schedules.ts';
import type { ProjectStatus } from '#domain/states/project.ts';
import { readyCampaign } from '#test/support/builders.ts';
import { startTestApp, type TestApp } from '#test/support/start-app.ts';

/**
 * Random calls in random order on a real project with the engine running. The steps that the specification allows
 * stand here a second time, read from 1-core section 4 and D-PROJ-03 to 06, D-SCHED-04 to 05, D-ENG-05.
 */
const idle: ProjectStatus[] = ['NEW', 'COMPLETED', 'STOPPED', 'FAILED'];
const verifying: ProjectStatus[] = ['STARTING_VERIFYING', 'VERIFYING', 'STOPPING_VERIFYING'];
const rest: ProjectStatus[] = [...idle, 'SCHEDULED'];
const steps: Partial<Record<ProjectStatus, ProjectStatus[]>> = {
  ...Object.fromEntries(idle.map((status) => [status, ['STARTING', 'SCHEDULED', 'STARTING_VERIFYING']])),
  SCHEDULED: ['SCHEDULED', 'STARTING', 'STARTING_VERIFYING', ...idle],
  STARTING: ['RUNNING', 'STOPPED', 'FAILED'],
  RUNNING: ['STOPPING', 'STOPPED', 'COMPLETED', 'FAILED'],
  STOPPING: ['STOPPED'],
  STARTING_VERIFYING: ['VERIFYING', 'STOPPING_VERIFYING', ...rest],
  VERIFYING: ['STOPPING_VERIFYING', ...rest],
  STOPPING_VERIFYING: rest,
};

const far = { scheduleType: 'FixedDate', startDate: '31/12/2090 10:00', durationType: 'Once' };
const past = { ...far, startDate: '01/01/2020 10:00' };
const calls = {
  start: (id: number) => app.send(contract.startProject, { params: { id }, query: { again: true } }),
  stop: (id: number) => app.send(contract.stopProject, { params: { id } }),
  verify: (id: number) => app.send(contract.startVerifying, { params: { id } }),
  stopVerifying: (id: number) => app.send(contract.stopVerifying, { params: { id } }),
  scheduleFar: (id: number) => app.send(schedules.saveSchedule, { params: { id }, body: { schedule: far } }),
  schedulePast: (id: number) => app.send(schedules.saveSchedule, { params: { id }, body: { schedule: past } }),
  deleteSchedule: (id: number) => app.send(schedules.deleteSchedule, { params: { id } }),
  resetSchedule: (id: number) => app.send(schedules.resetSchedule, { params: { id } }),
};
type Name = keyof typeof calls;

let app: TestApp;
let sources: { posting: number; account: number };
beforeAll(async () => {
  app = await startTestApp({ roles: ['http', 'engine'] });
  // Nothing listens there: posts fail and are tried again, so that projects stay RUNNING for a while.
  const ready = await readyCampaign(app.app, [
    { platform: 'wordpress', url: 'http://127.0.0.1:9', username: 'u', password: 'p' },
  ]);
  const body = { campaignId: ready.campaignId, module: 'AccountCreation', name: 'Accounts' };
  const { project } = (await app.send(contract.createProject, { body })).body;
  const names = { firstName: 'A', lastName: 'B', username: 'ab', password: 'pw', profileId: ready.profileId };
  const form = { ...names, id: project.id, verificationInfo: { emailSource: 'LIST' } };
  const sites = [{ id: { module: 'SocialNetwork', siteId: 'site-0-0' }, checked: true }];
  await app.send(saveAccountProject, { body: { project: form, sites, uuid: 'u' } });
  sources = { posting: ready.projectId, account: project.id };
});
afterAll(() => app.stop());

async function freshCopy(of: number): Promise<number> {
  const answer = await app.send(contract.duplicateProject, { params: { id: of }, body: { name: 'Copy' } });
  return answer.body.project.id;
}

/** What a call may do, by the status that it answers or refuses with. */
function judge(name: Name, before: ProjectStatus, answer: { status?: ProjectStatus; error?: { message: string } }) {
  if (answer.error === undefined) return;
  // The engine may have moved on since: what was at rest is refused only for one of these reasons.
  const reasons: Partial<Record<Name, RegExp>> = {
    start: /scheduled|already running/,
    verify: /already running|Only account creation/,
    scheduleFar: /already running/,
    schedulePast: /already running/,
    deleteSchedule: /already running/,
    resetSchedule: /already running|no schedule/,
  };
  expect(answer.error.message, `${name} in ${before}`).toMatch(reasons[name] ?? /^never refused$/);
}

/** The first step of what was told that the specification forbids, or null. */
function forbiddenStep(kind: 'posting' | 'account', told: { action: string }[]): string | null {
  // Two commits at one moment may be told in either order: the version says which came first.
  const seen = (told as ProjectEventBody[])
    .flatMap((event) => (event.action === 'projectStatusChanged' ? [event] : []))
    .toSorted((one, other) => one.version - other.version);
  let now: ProjectStatus = 'NEW';
  for (const { status, schedule } of seen) {
    // The schedule changed, the status did not.
    if (status === now && idle.includes(status)) continue;
    const isScheduled = schedule?.status === 'SCHEDULED';
    if (!steps[now]?.includes(status)) return `${now} to ${status}`;
    if (status === 'SCHEDULED' ? !isScheduled : idle.includes(status) && isScheduled)
      return `${status} with the schedule ${schedule?.status}`;
    if (verifying.includes(status) && kind !== 'account') return `${status} of a posting project`;
    now = status;
  }
  return null;
}

describe.each(['posting', 'account'] as const)('a %s project', (kind) => {
  test('takes no step that the specification forbids, whatever is asked of it', async () => {
    const plan = fc.array(fc.constantFrom(...(Object.keys(calls) as Name[])), { minLength: 3, maxLength: 14 });
    await fc.assert(
      fc.asyncProperty(plan, async (names) => {
        const id = await freshCopy(sources[kind]);
        const log = await app.listen(topics.project(id));
        const read = async () => (await app.send(contract.getProject, { params: { id } })).body.project;
        for (const name of names) {
          const { status } = await read();
          judge(name, status, (await calls[name](id)).body);
        }
        // What the engine committed before an answer of ours may be told a moment after it.
        await expect
          .poll(async () => forbiddenStep(kind, await log.all()), { message: `after ${names.join(', ')}` })
          .toBeNull();
        await app.send(contract.stopProject, { params: { id } });
        await app.send(schedules.deleteSchedule, { params: { id } });
      }),
      { numRuns: 25 },
    );
  });
});
