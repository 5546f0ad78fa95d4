import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  checkIndexer,
  type Indexer,
  indexingTexts,
  listIndexers,
  removeIndexer,
  saveIndexer,
} from '#domain/contract/indexing.ts';
import { type IndexerApi, startIndexer } from '#rehearsal/indexer.ts';
import { type IndexNowApi, startIndexNow } from '#rehearsal/indexnow.ts';
import { startTestApp, type TestApp } from '#test/support/start-app.ts';

/** Indexing services as the operator sets them up, over HTTP. */
let app: TestApp;
let api: IndexNowApi;
let paid: IndexerApi;
beforeAll(async () => {
  [app, api, paid] = await Promise.all([startTestApp({ roles: ['http'] }), startIndexNow(), startIndexer()]);
});
afterAll(async () => {
  await app.stop();
  await api.close();
  await paid.close();
});

const list = async (): Promise<Indexer[]> => (await app.send(listIndexers)).body.indexers;
const save = async (body: object) => (await app.send(saveIndexer, { body })).body;
const check = async (body: object) => (await app.send(checkIndexer, { body })).body;
const good = () => ({ id: 'indexnow', address: `${api.url}/`, values: { key: api.key, hosts: api.url } });

describe('indexing services', () => {
  test('are those that this version can tell, with what they ask for', async () => {
    const before = await list();
    expect(before).toHaveLength(18);
    expect(before.slice(0, 4).map(({ id, label, isSetUp }) => [id, label, isSetUp])).toEqual([
      ['indexnow', 'IndexNow', false],
      ['websub', 'WebSub hub', false],
      ['xmlrpc-ping', 'XML-RPC ping', false],
      ['oneIndexer', 'One Indexer', false],
    ]);
    expect(before[0]).toMatchObject({ address: 'https://api.indexnow.org', values: {}, edition: null });
    expect(before[0]?.fields.map(({ name, makesDigits }) => [name, makesDigits])).toEqual([
      ['key', 32],
      ['hosts', undefined],
    ]);
  });

  test('are kept as they were typed, sealed in the store, and not over a newer edition', async () => {
    const { indexer } = await save(good());
    expect(indexer).toMatchObject({ isSetUp: true, address: api.url, values: { key: api.key, hosts: api.url } });
    expect((await list())[0]).toEqual(indexer);
    const [row] = await app.app.store.db.selectFrom('indexers').selectAll().execute();
    expect(JSON.stringify(row)).not.toContain(api.key);
    const again = (await save({ ...good(), edition: indexer.edition })).indexer;
    expect(again.edition).toBeGreaterThan(indexer.edition);
    const stale = await app.send(saveIndexer, { body: { ...good(), edition: indexer.edition } });
    expect(stale.status).toBe(409);
    expect(stale.body.error.code).toBe('STALE');
  });

  test('of one edition are saved once, also at the same moment', async () => {
    const { indexer } = await save(good());
    const both = { ...good(), edition: indexer.edition };
    const answers = await Promise.all([app.send(saveIndexer, { body: both }), app.send(saveIndexer, { body: both })]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  });

  test.each([
    ['address', 'ftp://x.test', {}, indexingTexts.noAddress],
    ['address', 'not an address', {}, indexingTexts.noAddress],
    ['address', 'https://me:secret@x.test', {}, indexingTexts.noLogin],
    ['key', '', { hosts: 'a.test' }, 'Please enter key'],
    ['key', '', { key: 'kurz', hosts: 'a.test' }, 'An IndexNow key has 8 to 128 letters a-z, digits or dashes'],
    [
      'key',
      '',
      { key: 'schlüssel-1234', hosts: 'a.test' },
      'An IndexNow key has 8 to 128 letters a-z, digits or dashes',
    ],
    ['hosts', '', { key: 'long-enough-1' }, 'Please enter your hosts'],
  ])('are refused at %s: %s', async (field, address, values, message) => {
    expect((await save({ id: 'indexnow', address, values })).error).toMatchObject({ code: 'INVALID', field, message });
  });

  test('are removed again, but not over a newer edition', async () => {
    const { indexer } = await save(good());
    const stale = await app.send(removeIndexer, { body: { id: 'indexnow', edition: indexer.edition - 1 } });
    expect(stale.status).toBe(409);
    const { body } = await app.send(removeIndexer, { body: { id: 'indexnow', edition: indexer.edition } });
    expect(body.indexer).toMatchObject({ isSetUp: false, values: {}, edition: null });
    expect((await list())[0]).toEqual(body.indexer);
    expect(await app.app.store.db.selectFrom('indexers').selectAll().execute()).toEqual([]);
    expect((await app.send(removeIndexer, { body: { id: 'indexnow' } })).body.indexer.isSetUp).toBe(false);
  });

  test('are refused where there is none of that name', async () => {
    expect((await app.send(saveIndexer, { body: { ...good(), id: 'noIndexer' } })).status).toBe(404);
    expect((await app.send(checkIndexer, { body: { indexerSource: 'noIndexer' } })).status).toBe(404);
  });
});

describe('Validate', () => {
  test('says whether what is typed works, and keeps and tells nothing', async () => {
    await save(good());
    const { host } = new URL(api.url);
    expect(await check({ indexerSource: 'indexnow' })).toEqual({
      balance: null,
      detail: `The key file is on ${host}`,
      cannotTell: false,
    });
    const values = { key: 'another-key-1', hosts: api.url };
    expect((await check({ indexerSource: 'indexnow', values })).error).toMatchObject({
      code: 'OUTSIDE_REFUSED',
      message: `The key file was not found on 1 of 1 hosts: ${host}: it answered 404 Not Found`,
    });
    expect((await list())[0]?.values).toMatchObject({ key: api.key });
    expect(api.batches).toEqual([]);
  });

  test('takes a key alone, and tells what is left on it', async () => {
    const of = { indexerSource: 'instantLinkIndexer', address: paid.url };
    expect(await check({ ...of, apiKey: paid.key })).toMatchObject({ balance: 100_000 });
    const refused = await check({ ...of, apiKey: 'wrong-secret-77' });
    expect(refused.error.message).toBe('Instant Link Indexer answered: ERROR: Invalid API key');
    expect(await check({ ...of, address: 'http://127.0.0.1:9', apiKey: 'x' })).toMatchObject({
      error: { code: 'OUTSIDE_REFUSED' },
    });
  });

  test('makes nothing up where a service cannot be asked', async () => {
    const told = await check({ indexerSource: 'indexification', address: paid.url, apiKey: 'k-1234' });
    expect(told).toMatchObject({ balance: null, cannotTell: true });
    expect(told.detail).toContain('cannot be asked whether its key works');
  });
});
