import { createHash, randomBytes } from 'node:crypto';
import { createServer, type RequestListener } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createOutside, type Outside } from './outside.ts';

const mib = 1_024 * 1_024;
const routes = new Map<string, RequestListener>();
const server = createServer((request, response) => {
  const handler = routes.get((request.url ?? '').split('?')[0] ?? '');
  if (handler) handler(request, response);
  else response.writeHead(404).end('no such file');
});
/** What the proxy was asked for, and the bytes that came back through it. */
const asked: { target: string; login: string | undefined }[] = [];
const proxy = createServer((_, response) => response.writeHead(400).end());
const sockets = new Set<Socket>();
let refuses = false;
proxy.on('connect', (request, socket: Socket) => {
  asked.push({ target: request.url ?? '', login: request.headers['proxy-authorization'] });
  if (refuses) return void socket.end('HTTP/1.1 407 Proxy Authentication Required\r\n\r\n');
  const [host = '', port = ''] = (request.url ?? '').split(/:(?=\d+$)/);
  const onward = connect(Number(port), host, () => {
    socket.write('HTTP/1.1 200 OK\r\n\r\n');
    onward.pipe(socket).pipe(onward);
  });
  for (const end of [onward, socket]) {
    sockets.add(end);
    end.on('error', () => undefined);
  }
});
const logged: string[] = [];
let outside: Outside;
let base = '';
let proxyUrl = '';
/** Proxy of each account, and those that were told to have failed. */
const proxyOf = new Map<string, string>();
const died: string[] = [];

beforeAll(async () => {
  for (const one of [server, proxy]) await new Promise<void>((resolve) => one.listen(0, '127.0.0.1', resolve));
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  proxyUrl = `http://ann:pr0xy-pw@127.0.0.1:${(proxy.address() as AddressInfo).port}`;
  const log = (message: string, details?: unknown) => void logged.push(`${message} ${JSON.stringify(details)}`);
  const proxies = {
    of: async (account: string) => proxyOf.get(account),
    failed: async (url: string) => void died.push(url),
  };
  outside = createOutside({ timeoutMs: () => 5_000, log, proxies });
});
afterAll(async () => {
  await outside.close();
  for (const socket of sockets) socket.destroy();
  for (const one of [server, proxy]) {
    one.closeAllConnections();
    one.close();
  }
});

function tools(options: { proxy?: string; siteUrl?: string; signal?: AbortSignal } = {}) {
  const { signal = new AbortController().signal, siteUrl = base } = options;
  const accountKey = `${Math.random()}`;
  const of = { connectorId: 'wordpress', siteUrl, accountKey, goesAs: accountKey, secrets: ['s3cr3t'], seed: 'x' };
  if (options.proxy !== undefined) proxyOf.set(of.goesAs, options.proxy);
  return outside.toolsFor({ ...of, signal });
}
const failure = (promise: Promise<unknown>) =>
  promise.then(
    () => expect.fail('passed'),
    (error) => error as Error,
  );
async function gather(body: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of body) chunks.push(chunk);
  return Buffer.concat(chunks);
}
async function* pieces(bytes: Buffer) {
  for (let at = 0; at < bytes.length; at += 64 * 1_024) yield bytes.subarray(at, at + 64 * 1_024);
}
const hash = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

describe('streams', () => {
  it('give a file as it comes, and hold the line while nobody reads', async () => {
    const file = randomBytes(30 * mib);
    let nWritten = 0;
    routes.set('/file', (_, response) => {
      const write = (at: number): void => {
        if (at >= file.length) return void response.end();
        nWritten = at;
        const goesOn = response.write(file.subarray(at, at + mib));
        if (goesOn) write(at + mib);
        else response.once('drain', () => write(at + mib));
      };
      write(0);
    });
    const answer = await tools().stream({ method: 'GET', url: `${base}/file` }, 40 * mib);
    await wait(300);
    expect(nWritten).toBeLessThan(20 * mib);
    expect(hash(await gather(answer.body))).toBe(hash(file));
  });

  it('end at their bound, with their reader, and with the line', async () => {
    let isOpen = true;
    routes.set('/endless', (_, response) => {
      isOpen = true;
      response.once('close', () => {
        isOpen = false;
      });
      const write = () =>
        void (response.write(randomBytes(100_000)) ? setImmediate(write) : response.once('drain', write));
      write();
    });
    const tooLong = await tools().stream({ method: 'GET', url: `${base}/endless` }, mib);
    expect(await failure(gather(tooLong.body))).toMatchObject({ name: 'Fatal' });
    const left = await tools().stream({ method: 'GET', url: `${base}/endless` }, 100 * mib);
    for await (const _ of left.body) break;
    await expect.poll(() => isOpen).toBe(false);
    routes.set('/cut', (_, response) => {
      response.writeHead(200, { 'content-length': '1000' });
      response.write('abc', () => response.destroy());
    });
    const cut = await tools().stream({ method: 'GET', url: `${base}/cut` }, mib);
    expect(await failure(gather(cut.body))).toMatchObject({ name: 'Retryable' });
    routes.set('/slow', (_, response) => void response.write('a'));
    const slow = await tools().stream({ method: 'GET', url: `${base}/slow`, timeoutMs: 300 }, mib);
    expect(await failure(gather(slow.body))).toMatchObject({ name: 'Retryable' });
  });

  it('follow redirects, raise bad statuses, and keep the login at home', async () => {
    routes.set('/moved', (_, response) => void response.writeHead(302, { location: '/there' }).end('gone'));
    routes.set('/there', (_, response) => void response.end('here'));
    const moved = await tools().stream({ method: 'GET', url: `${base}/moved` }, mib);
    expect([moved.url, (await gather(moved.body)).toString()]).toEqual([`${base}/there`, 'here']);
    expect(await failure(tools().stream({ method: 'GET', url: `${base}/none` }, mib))).toMatchObject({ name: 'Fatal' });
    routes.set('/no', (_, response) => void response.writeHead(400).end(`not s3cr3t${'x'.repeat(60_000)}`));
    const refused = await tools().stream({ method: 'GET', url: `${base}/no`, raw: true }, mib);
    const said = (await gather(refused.body)).toString();
    expect([refused.status, said.startsWith('not •••x'), said.length < 60_000]).toEqual([400, true, true]);
    const headers = { authorization: 'Basic abcdefgh' };
    const elsewhere = tools({ siteUrl: 'https://home.test/' }).stream(
      { method: 'GET', url: `${base}/there`, headers },
      mib,
    );
    expect(await failure(elsewhere)).toMatchObject({
      name: 'Fatal',
      message: expect.stringContaining('another address'),
    });
  });

  it('send a file as it is read, and what has not its length is no file', async () => {
    const file = randomBytes(5 * mib);
    let got = '';
    routes.set('/put', async (request, response) => {
      const bytes = await gather(request).catch(() => undefined);
      if (bytes) got = `${request.headers['content-length']} ${hash(bytes)}`;
      response.end('ok');
    });
    const put = (length: number, act: boolean) =>
      tools().http({ method: 'PUT', url: `${base}/put`, body: { bytes: pieces(file), length }, act });
    expect((await put(file.length, true)).text).toBe('ok');
    expect(got).toBe(`${file.length} ${hash(file)}`);
    expect(await failure(put(file.length + 1, true))).toMatchObject({ name: 'Unconfirmed' });
    expect(await failure(put(file.length - 1, false))).toMatchObject({ name: 'Retryable' });
  });
});

describe('a proxy', () => {
  it('carries requests and streams of its account, asked for the address that was judged', async () => {
    routes.set('/seen', (request, response) => void response.end(`host ${request.headers.host}`));
    const { port } = new URL(base);
    const siteUrl = `http://localhost:${port}`;
    asked.length = 0;
    const { text } = await tools({ proxy: proxyUrl, siteUrl }).http({ method: 'GET', url: `${siteUrl}/seen` });
    expect(text).toBe(`host localhost:${port}`);
    expect(asked[0]?.target).toMatch(new RegExp(`^127\\.0\\.0\\.1:${port}$`));
    expect(asked[0]?.login).toBe(`Basic ${Buffer.from('ann:pr0xy-pw').toString('base64')}`);
    const stream = await tools({ proxy: proxyUrl }).stream({ method: 'GET', url: `${base}/seen` }, mib);
    expect((await gather(stream.body)).toString()).toContain('host 127.0.0.1');
  });

  it('leads to no refused address, neither as target nor as the proxy itself', async () => {
    asked.length = 0;
    const refused = 'http://169.254.169.254/latest';
    const through = tools({ proxy: proxyUrl, siteUrl: refused });
    expect(await failure(through.http({ method: 'GET', url: refused }))).toMatchObject({ name: 'Fatal' });
    routes.set('/lead', (_, response) => void response.writeHead(302, { location: refused }).end());
    expect(await failure(tools({ proxy: proxyUrl }).http({ method: 'GET', url: `${base}/lead` }))).toMatchObject({
      name: 'Fatal',
    });
    expect(asked.filter(({ target }) => target.startsWith('169'))).toEqual([]);
    for (const bad of ['http://169.254.169.254:3128', 'nonsense', 'ftp://h.test'])
      expect(await failure(tools({ proxy: bad }).http({ method: 'GET', url: `${base}/seen` }))).toMatchObject({
        name: 'Fatal',
      });
  });

  it('that refuses or is away sends nothing, and its password stays ours', async () => {
    const act = { method: 'POST', url: `${base}/seen`, act: true } as const;
    refuses = true;
    // Another login has a tunnel of its own.
    const refusal = await failure(tools({ proxy: proxyUrl.replace('ann', 'bob') }).http(act));
    refuses = false;
    expect(refusal).toMatchObject({ name: 'Retryable', message: expect.stringContaining('proxy') });
    const away = await failure(tools({ proxy: 'http://u:pr0xy-pw@127.0.0.1:9' }).http(act));
    expect(away).toMatchObject({ name: 'Retryable' });
    expect([...logged, refusal.message, away.message].filter((line) => line.includes('pr0xy-pw'))).toEqual([]);
  });
});
