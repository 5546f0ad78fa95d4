import type { FastifyInstance } from 'fastify';
import { limits } from '#domain/limits.ts';

type Bound = 'connections' | 'silentMs' | 'openBodyMs';

/**
 * Bounds how many connections there are, and how long one without a session may hold its own: Node waits for ever for the
 * first byte, and for a body as long as bytes drip in.
 */
export function boundPatience(server: FastifyInstance, bounds: Record<Bound, number> = limits): void {
  server.server.maxConnections = bounds.connections;
  server.server.on('connection', (socket) => {
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
