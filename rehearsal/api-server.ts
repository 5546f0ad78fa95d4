import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Dials, FaultDials } from './fault-dials.ts';

/** A request as a rehearsed service sees it. */
export interface ApiRequest {
  method: string;
  /** Decoded, without the query. */
  path: string;
  /** As it came, with the query: what signatures are made of. */
  target: string;
  query: URLSearchParams;
  headers: IncomingMessage['headers'];
  body: Buffer;
  /** Fields of a urlencoded form. */
  form: URLSearchParams;
  /** True once the line ended before the whole answer was sent. */
  isCutOff: boolean;
}

/** Its answer. */
export interface ApiReply {
  status?: number;
  type?: string;
  headers?: Record<string, string>;
  /** A list is sent piece by piece. */
  body: string | Buffer | string[];
  /** What becomes of the line behind the pieces, where it is not ended as it should be. */
  ends?: 'cut' | 'never';
  /** True when this request did work that counts: faults after the commit strike here. */
  done?: boolean;
}

/** A running service of the rehearsal. */
export interface Api {
  /** Without "/" at its end. */
  url: string;
  /** Requests that came in, controls not counted. */
  requests: ApiRequest[];
  dial(changes: Partial<Dials>): void;
  reset(): void;
  close(): Promise<void>;
}

/** What a rehearsed service does; `refusesKey` while the dial `wrongPassword` is set. */
export type ApiHandler = (request: ApiRequest, refusesKey: boolean) => ApiReply;

/** Starts a service on 127.0.0.1, with the dials of the rehearsal sites; faults strike at the requests that `strikesAt` names. */
export async function startApi(
  handle: ApiHandler,
  strikesAt: (request: ApiRequest) => boolean = () => true,
): Promise<Api> {
  const faults = new FaultDials('api');
  const requests: ApiRequest[] = [];
  const server = createServer((message, response) => {
    const chunks: Buffer[] = [];
    message.on('data', (chunk: Buffer) => chunks.push(chunk));
    message.on('error', () => undefined);
    message.on('end', () => {
      const request = toRequest(message, Buffer.concat(chunks));
      requests.push(request);
      response.once('close', () => {
        request.isCutOff = !response.writableFinished;
      });
      answer(response, { request, faults, handle, mayFail: strikesAt(request) });
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    dial: (changes) => faults.set(changes),
    reset: () => {
      faults.reset();
      requests.length = 0;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

interface Serving {
  request: ApiRequest;
  faults: FaultDials;
  handle: ApiHandler;
  mayFail: boolean;
}

function answer(response: ServerResponse, serving: Serving): void {
  const reply = replyTo(serving);
  if (reply === 'hang') return;
  if (reply === 'cut') response.destroy();
  else send(response, reply);
}

function replyTo({ request, faults, handle, mayFail }: Serving): ApiReply | 'cut' | 'hang' {
  if (!mayFail) return handle(request, faults.dials.wrongPassword);
  if (faults.strikes('busy')) return { status: 503, body: 'Busy', headers: { 'retry-after': '7' } };
  if (faults.strikes('tooMany')) {
    const wait = String(faults.dials.tooMany?.retryAfter ?? 1);
    return { status: 429, body: 'Too many', headers: { 'retry-after': wait } };
  }
  if (faults.strikes('dropBeforeAnswer')) return 'cut';
  const reply = handle(request, faults.dials.wrongPassword);
  if (reply.done && faults.strikes('dropAfterCommit')) return 'cut';
  if (reply.done && faults.strikes('hangAfterCommit')) return 'hang';
  if (reply.done && faults.strikes('failAfterCommit'))
    return { status: 500, type: 'text/html', body: '<html><h1>Internal Server Error</h1></html>' };
  return reply.done && faults.strikes('garble') ? { body: '<br/>Fatal erro' } : reply;
}

function send(response: ServerResponse, reply: ApiReply): void {
  const { status = 200, type = 'text/plain', headers, body, ends } = reply;
  response.writeHead(status, { 'content-type': type, ...headers });
  if (!Array.isArray(body)) return void response.end(body);
  const next = (at: number): void => {
    const piece = body[at];
    if (piece !== undefined) response.write(piece, () => setImmediate(next, at + 1));
    else if (ends === 'cut') response.destroy();
    else if (ends !== 'never') response.end();
  };
  next(0);
}

/** An answer in JSON. */
export function jsonReply(value: unknown, more: Omit<ApiReply, 'body'> = {}): ApiReply {
  return { type: 'application/json', ...more, body: JSON.stringify(value) };
}

function toRequest(message: IncomingMessage, body: Buffer): ApiRequest {
  const target = message.url ?? '/';
  const [path = '/', query = ''] = target.split('?', 2);
  const { method = 'GET', headers } = message;
  const form = readForm(headers['content-type'] ?? '', body);
  return {
    method,
    path: decodeURIComponent(path),
    target,
    query: new URLSearchParams(query),
    headers,
    body,
    form,
    isCutOff: false,
  };
}

function readForm(type: string, body: Buffer): URLSearchParams {
  return new URLSearchParams(type.startsWith('application/x-www-form-urlencoded') ? body.toString() : '');
}
