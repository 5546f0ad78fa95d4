import { expect, test } from 'vitest';
import { watchLoop } from '#test/support/spent.ts';
import { spinBuiltIn } from './built-in.ts';

const signal = new AbortController().signal;

test('a text of a megabyte is spun off the event loop', async () => {
  const longestMs = watchLoop();
  const text = 'Small companies often buy big houses near the station. '.repeat(20_000);
  const spun = await spinBuiltIn(text, { protectedWords: ['big houses'], signal });
  expect(spun).toMatch(/^\{Small\|Little\} \{companies\|firms\|businesses\} .* big houses near/);
  expect(longestMs()).toBeLessThan(100);
});

test.each(['&#x', 'a-', "a'", '#x', 'x&', 'a.', 'a', '1', '😀', 'ü.', '{a|'])(
  'a run of "%s" without end takes no long time',
  async (part) => {
    const before = process.cpuUsage();
    await spinBuiltIn(part.repeat(900_000 / part.length), { protectedWords: ['big'], signal });
    // A text of this length takes about a second of a processor; on the way to the square it were minutes.
    expect(process.cpuUsage(before).user / 1e6).toBeLessThan(15);
  },
);

test('nobody waits for what is not wanted any more', async () => {
  const controller = new AbortController();
  const wait = spinBuiltIn('big '.repeat(200_000), { protectedWords: [], signal: controller.signal });
  controller.abort(new Error('gone'));
  await expect(wait).rejects.toThrow('gone');
  await expect(
    spinBuiltIn('big', { protectedWords: [], signal: AbortSignal.abort(new Error('gone')) }),
  ).rejects.toThrow('gone');
  expect(await spinBuiltIn('a big house', { protectedWords: [], signal })).toContain('{big|large}');
});
