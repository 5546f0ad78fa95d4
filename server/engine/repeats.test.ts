import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { duplicateProject } from '#domain/contract/projects/projects.ts';
import { deleteSchedule, resetSchedule, saveSchedule } from '#domain/contract/schedules.ts';
import { readyCampaign } from '#test/support/builders.ts';
import { EngineWorld } from '#test/support/engine-world.ts';
import { until } from '#test/support/until.ts';

/** A project that comes again every so many days, up to so many times. */
const at = new EngineWorld({ wordpress: 2, options: { timeToWaitBeforeRetry: 0, maxNumberOfRetries: 0 } });

const repeat = { everyDays: 7, times: 3 };
const atOnce = { scheduleType: 'FixedDate', startDate: '01/01/2020 00:00', durationType: 'Once' };
const nPosts = () => at.world.wordpress.map((site) => site.posts().length);
const projectOf = async (id: number) => (await at.page(id)).project;
const save = (id: number, schedule: object) => at.app.send(saveSchedule, { params: { id }, body: { schedule } });
const waits = (id: number, done: number) =>
  until(`the end of run ${done}`, async () => {
    const { status, schedule } = await projectOf(id);
    return status === 'SCHEDULED' && schedule.repeat.done === done && schedule.repeat.nextAt !== null;
  });
/** Its next turn has come. */
async function comesDue(id: number): Promise<void> {
  await sql`update projects set starts_at = now() - interval '1 second' where id = ${id}`.execute(at.db);
  at.app.app.wake();
}

test('posts to all sites again each time, and is done with the last', async () => {
  const { projectId: id } = await readyCampaign(at.app.app, at.world.wordpress, { siteName: 'weekly' });
  const log = await at.app.listen(`project/${id}`);
  expect((await save(id, { ...atOnce, repeat })).body.schedule.repeat).toEqual({
    ...repeat,
    ...{ done: 0, from: null, nextAt: null },
  });
  await waits(id, 1);
  expect(nPosts()).toEqual([1, 1]);
  const { starts_at } = await at.db
    .selectFrom('projects')
    .where('id', '=', id)
    .select('starts_at')
    .executeTakeFirstOrThrow();
  // By the week of its date, whenever it really began.
  expect((Number(starts_at) - Date.UTC(2020, 0, 1)) % (7 * 86_400_000)).toBe(0);
  expect(Number(starts_at)).toBeGreaterThan(Date.now());
  await comesDue(id);
  await waits(id, 2);
  expect(nPosts()).toEqual([2, 2]);
  await comesDue(id);
  await at.completes(id);
  expect(nPosts()).toEqual([3, 3]);
  expect((await projectOf(id)).schedule).toMatchObject({ status: 'DONE', repeat: { done: 3, nextAt: null } });
  const told = (await log.all()).flatMap((body) => (body.action === 'projectStatusChanged' ? [body.status] : []));
  expect(told.filter((status) => status === 'COMPLETED')).toHaveLength(3);
});

test('stopped it stays stopped; afresh it counts from one; deleted it is gone', async () => {
  const { projectId: id } = await readyCampaign(at.app.app, at.world.wordpress, { siteName: 'stopped' });
  at.world.wordpress[0]?.dial({ slowMs: 1_500 });
  await save(id, { ...atOnce, repeat });
  await until('a run', async () => (await at.statusOf(id)) === 'RUNNING');
  await at.stop(id);
  await until('the stop', async () => (await at.statusOf(id)) === 'STOPPED');
  expect((await projectOf(id)).schedule).toMatchObject({ status: 'RUNNING', repeat: { done: 1, nextAt: null } });
  at.world.wordpress[0]?.resetDials();
  await at.app.send(resetSchedule, { params: { id } });
  await waits(id, 1);
  const answer = await at.app.send(deleteSchedule, { params: { id } });
  expect(answer.body).toMatchObject({ status: 'COMPLETED', schedule: null });
  await comesDue(id);
  expect((await projectOf(id)).status).toBe('COMPLETED');
});

test('a run that fails does not end the rhythm', async () => {
  const { projectId: id } = await readyCampaign(at.app.app, at.world.wordpress, { siteName: 'failing' });
  for (const site of at.world.wordpress) site.dial({ wrongPassword: true });
  await save(id, { ...atOnce, repeat });
  await waits(id, 1);
  expect((await projectOf(id)).lastError).not.toBeNull();
  for (const site of at.world.wordpress) site.resetDials();
  await comesDue(id);
  await waits(id, 2);
  expect(nPosts()).toEqual([1, 1]);
});

test('what waits for it begins after its first run', async () => {
  const ready = await readyCampaign(at.app.app, at.world.wordpress, { siteName: 'source' });
  const copied = await at.app.send(duplicateProject, { params: { id: ready.projectId }, body: { name: 'Child' } });
  const child = copied.body.project.id;
  await save(child, {
    scheduleType: 'AfterProject',
    sourceProjectIds: [ready.projectId],
    durationType: 'Once',
    repeat,
  });
  await save(ready.projectId, { ...atOnce, repeat });
  await waits(ready.projectId, 1);
  await waits(child, 1);
  expect(nPosts()).toEqual([2, 2]);
});
