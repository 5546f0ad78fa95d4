import { afterAll, beforeAll, expect, test } from 'vitest';
import { pauseCampaign, resumeCampaign } from '#domain/contract/campaigns.ts';
import { accountFields } from '#domain/contract/projects/account.ts';
import { startVerifying, stopVerifying } from '#domain/contract/projects/projects.ts';
import { saveSchedule } from '#domain/contract/schedules.ts';
import { saveCustomSite } from '#domain/contract/sites.ts';
import { cancelTask, listTasks, type Task } from '#domain/contract/tasks.ts';
import { type Pop3Server, startPop3 } from '#rehearsal/pop3.ts';
import type { SiteMail } from '#rehearsal/site-users.ts';
import { readyToSignUp } from '#test/support/builders.ts';
import { EngineWorld } from '#test/support/engine-world.ts';
import { startEngine } from '#test/support/engines.ts';
import { until } from '#test/support/until.ts';

let mail: Pop3Server;
let isMailOn = true;
/** Sent while the mail was off. */
const held: SiteMail[] = [];
const options = { maxNumberOfRetries: 1, timeToWaitBeforeRetry: 1, waitTimeOut: 30, waitForVerifyEmailSchedule: 0 };
const at = new EngineWorld({
  wordpress: 3,
  options,
  config: { settleMs: 50 },
  mail: (one) => void (isMailOn ? mail.deliver(one) : held.push(one)),
});
beforeAll(async () => {
  mail = await startPop3('box-pw');
});
afterAll(() => mail.close());

const box = (address: string, changes: object = {}) =>
  accountFields.shape.verificationInfo.parse({
    emailSource: 'MANUAL',
    ...{ emailAddress: address, emailLogin: address, emailPassword: 'box-pw', emailServer: '127.0.0.1' },
    ...{ emailServerPort: mail.port, mailProtocol: 'pop3', SSL: false, ...changes },
  });
const signUp = (name: string, changes: object = {}) =>
  readyToSignUp(at.app.app, at.world.wordpress, {
    siteName: name,
    module: 'SocialNetwork',
    fields: { username: `${name}person`, verificationInfo: box(`${name}@mail.test`, changes) },
  });
const confirmations = async (profileId: number) =>
  (
    await at.db.selectFrom('accounts').where('profile_id', '=', profileId).orderBy('site_key').selectAll().execute()
  ).map((account) => account.confirmation);
const word = async (id: number) => (await at.page(id)).project.verificationInfo.status;
const verify = (id: number) => at.app.send(startVerifying, { params: { id } });
const tasks = async (): Promise<Task[]> => (await at.app.send(listTasks)).body.tasks;

test('the mails of the sites are answered: each account is of use, with the password that posts need', async () => {
  const engine = await startEngine(at.app);
  const ready = await signUp('all');
  const [to, text, old] = ['all@mail.test', 'Hello', new Date(Date.now() - 30 * 86_400_000)];
  mail.deliver({ to, text, subject: 'Old word of a site', from: 'wordpress@127.0.0.1', at: old });
  mail.deliver({ to, text, subject: 'New word of a site', from: 'wordpress@127.0.0.1' });
  // The operator has a site at the mailbox's own domain too.
  const ownSite = { module: 'SocialNetwork', siteId: 'own', platform: 'wordpress', connector: 'wordpress' };
  const body = { ...ownSite, url: 'http://mail.test/', permission: 'owned', permissionNote: 'ours' };
  expect((await at.app.send(saveCustomSite, { body })).body.site).toMatchObject({ url: 'http://mail.test/' });
  mail.deliver({ to, text, subject: 'Old word of a friend', from: 'friend@mail.test', at: old });
  await at.start(ready.projectId);
  await at.completes(ready.projectId);
  expect(await confirmations(ready.profileId)).toEqual(['WAITING', 'WAITING', 'WAITING']);
  expect((await verify(ready.projectId)).body).toMatchObject({ status: 'STARTING_VERIFYING' });
  await until('done', async () => (await word(ready.projectId)) === 'Done: 3 verified');
  expect(await at.statusOf(ready.projectId)).toBe('COMPLETED');
  expect(await confirmations(ready.profileId)).toEqual(['CONFIRMED', 'CONFIRMED', 'CONFIRMED']);
  // Of the mails of sites those of the last days stay, and all others.
  await until('tidied', () => !mail.subjects('all@mail.test').includes('Old word of a site'));
  expect(mail.subjects('all@mail.test')).toEqual(
    expect.arrayContaining(['Old word of a friend', 'New word of a site']),
  );
  expect(at.world.wordpress.map((site) => site.users().map((user) => user.isConfirmed))).toEqual([
    [true],
    [true],
    [true],
  ]);
  await engine.stop();
});

test('a confirmation asks nobody who edits the project meanwhile whether to save over it', async () => {
  const engine = await startEngine(at.app);
  isMailOn = false;
  const ready = await signUp('edited');
  await at.start(ready.projectId);
  await at.completes(ready.projectId);
  isMailOn = true;
  const before = (await at.page(ready.projectId)).project.edition;
  await verify(ready.projectId);
  await until('looked', async () => (await word(ready.projectId)) === '0 of 3 accounts verified');
  await at.app.send(stopVerifying, { params: { id: ready.projectId } });
  await until('stopped', async () => (await word(ready.projectId)) === 'Stopped');
  expect((await at.page(ready.projectId)).project.edition).toBe(before);
  held.length = 0;
  await engine.stop();
});

test('Stop in the middle leaves what is confirmed and what waits, and the next verification goes on', async () => {
  const engine = await startEngine(at.app);
  isMailOn = false;
  const ready = await signUp('stopped');
  await at.start(ready.projectId);
  await at.completes(ready.projectId);
  await verify(ready.projectId);
  await until('looked', async () => (await word(ready.projectId)) === '0 of 3 accounts verified');
  await at.app.send(stopVerifying, { params: { id: ready.projectId } });
  await until('stopped', async () => (await word(ready.projectId)) === 'Stopped');
  expect(await at.statusOf(ready.projectId)).toBe('COMPLETED');
  expect(await confirmations(ready.profileId)).toEqual(['WAITING', 'WAITING', 'WAITING']);
  isMailOn = true;
  for (const one of held.splice(0)) mail.deliver(one);
  await verify(ready.projectId);
  await until('done', async () => (await word(ready.projectId)) === 'Done: 3 verified');
  await engine.stop();
});

test('a verification that is asked for right after Stop is one of its own', async () => {
  const engine = await startEngine(at.app);
  isMailOn = false;
  const ready = await signUp('anew');
  await at.start(ready.projectId);
  await at.completes(ready.projectId);
  await verify(ready.projectId);
  await until('looked', async () => (await word(ready.projectId)) === '0 of 3 accounts verified');
  await at.app.send(stopVerifying, { params: { id: ready.projectId } });
  isMailOn = true;
  for (const one of held.splice(0)) mail.deliver(one);
  await until('asked', async () => (await verify(ready.projectId)).body.error === undefined);
  await until('done', async () => (await word(ready.projectId)) === 'Done: 3 verified');
  expect(await at.statusOf(ready.projectId)).toBe('COMPLETED');
  expect((await tasks()).filter((task) => task.kind === 'confirmAccounts' && task.state === 'FAILED')).toEqual([]);
  await engine.stop();
});

test('an account whose site was deleted is not waited for', async () => {
  const engine = await startEngine(at.app);
  const ready = await signUp('gone');
  await at.start(ready.projectId);
  await at.completes(ready.projectId);
  await at.db.deleteFrom('sites').where('site_id', '=', 'gone-1-0').execute();
  await verify(ready.projectId);
  await until('done', async () => (await word(ready.projectId)) === 'Done: 2 verified, 1 not found');
  expect((await confirmations(ready.profileId)).toSorted()).toEqual(['CONFIRMED', 'CONFIRMED', 'NOT_FOUND']);
  await engine.stop();
});

test('a task that is cancelled ends the verification', async () => {
  const engine = await startEngine(at.app);
  isMailOn = false;
  const ready = await signUp('cancelled');
  await at.start(ready.projectId);
  await at.completes(ready.projectId);
  isMailOn = true;
  await verify(ready.projectId);
  const ours = async () => (await tasks()).find((task) => task.kind === 'confirmAccounts' && task.state === 'RUNNING');
  await until('task', async () => (await ours()) !== undefined);
  await at.app.send(cancelTask, { params: { id: (await ours())?.id ?? '' } });
  await until('ended', async () => (await at.statusOf(ready.projectId)) === 'COMPLETED');
  expect(await word(ready.projectId)).toBe('Stopped');
  await engine.stop();
});

test('a mailbox that refuses the login ends it at once, and the project says why', async () => {
  const engine = await startEngine(at.app);
  const ready = await signUp('refused', { emailPassword: 'not-it' });
  await at.start(ready.projectId);
  await at.completes(ready.projectId);
  await verify(ready.projectId);
  const refusal = 'The mail server refused the login: address, login or password is wrong';
  await until('ended', async () => (await word(ready.projectId)) === refusal);
  const { project } = await at.page(ready.projectId);
  expect(project).toMatchObject({ status: 'COMPLETED', lastError: JSON.stringify([refusal]) });
  await engine.stop();
});

test('accounts of a scheduled run are confirmed by themselves', async () => {
  const engine = await startEngine(at.app);
  const ready = await signUp('scheduled');
  const schedule = { scheduleType: 'FixedDate', startDate: '01/01/2020 10:00', durationType: 'Once' };
  await at.app.send(saveSchedule, { params: { id: ready.projectId }, body: { schedule } });
  await until('done', async () => (await word(ready.projectId)) === 'Done: 3 verified');
  expect(await at.statusOf(ready.projectId)).toBe('COMPLETED');
  await engine.stop();
});

test('accounts of a scheduled run wait while their campaign is paused', async () => {
  const engine = await startEngine(at.app);
  const [paused, other] = [await signUp('paused'), await signUp('other')];
  for (const { projectId } of [paused, other]) {
    await at.start(projectId);
    await at.completes(projectId);
  }
  await at.app.send(pauseCampaign, { params: { id: paused.campaignId } });
  await at.db
    .updateTable('projects')
    .set({ verify_asked_at: new Date(0) })
    .where('id', 'in', [paused.projectId, other.projectId])
    .execute();
  await until('the other one', async () => (await word(other.projectId)) === 'Done: 3 verified');
  expect(await confirmations(paused.profileId)).toEqual(['WAITING', 'WAITING', 'WAITING']);
  await at.app.send(resumeCampaign, { params: { id: paused.campaignId } });
  await until('done', async () => (await word(paused.projectId)) === 'Done: 3 verified');
  await engine.stop();
});
