import {
  createServer,
  request as forward,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';

/** What happens to a post on its way: nothing, lost on the way there, or its answer lost on the way back. */
type Loss = 'none' | 'request' | 'answer';

/** A proxy in front of a real server that loses posts as told, and counts what the server took. */
export interface LossyProxy {
  url: string;
  /** Asked for each post with its marker. */
  lose: (marker: string) => Loss;
  /** Posts that the server really took, by marker. */
  taken: Map<string, number>;
  close(): Promise<void>;
}

/**
 * Starts a proxy for a server that writes its own address into its pages. A post is known by `isPost`; its marker by
 * the suite's pattern.
 */
export async function startLossyProxy(
  target: string,
  wasTaken: (status: number, body: string) => boolean,
): Promise<LossyProxy> {
  const server = createServer((message, response) => void relay(message, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const own = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  const real = new URL(target).host;
  const proxy: LossyProxy = {
    url: `http://${own}`,
    lose: () => 'none',
    taken: new Map(),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };

  async function relay(message: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await readAll(message);
    const isSent = message.method === 'POST' || message.method === 'PUT';
    const marker = isSent ? /(?:lw|ref)(?:[-:]|%3A)(m\w+x\w+)/.exec(`${message.url} ${body}`)?.[1] : undefined;
    const loss = marker === undefined ? 'none' : proxy.lose(marker);
    if (loss === 'request') return void response.destroy();
    const headers = JSON.parse(JSON.stringify(message.headers).replaceAll(own, real)) as IncomingHttpHeaders;
    const answer = await send({ real, path: message.url ?? '/', method: message.method ?? 'GET', headers, body });
    if (marker !== undefined && wasTaken(answer.status, answer.text))
      proxy.taken.set(marker, (proxy.taken.get(marker) ?? 0) + 1);
    if (loss === 'answer') return void response.destroy();
    // A file is handed on as it is; its letters are bytes here.
    const text = isFile(answer.headers) ? answer.bytes : Buffer.from(answer.text.replaceAll(real, own));
    const rewritten = JSON.parse(JSON.stringify(answer.headers).replaceAll(real, own)) as IncomingHttpHeaders;
    delete rewritten['transfer-encoding'];
    delete rewritten.connection;
    response.writeHead(answer.status, { ...rewritten, 'content-length': text.length });
    response.end(text);
  }
  return proxy;
}

interface Forwarded {
  real: string;
  path: string;
  method: string;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

const isFile = (headers: IncomingHttpHeaders) => headers['content-type'] === 'application/pdf';

interface Answered {
  status: number;
  headers: IncomingHttpHeaders;
  bytes: Buffer;
  text: string;
}

function send(request: Forwarded): Promise<Answered> {
  return new Promise((resolve, reject) => {
    const { real, path, method, headers, body } = request;
    const outgoing = forward(`http://${real}${path}`, { method, headers, agent: false }, async (answer) => {
      const bytes = await readAll(answer);
      resolve({ status: answer.statusCode ?? 0, headers: answer.headers, bytes, text: String(bytes) });
    });
    outgoing.once('error', reject);
    outgoing.end(body);
  });
}

async function readAll(message: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of message) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}
