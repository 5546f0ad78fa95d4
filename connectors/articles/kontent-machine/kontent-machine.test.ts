import { expect, test } from 'vitest';
import { startKontentMachine } from '#rehearsal/articles/kontent-machine.ts';
import { articleSuite } from '#test/suites/article-suite.ts';
import { FamilyBench } from '#test/suites/family-bench.ts';
import { kontentMachine } from './index.ts';

articleSuite({
  connector: kontentMachine,
  start: startKontentMachine,
  unknown: 'nothing',
  left: { amount: 120, unit: 'credits' },
});

test('campaigns and balance are asked for by the methods that the operator names, and by no others', async () => {
  const api = await startKontentMachine();
  const bench = new FamilyBench(kontentMachine, { ...api, address: api.url });
  expect(await kontentMachine.list?.(bench.job())).toEqual([
    { value: '17', label: 'Garden' },
    { value: '18', label: '18' },
  ]);
  const { apiKey = '', listMethod = '' } = api.key;
  expect(await kontentMachine.check(bench.job({ key: { apiKey, listMethod } }))).toEqual({
    detail: 'Kontent Machine takes the key',
  });
  const seen = api.requests.length;
  const bare = bench.job({ key: { apiKey } });
  expect(await kontentMachine.check(bare)).toMatchObject({ cannotTell: true });
  await expect(kontentMachine.list?.(bare)).rejects.toMatchObject({ name: 'Fatal' });
  expect(api.requests.length).toBe(seen);
  const order = { keywords: ['On it'], wanted: 9, language: 'en', settings: { campaignId: '17' } };
  expect(await kontentMachine.find(bare, order)).toMatchObject({
    articles: [
      { title: 'On the 17', body: 'A {fine|good} garden.', markup: 'spintax' },
      { title: 'Second', body: 'The garden again.' },
      { title: 'On it', body: 'One garden too many for two.' },
    ],
  });
  await bench.outside.close();
  await api.close();
});
