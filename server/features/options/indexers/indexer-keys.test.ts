import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkIndexer, type Indexer, listIndexers, saveIndexer } from '#domain/contract/indexing.ts';
import { getOptions, saveOptions } from '#domain/contract/options/options.ts';
import { startTestApp, type TestApp } from '#test/support/start-app.ts';

/** The keys of the paid indexing services as the options show and take them. */
let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ roles: ['http'] });
});
afterAll(() => app.stop());

const page = async () => (await app.send(getOptions)).body;
const keys = async (): Promise<Record<string, string>> => (await page()).options.indexer;
const save = async (indexer: object, more: object = {}) =>
  (await app.send(saveOptions, { body: { ...more, indexer } })).body;
const service = async (id: string): Promise<Indexer | undefined> =>
  (await app.send(listIndexers)).body.indexers.find((one: Indexer) => one.id === id);

const names =
  'oneIndexer indexInject speedLink expressIndexer web20Indexer eliteLinkIndexer flexIndexerBR instantLinkIndexer backLinksIndexer indexification fastLinkIndexer linkProcessor linkCentaur lIndexed oneHourIndexing'
    .split(' ')
    .map((id) => `${id}ApiKey`);

test('are fifteen, each under the id of its service, whose label are its words', async () => {
  expect(await keys()).toEqual(Object.fromEntries(names.map((name) => [name, ''])));
  for (const name of names) {
    const found = await service(name.replace(/ApiKey$/, ''));
    const words = found?.id.replace(/(?<=[a-z\d])(?=[A-Z])/g, ' ') ?? '';
    expect(found?.label).toBe(words.charAt(0).toUpperCase() + words.slice(1));
  }
});

test('are kept sealed as the settings of their service, and gone again when they are emptied', async () => {
  const body = await save({ linkProcessorApiKey: ' key-of-processor ' });
  expect(body.options.indexer).toMatchObject({ linkProcessorApiKey: 'key-of-processor', oneIndexerApiKey: '' });
  expect(await service('linkProcessor')).toMatchObject({ isSetUp: true, values: { apiKey: 'key-of-processor' } });
  const rows = await app.app.store.db.selectFrom('indexers').selectAll().execute();
  expect(rows.map(({ id }) => id)).toEqual(['linkProcessor']);
  expect(JSON.stringify(rows)).not.toContain('key-of-processor');
  const address = 'https://other.test/api';
  await app.send(saveIndexer, { body: { id: 'linkProcessor', address, values: { apiKey: 'second-key' } } });
  expect((await keys()).linkProcessorApiKey).toBe('second-key');
  await save({ linkProcessorApiKey: 'third-key', speedLinkApiKey: '' });
  expect(await service('linkProcessor')).toMatchObject({ address, values: { apiKey: 'third-key' } });
  await save({}, { waitTimeOut: 44 });
  expect((await keys()).linkProcessorApiKey).toBe('third-key');
  expect((await save({ linkProcessorApiKey: '' })).options.indexer.linkProcessorApiKey).toBe('');
  expect(await app.app.store.db.selectFrom('indexers').selectAll().execute()).toEqual([]);
});

test('change the edition of their service, and are not saved over a newer edition of the options', async () => {
  await save({ lIndexedApiKey: 'first-key' });
  const before = await service('lIndexed');
  const { edition } = await page();
  await save({ lIndexedApiKey: 'next-key' }, { edition });
  expect((await service('lIndexed'))?.edition).toBeGreaterThan(before?.edition ?? Infinity);
  const stale = await app.send(saveOptions, { body: { edition, indexer: { lIndexedApiKey: 'stale-key' } } });
  expect(stale.status).toBe(409);
  const body = { id: 'lIndexed', address: '', values: { apiKey: 'x-key' }, edition: before?.edition };
  expect((await app.send(saveIndexer, { body })).status).toBe(409);
  expect((await keys()).lIndexedApiKey).toBe('next-key');
});

test('without what else a service needs set nothing up yet', async () => {
  await save({ oneIndexerApiKey: 'lonely-key', oneHourIndexingApiKey: 'hour-key' });
  const one = await service('oneIndexer');
  expect(one).toMatchObject({ isSetUp: false, address: '', values: { apiKey: 'lonely-key', fieldOfLinks: 'urls' } });
  expect(await service('oneHourIndexing')).toMatchObject({ isSetUp: false, values: { apiKey: 'hour-key' } });
  const asked = (await app.send(checkIndexer, { body: { indexerSource: 'oneIndexer' } })).body;
  expect(asked.error).toMatchObject({ code: 'INVALID', field: 'address' });
  const { values, edition } = one as Indexer;
  const whole = { id: 'oneIndexer', address: 'https://one.test/api', values, edition };
  expect((await app.send(saveIndexer, { body: whole })).body.indexer.isSetUp).toBe(true);
});

test.each([
  [{ noIndexerApiKey: 'x' }, 'indexer.noIndexerApiKey'],
  [{ websubApiKey: 'x' }, 'indexer.websubApiKey'],
])('of no service are refused: %j', async (indexer, field) => {
  const { edition } = await page();
  const { error } = await save({ lIndexedApiKey: 'never', ...indexer }, { waitTimeOut: 99 });
  expect(error).toMatchObject({ code: 'INVALID', field, tab: 'indexer' });
  expect(await page()).toMatchObject({ edition, options: { waitTimeOut: 44 } });
  expect((await keys()).lIndexedApiKey).toBe('next-key');
});
