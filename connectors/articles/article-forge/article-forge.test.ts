import { expect, test } from 'vitest';
import { startArticleForge } from '#rehearsal/articles/article-forge.ts';
import { articleSuite } from '#test/suites/article-suite.ts';
import { FamilyBench } from '#test/suites/family-bench.ts';
import { articleForge } from './index.ts';

const start = async () => {
  const api = await startArticleForge();
  return Object.assign(api, { address: `${api.url}/api` });
};

articleSuite({
  connector: articleForge,
  start,
  unknown: 'nothing',
  left: { amount: 25_000, unit: 'words' },
});

test('an order is told with its length, and an account without words by its requests', async () => {
  const api = await start();
  const bench = new FamilyBench(articleForge, api);
  const order = {
    keywords: ['garden', 'roses', 'lawn'],
    wanted: 1,
    language: 'en',
    settings: { length: 'very_short' },
  };
  await articleForge.find(bench.job(), order);
  expect(Object.fromEntries(api.requests[0]?.form ?? [])).toEqual({
    ...{ key: api.key.apiKey, keyword: 'garden', sub_keywords: 'roses,lawn', length: 'very_short', title: '1' },
  });
  api.usage = { 'API Requests': 12 };
  expect((await articleForge.check(bench.job())).balance).toEqual({ amount: 12, unit: 'requests' });
  api.usage = {};
  expect((await articleForge.check(bench.job())).balance).toBeUndefined();
  await bench.outside.close();
  await api.close();
});
