import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A line between the product and its database server that can be cut. */
export interface StoreProxy {
  /** Address of the store through the line. */
  url: string;
  /** Cuts all connections and takes no new one. */
  cut(): void;
  mend(): void;
  close(): Promise<void>;
}

/** Starts a line to the server of a database address. */
export async function startStoreProxy(databaseUrl: string): Promise<StoreProxy> {
  const target = new URL(databaseUrl);
  const sockets = new Set<Socket>();
  let isCut = false;
  const keep = (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => socket.destroy());
    socket.on('close', () => sockets.delete(socket));
  };
  const server = createServer((near) => {
    keep(near);
    if (isCut) return near.destroy();
    const far = connect(Number(target.port || 5432), target.hostname);
    keep(far);
    near.pipe(far).pipe(near);
    near.on('close', () => far.destroy());
    far.on('close', () => near.destroy());
    return undefined;
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = new URL(databaseUrl);
  url.host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  const drop = () => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    url: url.href,
    cut() {
      isCut = true;
      drop();
    },
    mend() {
      isCut = false;
    },
    async close() {
      drop();
      server.close();
      await once(server, 'close');
    },
  };
}
