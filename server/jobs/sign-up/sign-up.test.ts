import { expect, test } from 'vitest';
import { emailTexts } from '#domain/contract/email-settings.ts';
import { accountFields } from '#domain/contract/projects/account.ts';
import { deleteProjects } from '#domain/contract/projects/projects.ts';
import { readyToSignUp } from '#test/support/builders.ts';
import { EngineWorld } from '#test/support/engine-world.ts';
import { startEngine } from '#test/support/engines.ts';
import { until } from '#test/support/until.ts';

const options = { maxNumberOfRetries: 2, timeToWaitBeforeRetry: 1, waitTimeOut: 30 };
const at = new EngineWorld({ wordpress: 0, mediawiki: 3, options, config: { settleMs: 50 } });

const accountsOf = (profileId: number) =>
  at.db.selectFrom('accounts').where('profile_id', '=', profileId).orderBy('site_key').selectAll().execute();
const opened = (sealed: string) => at.app.app.secrets.open(sealed);

test('each checked site gets one account of a person of its own, which goes into the profile', async () => {
  const engine = await startEngine(at.app);
  const ready = await readyToSignUp(at.app.app, at.world.mediawiki);
  await at.start(ready.projectId);
  await at.completes(ready.projectId);
  const accounts = await accountsOf(ready.profileId);
  expect(accounts).toHaveLength(3);
  for (const [index, account] of accounts.entries()) {
    const [user, ...others] = at.world.mediawiki[index]?.users() ?? [];
    expect(others).toEqual([]);
    expect(user).toMatchObject({ name: account.username, email: 'ada@mail.test', password: opened(account.password) });
    expect(account).toMatchObject({ made_by: ready.projectId, confirmation: 'NONE', email: 'ada@mail.test' });
  }
  expect(at.acts()).toHaveLength(3);
  expect((await at.rowsOf(ready.projectId)).map((row: { status: string }) => row.status)).toEqual(
    Array(3).fill('SUCCESS'),
  );
  await engine.stop();
});

test('an answer that was lost after the account was made is looked up, never asked for twice', async () => {
  const engine = await startEngine(at.app);
  const site = at.world.mediawiki[0];
  if (!site) throw new Error('no wiki');
  const before = site.users().length;
  site.dial({ dropAfterCommit: true, times: 1 });
  const ready = await readyToSignUp(at.app.app, [site], { siteName: 'lost' });
  await at.start(ready.projectId);
  await at.completes(ready.projectId);
  expect(site.users()).toHaveLength(before + 1);
  const [account] = await accountsOf(ready.profileId);
  expect(account?.username).toBe(site.users().at(-1)?.name);
  expect(at.acts()).toHaveLength(1);
  await engine.stop();
});

test('a request that never arrived is sent again once the site surely has not taken it', async () => {
  const engine = await startEngine(at.app);
  const site = at.world.mediawiki[1];
  if (!site) throw new Error('no wiki');
  const before = site.users().length;
  site.dial({ dropBeforeAnswer: true, times: 1 });
  const ready = await readyToSignUp(at.app.app, [site], { siteName: 'dropped' });
  await at.start(ready.projectId);
  await at.completes(ready.projectId);
  expect(site.users()).toHaveLength(before + 1);
  expect(at.acts()).toHaveLength(2);
  await engine.stop();
});

test('a name that is taken is followed by another one', async () => {
  const engine = await startEngine(at.app);
  const site = at.world.mediawiki[2];
  if (!site) throw new Error('no wiki');
  const first = await readyToSignUp(at.app.app, [site], { siteName: 'name', fields: { username: 'Onlyone' } });
  await at.start(first.projectId);
  await at.completes(first.projectId);
  const second = await readyToSignUp(at.app.app, [site], { siteName: 'again', fields: { username: 'Onlyone' } });
  await at.start(second.projectId);
  await at.completes(second.projectId);
  const [account] = await accountsOf(second.profileId);
  expect(account?.username).toMatch(/^Onlyone\d+$/);
  await engine.stop();
});

test('an address of the list is drawn at the start, kept with the project, and not given away twice', async () => {
  const engine = await startEngine(at.app);
  const box = { login: 'box', server: 'localhost', port: 993, protocol: 'imap' as const, ssl: true };
  const stored = ['first@mail.test', 'second@mail.test'].map((address) => ({
    ...box,
    address,
    password: at.app.app.secrets.seal('box-pw'),
  }));
  await at.db.insertInto('user_emails').values(stored).execute();
  const fields = { verificationInfo: accountFields.shape.verificationInfo.parse({ emailSource: 'LIST' }) };
  const ids: number[] = [];
  for (const siteName of ['list', 'list-2', 'list-3']) {
    const ready = await readyToSignUp(at.app.app, at.world.mediawiki.slice(0, 1), { siteName, fields });
    ids.push(ready.projectId);
    await at.start(ready.projectId);
    await at.comesToRest(ready.projectId);
  }
  const [first, second, third] = await Promise.all(ids.map(async (id) => (await at.page(id)).project));
  expect(first).toMatchObject({
    status: 'COMPLETED',
    verificationInfo: { emailAddress: 'first@mail.test', emailPassword: 'box-pw' },
  });
  expect(second.verificationInfo.emailAddress).toBe('second@mail.test');
  expect(third).toMatchObject({ status: 'FAILED', lastError: JSON.stringify([emailTexts.listEmpty]) });
  await engine.stop();
});

test('Stop calls off what was not begun, and what was made stays in the profile', async () => {
  const engine = await startEngine(at.app);
  const ready = await readyToSignUp(at.app.app, at.world.mediawiki, {
    siteName: 'stop',
    rowsPerSite: 20,
    gapSeconds: 1,
    atOnce: 1,
  });
  await at.start(ready.projectId);
  await until('some made', async () => (await accountsOf(ready.profileId)).length > 2);
  await at.stop(ready.projectId);
  await at.comesToRest(ready.projectId);
  const made = await accountsOf(ready.profileId);
  const rows = await at.rowsOf(ready.projectId);
  expect(rows.filter((row: { status: string }) => row.status === 'SUCCESS')).toHaveLength(made.length);
  expect(await at.statusOf(ready.projectId)).toBe('STOPPED');
  await engine.stop();
});

test('an account whose profile was deleted while it was made is named in its row', async () => {
  const engine = await startEngine(at.app);
  const [site] = at.world.mediawiki;
  if (!site) throw new Error('no wiki');
  const ready = await readyToSignUp(at.app.app, [site], { siteName: 'lone' });
  site.dial({ slowMs: 300 });
  await at.start(ready.projectId);
  await until('on its way', async () => at.acts().length + at.ledger.length > 0);
  await at.db.deleteFrom('profiles').where('id', '=', ready.profileId).execute();
  site.resetDials();
  await at.comesToRest(ready.projectId);
  const [row] = await at.rowsOf(ready.projectId);
  expect(row.waitInfo).toBe(`The account ${site.users().at(-1)?.name} was made, but its profile was deleted`);
  await engine.stop();
});

test('an account whose project was deleted before its answer came is looked up, and kept', async () => {
  const engine = await startEngine(at.app);
  const [site] = at.world.mediawiki;
  if (!site) throw new Error('no wiki');
  const ready = await readyToSignUp(at.app.app, [site], { siteName: 'orphan' });
  const before = site.users().length;
  site.dial({ slowMs: 300, dropAfterCommit: true, times: 1 });
  await at.start(ready.projectId);
  await until('on its way', () => at.acts().length > 0);
  await at.app.send(deleteProjects, { params: { id: ready.campaignId }, body: { ids: [ready.projectId] } });
  await until('kept', async () => (await accountsOf(ready.profileId)).length > 0);
  expect((await accountsOf(ready.profileId)).map(({ username }) => username)).toEqual([site.users().at(-1)?.name]);
  expect(site.users()).toHaveLength(before + 1);
  await engine.stop();
});
