import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { guardedLookup, isAllowedAddress } from './address-policy.ts';
import { maskSecrets } from './mask-secrets.ts';
import { createOutside, type Outside } from './outside.ts';
import { parsePage } from './page-parser.ts';

type Handler = (request: IncomingMessage, response: ServerResponse) => void;

const routes = new Map<string, Handler>();
let base = '';
let outside: Outside;
let timeoutMs = 10_000;
const logged: string[] = [];
const server = createServer((request, response) => {
  const path = (request.url ?? '').split('?')[0] ?? '';
  const handler = routes.get(path) ?? ((_, answer) => answer.writeHead(404).end());
  handler(request, response);
});

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  outside = createOutside({
    timeoutMs: () => timeoutMs,
    log: (message, details) => void logged.push(`${message} ${JSON.stringify(details)}`),
  });
});
afterAll(async () => {
  await outside.close();
  server.closeAllConnections();
  server.close();
});

function tools(accountKey = 'one', signal = new AbortController().signal, siteUrl = base) {
  const of = { connectorId: 'wordpress', siteUrl, accountKey, secrets: ['s3cr3t pass'] };
  return outside.toolsFor({ ...of, signal, seed: 'x' });
}
const failure = (promise: Promise<unknown>) =>
  promise.then(
    () => expect.fail('passed'),
    (error) => error,
  );
const status =
  (code: number, headers: Record<string, string> = {}): Handler =>
  (_, response) =>
    void response.writeHead(code, headers).end('{}');

describe('statuses', () => {
  it.each([
    [429, { 'retry-after': '12' }, true, { name: 'Retryable', afterMs: 12_000 }],
    [503, {}, true, { name: 'Unconfirmed', message: 'WordPress answered 503 Service Unavailable' }],
    [503, { 'retry-after': '7' }, true, { name: 'Retryable', afterMs: 7_000 }],
    [503, {}, false, { name: 'Retryable', afterMs: undefined }],
    [500, {}, true, { name: 'Unconfirmed' }],
    [502, {}, false, { name: 'Retryable' }],
    [401, {}, true, { name: 'NeedsOperator', ask: 'credentials' }],
    [403, {}, false, { name: 'NeedsOperator', ask: 'credentials' }],
    [404, {}, true, { name: 'Fatal' }],
    [422, {}, false, { name: 'Fatal' }],
    [
      301,
      { location: 'https://new.test/' },
      true,
      { name: 'Fatal', message: expect.stringContaining('https://new.test/') },
    ],
  ] as const)('%i %j', async (code, headers, act, expected) => {
    routes.set('/status', status(code, headers));
    const request = { method: 'POST', url: `${base}/status`, act } as const;
    expect(await failure(tools().http(request))).toMatchObject(expected);
    expect(await tools().http({ ...request, raw: true })).toMatchObject({ status: code });
  });

  it('reads Retry-After dates', async () => {
    routes.set('/date', status(503, { 'retry-after': new Date(Date.now() + 60_000).toUTCString() }));
    const { afterMs } = await failure(tools().http({ method: 'GET', url: `${base}/date` }));
    expect(afterMs).toBeGreaterThan(55_000);
    expect(afterMs).toBeLessThanOrEqual(60_000);
  });
});

describe('deaths', () => {
  it('may try an act again when no byte left: refused, unknown name', async () => {
    for (const url of ['http://127.0.0.1:9/', 'http://no-such-host.invalid/']) {
      expect(await failure(tools('one', undefined, url).http({ method: 'POST', url, act: true }))).toMatchObject({
        name: 'Retryable',
      });
    }
  });

  it('says in words that nothing was sent where a key or an address holds a letter that cannot be sent', async () => {
    const odd = [
      { method: 'GET', url: `${base}/`, headers: { 'x-key': 'k\u0142ucz' } },
      { method: 'GET', url: `${base}/`, headers: { 'x-key': 'one\ntwo' } },
      { method: 'GET', url: `${base}/`, headers: { 'k\u00e9y': 'one' } },
    ] as const;
    for (const request of odd)
      expect(await failure(tools().http({ ...request, act: true }))).toMatchObject({
        name: 'Fatal',
        message: expect.stringMatching(
          /^Nothing was sent to .*: the address or the key holds a letter that cannot be sent$/,
        ),
      });
  });

  it('does not know of an act that died after it was sent: closed, out of time, called off', async () => {
    routes.set('/die', (request) => void request.socket.destroy());
    routes.set('/hang', () => undefined);
    const post = { method: 'POST', act: true, body: 'x' } as const;
    expect(await failure(tools().http({ ...post, url: `${base}/die` }))).toMatchObject({ name: 'Unconfirmed' });
    expect(await failure(tools().http({ method: 'GET', url: `${base}/die` }))).toMatchObject({ name: 'Retryable' });
    timeoutMs = 150;
    const late = await failure(tools().http({ ...post, url: `${base}/hang` }));
    timeoutMs = 10_000;
    expect(late).toMatchObject({ name: 'Unconfirmed', message: expect.stringContaining('did not answer within') });
    const controller = new AbortController();
    setTimeout(() => controller.abort(), 50);
    expect(await failure(tools('two', controller.signal).http({ ...post, url: `${base}/hang` }))).toMatchObject({
      name: 'Unconfirmed',
    });
  });

  it('waits for no answer behind a flood of 1xx', async () => {
    routes.set('/flood', (request) => {
      const more = () => {
        if (!request.socket.destroyed && request.socket.write('HTTP/1.1 102 Processing\r\n\r\n'.repeat(500)))
          setImmediate(more);
      };
      request.socket.on('drain', more);
      more();
    });
    const read = failure(tools().http({ method: 'GET', url: `${base}/flood` }));
    expect(await read).toMatchObject({ name: 'Retryable', message: expect.stringContaining('closed the connection') });
  });

  it('does not know of an act whose answer was cut', async () => {
    routes.set('/cut', (request, response) => {
      response.writeHead(200, { 'content-length': '100' });
      response.write('half', () => request.socket.destroy());
    });
    expect(await failure(tools().http({ method: 'POST', url: `${base}/cut`, act: true }))).toMatchObject({
      name: 'Unconfirmed',
    });
  });
});

describe('answers', () => {
  it('keeps cookies per account and origin, and forgets expired ones', async () => {
    routes.set(
      '/set',
      (_, response) =>
        void response.writeHead(200, { 'set-cookie': ['a=1; Path=/', 'b=2=3; HttpOnly', 'c=x; Max-Age=0'] }).end(),
    );
    routes.set('/show', (request, response) => void response.end(request.headers.cookie ?? 'none'));
    await tools('cook').http({ method: 'GET', url: `${base}/set` });
    expect((await tools('cook').http({ method: 'GET', url: `${base}/show` })).text).toBe('a=1; b=2=3');
    expect((await tools('other').http({ method: 'GET', url: `${base}/show` })).text).toBe('none');
  });

  it('follows redirects of reads only, without the login on another site, and not without end', async () => {
    routes.set('/there', (request, response) => void response.end(`login ${request.headers.authorization ?? 'none'}`));
    routes.set('/hop', status(302, { location: '/there' }));
    routes.set(
      '/away',
      (_, response) =>
        void response.writeHead(302, { location: `${base.replace('127.0.0.1', 'localhost')}/there` }).end(),
    );
    routes.set('/loop', status(302, { location: '/loop' }));
    routes.set('/meta', status(302, { location: 'http://169.254.169.254/latest' }));
    const headers = { authorization: 'Basic abcdefgh' };
    const get = (path: string) => tools().http({ method: 'GET', url: `${base}${path}`, headers });
    expect(await get('/hop')).toMatchObject({ text: 'login Basic abcdefgh', url: `${base}/there` });
    expect(await get('/away')).toMatchObject({ text: 'login none' });
    expect(await failure(get('/loop'))).toMatchObject({ name: 'Fatal' });
    expect(await failure(get('/meta'))).toMatchObject({
      name: 'Fatal',
      message: expect.stringContaining('never contacted'),
    });
  });

  it('cuts answers at 20 MB and decodes other charsets', async () => {
    routes.set('/big', (_, response) => void response.end(Buffer.alloc(21 * 1024 * 1024, 'x')));
    expect((await tools().http({ method: 'GET', url: `${base}/big` })).text).toHaveLength(20 * 1024 * 1024);
    routes.set(
      '/latin',
      (_, response) =>
        void response.writeHead(200, { 'content-type': 'text/plain; charset=ISO-8859-1' }).end(Buffer.from([0xfc])),
    );
    expect((await tools().http({ method: 'GET', url: `${base}/latin` })).text).toBe('ü');
  });

  it('says honestly who asks', async () => {
    routes.set('/agent', (request, response) => void response.end(request.headers['user-agent']));
    expect((await tools().http({ method: 'GET', url: `${base}/agent` })).text).toMatch(/^Linkwright/);
  });
});

describe('address policy', () => {
  it.each([
    ['127.0.0.1', true],
    ['10.1.2.3', true],
    ['192.168.1.1', true],
    ['::1', true],
    ['fd12::1', true],
    ['8.8.8.8', true],
    ['169.254.169.254', false],
    ['169.254.1.1', false],
    ['fe80::1', false],
    ['fe80::1%eth0', false],
    ['::ffff:169.254.169.254', false],
    ['64:ff9b::a9fe:a9fe', false],
    ['2002:a9fe:a9fe::1', false],
    ['fd00:ec2::254', false],
    ['100.100.100.200', false],
    ['0.0.0.0', false],
    ['224.0.0.1', false],
  ])('%s: %s', (address, allowed) => {
    expect(isAllowedAddress(address)).toBe(allowed);
  });

  it.each([
    'http://169.254.169.254/',
    'http://[fe80::1]/',
    'http://0xA9FEA9FE/',
    'file:///etc/passwd',
    'ftp://x.test/',
    'not an address',
  ])('refuses %s', async (url) => {
    expect(await failure(tools().http({ method: 'GET', url }))).toMatchObject({ name: 'Fatal' });
  });
});

describe('name look-up', () => {
  const look = (name: string) =>
    new Promise((resolve) => guardedLookup(name, { all: false }, (error, address) => resolve(error?.name ?? address)));
  it('refuses what a name resolves to, at connection time', async () => {
    expect(await look('169.254.169.254')).toBe('RefusedAddress');
    expect(await look('localhost')).toMatch(/^(127\.0\.0\.1|::1)$/);
  });
});

describe('secrets', () => {
  it('are masked however a site writes them', () => {
    const secret = `pa"ss<b>'ü/wörd & more`;
    const html = secret.replace(/[&<>"']/g, (letter) => `&#${letter.charCodeAt(0)};`);
    const page = 'pa&quot;ss&lt;b&gt;&#039;ü/wörd &amp; more';
    const php = String.raw`pa\"ss<b>'\u00fc\/w\u00f6rd & more`;
    const said = [secret, encodeURIComponent(secret), JSON.stringify(secret), JSON.stringify(JSON.stringify(secret))];
    said.push(
      page,
      page.replace('&#039;', '&#39;'),
      php,
      `pa"ss 'ü/wörd & more`,
      new URLSearchParams({ a: secret }).toString(),
    );
    for (const text of said) expect(maskSecrets(`It said ${text}.`, [secret])).not.toMatch(/pa.?.?.?.?ss|w.{1,9}rd/);
    // Not every form can be known: one that nobody writes stays.
    expect(maskSecrets(html, [secret])).toBe(html);
  });

  it('are masked in logs, errors and error answers, in every form', async () => {
    routes.set('/echo', (_, response) => void response.writeHead(400).end('you sent s3cr3t pass and s3cr3t%20pass'));
    const { text } = await tools().http({ method: 'GET', url: `${base}/echo`, raw: true });
    expect(text).not.toContain('s3cr3t');
    await failure(
      tools().http({ method: 'GET', url: `http://127.0.0.1:9/?key=s3cr3t%20pass`, secrets: ['more-hidden'] }),
    );
    tools().log('a line with s3cr3t pass', { deep: [{ password: 's3cr3t pass', error: new Error('s3cr3tpass') }] });
    expect(logged.length).toBeGreaterThan(1);
    expect(logged.join('\n')).not.toMatch(/s3cr3t/);
  });

  it('masks logins of any kind in a text', () => {
    expect(maskSecrets('Basic dXNlcjpwYXNz http://u:p@x.test/', [])).toBe('Basic ••• http://•••@x.test/');
  });
});

describe('readPage', () => {
  it('reads links as a stranger sees them', async () => {
    const html = `<head><meta name="robots" content="noindex"><base href="/sub/"></head>
      <p><a href="rel?a=1&amp;b=2" rel=" nofollow  ugc ">  two
      <b>words</b> &amp; more</a> <a href="https://x.test"><img src="i.png" alt="A view"></a>
      <!-- <a href="https://hidden.test">no</a> --><script>"<a href='https://script.test'>no</a>"</script><a name="x">no href</a></p>`;
    routes.set(
      '/page',
      (_, response) =>
        void response.writeHead(200, { 'content-type': 'text/html', 'x-robots-tag': 'nofollow' }).end(html),
    );
    expect(await outside.readPage(`${base}/page`, new AbortController().signal)).toEqual({
      httpStatus: 200,
      finalUrl: `${base}/page`,
      robots: 'nofollow, noindex',
      reason: null,
      links: [
        { url: `${base}/sub/rel?a=1&b=2`, anchor: 'two words & more', rel: 'nofollow ugc' },
        { url: 'https://x.test/', anchor: 'A view', rel: '' },
      ],
    });
  });

  it('gives the reason when a page cannot be read', async () => {
    routes.set('/gone', (_, response) => void response.writeHead(410, { 'content-type': 'text/html' }).end('gone'));
    routes.set(
      '/pdf',
      (_, response) => void response.writeHead(200, { 'content-type': 'application/pdf' }).end('%PDF'),
    );
    const { signal } = new AbortController();
    expect(await outside.readPage(`${base}/gone`, signal)).toMatchObject({
      httpStatus: 410,
      reason: 'The page answered 410 Gone',
    });
    expect(await outside.readPage(`${base}/pdf`, signal)).toMatchObject({
      httpStatus: 200,
      reason: 'The PDF is damaged: it cannot be read',
    });
    expect(await outside.readPage('http://127.0.0.1:9/', signal)).toMatchObject({
      httpStatus: null,
      reason: 'No connection to 127.0.0.1:9: refused',
    });
    expect(await outside.readPage('http://169.254.169.254/', signal)).toMatchObject({
      httpStatus: null,
      reason: expect.stringContaining('link-local'),
    });
    expect(await outside.readPage('nonsense', signal)).toMatchObject({
      httpStatus: null,
      reason: '"nonsense" is not a web address',
    });
  });

  it('takes unclosed links apart', () => {
    const { links } = parsePage('<a href=/a>one<a href=/b>two', 'https://x.test/');
    expect(links).toEqual([
      { url: 'https://x.test/a', anchor: 'one', rel: '' },
      { url: 'https://x.test/b', anchor: 'two', rel: '' },
    ]);
  });
});

describe('the login of a site', () => {
  it.each([
    ['a header with it', { method: 'GET', headers: { authorization: 'Basic abc' } }],
    ['an act', { method: 'POST', act: true, body: 'x' }],
    ['a form', { method: 'POST', body: 'password=x' }],
    ['a read with a secret of its own', { method: 'GET', secrets: ['token'] }],
    ['a read with the secret in its address', { method: 'GET', query: '?key=s3cr3t%20pass' }],
  ] as const)('is not sent to another host, as %s', async (_, { method, ...rest }) => {
    let asked = 0;
    const other = createServer((_request, response) => {
      asked += 1;
      response.end('{}');
    });
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    const { query = '', ...request } = { query: '', ...rest };
    const url = `http://127.0.0.1:${(other.address() as AddressInfo).port}/${query}`;
    const sent = { ...request, secrets: [...('secrets' in request ? request.secrets : [])] };
    const error = await failure(tools().http({ method, url, ...sent }));
    expect(error).toMatchObject({ name: 'Fatal', message: expect.stringContaining('at another address') });
    expect(asked).toBe(0);
    expect((await tools().http({ method: 'GET', url: url.split('?')[0] ?? '' })).status).toBe(200);
    other.close();
    other.closeAllConnections();
  });
});
