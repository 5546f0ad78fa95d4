import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { ServiceJob } from '#connectors/kit/contract/connector.ts';
import { type IndexNowApi, startIndexNow } from '#rehearsal/indexnow.ts';
import { FamilyBench } from '#test/suites/family-bench.ts';
import { indexerSuite } from '#test/suites/indexer-suite.ts';
import { indexnow } from './index.ts';
import { readHosts } from './read-hosts.ts';

const keyOf = (api: IndexNowApi) => ({ key: api.key, hosts: `blog.test, ${api.url}` });

indexerSuite({
  connector: indexnow,
  wrongKey: (key) => ({ ...key, key: 'another-key-123' }),
  against: 'the rehearsal',
  start: async () => {
    const api = await startIndexNow();
    const key = { ...keyOf(api), hosts: api.url };
    return { ...api, address: api.url, site: api.url, seen: () => api.batches, key };
  },
});

describe('IndexNow', () => {
  let api: IndexNowApi;
  let bench: FamilyBench<typeof indexnow>;
  let job: ServiceJob;
  beforeAll(async () => {
    api = await startIndexNow();
    bench = new FamilyBench(indexnow, { ...api, address: api.url, key: keyOf(api) });
  });
  beforeEach(() => {
    api.reset();
    job = bench.job();
  });
  afterAll(async () => {
    await bench.outside.close();
    await api.close();
  });
  const send = (of: ServiceJob = job, site = api.url) =>
    indexnow.submit(of, { name: 'n', urls: [`${site}/a`, `${site}/b?c=d`], dripDays: null });

  test('reads the key file once, and then tells the links with its address', async () => {
    expect(await send()).toEqual({ remoteId: null, refused: [], reportUrl: null });
    await send();
    const [file, ...posts] = api.requests;
    expect(file).toMatchObject({ method: 'GET', path: `/${api.key}.txt` });
    expect(posts.map(({ method, path }) => [method, path])).toEqual([
      ['POST', '/indexnow'],
      ['POST', '/indexnow'],
    ]);
    const { host } = new URL(api.url);
    expect(posts[0]?.headers['content-type']).toBe('application/json; charset=utf-8');
    expect(JSON.parse(String(posts[0]?.body))).toEqual({
      host,
      key: api.key,
      keyLocation: `${api.url}/${api.key}.txt`,
      urlList: [`${api.url}/a`, `${api.url}/b?c=d`],
    });
  });

  test('asks no host that is not listed, and tells of none whose file does not hold the key', async () => {
    const foreign = await bench.failure(send(job, 'https://other.test'));
    expect(foreign).toMatchObject({ name: 'NeedsOperator', ask: 'credentials' });
    expect(foreign.message).toBe('The host is not among your hosts in the settings of IndexNow');
    expect(api.requests).toEqual([]);
    for (const [file, words] of [
      [null, 'it answered 404 Not Found'],
      ['another-key', 'the file there holds something else'],
    ] as const) {
      api.file = file;
      expect((await bench.failure(send())).message).toContain(words);
      expect((await bench.failure(indexnow.check(bench.job({ key: { key: api.key, hosts: api.url } })))).message).toBe(
        `The key file was not found on 1 of 1 hosts: ${new URL(api.url).host}: ${words}`,
      );
    }
    expect(api.requests.filter(({ method }) => method === 'POST')).toEqual([]);
  });

  test.each([
    [202, undefined, /still being checked/],
    [400, 'Fatal', /cannot read the request/],
    [403, 'NeedsOperator', /found no valid key on the host/],
    [422, 'Fatal', /not of the host/],
    [429, 'Retryable', /429 Too Many Requests/],
    [405, 'Fatal', /405/],
    [500, 'Retryable', /500/],
  ])('says what status %i means', async (status, name, words) => {
    api.status = status;
    if (name === undefined) return expect((await send()).note).toMatch(words);
    const error = await bench.failure(send());
    expect(error.name).toBe(name);
    expect(error.message).toMatch(words);
    if (status === 429) expect(error.afterMs).toBe(5_000);
  });

  test('may send again what was lost on the way', async () => {
    await send();
    api.dial({ dropAfterCommit: true, times: 1 });
    expect((await bench.failure(send())).name).toBe('Retryable');
    expect((await send()).refused).toEqual([]);
  });

  test.each(['short', 'has blank inside', 'ümlaut-key'])('takes no key such as "%s"', async (key) => {
    const odd = bench.job({ key: { ...keyOf(api), key } });
    expect((await bench.failure(send(odd))).message).toBe('An IndexNow key has 8 to 128 letters a-z, digits or dashes');
  });
});

describe('own hosts', () => {
  test('are read as people write them', () => {
    expect(readHosts(' blog.test, http://old.test/path\nB%C3%BC.test:8080;blog.test').hosts).toEqual([
      { host: 'blog.test', origin: 'https://blog.test' },
      { host: 'old.test', origin: 'http://old.test' },
      { host: 'xn--b-eha.test:8080', origin: 'https://xn--b-eha.test:8080' },
    ]);
  });
  test.each([
    ['', 'Name at least one host of your own'],
    ['a b:c@d.test', '"b:c@d.test" is no host'],
    ['http://', '"http://" is no host'],
    [Array.from({ length: 101 }, (_, at) => `h${at}.test`).join(), 'At most 100 hosts'],
  ])('are refused: %s', (text, problem) => {
    expect(readHosts(text)).toEqual({ hosts: [], problem });
  });
});
