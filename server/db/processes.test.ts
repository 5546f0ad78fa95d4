import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { expect, test } from 'vitest';
import { readIfThere, signalProcess } from './processes.ts';

test('a file that comes and goes is read whole or not at all', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'lw-comes-'));
  const file = join(folder, 'postmaster.pid');
  const source = `
    const { renameSync, rmSync, writeFileSync } = require('node:fs');
    const { parentPort, workerData } = require('node:worker_threads');
    for (let turn = 0; turn < 3_000; turn += 1) {
      writeFileSync(workerData + '.new', '4711');
      renameSync(workerData + '.new', workerData);
      rmSync(workerData);
    }
    parentPort.postMessage('over');`;
  const other = new Worker(source, { eval: true, workerData: file });
  let isOver = false;
  const over = once(other, 'message').then(() => {
    isOver = true;
  });
  const seen = new Set<string | undefined>();
  while (!isOver) {
    for (let turn = 0; turn < 100; turn += 1) seen.add(readIfThere(file));
    await new Promise(setImmediate);
  }
  await over;
  rmSync(folder, { recursive: true });
  expect([...seen].filter((text) => text !== undefined && text !== '4711')).toEqual([]);
  expect(() => readIfThere(tmpdir())).toThrow('EISDIR');
});

test('a process that has ended meanwhile needs no signal', async () => {
  const child = spawn(process.execPath, ['-e', '']);
  await once(child, 'exit');
  expect(() => signalProcess(child.pid ?? 0, 'SIGINT')).not.toThrow();
});
