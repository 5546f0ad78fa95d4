import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { dokuwikiSoftware } from './dokuwiki.ts';
import type { Lie } from './lie.ts';
import { mediawikiSoftware } from './mediawiki.ts';
import { shaarliSoftware } from './shaarli.ts';
import type { SiteReply, SiteRequest, SiteSoftware } from './site-software.ts';
import { SiteStore } from './site-store.ts';
import { SiteUsers } from './site-users.ts';
import { wordpressSoftware } from './wordpress.ts';
import { xmlrpcBlogSoftware } from './xmlrpc-blog.ts';

const makers = {
  wordpress: wordpressSoftware,
  mediawiki: mediawikiSoftware,
  shaarli: shaarliSoftware,
  dokuwiki: dokuwikiSoftware,
  'xmlrpc-blog': xmlrpcBlogSoftware,
};

/** Where a liar lies: at the act that posts, at other calls of its interface, or on its pages. */
export type LyingAt = 'act' | 'interface' | 'page';

/** A running liar; it is honest but for one kind of request. */
export interface LyingSite {
  platform: keyof typeof makers;
  lie: Lie;
  at: LyingAt;
  url: string;
  username: string;
  password: string;
  /** Lies told so far. */
  told(): number;
  close(): Promise<void>;
}

/** How to start a liar. */
export interface LyingOptions {
  platform: keyof typeof makers;
  lie: Lie;
  at: LyingAt;
  /** Where lies about addresses lead: {@link startTrap}. */
  trapUrl: string;
}

const login = { username: 'Liar', password: 'pw-of-a-liar' };

/** Starts a site on 127.0.0.1 that lies over real sockets, byte by byte where it must. */
export async function startLyingSite({ platform, lie, at, trapUrl }: LyingOptions): Promise<LyingSite> {
  const sockets = new Set<Socket>();
  const store = new SiteStore();
  let told = 0;
  let software: SiteSoftware;
  const tell = (socket: Socket, path: string) => {
    told += 1;
    lie.tell(socket, { baseUrl: url, trapUrl, number: told, path });
  };
  const isLie = (request: SiteRequest) => {
    const act = software.wouldPost(request);
    if (at === 'act') return act;
    return at === 'interface' ? !act && software.isInterface(request) : !software.isInterface(request);
  };
  const answer = (socket: Socket, request: SiteRequest) => {
    if (!isLie(request)) return void socket.write(render(software.handle(request)));
    // Of two posts that are lied about one stands: both must end well.
    if (at === 'act' && told % 2 === 0) software.handle(request);
    tell(socket, request.path);
  };
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    socket.once('close', () => sockets.delete(socket));
    if (lie.early && sockets.size % 2 === 1) tell(socket, '/');
    readRequests(socket, (request) => answer(socket, request));
  });
  const url = await listen(server);
  software = makers[platform]({
    store,
    users: new SiteUsers(),
    mail: () => {},
    baseUrl: url,
    title: `Liar: ${lie.name}`,
    ...login,
    refusesLogin: () => false,
  });
  return {
    platform,
    lie,
    at,
    url,
    ...login,
    told: () => told,
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}

async function listen(server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', 1_024, resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Reads requests one after the other from a connection, bodies by their length. */
function readRequests(socket: Socket, hear: (request: SiteRequest) => void): void {
  let held = Buffer.alloc(0);
  socket.on('data', (chunk) => {
    held = Buffer.concat([held, chunk as Buffer]);
    for (;;) {
      const end = held.indexOf('\r\n\r\n');
      if (end < 0) return;
      const [line = '', ...fields] = held.toString('latin1', 0, end).split('\r\n');
      const headers = Object.fromEntries(
        fields.map((field) => [field.split(':', 1)[0]?.toLowerCase(), field.slice(field.indexOf(':') + 1).trim()]),
      );
      const length = Number(headers['content-length'] ?? 0);
      if (held.length < end + 4 + length) return;
      const bytes = held.subarray(end + 4, end + 4 + length);
      held = held.subarray(end + 4 + length);
      const [method = 'GET', whole = '/'] = line.split(' ');
      const address = new URL(whole, 'http://liar');
      hear({
        method,
        path: decoded(address.pathname),
        query: address.searchParams,
        headers,
        body: bytes.toString(),
        bytes,
      });
    }
  });
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

function render({ status, headers = {}, body }: SiteReply): Buffer {
  const bytes = Buffer.from(body);
  const lines = Object.entries(headers).flatMap(([name, value]) => [value].flat().map((one) => `${name}: ${one}`));
  const head = [`HTTP/1.1 ${status} Answer`, ...lines, `content-length: ${bytes.length}`].join('\r\n');
  return Buffer.concat([Buffer.from(`${head}\r\n\r\n`), bytes]);
}

/** A stranger's server that a liar leads to. */
export interface Trap {
  url: string;
  /** Requests that came with a login, a cookie or a body; none may. */
  stolen: string[];
  visits(): number;
  close(): Promise<void>;
}

/** Starts the trap. */
export async function startTrap(): Promise<Trap> {
  const stolen: string[] = [];
  let visits = 0;
  const server = createServer((socket) => {
    socket.on('error', () => {});
    readRequests(socket, (request) => {
      visits += 1;
      const { authorization, cookie } = request.headers;
      if (authorization || cookie || request.body) stolen.push(`${request.method} ${request.path}`);
      socket.end('HTTP/1.1 200 OK\r\ncontent-length: 2\r\ncontent-type: text/html\r\n\r\nhi');
    });
  });
  return {
    url: await listen(server),
    stolen,
    visits: () => visits,
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}
