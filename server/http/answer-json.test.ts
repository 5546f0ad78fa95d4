import compress from '@fastify/compress';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { answerError } from './answer.ts';
import { answerJson } from './answer-json.ts';

let server: FastifyInstance;
let url: string;
let answer: () => unknown;
let tag: string | undefined;
beforeAll(async () => {
  server = Fastify();
  server.setErrorHandler(answerError);
  await server.register(compress, { encodings: ['gzip'], threshold: 2_048 });
  server.get('/', (request, reply) => {
    if (tag) reply.header('etag', tag);
    return answerJson(request, reply, answer());
  });
  url = await server.listen({ port: 0 });
});
afterAll(() => server.close());

const row = (id: number) => ({ id, name: `Row "${id}", ü` });
const rows = (from: number, to: number) => Array.from({ length: to - from }, (_, at) => row(from + at));
async function* portions(...list: ReturnType<typeof rows>[]) {
  yield* list;
}
async function* failing(nPortions: number) {
  for (let at = 0; at < nPortions; at += 1) yield rows(0, 1_000);
  throw new Error('the store is gone');
}
const get = (headers: Record<string, string> = {}) => fetch(url, { headers });

describe('lists in portions', () => {
  test.each([
    ['none', [], 0],
    ['an empty one', [[]], 0],
    ['one', [rows(0, 3)], 3],
    ['many, some of them empty', [rows(0, 1_000), [], rows(1_000, 2_000), rows(2_000, 2_500), []], 2_500],
  ])('%s: what arrives is the whole list', async (_, list, count) => {
    answer = () => ({ before: 'x', list: portions(...list), left: undefined, after: { n: 1 } });
    const response = await get();
    expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(await response.json()).toEqual({ before: 'x', list: rows(0, count), after: { n: 1 } });
    answer = () => portions(...list);
    expect(await (await get()).json()).toEqual(rows(0, count));
  });

  test('long ones are packed', async () => {
    answer = () => portions(rows(0, 1_000), rows(1_000, 2_000));
    expect((await get()).headers.get('content-encoding')).toBe('gzip');
  });

  test('a fault before the first chunk is answered, a later one cuts the connection', async () => {
    answer = () => ({ list: failing(1) });
    expect((await get()).status).toBe(500);
    answer = () => ({ list: failing(5) });
    await expect(get().then((response) => response.text())).rejects.toThrow('terminated');
  });

  test('are read no faster than the client takes them', async () => {
    let nRead = 0;
    async function* endless() {
      for (;;) {
        nRead += 1;
        yield rows(0, 1_000);
      }
    }
    answer = () => endless();
    const leave = new AbortController();
    const response = await fetch(url, { signal: leave.signal, headers: { 'accept-encoding': 'identity' } });
    await response.body?.getReader().read();
    // The buffers of both ends fill up, and then nothing is read any more.
    let before = -1;
    const isStill = () => {
      const still = before === nRead;
      before = nRead;
      return still;
    };
    await expect.poll(isStill, { interval: 200, timeout: 10_000 }).toBe(true);
    expect(nRead).toBeLessThan(2_000);
    leave.abort();
  });
});

test.each([
  ['W/"a-1"', 304],
  ['"a-1"', 304],
  ['"b", W/"a-1"', 304],
  ['W/"a-2"', 200],
])('a client that holds %s of W/"a-1" is answered %i', async (held, status) => {
  answer = () => portions(rows(0, 1_500), rows(1_500, 2_500));
  tag = 'W/"a-1"';
  const response = await get({ 'if-none-match': held });
  expect(response.status).toBe(status);
  expect((await response.text()) === '').toBe(status === 304);
  expect(response.headers.get('etag')).toBe(tag);
  tag = undefined;
});
