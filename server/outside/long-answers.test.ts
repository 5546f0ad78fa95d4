import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createOutside, type Outside } from './outside.ts';

/** Answers that are long, and those that would wait behind them. */
const megabyte = Buffer.alloc(1024 * 1024, 'x');
const server = createServer((request, response) => {
  const nMegabytes = Number(request.url?.slice(1));
  for (let at = 0; at < nMegabytes; at += 1) response.write(megabyte);
  response.end('the end');
});
let url = '';
let outside: Outside;
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  outside = createOutside({ timeoutMs: () => 60_000, log: () => {} });
});
afterAll(async () => {
  await outside.close();
  server.closeAllConnections();
  server.close();
});

function get(nMegabytes: number, signal = new AbortController().signal) {
  const of = { connectorId: 'wordpress', siteUrl: url, accountKey: `${nMegabytes}`, secrets: [], seed: 'x', signal };
  return outside.toolsFor(of).http({ method: 'GET', url: `${url}/${nMegabytes}` });
}

test('long answers share one rate, come whole, and short ones do not wait for them', async () => {
  const began = performance.now();
  const order: string[] = [];
  const long = [10, 11].map(async (size) => {
    const { text } = await get(size);
    order.push('long');
    return text.length - size * megabyte.length;
  });
  for (let at = 0; at < 5; at += 1) expect((await get(0)).text).toBe('the end');
  order.push('short');
  expect(await Promise.all(long)).toEqual(['the end'.length, 'the end'.length]);
  // Nineteen megabytes of them at sixteen a second.
  expect(performance.now() - began).toBeGreaterThan(1_000);
  expect(order).toEqual(['short', 'long', 'long']);
});

test('one that is called off while it waits for its turn ends at once', async () => {
  const abort = new AbortController();
  const long = get(19, abort.signal);
  await get(0);
  abort.abort();
  await expect(long).rejects.toThrow('called off');
  expect((await get(0)).text).toBe('the end');
});
