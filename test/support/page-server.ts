import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A server of public pages whose answers a test sets, and that remembers who asked and when. */
export interface PageServer {
  /** Host with port. */
  host: string;
  /** When each request came, in ms. */
  asked: { path: string; at: number }[];
  /** Most requests that were in work at once. */
  mostAtOnce: number;
  /** Sets how all pages answer from now on: HTML, or a function. */
  say(answer: string | Answer): void;
  /** Keeps answers back until `release`. */
  hold(): void;
  release(): void;
  /** Resolves when so many requests have come. */
  untilAsked(count: number): Promise<void>;
  close(): Promise<void>;
}
type Answer = (request: IncomingMessage, response: ServerResponse) => void;

const htmlAnswer =
  (html: string): Answer =>
  (_, response) =>
    void response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(html);

/** Answers with a status, and what else belongs to it. */
export const status =
  (code: number, headers: Record<string, string> = {}): Answer =>
  (_, response) =>
    void response.writeHead(code, { 'content-type': 'text/html', ...headers }).end('<h1>Sorry</h1>');

/** Starts it on any free port. */
export async function startPageServer(first: string | Answer = '<p>Hello</p>'): Promise<PageServer> {
  let answer: Answer = typeof first === 'string' ? htmlAnswer(first) : first;
  let nAtOnce = 0;
  let held: (() => void)[] | undefined;
  const waiting = new Set<() => void>();
  const server = createServer((request, response) => {
    pages.asked.push({ path: request.url ?? '', at: Date.now() });
    nAtOnce += 1;
    pages.mostAtOnce = Math.max(pages.mostAtOnce, nAtOnce);
    response.once('close', () => {
      nAtOnce -= 1;
    });
    for (const look of waiting) look();
    if (held) held.push(() => answer(request, response));
    else answer(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const pages: PageServer = {
    host: `127.0.0.1:${port}`,
    asked: [],
    mostAtOnce: 0,
    say(next) {
      answer = typeof next === 'string' ? htmlAnswer(next) : next;
    },
    hold() {
      held = [];
    },
    release() {
      const all = held ?? [];
      held = undefined;
      for (const go of all) go();
    },
    untilAsked: (count) => until(waiting, () => pages.asked.length >= count),
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return pages;
}

/** Resolves when something holds; looked at whenever the lookers are called. */
function until(lookers: Set<() => void>, holds: () => boolean): Promise<void> {
  return new Promise((resolve) => {
    const look = () => {
      if (!holds()) return;
      lookers.delete(look);
      resolve();
    };
    lookers.add(look);
    look();
  });
}

/** The smallest picture. */
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

/** A server whose every address is a picture, but for those with "gone" in them. */
export const startPictures = (): Promise<PageServer> =>
  startPageServer((request, response) => {
    const isThere = !request.url?.includes('gone');
    response.writeHead(isThere ? 200 : 404, { 'content-type': isThere ? 'image/png' : 'text/html' }).end(png);
  });
