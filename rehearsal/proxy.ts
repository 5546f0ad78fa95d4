import { createServer, type IncomingMessage } from 'node:http';
import { type AddressInfo, connect, createServer as createTcp, type Socket } from 'node:net';

/** A proxy of the rehearsal world. */
export interface RehearsalProxy {
  port: number;
  /** Targets of the tunnels that it opened, `address:port`. */
  tunnels: string[];
  /** Logins that it refused. */
  refused: number;
  close(): Promise<void>;
}

interface ProxySettings {
  /** `user:password`; missing: it asks for none. */
  login?: string;
  /** Address that it leaves by, so that targets can tell who came: 127.0.0.2. */
  from?: string;
}

/** An HTTP proxy that opens tunnels by CONNECT (RFC 9110, section 9.3.6), and nothing else. */
export async function startHttpProxy({ login, from }: ProxySettings = {}): Promise<RehearsalProxy> {
  const world = new Sockets();
  const wanted = login === undefined ? undefined : `Basic ${Buffer.from(login).toString('base64')}`;
  const server = createServer((_, answer) => answer.writeHead(400).end());
  server.on('connection', (socket) => world.keep(socket));
  server.on('connect', (request: IncomingMessage, near: Socket, head: Buffer) => {
    world.keep(near);
    if (wanted !== undefined && request.headers['proxy-authorization'] !== wanted) {
      proxy.refused += 1;
      near.end('HTTP/1.1 407 Proxy Authentication Required\r\nproxy-authenticate: Basic\r\n\r\n');
      return;
    }
    const target = new URL(`http://${request.url}`);
    proxy.tunnels.push(target.host);
    const far = world.keep(connect({ port: Number(target.port || 80), host: target.hostname, ...leavingBy(from) }));
    far.once('connect', () => {
      near.write('HTTP/1.1 200 Connection established\r\n\r\n');
      far.write(head);
      join(near, far);
    });
    far.once('error', () => near.end('HTTP/1.1 502 Bad Gateway\r\n\r\n'));
  });
  const proxy = { port: await listen(server), tunnels: [] as string[], refused: 0, close: () => world.close(server) };
  return proxy;
}

/** A SOCKS 5 proxy (RFC 1928) that connects to IPv4 addresses and names, with user and password (RFC 1929) where asked. */
export async function startSocksProxy({ login, from }: ProxySettings = {}): Promise<RehearsalProxy> {
  const world = new Sockets();
  const server = createTcp((near) => {
    world.keep(near);
    void serve(near).catch(() => near.destroy());
  });
  const serve = async (near: Socket) => {
    const bytes = reader(near);
    const [, nMethods = 0] = await bytes(2);
    await bytes(nMethods);
    near.write(Buffer.from([5, login === undefined ? 0 : 2]));
    if (login !== undefined && !(await takesLogin(bytes, login, near))) {
      proxy.refused += 1;
      near.end();
      return;
    }
    const [, , , kind = 0] = await bytes(4);
    const host = kind === 1 ? (await bytes(4)).join('.') : (await bytes((await bytes(1))[0] ?? 0)).toString();
    const port = (await bytes(2)).readUInt16BE();
    proxy.tunnels.push(`${host}:${port}`);
    const far = world.keep(connect({ port, host, ...leavingBy(from) }));
    const answer = (code: number) => Buffer.from([5, code, 0, 1, 0, 0, 0, 0, 0, 0]);
    far.once('connect', () => {
      near.write(answer(0));
      join(near, far);
    });
    far.once('error', () => near.end(answer(5)));
  };
  const proxy = { port: await listen(server), tunnels: [] as string[], refused: 0, close: () => world.close(server) };
  return proxy;
}

type Bytes = (count: number) => Promise<Buffer>;

async function takesLogin(bytes: Bytes, login: string, near: Socket): Promise<boolean> {
  const [, nUser = 0] = await bytes(2);
  const user = (await bytes(nUser)).toString();
  const password = (await bytes((await bytes(1))[0] ?? 0)).toString();
  const isRight = `${user}:${password}` === login;
  near.write(Buffer.from([1, isRight ? 0 : 1]));
  return isRight;
}

/** Reads a socket by numbers of bytes. */
function reader(socket: Socket): Bytes {
  return async (count) => {
    for (;;) {
      const chunk = count === 0 ? Buffer.alloc(0) : (socket.read(count) as Buffer | null);
      if (chunk !== null) return chunk;
      if (socket.readableEnded || socket.destroyed) throw new Error('ended early');
      await new Promise<void>((resolve) => {
        const go = () => {
          for (const event of ['readable', 'end', 'close'] as const) socket.off(event, go);
          resolve();
        };
        for (const event of ['readable', 'end', 'close'] as const) socket.once(event, go);
      });
    }
  };
}

const leavingBy = (from: string | undefined) => (from === undefined ? {} : { localAddress: from });

function join(near: Socket, far: Socket): void {
  near.pipe(far).pipe(near);
  near.on('close', () => far.destroy());
  far.on('close', () => near.destroy());
}

interface Listening {
  listen(port: number, host: string, done: () => void): unknown;
  address(): unknown;
}

async function listen(server: Listening): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}

/** The sockets of a proxy, to end them with it. */
class Sockets {
  readonly #open = new Set<Socket>();

  keep(socket: Socket): Socket {
    this.#open.add(socket);
    socket.on('error', () => socket.destroy());
    socket.on('close', () => this.#open.delete(socket));
    return socket;
  }

  async close(server: { close(done: () => void): unknown }): Promise<void> {
    const ended = new Promise<void>((resolve) => server.close(() => resolve()));
    for (const socket of this.#open) socket.destroy();
    await ended;
  }
}
