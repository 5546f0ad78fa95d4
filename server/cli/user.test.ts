import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { endWithUs } from '#test/support/end-with-us.ts';

const root = new URL('../..', import.meta.url).pathname;
const dataDir = mkdtempSync(join(tmpdir(), 'lw-user-'));
chmodSync(dataDir, 0o755);
const { LINKWRIGHT_PASSWORD: _, DATABASE_URL: __, ...inherited } = process.env;
const env = { ...inherited, LINKWRIGHT_DATA: dataDir, PORT: '0', LINKWRIGHT_LOG: 'error' };

let product: ChildProcess;
let said = '';
let url = '';
beforeAll(async () => {
  product = endWithUs(
    spawn(process.execPath, ['server/cli/start.ts'], { cwd: root, env, stdio: ['ignore', 'pipe', 'inherit'] }),
  );
  product.stdout?.on('data', (data: Buffer) => {
    said += data;
  });
  while (!said.includes('Linkwright is running')) await once(product.stdout as NodeJS.ReadableStream, 'data');
  url = /http:\S+/.exec(said)?.[0] ?? '';
});
afterAll(async () => {
  const ended = once(product, 'exit');
  product.kill('SIGTERM');
  await ended;
  rmSync(dataDir, { recursive: true, force: true });
});

async function runUser(args: string[], piped: string): Promise<{ code: number; told: string; wrong: string }> {
  const child = endWithUs(spawn(process.execPath, ['server/cli/user.ts', ...args], { cwd: root, env }));
  child.stdin.end(piped);
  const [told, wrong, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')]);
  return { code: code as number, told, wrong };
}

async function signsIn(username: string, password: string): Promise<boolean> {
  const body = JSON.stringify({ username, password, type: 'account' });
  const headers = { 'content-type': 'application/json' };
  const answer = await fetch(`${url}/public/api/login/account`, { method: 'POST', headers, body });
  return ((await answer.json()) as { status?: string }).status === 'ok';
}

test('without a terminal the first password stands in a file of its owner alone, not in the log', async () => {
  const file = join(dataDir, 'first-password');
  const password = readFileSync(file, 'utf8').trim();
  expect(said).toContain(`the password stands in ${file}`);
  expect(said).not.toContain(password);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(await signsIn('admin', password)).toBe(true);
});

test('a user is added and given a new password beside the running product', async () => {
  expect(await runUser(['second'], 'a-first-password\n')).toEqual({
    code: 0,
    told: 'Saved the user second\n',
    wrong: '',
  });
  expect(await signsIn('second', 'a-first-password')).toBe(true);
  expect(await runUser(['second'], 'a-second-password')).toMatchObject({ code: 0 });
  expect(await signsIn('second', 'a-first-password')).toBe(false);
  expect(await signsIn('second', 'a-second-password')).toBe(true);
});

test.each([
  ['no name', [], 'a-password', 'Usage: npm run user -- NAME [EMAIL]'],
  [
    'no terminal and no password',
    ['third'],
    '',
    'No password was given: type it, pipe it in, or set LINKWRIGHT_PASSWORD. Nothing was changed.',
  ],
  ['a short password', ['third'], 'short', 'The password must have at least 8 characters'],
])('%s: a plain word and an exit code', async (_name, args, piped, message) => {
  expect(await runUser(args, piped)).toEqual({ code: 1, told: '', wrong: `${message}\n` });
});

// util-linux's `script` gives a program a terminal.
test.runIf(process.platform === 'linux')('in a terminal the password is typed unseen', async () => {
  const command = `${process.execPath} server/cli/user.ts fourth`;
  const child = endWithUs(spawn('script', ['-qec', command, '/dev/null'], { cwd: root, env }));
  let shown = '';
  child.stdout.on('data', (data: Buffer) => {
    shown += data;
    if (shown === 'Password: ') child.stdin.write('a-pasword\b\b\b\bsword\r');
  });
  expect((await once(child, 'exit'))[0]).toBe(0);
  expect(shown.replaceAll('\r', '')).toBe('Password: \nSaved the user fourth\n');
  expect(await signsIn('fourth', 'a-password')).toBe(true);
});
