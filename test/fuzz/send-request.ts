import { Agent, request as httpRequest, type IncomingMessage } from 'node:http';
import { connect, type Socket } from 'node:net';
import type { FuzzRequest } from './make-request.ts';

/** What came back; status 0: the connection ended without an answer. */
export interface FuzzAnswer {
  status: number;
  ms: number;
  text: string;
  cookie: string | undefined;
  /** Why there was no answer. */
  lost: string;
}

/** Of an answer so much is kept. */
const maxText = 200_000;
/** Whoever answers nothing for so long never will. */
const giveUpMs = 60_000;
const agent = new Agent({ keepAlive: true, maxSockets: 64 });
/** The request that a connection carried last: one that hangs may be the fault of the one before it. */
const before = new WeakMap<Socket, number>();

/** Sends a request as it stands, and waits for its answer or for its end. */
export function sendFuzz(url: string, request: FuzzRequest, cookie: string): Promise<FuzzAnswer> {
  return request.raw ? sendRaw(url, request.raw) : sendPlain(url, request, cookie);
}

export function closeConnections(): void {
  agent.destroy();
}

function sendPlain(url: string, of: FuzzRequest, cookie: string): Promise<FuzzAnswer> {
  return new Promise((resolve) => {
    const began = performance.now();
    const end = (answer: Partial<FuzzAnswer>) =>
      resolve({ status: 0, text: '', cookie: undefined, lost: '', ms: performance.now() - began, ...answer });
    const { hostname, port } = new URL(url);
    const headers: Record<string, string> = { ...of.headers };
    if (of.body) headers['content-length'] = String(of.body.length);
    if (of.session !== 'none' && headers.cookie === undefined)
      headers.cookie = of.session === 'own' ? cookie : `${cookie.slice(0, -2)}xx`;
    const outgoing = httpRequest({
      hostname,
      port,
      method: of.method,
      path: of.path,
      headers,
      agent,
      timeout: giveUpMs,
    });
    let earlier: number | undefined;
    outgoing.on('socket', (socket) => {
      earlier = before.get(socket);
      before.set(socket, of.number);
    });
    outgoing.on('timeout', () => outgoing.destroy(new Error(`gave up waiting, on the connection of ${earlier}`)));
    outgoing.on('error', (error: NodeJS.ErrnoException) => end({ lost: `${error.code ?? ''} ${error.message}` }));
    outgoing.on('continue', () => {});
    outgoing.on('upgrade', (response, socket) => {
      socket.destroy();
      end({ status: response.statusCode ?? 0 });
    });
    outgoing.on('response', (response) => read(response, (answer) => end(answer)));
    if (of.leavesAfter === undefined) outgoing.end(of.body);
    else {
      outgoing.write(of.body?.subarray(0, of.leavesAfter) ?? '');
      setImmediate(() => outgoing.destroy(new Error('went away')));
    }
  });
}

function read(response: IncomingMessage, end: (answer: Partial<FuzzAnswer>) => void): void {
  const chunks: Buffer[] = [];
  let length = 0;
  response.on('data', (chunk: Buffer) => {
    if (length < maxText) chunks.push(chunk);
    length += chunk.length;
  });
  response.on('error', (error) => end({ status: response.statusCode ?? 0, lost: error.message }));
  response.on('end', () => {
    const cookie = response.headers['set-cookie']?.[0]?.split(';')[0];
    end({ status: response.statusCode ?? 0, text: Buffer.concat(chunks).toString('utf8', 0, maxText), cookie });
  });
}

/** Bytes by hand on a connection of their own; no more are promised, so a server may wait for them: then we hang up. */
function sendRaw(url: string, bytes: Buffer): Promise<FuzzAnswer> {
  return new Promise((resolve) => {
    const began = performance.now();
    const { hostname, port } = new URL(url);
    const socket = connect(Number(port), hostname);
    let text = '';
    const end = (lost: string) => {
      clearTimeout(timer);
      socket.destroy();
      const status = Number(/^HTTP\/1\.[01] (\d+)/.exec(text)?.[1] ?? 0);
      resolve({ status, ms: performance.now() - began, text, cookie: undefined, lost });
    };
    const timer = setTimeout(() => end('waits for more'), 1_000);
    socket.on('data', (chunk) => {
      text += chunk.toString('latin1').slice(0, maxText);
      if (text.includes('\r\n\r\n')) end('');
    });
    socket.on('error', (error) => end(error.message));
    socket.on('close', () => end('closed'));
    socket.end(bytes);
  });
}
