import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { articleForge } from '#connectors/articles/article-forge/index.ts';
import {
  categoriesOf,
  downloadArticle,
  downloadTexts,
  importKmArticles,
  listArticleCategories,
  updateKmCampaigns,
} from '#domain/contract/article-downloads.ts';
import { createContentGroup, getContentGroup, newArticle } from '#domain/contract/content.ts';
import { topics } from '#domain/contract/live.ts';
import { saveOptions } from '#domain/contract/options/options.ts';
import { findBrokenSpin } from '#domain/rules/spin-braces.ts';
import { startArticleBuilder } from '#rehearsal/articles/article-builder.ts';
import { type ForgeApi, startArticleForge } from '#rehearsal/articles/article-forge.ts';
import { startKontentMachine } from '#rehearsal/articles/kontent-machine.ts';
import type { SourceApi } from '#rehearsal/articles/source-api.ts';
import { startUltraSpinnable } from '#rehearsal/articles/ultra-spinnable.ts';
import { startTestApp, type TestApp } from '#test/support/start-app.ts';
import { until } from '#test/support/until.ts';

let builder: SourceApi;
let forge: ForgeApi;
let ultra: SourceApi;
let kontent: SourceApi;
let app: TestApp;
beforeAll(async () => {
  // The rehearsal writes faster than people read.
  Object.assign(articleForge.pace, { pollMs: 20 });
  [builder, forge, ultra, kontent] = await Promise.all([
    startArticleBuilder(),
    startArticleForge(),
    startUltraSpinnable(),
    startKontentMachine(),
  ]);
  const articleAddresses = {
    ArticleBuilder: builder.url,
    ArticleForge: `${forge.url}/api`,
    KontentMachine: kontent.url,
  };
  app = await startTestApp({ roles: ['http'], articleAddresses });
});
beforeEach(async () => {
  for (const api of [builder, forge, ultra, kontent]) api.reset();
  app.app.outside.holds?.clear();
  await setUp({
    articleBuilder: builder.key,
    articleForge: forge.key,
    ultraSpinnableArticle: { ...ultra.key, address: ultra.url },
  });
});
afterAll(async () => {
  await app.stop();
  await Promise.all([builder, forge, ultra, kontent].map((api) => api.close()));
});

const setUp = async (content: object) =>
  expect((await app.send(saveOptions, { body: { content } })).body.error).toBeUndefined();
const download = async (articleSource: string, order: object | string) => {
  const inputInfo = typeof order === 'string' ? order : JSON.stringify(order);
  return (await app.send(downloadArticle, { body: { articleSource, inputInfo } })).body;
};
const built = { categoryId: 'weight loss', wordCount: 700, spinArticle: true };
const written = { keyword: 'garden', subKeywords: 'roses, lawn ,', length: 'long' };

describe('the built-in builder', () => {
  const order = { categoryId: 'gardening', wordCount: 400, spinArticle: false };

  test('builds an article without any service, another one each time', async () => {
    const { id } = (await app.send(createContentGroup, { body: { name: 'Built' } })).body.contentGroup;
    const page = (await app.send(newArticle, { params: { id } })).body;
    const categories = categoriesOf(page.articleBuilderCategories);
    expect(categories.length).toBeGreaterThanOrEqual(12);
    expect(categories).toContainEqual({ value: 'gardening', name: 'Home and Garden' });
    const [one, other] = [
      await download('BuiltInArticleBuilder', order),
      await download('BuiltInArticleBuilder', order),
    ];
    expect(one.article.body).not.toBe(other.article.body);
    expect(`${one.article.title}${one.article.body}`).not.toMatch(/[{}|]/);
  });

  test('is spun by the built-in spinner', async () => {
    const { article } = await download('BuiltInArticleBuilder', { ...order, spinArticle: true });
    expect(article.body).toMatch(/\{[^{}|]+\|[^{}]+\}/);
    expect(findBrokenSpin(article.title + article.body)).toBeNull();
  });

  test.each([
    [{ ...order, wordCount: 299 }, 'wordCount', downloadTexts.words],
    [{ ...order, wordCount: 1_001 }, 'wordCount', downloadTexts.words],
    [{ ...order, categoryId: '' }, 'categoryId', 'You need to select a category'],
    [{ ...order, categoryId: undefined }, 'categoryId', 'You need to select a category'],
    [{ ...order, categoryId: '../general' }, 'categoryId', downloadTexts.noCategory],
    [{ ...order, categoryId: '__proto__' }, 'categoryId', downloadTexts.noCategory],
  ])('refuses %j', async (typed, field, message) => {
    expect((await download('BuiltInArticleBuilder', typed)).error).toMatchObject({ code: 'INVALID', field, message });
  });
});

describe('the download of an article', () => {
  test('is of each source as its drawer asks for it', async () => {
    expect(await download('ArticleBuilder', built)).toEqual({
      article: { title: 'The weight loss', body: 'A weight loss is {good|fine}, in 700 words.' },
    });
    expect(await download('ArticleForge', written)).toEqual({
      article: { title: 'All about garden', body: 'It is garden. More of it.' },
    });
    const [{ form } = { form: new URLSearchParams() }] = forge.requests;
    expect([form.get('sub_keywords'), form.get('length')]).toEqual(['roses,lawn', 'long']);
    const spun = { article: { title: '{On|About} garden, roses', body: 'The {nice|fine} garden, roses.' } };
    expect(await download('UltraSpinnableArticle', { keywords: 'garden,roses' })).toEqual(spun);
    expect(await download('UltraSpinnableArticle', 'garden,roses')).toEqual(spun);
    expect((await app.send(listArticleCategories)).body.categories).toEqual([
      { value: 'garden', name: 'garden' },
      { value: 'weight loss', name: 'weight loss' },
    ]);
  });

  test.each([
    ['ArticleBuilder', { ...built, categoryId: ' ' }, 'categoryId', 'You need to select a category'],
    [
      'ArticleBuilder',
      { ...built, wordCount: 299 },
      'wordCount',
      'Word count is required and in the range of 300 to 1000',
    ],
    [
      'ArticleBuilder',
      { ...built, wordCount: null },
      'wordCount',
      'Word count is required and in the range of 300 to 1000',
    ],
    ['ArticleForge', { ...written, keyword: '' }, 'keyword', 'You need to enter keywords'],
    ['ArticleForge', { ...written, length: 'endless' }, 'length', 'You need to select article length'],
    ['UltraSpinnableArticle', { keywords: '' }, 'keywords', 'You need to enter keywords'],
    ['UltraSpinnableArticle', '', 'keywords', 'You need to enter keywords'],
    ['ArticleForge', 'garden', 'inputInfo', 'The order must be a JSON object with the fields of the source'],
  ])('%s refuses %j at its field, and asks nobody', async (source, order, field, message) => {
    expect((await download(source, order)).error).toMatchObject({ code: 'INVALID', field, message });
    expect([...builder.requests, ...forge.requests, ...ultra.requests]).toEqual([]);
  });

  test('says what is missing and what went wrong, without the login', async () => {
    builder.trouble = 'balance';
    expect((await download('ArticleBuilder', built)).error).toMatchObject({
      ...{ code: 'OUTSIDE_REFUSED', message: 'Article Builder answered: You have no credits left' },
    });
    builder.reset();
    expect((await download('ArticleBuilder', { ...built, categoryId: 'nothing' })).error.message).toBe(
      'Article Builder has no article on this',
    );
    await setUp({ articleBuilder: { password: 'builder-password-999' } });
    const refused = (await download('ArticleBuilder', built)).error;
    expect(refused.message).toContain('Invalid username or password');
    await setUp({ articleBuilder: { password: '' }, ultraSpinnableArticle: { address: '' } });
    for (const [source, order] of [
      ['ArticleBuilder', built],
      ['UltraSpinnableArticle', 'garden'],
    ] as const)
      expect((await download(source, order)).error.code).toBe('NOT_SET_UP');
    expect((await app.send(listArticleCategories)).body.error.code).toBe('NOT_SET_UP');
  });

  test('ends when whoever asked for it leaves', async () => {
    const gone = new AbortController();
    forge.dial({ hangAfterCommit: true });
    const body = JSON.stringify({ articleSource: 'ArticleForge', inputInfo: JSON.stringify(written) });
    const asked = app.fetch('/action/download/article', {
      method: 'POST',
      body,
      headers: { 'content-type': 'application/json', origin: app.url },
      signal: gone.signal,
    });
    const ended = expect(asked).rejects.toThrow();
    await until('ordered', () => forge.requests.length === 1);
    const [order] = forge.requests;
    gone.abort();
    await ended;
    await expect.poll(() => order?.isCutOff, { timeout: 15_000 }).toBe(true);
  });
});

describe('the campaigns of Kontent Machine', () => {
  const group = async () =>
    (await app.send(createContentGroup, { body: { name: 'Texts' } })).body.contentGroup.id as number;
  const page = async (id: number) => (await app.send(getContentGroup, { params: { id } })).body;
  const take = async (id: number, order: object | string) => {
    const inputInfo = typeof order === 'string' ? order : JSON.stringify(order);
    return (await app.send(importKmArticles, { params: { id }, body: { articleSource: 'KontentMachine', inputInfo } }))
      .body;
  };
  const kmCampaigns = [
    { id: '17', name: 'Garden' },
    { id: '18', name: '18' },
  ];

  test('are kept as they were listed last, and asked for by the method that the operator names', async () => {
    const id = await group();
    await setUp({ kontentMachine: { apiKey: '' } });
    expect((await app.send(updateKmCampaigns)).body.error.code).toBe('NOT_SET_UP');
    await setUp({ kontentMachine: { apiKey: kontent.key.apiKey } });
    expect((await app.send(updateKmCampaigns)).body.error.message).toContain(
      'by which Kontent Machine lists campaigns',
    );
    expect((await page(id)).kmCampaigns).toEqual([]);
    await setUp({ kontentMachine: kontent.key });
    expect((await app.send(updateKmCampaigns)).body).toEqual({ kmCampaigns });
    expect((await page(id)).kmCampaigns).toEqual(kmCampaigns);
  });

  test('give their articles to a group, told to every window', async () => {
    await setUp({ kontentMachine: kontent.key });
    await app.send(updateKmCampaigns);
    const id = await group();
    const log = await app.listen(topics.contentGroup(id));
    expect(await take(id, { campaignId: '17' })).toEqual({ count: 3 });
    await log.until((body) => body.action === 'newArticles' && body.articles.length === 3, 'told');
    const { articles, contentGroup } = await page(id);
    expect(articles.map(({ title }: { title: string }) => title)).toEqual(['Garden', 'Second', 'On the 17']);
    expect(contentGroup.count).toBe(3);
  });

  test('come once, however often they are asked for at one moment', async () => {
    await setUp({ kontentMachine: kontent.key });
    const id = await group();
    const answers = await Promise.all([1, 2, 3].map(() => take(id, { campaignId: '17' })));
    expect(answers.filter(({ count }) => count === 3)).toHaveLength(1);
    expect(answers.filter(({ error }) => error?.code === 'BUSY')).toHaveLength(2);
    expect((await page(id)).articles).toHaveLength(3);
    // Asked for again afterwards it is taken again.
    expect(await take(id, { campaignId: '17' })).toEqual({ count: 3 });
  });

  test('are refused where none is named, where there is nothing, and where the service says no', async () => {
    await setUp({ kontentMachine: kontent.key });
    const id = await group();
    expect((await take(id, { campaignId: '' })).error).toMatchObject({
      field: 'campaignId',
      message: 'Please select a campaign',
    });
    expect((await take(id, 'no json')).error).toMatchObject({ field: 'campaignId' });
    expect(kontent.requests).toEqual([]);
    expect((await take(id, { campaignId: 'nothing' })).error.message).toBe('Kontent Machine has no article on this');
    kontent.trouble = 'balance';
    expect((await take(id, { campaignId: '17' })).error.code).toBe('OUTSIDE_REFUSED');
    expect((await take(987_654, { campaignId: '17' })).error.code).toBe('NOT_FOUND');
    expect((await page(id)).articles).toEqual([]);
  });
});
