import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { judgePage } from '#domain/rules/proof.ts';
import { createOutside, type Outside } from '#server/outside/outside.ts';
import { type TestPage, testPages } from './support/page-kinds.ts';
import { readAgain } from './support/second-reader.ts';

const timeoutMs = 1_500;
/** Where a page was not read in that time, but should have been, it may be this machine that is slow: it is given more. */
const patientMs = 20_000;
const pages = testPages(2_000, 'kinds');
let server: Server;
let outside: Outside;
let patient: Outside;
let base = '';

beforeAll(async () => {
  const byNumber = new Map(pages.map((page) => [page.path.slice(3), page]));
  server = createServer((request, response) => {
    const number = /^\/p\/(\d+)|next=\/p\/(\d+)/.exec(request.url ?? '');
    const page = byNumber.get(number?.[1] ?? number?.[2] ?? '');
    if (page) page.answer(request, response);
    else response.writeHead(404).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  outside = createOutside({ timeoutMs: () => timeoutMs, log: () => {} });
  patient = createOutside({ timeoutMs: () => patientMs, log: () => {} });
});
afterAll(async () => {
  await outside.close();
  await patient.close();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

/** Works on all pages, some at a time. */
async function onEach(work: (page: TestPage) => Promise<string | undefined>): Promise<string[]> {
  const queue = [...pages];
  const found: string[] = [];
  const worker = async () => {
    for (let page = queue.pop(); page; page = queue.pop()) {
      const problem = await work(page);
      if (problem !== undefined) found.push(`${page.kind} ${page.path}: ${problem}`);
    }
  };
  await Promise.all(Array.from({ length: 40 }, worker));
  return found;
}

test('2,000 pages of many kinds: no false word, no false alarm', { timeout: 120_000 }, async () => {
  expect(new Set(pages.map((page) => page.kind)).size).toBeGreaterThanOrEqual(55);
  const { signal } = new AbortController();
  const wrong = await onEach(async ({ path, wanted, states, changes }) => {
    const url = base + path;
    const judge = async (reader: Outside) => judgePage(await reader.readPage(url, signal), wanted, { url });
    let word = await judge(outside);
    if (word.state === 'UNREADABLE' && !states.includes('UNREADABLE')) word = await judge(patient);
    if (!states.includes(word.state)) return `${word.state} (${word.reason}) instead of ${states}`;
    const said = 'changes' in word ? word.changes : [];
    return String(said) === String(changes) ? undefined : `changed: ${said} instead of ${changes}`;
  });
  expect(wrong).toEqual([]);
});

test('the second reader says the same of every page', { timeout: 120_000 }, async () => {
  const differing = await onEach(async ({ path, wanted, states }) => {
    let word = await readAgain(base + path, wanted, timeoutMs);
    if (word === 'UNREADABLE' && !states.includes(word)) word = await readAgain(base + path, wanted, patientMs);
    return states.includes(word) ? undefined : `${word} instead of ${states}`;
  });
  expect(differing).toEqual([]);
});
