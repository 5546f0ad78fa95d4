import { expect, test } from 'vitest';
import { startArticleBuilder } from '#rehearsal/articles/article-builder.ts';
import { articleSuite, whereOrdersComeSecond } from '#test/suites/article-suite.ts';
import { FamilyBench } from '#test/suites/family-bench.ts';
import { articleBuilder } from './index.ts';

articleSuite({
  connector: articleBuilder,
  start: async () => whereOrdersComeSecond(await startArticleBuilder()),
  unknown: 'nothing',
  left: { amount: 210, unit: 'requests' },
});

test('an order is told as the interface names it, several articles spun together', async () => {
  const api = await startArticleBuilder();
  const bench = new FamilyBench(articleBuilder, { ...api, address: api.url });
  const settings = { categoryId: 'weight loss', wordCount: 700, spinArticle: true };
  const order = { keywords: ['garden'], wanted: 1, language: 'en', settings };
  const key = { ...api.key, articleCount: 3 };
  expect(await articleBuilder.find(bench.job({ key }), order)).toMatchObject({
    state: 'ready',
    articles: [{ title: 'The weight loss', body: 'A weight loss is {good|fine}, in 700 words.', markup: 'spintax' }],
  });
  const { action, category, wordcount, spin, spintogether, count } = Object.fromEntries(api.requests[1]?.form ?? []);
  expect({ action, category, wordcount, spin, spintogether, count }).toEqual({
    ...{ action: 'buildArticle', category: 'weight loss', wordcount: '700', spin: '1', spintogether: '1', count: '3' },
  });
  expect(await articleBuilder.list?.(bench.job())).toEqual([
    { value: 'garden', label: 'garden' },
    { value: 'weight loss', label: 'weight loss' },
  ]);
  await bench.outside.close();
  await api.close();
});
