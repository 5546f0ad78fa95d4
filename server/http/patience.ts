import type { FastifyInstance } from 'fastify';
import { limits } from '#domain/limits.ts';

type Bound = 'connections' | 'connectionsOfOne' | 'silentMs' | 'openBodyMs';

/** Our own machine, and a proxy on it. */
const isLocal = (address: string) => /^(127\.|::1$|::ffff:127\.)/.test(address);

/**
 * Bounds how many connections there are, in all and of one address, and how long one without a session may hold its own: Node
 * waits for ever for the first byte, and for a body as long as bytes drip in. `isShared` says of which addresses many people
 * come.
 */
export function boundPatience(
  server: FastifyInstance,
  bounds: Record<Bound, number> = limits,
  isShared: (address: string) => boolean = isLocal,
): void {
  server.server.maxConnections = bounds.connections;
  const ofAddress = new Map<string, number>();
  server.server.on('connection', (socket) => {
    const address = socket.remoteAddress ?? '';
    if (!isShared(address)) {
      if (!count(ofAddress, address, bounds.connectionsOfOne)) return socket.destroy();
      socket.once('close', () => discount(ofAddress, address));
    }
    const timer = setTimeout(() => {
      if (socket.bytesRead === 0) socket.destroy();
    }, bounds.silentMs);
    timer.unref();
    socket.once('close', () => clearTimeout(timer));
  });
  server.addHook('onRequest', async (request) => {
    const { raw } = request;
    const timer = setTimeout(() => {
      if (!raw.complete && request.sessionUser === undefined) raw.socket.destroy();
    }, bounds.openBodyMs);
    timer.unref();
    raw.once('close', () => clearTimeout(timer));
  });
}

/** False when there are that many already. */
function count(of: Map<string, number>, key: string, most: number): boolean {
  const number = of.get(key) ?? 0;
  if (number < most) of.set(key, number + 1);
  return number < most;
}

function discount(of: Map<string, number>, key: string): void {
  const number = (of.get(key) ?? 1) - 1;
  if (number > 0) of.set(key, number);
  else of.delete(key);
}
