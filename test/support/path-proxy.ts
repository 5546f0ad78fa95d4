import { createServer, type IncomingMessage, request } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A proxy that serves another server below a path of its own. */
export interface PathProxy {
  url: string;
  close(): Promise<void>;
}

/** Starts a proxy that passes on what lies below `path` and nothing else; with `strips` it takes the path away. */
export async function startPathProxy(target: string, path: string, strips: boolean): Promise<PathProxy> {
  const ask = (incoming: IncomingMessage) => {
    const { url = '/', method, headers } = incoming;
    return request(target + (strips ? url.slice(path.length) : url), { method, headers });
  };
  const server = createServer((incoming, answer) => {
    if (!incoming.url?.startsWith(`${path}/`)) return void answer.writeHead(404).end('nothing of ours');
    const onward = ask(incoming);
    onward.on('error', () => answer.destroy());
    onward.on('response', (given) => {
      answer.writeHead(given.statusCode ?? 502, given.headers);
      given.pipe(answer);
    });
    incoming.pipe(onward);
  });
  server.on('upgrade', (incoming, socket) => {
    if (!incoming.url?.startsWith(`${path}/`)) return socket.destroy();
    const onward = ask(incoming);
    onward.on('error', () => socket.destroy());
    onward.on('upgrade', (given, far) => {
      const lines = Object.entries(given.headers).map(([name, value]) => `${name}: ${String(value)}\r\n`);
      socket.write(`HTTP/1.1 101 Switching Protocols\r\n${lines.join('')}\r\n`);
      far.pipe(socket).pipe(far);
      for (const [one, other] of [
        [socket, far],
        [far, socket],
      ] as const)
        one.on('error', () => other.destroy());
    });
    onward.end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
