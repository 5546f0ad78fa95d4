import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Dials, FaultDials } from './fault-dials.ts';
import { retryAfterOf, type SeenRequest, watchRequest } from './ledger.ts';
import type { SiteContext, SiteReply, SiteRequest, SiteSoftware } from './site-software.ts';
import { SiteStore, type StoredPost } from './site-store.ts';
import { type SiteMail, type SiteUser, SiteUsers } from './site-users.ts';

/** What stands on a site, as GET /__posts tells it. */
export interface ListedPost {
  id: number;
  url: string;
  title: string;
  /** Our marker found in the post, '' when there is none. */
  marker: string;
}

/** One running rehearsal site. */
export interface RehearsalSite {
  platform: string;
  url: string;
  username: string;
  password: string;
  dial(changes: Partial<Dials>): void;
  resetDials(): void;
  posts(): ListedPost[];
  deletePosts(): void;
  /** Accounts that strangers made there. */
  users(): SiteUser[];
  /** Requests seen since the start, faults included. */
  requestCount(): number;
  close(): Promise<void>;
}

/** How to start a site. */
export interface SiteOptions {
  platform: string;
  title: string;
  username: string;
  password: string;
  seed: string;
  /** 0 or missing: any free port. */
  port?: number;
  /** File of JSON lines that keeps the posts. */
  file?: string | undefined;
  /** Gets an entry for every request, filled in as it goes on. */
  ledger?: SeenRequest[] | undefined;
  software: (context: SiteContext) => SiteSoftware;
  /** Takes what the site sends by mail. */
  mail?: ((mail: SiteMail) => void) | undefined;
}

/** Starts a site on 127.0.0.1. */
export async function startSite(options: SiteOptions): Promise<RehearsalSite> {
  const faults = new FaultDials(options.seed);
  const store = new SiteStore(options.file);
  const users = new SiteUsers();
  const mail = options.mail ?? (() => {});
  const server = createServer({ keepAliveTimeout: 30_000 });
  await listen(server, options.port ?? 0);
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const { title, username, password } = options;
  const refusesLogin = () => faults.dials.wrongPassword;
  const software = options.software({ store, users, mail, baseUrl: url, title, username, password, refusesLogin });
  let nRequests = 0;
  const posts = () => store.all().map((post) => list(post, software.addressOf(post)));
  const control = { faults, store, posts };
  server.on('request', (message, response) => {
    nRequests += 1;
    readBody(message, (body) => {
      const request = toRequest(message, body);
      const seen = options.ledger && watchRequest(options.ledger, { site: url, request, response, software });
      serve(request, response, { ...control, software, seen });
    });
  });
  return {
    platform: options.platform,
    url,
    username,
    password,
    dial: (changes) => faults.set(changes),
    resetDials: () => faults.reset(),
    posts,
    deletePosts: () => store.clear(),
    users: () => users.all(),
    requestCount: () => nRequests,
    close: () => stop(server),
  };
}

function listen(server: Server, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', 1024, () => resolve());
  });
}

function stop(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}

function list(post: StoredPost, url: string): ListedPost {
  const marker = /(?:lw|ref)[:-](\w+)/.exec(`${post.content} ${post.summary} ${post.tags.join(' ')}`)?.[1] ?? '';
  return { id: post.id, url, title: post.title, marker };
}

function readBody(message: IncomingMessage, done: (body: Buffer) => void): void {
  const chunks: Buffer[] = [];
  message.on('data', (chunk: Buffer) => chunks.push(chunk));
  message.on('end', () => done(chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks)));
}

function toRequest(message: IncomingMessage, bytes: Buffer): SiteRequest {
  const whole = message.url ?? '/';
  const at = whole.indexOf('?');
  const path = at < 0 ? whole : whole.slice(0, at);
  const query = new URLSearchParams(at < 0 ? '' : whole.slice(at + 1));
  return {
    method: message.method ?? 'GET',
    path: decodePath(path),
    query,
    headers: message.headers,
    body: bytes.toString(),
    bytes,
  };
}

function decodePath(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

interface Serving {
  faults: FaultDials;
  store: SiteStore;
  posts: () => ListedPost[];
  software: SiteSoftware;
  /** Entry of this request, where a ledger is kept. */
  seen: SeenRequest | undefined;
}

/** What becomes of a request: an answer, a cut connection, or silence. */
type Fate = SiteReply | 'cut' | 'silence';

function serve(request: SiteRequest, response: ServerResponse, serving: Serving): void {
  const { slowMs } = serving.faults.dials;
  const isControl = request.path.startsWith('/__');
  if (slowMs > 0 && !isControl)
    later(serving, slowMs, (isAnew) => respond(response, isAnew ? 'cut' : answer(request, serving), serving));
  else respond(response, isControl ? answerControl(request, serving) : answer(request, serving), serving);
}

/** Works after a time; told whether the site was emptied meanwhile: what was on its way then does not land any more. */
function later({ store }: Serving, afterMs: number, work: (isAnew: boolean) => unknown): void {
  const { emptied } = store;
  setTimeout(() => work(store.emptied !== emptied), afterMs).unref();
}

function answer(request: SiteRequest, serving: Serving): Fate {
  const { faults, software } = serving;
  if (faults.strikes('gone')) return 'cut';
  if (software.isInterface(request)) {
    if (faults.strikes('busy')) return refusal(503, 'Busy', 7);
    if (faults.strikes('tooMany')) return refusal(429, 'Too many', faults.dials.tooMany?.retryAfter ?? 1);
    const instead = software.wouldPost(request) && insteadOfPosting(request, serving);
    if (instead) return instead;
  }
  const reply = handle(request, serving);
  if (reply.uploaded && faults.strikes('dropUpload')) return 'cut';
  return reply.created ? (afterPosting(faults) ?? reply) : reply;
}

/** Faults that strike before a post is taken. */
function insteadOfPosting(request: SiteRequest, serving: Serving): Fate | undefined {
  const { faults, software } = serving;
  if (faults.strikes('dropBeforeAnswer')) return 'cut';
  if (faults.strikes('hangBefore')) return 'silence';
  if (faults.strikes('failBeforeCommit')) return { status: 500, body: 'Something broke' };
  if (faults.strikes('endSessions')) software.endSessions?.();
  if (faults.strikes('refuseContent')) return software.refuseContent();
  if (!faults.strikes('takeLater')) return undefined;
  later(serving, faults.dials.takeLater?.afterMs ?? 0, (isAnew) => isAnew || handle(request, serving));
  return { status: 504, body: 'The server behind this gateway did not answer in time' };
}

/** Faults that strike after a post was taken. */
function afterPosting(faults: FaultDials): Fate | undefined {
  if (faults.strikes('dropAfterCommit')) return 'cut';
  if (faults.strikes('hangAfterCommit')) return 'silence';
  if (faults.strikes('failAfterCommit')) return { status: 500, body: 'Something broke' };
  return faults.strikes('garble') ? { status: 200, body: '\u0000<br/>Fatal erro' } : undefined;
}

function handle(request: SiteRequest, { software, seen }: Serving): SiteReply {
  const reply = software.handle(request);
  if (seen && reply.created) seen.createdAt = Date.now();
  return reply;
}

function refusal(status: number, text: string, retryAfter: number): SiteReply {
  return { status, headers: { 'retry-after': String(retryAfter), 'content-type': 'text/plain' }, body: text };
}

/** GET /__posts lists what stands there, POST /__dial sets faults (`{"reset":true}` and `{"deletePosts":true}` too). */
function answerControl(request: SiteRequest, { faults, store, posts }: Serving): SiteReply {
  const json = { 'content-type': 'application/json' };
  if (request.path === '/__posts') return { status: 200, headers: json, body: JSON.stringify(posts()) };
  if (request.path === '/__count') return { status: 200, headers: json, body: JSON.stringify({ posts: store.size }) };
  if (request.path !== '/__dial' || request.method !== 'POST') return { status: 404, body: 'No such control' };
  const changes = JSON.parse(request.body || '{}') as Partial<Dials> & { reset?: boolean; deletePosts?: boolean };
  const { reset, deletePosts, ...dials } = changes;
  if (reset) faults.reset();
  if (deletePosts) store.clear();
  faults.set(dials);
  return { status: 200, headers: json, body: JSON.stringify(faults.dials) };
}

function respond(response: ServerResponse, fate: Fate, { seen }: Serving): void {
  if (fate === 'silence') return;
  if (fate === 'cut') {
    response.destroy();
    return;
  }
  if (seen) Object.assign(seen, { status: fate.status, answeredAt: Date.now(), retryAfterMs: retryAfterOf(fate) });
  const body = Buffer.from(fate.body);
  response.writeHead(fate.status, { ...fate.headers, 'content-length': body.length });
  response.end(body);
}
