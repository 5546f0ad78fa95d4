import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';

test('sites that lie in every way: each post ends with a word, and nothing else does', () => {
  const args = ['bench/lying.ts', '--answers=200', '--timeout=3', '--quiet=3'];
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8', timeout: 240_000 });
  expect(`${stdout}${stderr}`).toContain('no fault');
  expect(status).toBe(0);
});
