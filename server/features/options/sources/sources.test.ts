import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { checkArticles, firstContent } from '#domain/contract/options/article-sources.ts';
import { getOptions, saveOptions } from '#domain/contract/options/options.ts';
import { startApi } from '#rehearsal/api-server.ts';
import { startArticleBuilder } from '#rehearsal/articles/article-builder.ts';
import { startArticleForge } from '#rehearsal/articles/article-forge.ts';
import { startKontentMachine } from '#rehearsal/articles/kontent-machine.ts';
import { startOpenAi } from '#rehearsal/articles/open-ai.ts';
import type { SourceApi } from '#rehearsal/articles/source-api.ts';
import { startUltraSpinnable } from '#rehearsal/articles/ultra-spinnable.ts';
import { startTestApp, type TestApp } from '#test/support/start-app.ts';

let openAi: SourceApi;
let forge: SourceApi;
let builder: SourceApi;
let kontent: SourceApi;
let ultra: SourceApi;
let app: TestApp;
const all = () => [openAi, forge, builder, kontent, ultra];
beforeAll(async () => {
  [openAi, forge, builder, kontent, ultra] = await Promise.all([
    startOpenAi(),
    startArticleForge(),
    startArticleBuilder(),
    startKontentMachine(),
    startUltraSpinnable(),
  ]);
  const articleAddresses = {
    ...{ OpenAI: `${openAi.url}/v1`, ArticleForge: `${forge.url}/api` },
    ...{ ArticleBuilder: builder.url, KontentMachine: kontent.url },
  };
  app = await startTestApp({ roles: ['http'], articleAddresses });
});
beforeEach(async () => {
  for (const api of all()) api.reset();
  app.app.outside.holds?.clear();
  await app.app.store.pool.query(`delete from settings where key = 'options'`);
});
afterAll(async () => {
  await app.stop();
  await Promise.all(all().map((api) => api.close()));
});

const page = async () => (await app.send(getOptions)).body;
const save = async (body: object) => (await app.send(saveOptions, { body })).body;
const check = async (articleSource: string, login: object, more: object = {}) =>
  (await app.send(checkArticles, { body: { articleSource, inputInfo: JSON.stringify(login), ...more } })).body;

describe('sources of articles', () => {
  test('are kept sealed, and a save that tells of one field forgets nothing of the others', async () => {
    expect((await page()).options.content).toEqual(firstContent.content);
    const openAI = { apiKey: 'open-key-12345', address: 'https://chat.example/v1', model: 'm-1' };
    const articleBuilder = { username: 'ann', password: 'builder-pass-12345', articleCount: 3 };
    const saved = await save({ content: { openAI, articleBuilder }, waitTimeOut: 45 });
    expect(saved.options).toMatchObject({ content: { openAI, articleBuilder }, waitTimeOut: 45 });
    const { rows } = await app.app.store.pool.query(`select value::text from settings where key = 'options'`);
    for (const secret of ['open-key-12345', 'builder-pass-12345', 'chat.example'])
      expect(rows[0].value).not.toContain(secret);
    await save({ content: { articleForge: { apiKey: 'forge-key-12345' }, articleBuilder: { articleCount: 5 } } });
    await save({ waitTimeOut: 60 });
    expect((await page()).options.content).toEqual({
      ...firstContent.content,
      ...{
        openAI,
        articleForge: { apiKey: 'forge-key-12345' },
        articleBuilder: { ...articleBuilder, articleCount: 5 },
      },
    });
    await save({ content: { openAI: { ...openAI, apiKey: '' } } });
    expect((await page()).options.content.openAI).toEqual({ ...openAI, apiKey: '' });
  });

  test.each([
    [
      { articleBuilder: { articleCount: 0 } },
      'content.articleBuilder.articleCount',
      /^Must be a number larger or equal to 1$/,
    ],
    [
      { articleBuilder: { articleCount: null } },
      'content.articleBuilder.articleCount',
      /^Must be a number larger or equal to 1$/,
    ],
    [
      { articleBuilder: { articleCount: 1.5 } },
      'content.articleBuilder.articleCount',
      /^Must be a number larger or equal to 1$/,
    ],
    [{ openAI: { address: 'ftp://a.test' } }, 'content.openAI.address', /^The address must look like/],
    [{ openAI: { address: 'https://ann:secret@a.test' } }, 'content.openAI.address', /^The address must look like/],
    [{ ultraSpinnableArticle: { premium: 'yes' } }, 'content.ultraSpinnableArticle.premium', /./],
    [{ kontentMachine: { apiKey: 'x'.repeat(1_001) } }, 'content.kontentMachine.apiKey', /./],
    [{ articleForge: 'key' }, 'content.articleForge', /./],
    ['nothing', 'content', /./],
  ])('%j is refused at its field', async (content, field, message) => {
    const { error } = await save({ content });
    expect(error).toMatchObject({ code: 'INVALID', tab: 'content', field, message: expect.stringMatching(message) });
    expect((await page()).options.content).toEqual(firstContent.content);
  });
});

describe('checks of a source', () => {
  test('ask it with what was typed, and keep nothing', async () => {
    expect(await check('OpenAI', openAi.key)).toEqual({ balance: 1, unit: null });
    expect(await check('ArticleForge', forge.key)).toEqual({ balance: 25_000, unit: 'words' });
    expect(await check('ArticleBuilder', builder.key)).toEqual({ balance: 210, unit: 'requests' });
    expect(await check('KontentMachine', kontent.key, { template: 'gsa' })).toEqual({ balance: 120, unit: 'credits' });
    expect(await check('UltraSpinnableArticle', { ...ultra.key, address: ultra.url })).toEqual({
      ...{ balance: 33, unit: 'credits' },
    });
    expect((await page()).options.content).toEqual(firstContent.content);
  });

  test('tell a refused login as -1, and ask nobody without one', async () => {
    expect(await check('OpenAI', { ...openAi.key, apiKey: 'wrong' })).toEqual({ balance: -1, unit: null });
    expect(await check('ArticleBuilder', { ...builder.key, password: 'wrong' })).toEqual({ balance: -1, unit: null });
    for (const api of all()) api.reset();
    const refused = async (source: string, login: object) => (await check(source, login)).error;
    expect(await refused('ArticleBuilder', { username: 'ann' })).toMatchObject({
      field: 'password',
      message: 'Password is required',
    });
    expect(await refused('ArticleForge', { apiKey: '  ' })).toMatchObject({
      field: 'apiKey',
      message: 'API key is required',
    });
    expect(await refused('UltraSpinnableArticle', { username: 'a', password: 'b' })).toMatchObject({
      field: 'address',
    });
    expect(await refused('OpenAI', { apiKey: 7 })).toMatchObject({ field: 'inputInfo' });
    const body = { articleSource: 'OpenAI', inputInfo: '{"apiKey":' };
    expect((await app.send(checkArticles, { body })).body.error).toMatchObject({ field: 'inputInfo' });
    expect((await app.send(checkArticles, { body: { ...body, articleSource: 'Nobody' } })).status).toBe(400);
    expect(all().flatMap(({ requests }) => requests)).toEqual([]);
  });

  test('say why a service cannot be asked, without the key that it repeats', async () => {
    const { error } = await check('KontentMachine', { apiKey: 'kontent-key-1234567890' });
    expect(error).toMatchObject({ code: 'OUTSIDE_REFUSED', message: expect.stringContaining('cannot be asked') });
    const echo = await startApi(({ headers }) => ({
      status: 400,
      body: JSON.stringify({ error: { message: `no ${headers.authorization}` } }),
    }));
    const echoed = await check('OpenAI', { apiKey: 'echoed-key-123456', address: echo.url });
    expect(echoed.error).toMatchObject({
      code: 'OUTSIDE_REFUSED',
      message: expect.stringMatching(/^OpenAI answered 400 Bad Request: no /),
    });
    expect(echoed.error.message).not.toContain('echoed-key');
    await echo.close();
    const away = await check('OpenAI', { apiKey: 'k', address: echo.url });
    expect(away.error.message).toContain('No connection');
  });
});
