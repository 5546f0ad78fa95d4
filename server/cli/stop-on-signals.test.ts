import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, test } from 'vitest';

const script = `
  import { stopOnSignals } from ${JSON.stringify(new URL('./stop-on-signals.ts', import.meta.url).href)};
  const alive = setInterval(() => {}, 1000);
  let finish = () => {};
  stopOnSignals(() => new Promise((resolve) => { console.log('stopping'); finish = resolve; }));
  process.on('SIGUSR2', () => { console.log('stopped'); clearInterval(alive); finish(); });
  console.log('ready');
`;

/** A program that stops when it is told by SIGUSR2 that all is put away. */
async function startProgram() {
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let said = '';
  child.stdout.on('data', (data: Buffer) => {
    said += data;
  });
  const hears = async (word: string) => {
    while (!said.includes(word)) await once(child.stdout, 'data');
  };
  await hears('ready');
  return { child, hears };
}

test('another signal than the first does not cut the stop short', async () => {
  const { child, hears } = await startProgram();
  child.kill('SIGINT');
  await hears('stopping');
  child.kill('SIGTERM');
  child.kill('SIGUSR2');
  expect((await once(child, 'exit'))[0]).toBe(0);
});

test('the same signal once more ends at once', async () => {
  const { child, hears } = await startProgram();
  child.kill('SIGINT');
  await hears('stopping');
  child.kill('SIGINT');
  expect((await once(child, 'exit'))[0]).toBe(1);
});
