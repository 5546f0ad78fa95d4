import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { readUpTo } from './read-up-to.ts';

test.each([
  [3, undefined],
  [4, 'abcd'],
])('of 4 bytes, with a bound of %i, there is %s; the stream is read to its end', async (max, text) => {
  const stream = Readable.from([Buffer.from('ab'), Buffer.from('cd')]);
  expect((await readUpTo(stream, max))?.toString()).toBe(text);
  expect(stream.readableEnded).toBe(true);
});
