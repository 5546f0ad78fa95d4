import { expect, test } from 'vitest';
import { resetSchedule, saveSchedule } from '#domain/contract/schedules.ts';
import { getOutlook, scheduleProjects, startProjects } from '#domain/contract/tallies.ts';
import { readyCampaign } from '#test/support/builders.ts';
import { EngineWorld } from '#test/support/engine-world.ts';
import { until } from '#test/support/until.ts';

/** A project that is COMPLETED posts a second time only when that was said (D-ENG-27), whatever starts it. */
const at = new EngineWorld({ wordpress: 2, options: { timeToWaitBeforeRetry: 0, maxNumberOfRetries: 0 } });

const atOnce = { scheduleType: 'FixedDate', startDate: '01/01/2020 00:00', durationType: 'Once' };
const nPosts = () => at.world.wordpress.map((site) => site.posts().length);
const scheduleOf = async (id: number) => (await at.page(id)).project.schedule;

/** A project that posted to the first of its two sites only. */
async function halfDone(siteName: string) {
  const ready = await readyCampaign(at.app.app, at.world.wordpress, { siteName });
  at.world.wordpress[1]?.dial({ wrongPassword: true });
  await at.start(ready.projectId);
  await at.completes(ready.projectId);
  expect(nPosts()).toEqual([1, 0]);
  at.world.wordpress[1]?.resetDials();
  return ready;
}
const runs = (id: number) => at.db.selectFrom('runs').where('project_id', '=', id).select('planned').execute();
const isOver = (id: number, nRuns: number) =>
  until('the next run', async () => (await runs(id)).length === nRuns && (await at.statusOf(id)) === 'COMPLETED');

test('a schedule takes only what was not posted yet, and with again all', async () => {
  const { projectId: id } = await halfDone('one');
  const save = (schedule: object) => at.app.send(saveSchedule, { params: { id }, body: { schedule } });
  expect((await save(atOnce)).body.schedule).toMatchObject({ again: false });
  await isOver(id, 2);
  expect(nPosts()).toEqual([1, 1]);
  await save({ ...atOnce, again: true });
  await isOver(id, 3);
  expect(nPosts()).toEqual([2, 2]);
  // What was said of the run that is over does not hold for the next one.
  await at.app.send(resetSchedule, { params: { id } });
  await isOver(id, 4);
  expect(nPosts()).toEqual([2, 2]);
  await at.app.send(resetSchedule, { params: { id }, query: { again: true } });
  await isOver(id, 5);
  expect(nPosts()).toEqual([3, 3]);
  // By hand it was asked at the start.
  await at.start(id);
  await isOver(id, 6);
  expect(nPosts()).toEqual([4, 4]);
});

test('what waits for its time keeps the word: edited or saved anew it is asked again', async () => {
  const { projectId: id } = await halfDone('later');
  const later = { ...atOnce, startDate: '01/01/2099 00:00' };
  await at.app.send(saveSchedule, { params: { id }, body: { schedule: { ...later, again: true } } });
  expect(await scheduleOf(id)).toMatchObject({ again: true });
  await at.app.send(resetSchedule, { params: { id } });
  expect(await scheduleOf(id)).toMatchObject({ again: true });
  await at.app.send(saveSchedule, { params: { id }, body: { schedule: later } });
  expect(await scheduleOf(id)).toMatchObject({ again: false });
});

test('a project that lacks something is not scheduled by Reset either', async () => {
  const { projectId: id } = await halfDone('lacking');
  const later = { ...atOnce, startDate: '01/01/2099 00:00' };
  await at.app.send(saveSchedule, { params: { id }, body: { schedule: later } });
  await at.db.updateTable('projects').set({ content_group_id: null }).where('id', '=', id).execute();
  const answer = await at.app.send(resetSchedule, { params: { id } });
  expect(answer.body.error).toMatchObject({ tab: 'general' });
});

test('many at once obey the same word, and a start of many names those that are done', async () => {
  const { projectId: id, campaignId } = await halfDone('bulk');
  const params = { id: campaignId };
  const { body } = await at.app.send(startProjects, { params, body: { ids: [id] } });
  expect(body.results).toMatchObject([{ id, status: 'COMPLETED', error: { code: 'ALREADY_DONE' } }]);
  await at.app.send(scheduleProjects, { params, body: { ids: [id], schedule: atOnce } });
  await isOver(id, 2);
  expect(nPosts()).toEqual([1, 1]);
  await at.app.send(scheduleProjects, { params, body: { ids: [id], schedule: { ...atOnce, again: true } } });
  await isOver(id, 3);
  expect(nPosts()).toEqual([2, 2]);
});

test('a project that never ran knows no such question', async () => {
  const { projectId: id } = await readyCampaign(at.app.app, at.world.wordpress, { siteName: 'new' });
  const schedule = { ...atOnce, again: true };
  expect((await at.app.send(saveSchedule, { params: { id }, body: { schedule } })).body.schedule.again).toBeNull();
  await isOver(id, 1);
  expect((await at.app.send(getOutlook, { params: { id } })).body.tally.done).toBe(2);
});
