import { afterAll, beforeAll, expect, test } from 'vitest';
import { topics } from '#domain/contract/live.ts';
import { duplicateProject, getProject } from '#domain/contract/projects/projects.ts';
import { saveSchedule } from '#domain/contract/schedules.ts';
import type { ProjectStatus } from '#domain/states/project.ts';
import { readyCampaign } from '#test/support/builders.ts';
import { newProject } from '#test/support/nouns.ts';
import { startTestApp, type TestApp } from '#test/support/start-app.ts';
import { restAfterRestore } from './after-restore.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ roles: ['http'] });
});
afterAll(() => app?.stop());

const rest = async () => {
  const mark = { key: 'restoreUnfinished', value: JSON.stringify('2026-01-01') };
  await app.app.store.db.insertInto('settings').values(mark).execute();
  const told: string[] = [];
  await restAfterRestore(app.app, (line) => told.push(line));
  return told;
};

test('a schedule whose projects have all ended does not begin by itself; one that still waits for an operator stays', async () => {
  const { campaignId, projectId } = await readyCampaign(app.app, [
    { platform: 'wordpress', url: 'http://blog.test/', username: 'ada', password: 'secret' },
  ]);
  const put = (id: number, status: ProjectStatus) =>
    app.app.store.db.updateTable('projects').set({ status }).where('id', '=', id).execute();
  const after = async (name: string, ...statuses: ProjectStatus[]) => {
    const sources = await Promise.all(statuses.map((status) => newProject(app, campaignId, `${name} ${status}`)));
    const made = await app.send(duplicateProject, { params: { id: projectId }, body: { name } });
    const { id } = made.body.project;
    const schedule = {
      scheduleType: 'AfterProject',
      sourceProjectIds: sources.map((source) => source.id),
      durationType: 'Once',
    };
    const saved = await app.send(saveSchedule, { params: { id }, body: { status: 'SCHEDULED', schedule } });
    expect(saved.body.error).toBeUndefined();
    for (const [at, status] of statuses.entries()) await put(sources[at]?.id ?? 0, status);
    return id;
  };
  const ended = await after('Ended', 'COMPLETED', 'FAILED');
  const waiting = await after('Waiting', 'COMPLETED', 'STOPPED');
  const stopped = await after('Behind a run', 'RUNNING');
  const log = await app.listen(topics.project(ended));
  expect(await rest()).toEqual([
    expect.stringMatching(/^Stopped: Behind a run RUNNING\./),
    'Schedule taken off, its time has come since: Ended',
  ]);
  const states = [ended, waiting, stopped].map(async (id) => (await app.send(getProject, { params: { id } })).body);
  expect((await Promise.all(states)).map(({ project }) => [project.name, project.status])).toEqual([
    ['Ended', 'NEW'],
    ['Waiting', 'SCHEDULED'],
    ['Behind a run', 'SCHEDULED'],
  ]);
  expect(await log.all()).toMatchObject([{ action: 'projectStatusChanged', status: 'NEW', schedule: null }]);
});
