import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '#test/support/start-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ privilegedAccounts: ['boss@mail.test'] });
});
afterAll(() => app.stop());

const right = { username: 'admin', password: 'test-password' };
async function signIn(body: object, headers: Record<string, string> = {}) {
  const response = await fetch(`${app.url}/public/api/login/account`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ type: 'account', ...body }),
  });
  const setCookie = response.headers.get('set-cookie');
  return {
    status: response.status,
    body: JSON.parse(await response.text()),
    setCookie,
    cookie: setCookie?.split(';')[0] ?? '',
  };
}
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
  expect(await after.json()).toEqual({ error: { message: 'Please sign in' } });
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

test('the page of the sign-in asks for no captcha until one is set up', async () => {
  const config = await (await fetch(`${app.url}/public/api/login/config`)).json();
  expect(config).toMatchObject({ captcha: null, siteKey: null });
});

test('after 20 failures further tries are refused, right ones too, until 15 minutes are over', async () => {
  await app.app.store.db.deleteFrom('login_failures').execute();
  for (let turn = 0; turn < 20; turn += 1)
    expect((await signIn({ username: 'victim', password: String(turn) })).status).toBe(200);
  const refused = await signIn(right);
  expect(refused).toMatchObject({
    status: 429,
    body: { status: 'Too many attempts, please try again later' },
    setCookie: null,
  });
  await app.app.store.db
    .updateTable('login_failures')
    .set({ at: new Date(Date.now() - 16 * 60_000) })
    .execute();
  expect((await signIn(right)).body.status).toBe('ok');
});
