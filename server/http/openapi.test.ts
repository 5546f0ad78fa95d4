import { request } from 'node:http';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { allCalls } from '#domain/contract/calls.ts';
import { saveArticle } from '#server/features/content/articles.ts';
import { addLinks } from '#server/features/links/items.ts';
import { commit } from '#server/live/commit.ts';
import { newCampaign, newContentGroup, newLinkSet, newProfile, newProject } from '#test/support/nouns.ts';
import { anyBody, fitsReply, type Operation, readOperations, sampleOf, wrongBodies } from '#test/support/open-api.ts';
import { startTestApp, type TestApp } from '#test/support/start-app.ts';
import { openApiDocument } from './openapi.ts';

const seed = 20_261_121;
const numRuns = 25;
let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
  // One of each, so that id 1 stands for something everywhere.
  await newCampaign(app, 'One');
  await newProfile(app, 1, 'One');
  await newLinkSet(app, 1, 'One');
  await newContentGroup(app, 'One');
  await newProject(app, 1, 'One');
  const links = [{ url: 'http://a.test/', anchor: 'a', linksOnPage: '' }];
  const article = { id: null, contentGroupId: 1, title: 't', body: 'b', authorName: 'n', authorBio: 'b' };
  await commit(app.app, async (tx, note) => {
    await addLinks(tx, note, { listId: 1, links }, app.app.secrets);
    await saveArticle(tx, note, article);
  });
});
afterAll(() => app.stop());

// The document is the same text that is served; the tests must have their names before the server runs.
const operations = readOperations(JSON.parse(JSON.stringify(openApiDocument())));
const named = (fits: (operation: Operation) => boolean) =>
  operations.filter(fits).map((operation) => [`${operation.method} ${operation.path}`, operation] as const);
const unknownId = 999_999_999;

interface Sent {
  id?: unknown;
  query?: string;
  body?: string | FormData | Uint8Array<ArrayBuffer>;
  headers?: Record<string, string>;
  noSession?: boolean;
}
async function send(operation: Operation, { id = 1, query = '', body, headers = {}, noSession }: Sent = {}) {
  const path = operation.path.replace('{id}', encodeURIComponent(String(id))) + query;
  const json: Record<string, string> = typeof body === 'string' ? { 'content-type': 'application/json' } : {};
  const init: RequestInit = {
    method: operation.method,
    headers: { ...json, ...headers },
    ...(body === undefined ? {} : { body }),
  };
  return read(operation, await (noSession ? fetch(app.url + path, init) : app.fetch(path, init)));
}

/** Status and body of an answer that has the right shape, whatever it says. */
async function read(operation: Operation, response: Response) {
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.startsWith('application/json');
  const say = `${response.status} ${text.slice(0, 300)}`;
  expect(response.status, say).toBeLessThan(500);
  if (operation.isFile && response.ok && !isJson) {
    expect(response.headers.get('content-disposition')).toMatch(/^attachment; filename=/);
    return { status: response.status, body: undefined, refused: false, say };
  }
  expect(isJson, say).toBe(true);
  const body = JSON.parse(text);
  const refused = typeof body?.error?.message === 'string' && body.error.message !== '';
  // The answer of the sign-in carries its refusals as texts (D-AUTH-12).
  if (operation.id !== 'login' || response.status === 400)
    expect(refused || (response.ok && fitsReply(operation, body)), say).toBe(true);
  return { status: response.status, body, refused, say };
}

const sample = (operation: Operation) => (operation.body ? JSON.stringify(sampleOf(operation.body)) : undefined);
const withBody = (operation: Operation, body = sample(operation)): Sent => (body === undefined ? {} : { body });
const takesJson = (operation: Operation) => operation.takes === 'json';
const hasId = (operation: Operation) => operation.path.includes('{id}');

test('the document that is served holds every declared call', async () => {
  const served = JSON.parse(await (await app.fetch('/openapi.json')).text());
  expect(readOperations(served)).toEqual(operations);
  expect(operations.map((operation) => operation.id).sort()).toEqual(allCalls.map((call) => call.id).sort());
  expect(served.openapi).toBe('3.1.0');
});

describe('who may call', () => {
  test.each(named((operation) => !operation.open))('%s needs a session', async (_, operation) => {
    const answer = await send(operation, { ...withBody(operation), noSession: true });
    expect(answer).toMatchObject({ status: 401, body: { error: { message: 'Please sign in' } } });
  });

  test.each(named((operation) => operation.changes))('%s refuses a page of another site', async (_, operation) => {
    for (const headers of [
      { origin: 'http://evil.example' },
      { origin: 'null' },
      { 'sec-fetch-site': 'cross-site' },
    ] as Record<string, string>[])
      expect((await send(operation, { ...withBody(operation), headers })).status).toBe(403);
  });
});

describe('malformed requests answer 400', () => {
  test.each(named(takesJson))('%s: bodies that are no JSON', async (_, operation) => {
    for (const body of ['{', '[1,', 'nonsense', '{"a":1}}', '\u0000', '"', '{"id":1', '['.repeat(10_000)])
      expect((await send(operation, { body })).status, body.slice(0, 20)).toBe(400);
  });

  test.each(named(takesJson))('%s: a wrong type anywhere', async (_, operation) => {
    for (const { where, body } of wrongBodies(operation.body ?? {})) {
      const answer = await send(operation, { body: JSON.stringify(body) });
      expect(answer.status, `${where}: ${answer.say}`).toBe(400);
    }
    for (const body of ['null', '7', '"text"', 'true']) {
      const answer = await send(operation, { body });
      expect(answer.status, `${body}: ${answer.say}`).toBe(400);
    }
  });

  test.each(named(takesJson))('%s: NUL characters and half characters', async (_, operation) => {
    for (const bad of ['a\u0000b', '\ud800', 'x\udc00']) {
      const body = JSON.stringify({ ...(sampleOf(operation.body ?? {}) as object), extra: [{ deep: bad }] });
      expect((await send(operation, { body })).status, body).toBe(400);
    }
  });

  test.each(named(hasId))('%s: ids that are none', async (_, operation) => {
    for (const id of [
      '-1',
      '0',
      '1.5',
      'abc',
      '99999999999999999999',
      '1e400',
      'NaN',
      'null',
      '\0',
      '1\u0000',
      "1' or '1'='1",
    ]) {
      // The id of an article that is not saved (D-CONT-11).
      if (id === '0' && operation.path === '/action/spin/article/{id}') continue;
      const answer = await send(operation, { id, ...withBody(operation) });
      expect(answer.status, `${id}: ${answer.say}`).toBe(400);
    }
  });

  const isPaged = ({ query }: Operation) => query.some(({ name }) => name === 'limit');
  test.each(named(isPaged))('%s: queries that are none', async (_, operation) => {
    const bad = [
      'limit=0',
      'limit=1001',
      'limit=abc',
      'limit=1&limit=2',
      'order=sideways',
      'after=nonsense',
      'search=%00',
    ];
    bad.push(`after=${Buffer.from('["a\\u0000",1]').toString('base64url')}`, 'after=W10', 'search=a&search=b');
    for (const query of bad) {
      const answer = await send(operation, { query: `?${query}` });
      expect(answer.status, `${query}: ${answer.say}`).toBe(400);
    }
  });

  test.each(named((operation) => operation.takes === 'upload'))(
    '%s: no upload, or a torn one',
    async (_, operation) => {
      expect((await send(operation)).status).toBe(400);
      expect((await send(operation, { body: '{}' })).status).toBe(400);
      const headers = { 'content-type': 'multipart/form-data; boundary=x' };
      for (const torn of [
        '--x\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\n\r\nabc',
        'nonsense',
        '--x',
      ])
        expect((await send(operation, { body: new TextEncoder().encode(torn), headers })).status, torn).toBe(400);
    },
  );
});

describe('too large', () => {
  test.each(named((operation) => operation.method !== 'GET'))('%s answers 413', async (_, operation) => {
    const upload = operation.takes === 'upload';
    const answer = await announce(
      operation,
      upload ? 60_000_000 : 30_000_000,
      upload ? 'multipart/form-data; boundary=x' : 'application/json',
    );
    expect(answer).toMatchObject({ status: 413, body: { error: { message: expect.any(String) } } });
  });
});

/** Sends only the head of a request that says how long its body is. */
function announce(
  operation: Operation,
  length: number,
  type: string,
): Promise<{ status: number | undefined; body: unknown }> {
  return new Promise((resolve, reject) => {
    const outgoing = request(app.url + operation.path.replace('{id}', '1'), {
      method: operation.method,
      headers: { 'content-type': type, 'content-length': length, cookie: app.cookie },
    });
    outgoing.on('error', reject);
    outgoing.on('response', (response) => {
      let text = '';
      response.on('data', (chunk) => {
        text += chunk;
      });
      response.on('end', () => {
        outgoing.destroy();
        resolve({ status: response.statusCode, body: JSON.parse(text) });
      });
    });
    outgoing.flushHeaders();
  });
}

describe('unknown ids', () => {
  test.each(named(hasId))('%s says so', async (_, operation) => {
    const sent: Sent = { id: unknownId, ...withBody(operation) };
    if (operation.takes === 'upload') sent.body = uploadOf('a.txt', 'text');
    const answer = await send(operation, sent);
    expect(answer.status === 404 || answer.refused, answer.say).toBe(true);
  });

  test('no such address', async () => {
    const nowhere = { ...operations[0], id: 'nowhere', isFile: false } as Operation;
    for (const path of [
      '/rest/nowhere',
      '/action/nowhere',
      `/rest/campaign/${'1'.repeat(400)}`,
      '/rest/%zz',
      '/rest/campaign/%ff',
    ])
      expect([400, 404, 414]).toContain((await read(nowhere, await app.fetch(path))).status);
  });
});

function uploadOf(
  name: string,
  content: string | Uint8Array<ArrayBuffer>,
  fields: Record<string, string> = {},
): FormData {
  const form = new FormData();
  for (const [field, value] of Object.entries(fields)) form.append(field, value);
  form.append('file', new Blob([content]), name);
  return form;
}

describe(`whatever is sent, the server keeps standing (seed ${seed}, ${numRuns} runs each)`, () => {
  // A sign-out would end the session of the test.
  const steady = (operation: Operation) => operation.id !== 'logout';

  test.each(named((operation) => takesJson(operation) && steady(operation)))(
    '%s takes any JSON',
    async (_, operation) => {
      const property = fc.asyncProperty(anyBody(operation.body), async (body) => {
        await send(operation, { body: JSON.stringify(body) });
      });
      await fc.assert(property, { seed, numRuns });
    },
  );

  test.each(named((operation) => operation.query.length > 0))('%s takes any query', async (_, operation) => {
    const text = fc.string({ unit: 'binary', maxLength: 60 }).filter((value) => value.isWellFormed());
    const cursor = fc.jsonValue().map((value) => Buffer.from(JSON.stringify(value)).toString('base64url'));
    const sorts = fc.constantFrom('id', 'added', 'url', 'title', 'siteName', 'email', 'username', 'usageCount', 'x');
    const query = fc.record(
      { after: fc.oneof(text, cursor), search: text, sort: sorts, order: fc.constantFrom('asc', 'desc') },
      { requiredKeys: [] },
    );
    const property = fc.asyncProperty(query, async (given) => {
      await send(operation, { query: `?${new URLSearchParams(given)}` });
    });
    await fc.assert(property, { seed, numRuns });
  });

  test.each(named((operation) => operation.takes === 'upload'))('%s takes any file', async (_, operation) => {
    const bytes = fc.oneof(
      fc.uint8Array({ maxLength: 300 }),
      fc.string({ unit: 'binary', maxLength: 200 }).map((text) => Buffer.from(text)),
    );
    const names = fc.constantFrom('a.txt', 'a.csv', 'a.zip', '../../a.html', '', 'a', '.md');
    const note = fc.constantFrom('', 'granted', 'a\0b', 'x'.repeat(3_000));
    const property = fc.asyncProperty(bytes, names, note, async (content, name, permission) => {
      const fields = { permission, permissionNote: permission, module: permission };
      const answer = await send(operation, { body: uploadOf(name, new Uint8Array(content), fields) });
      expect(answer.status === 200 || answer.status === 400, answer.say).toBe(true);
      if (answer.status === 200 && !answer.refused && !operation.isFile)
        expect(Array.isArray(answer.body.errorList), answer.say).toBe(true);
    });
    await fc.assert(property, { seed, numRuns });
  });

  test('and answers still', async () => {
    expect((await app.fetch('/health')).status).toBe(200);
  });
});
