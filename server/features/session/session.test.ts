import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { sendSignIn } from '#test/support/sign-in.ts';
import { startTestApp, type TestApp } from '#test/support/start-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ privilegedAccounts: ['boss@mail.test'], trustedProxies: ['loopback'] });
});
afterAll(() => app?.stop());
afterEach(async () => {
  await app.app.store.db.deleteFrom('login_failures').execute();
});

const right = { username: 'admin', password: 'test-password' };
const signIn = (body: object, headers: Record<string, string> = {}) => sendSignIn(app.url, body, headers);
const whoIs = async (cookie: string) => fetch(`${app.url}/rest/current_user`, { headers: { cookie } });

test('signing in sets a cookie that no script and no other site gets', async () => {
  const { status, body, setCookie, cookie } = await signIn({ ...right, username: ' ADMIN ' });
  expect({ status, body }).toEqual({ status: 200, body: { status: 'ok', name: 'admin' } });
  expect(setCookie).toMatch(/^lw_session=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict$/);
  const user = await (await whoIs(cookie)).json();
  expect(user).toEqual({
    user: {
      name: 'admin',
      email: 'admin',
      avatar: null,
      privileged: false,
      installationId: expect.stringMatching(/^[0-9a-f]{32}$/),
      notificationUrl: null,
    },
    links: { changelog: null, guide: null, help: null, privacy: null, terms: null },
  });
  // Behind a proxy that speaks https the cookie keeps to it.
  expect((await signIn(right, { 'x-forwarded-proto': 'https' })).setCookie).toContain('; Secure');
});

test('a wrong password and an unknown user are told alike', async () => {
  for (const body of [
    { ...right, password: 'wrong' },
    { ...right, username: 'nobody' },
    { username: '', password: '' },
  ]) {
    const answer = await signIn(body);
    expect(answer).toMatchObject({ status: 200, body: { status: 'Incorrect username or password' }, setCookie: null });
  }
});

test('signing in again renews the id and ends the old session', async () => {
  const first = await signIn(right);
  const second = await signIn(right, { cookie: first.cookie });
  expect(second.cookie).not.toBe(first.cookie);
  expect((await whoIs(first.cookie)).status).toBe(401);
  expect((await whoIs(second.cookie)).status).toBe(200);
});

test('signing out ends the session on the server', async () => {
  const { cookie } = await signIn(right);
  const out = await fetch(`${app.url}/api/logout`, { headers: { cookie } });
  expect(await out.json()).toEqual({ success: true });
  expect(out.headers.get('set-cookie')).toMatch(/^lw_session=;/);
  const after = await whoIs(cookie);
  expect(after.status).toBe(401);
  expect(await after.json()).toEqual({ error: { code: 'SIGN_IN_NEEDED', message: 'Please sign in' } });
});

test('a page of another site cannot sign anybody in or out', async () => {
  expect((await signIn(right, { origin: 'http://evil.test' })).status).toBe(403);
  const { cookie } = await signIn(right);
  const out = await fetch(`${app.url}/api/logout`, { headers: { cookie, 'sec-fetch-site': 'cross-site' } });
  expect(out.status).toBe(403);
  expect((await whoIs(cookie)).status).toBe(200);
  expect((await signIn(right, { origin: app.url })).status).toBe(200);
});

test('only the hash of an id is stored, and an ended session is over', async () => {
  const { cookie } = await signIn(right);
  const rows = await app.app.store.db.selectFrom('sessions').selectAll().execute();
  expect(JSON.stringify(rows)).not.toContain(cookie.split('=')[1]);
  await app.app.store.db
    .updateTable('sessions')
    .set({ expires_at: new Date(Date.now() - 1) })
    .execute();
  expect((await whoIs(cookie)).status).toBe(401);
  for (const bad of ['lw_session=', 'lw_session=x', '', `${cookie}x`]) expect((await whoIs(bad)).status).toBe(401);
});

test('a session lives on while it is used', async () => {
  const { cookie } = await signIn(right);
  const soon = new Date(Date.now() + 60_000);
  await app.app.store.db
    .updateTable('sessions')
    .set({ seen_at: new Date(Date.now() - 120_000), expires_at: soon })
    .execute();
  expect((await whoIs(cookie)).status).toBe(200);
  const rows = await app.app.store.db
    .selectFrom('sessions')
    .select('expires_at')
    .where('expires_at', '>', soon)
    .execute();
  expect(rows).toHaveLength(1);
  const left = (rows[0]?.expires_at.getTime() ?? 0) - Date.now();
  expect(Math.abs(left - 12 * 3_600_000)).toBeLessThan(60_000);
});

test('a privileged e-mail is known by its letters, whatever their case', async () => {
  await app.app.store.db.updateTable('users').set({ email: 'Boss@Mail.test' }).execute();
  const { cookie } = await signIn({ ...right, username: 'boss@mail.TEST' });
  expect(await (await whoIs(cookie)).json()).toMatchObject({ user: { privileged: true } });
});

test('20 failures refuse all further tries, right ones too, until 15 minutes are over', async () => {
  const key = 'name:admin';
  await app.app.store.db
    .insertInto('login_failures')
    .values(Array.from({ length: 20 }, () => ({ key })))
    .execute();
  const refused = await signIn(right);
  expect(refused).toMatchObject({
    status: 429,
    body: { status: 'Too many attempts, please try again later' },
    setCookie: null,
  });
  expect((await signIn({ ...right, username: 'nobody' })).status).toBe(200);
  await app.app.store.db
    .updateTable('login_failures')
    .set({ at: new Date(Date.now() - 16 * 60_000) })
    .execute();
  expect((await signIn(right)).body.status).toBe('ok');
});

test('with automaticSignIn the browser keeps the session for 30 days, and not a minute longer', async () => {
  const { db } = app.app.store;
  const store = async (automaticSignIn: boolean) => {
    const value = JSON.stringify({ automaticSignIn });
    await db
      .insertInto('settings')
      .values({ key: 'options', value })
      .onConflict((conflict) => conflict.column('key').doUpdateSet({ value }))
      .execute();
  };
  await db.deleteFrom('sessions').execute();
  await store(true);
  const kept = await signIn(right);
  expect(kept.setCookie).toMatch(/^lw_session=[\w-]{43}; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Strict$/);
  const endOf = async () => (await db.selectFrom('sessions').select('expires_at').executeTakeFirstOrThrow()).expires_at;
  const end = await endOf();
  expect(Math.abs(end.getTime() - Date.now() - 30 * 24 * 3_600_000)).toBeLessThan(60_000);
  await db
    .updateTable('sessions')
    .set({ seen_at: new Date(Date.now() - 3_600_000) })
    .execute();
  expect((await whoIs(kept.cookie)).status).toBe(200);
  expect(await endOf()).toEqual(end);
  await store(false);
  expect((await signIn(right)).setCookie).not.toContain('Max-Age');
});
