import { connect } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createGroup } from '#server/features/content/groups.ts';
import { saveUser } from '#server/features/session/users.ts';
import { commit } from '#server/live/commit.ts';
import { sendSignIn } from '#test/support/sign-in.ts';
import { startTestApp, type TestApp } from '#test/support/start-app.ts';
import { closeOf, until } from '#test/support/until.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ roles: ['http'] });
});
afterAll(() => app?.stop());

/** An upload that never comes to its end. */
async function openUpload(cookie: string) {
  const { id } = await commit(app.app, (tx, note) => createGroup(tx, note, 'Group'));
  const { port } = new URL(app.url);
  const socket = connect(Number(port), '127.0.0.1').on('error', () => {});
  socket.write(
    `POST /rest/upload_raw_articles/${id} HTTP/1.1\r\nhost: a\r\ncookie: ${cookie}\r\n` +
      'content-type: multipart/form-data; boundary=x\r\ncontent-length: 1000000\r\n\r\n' +
      '--x\r\ncontent-disposition: form-data; name="file"; filename="a.txt"\r\n\r\nfirst line\r\n',
  );
  const drips = setInterval(() => socket.write('text '), 20);
  const cut = closeOf(socket).finally(() => clearInterval(drips));
  // What was sent has been read.
  await until('it is under way', () => socket.bytesWritten > 600);
  expect((await app.fetch('/health')).status).toBe(200);
  return { cut };
}

const right = { username: 'admin', password: 'test-password' };

test('an upload under way ends with a sign-out, which is answered', async () => {
  const { cookie } = await sendSignIn(app.url, right);
  const { cut } = await openUpload(cookie);
  const answer = await fetch(`${app.url}/api/logout`, { headers: { cookie } });
  expect(await answer.json()).toEqual({ success: true });
  expect(await cut).toBe(true);
});

test('an upload under way ends with its session’s time and with a new password', async () => {
  const { db } = app.app.store;
  const { cookie } = await sendSignIn(app.url, right);
  const { cut } = await openUpload(cookie);
  await db
    .updateTable('sessions')
    .set({ expires_at: new Date(Date.now() - 1_000) })
    .execute();
  expect(await cut).toBe(true);
  const again = await sendSignIn(app.url, right);
  const second = await openUpload(again.cookie);
  await saveUser(db, 'admin', 'another-password');
  expect(await second.cut).toBe(true);
});
