import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  createContentGroup,
  getArticle,
  newArticle,
  saveArticle,
  saveContentGroup,
  spinArticle,
} from '#domain/contract/content.ts';
import { getOptions, saveOptions } from '#domain/contract/options/options.ts';
import { firstSpinner, testSentence, testSpinner } from '#domain/contract/options/spinner.ts';
import { startApi } from '#rehearsal/api-server.ts';
import { type BestSpinnerApi, startBestSpinner } from '#rehearsal/spinners/best-spinner.ts';
import type { SpinApi } from '#rehearsal/spinners/spin-desk.ts';
import { startSpinForm } from '#rehearsal/spinners/spin-form.ts';
import { startSpinRewriter } from '#rehearsal/spinners/spin-rewriter.ts';
import { startWordAi } from '#rehearsal/spinners/word-ai.ts';
import { readConfig } from '#server/config.ts';
import { startTestApp, type TestApp } from '#test/support/start-app.ts';

/** The options of the spinners, tests of a typed login, and articles that are spun. */
let best: BestSpinnerApi;
let rewriter: SpinApi;
let wordAi: SpinApi;
let form: SpinApi;
let app: TestApp;
let groupId: number;
beforeAll(async () => {
  [best, rewriter, wordAi] = await Promise.all([startBestSpinner(), startSpinRewriter(), startWordAi()]);
  form = await startSpinForm('email');
  const spinnerAddresses = { BestSpinner: best.url, Rewriter: rewriter.url, WordAi: wordAi.url, Spinea: form.url };
  app = await startTestApp({ roles: ['http'], spinnerAddresses });
  groupId = (await app.send(createContentGroup, { body: { name: 'Gardens' } })).body.contentGroup.id;
});
beforeEach(async () => {
  for (const api of [best, rewriter, wordAi, form]) api.reset();
  app.app.outside.holds?.clear();
  await app.app.store.pool.query(`delete from settings where key = 'options'`);
});
afterAll(async () => {
  await app.stop();
  await Promise.all([best, rewriter, wordAi, form].map((api) => api.close()));
});

const page = async () => (await app.send(getOptions)).body;
const save = async (body: object) => (await app.send(saveOptions, { body })).body;
const logins = () => ({
  ...{ bestSpinner: best.key, rewriter: rewriter.key, wordAi: wordAi.key, spinea: form.key },
});

describe('spinner options', () => {
  test('are kept by service, sealed, and shown as typed', async () => {
    expect((await page()).options).toMatchObject(firstSpinner);
    expect(firstSpinner).toMatchObject({
      spinnerService: 'BestSpinner',
      spinner: { bestSpinner: { quality: 3, maxSyns: 4 }, rewriter: { confidenceLevel: 2 }, wordAi: { quality: 3 } },
    });
    const saved = await save({ spinnerService: 'WordAi', spinner: logins() });
    expect(saved.options).toMatchObject({ spinnerService: 'WordAi', spinner: logins() });
    const { rows } = await app.app.store.pool.query(`select value::text from settings where key = 'options'`);
    for (const { key } of [best, rewriter, wordAi, form])
      expect(rows[0].value).not.toContain(key.password ?? key.apiKey);
    // A save that tells of one field alone forgets nothing of the others.
    await save({ spinner: { rewriter: { protectedTerms: ' rose ,Oak,,rose', sentences: true } } });
    expect((await page()).options.spinner).toMatchObject({
      ...logins(),
      rewriter: { ...rewriter.key, protectedTerms: 'rose,Oak', sentences: true, paragraphs: false },
    });
    await save({ spinner: { wordAi: { password: '' } } });
    expect((await page()).options.spinner).toMatchObject({ wordAi: { email: wordAi.key.email, password: '' } });
    expect((await page()).placedSpinners).toEqual(['BestSpinner', 'Rewriter', 'WordAi', 'Spinea']);
  });

  test.each([
    ['bestSpinner', 'quality', 4, 'Must be between 1 and 3'],
    ['bestSpinner', 'quality', 0, 'Must be between 1 and 3'],
    ['bestSpinner', 'maxSyns', 9, 'Must be between 1 and 8'],
    ['bestSpinner', 'maxSyns', 1.5, 'Must be between 1 and 8'],
    ['bestSpinner', 'maxSyns', null, 'Required'],
    ['rewriter', 'confidenceLevel', 4, 'Must be between 1 and 3'],
    ['wordAi', 'quality', 6, 'Must be between 1 and 5'],
    ['spinea', 'address', 'ftp://a', 'The address must look like https://spinner.example/spin'],
  ])('%s refuses %s %s', async (name, field, value, message) => {
    expect((await save({ spinner: { [name]: { [field]: value } } })).error).toMatchObject({
      ...{ message, tab: 'spinner', field: `spinner.${name}.${field}` },
    });
  });

  test('take the bounds themselves, and no service that there is none', async () => {
    for (const [quality, maxSyns] of [
      [1, 1],
      [3, 8],
    ])
      expect(
        (await save({ spinner: { bestSpinner: { quality, maxSyns }, wordAi: { quality: 5 } } })).error,
      ).toBeUndefined();
    expect((await save({ spinnerService: 'Nobody' })).error).toMatchObject({ tab: 'spinner', field: 'spinnerService' });
    expect((await save({ spinner: 'none' })).error).toMatchObject({ tab: 'spinner' });
    const of = (text: string) => readConfig({ LINKWRIGHT_SPINNER_ADDRESSES: text }, []).spinnerAddresses;
    expect(of('ESpinner=https://a.test/spin, BrazilianB=http://b.test')).toEqual({
      ...{ ESpinner: 'https://a.test/spin', BrazilianB: 'http://b.test' },
    });
    expect(() => of('Nobody=https://a.test')).toThrow('LINKWRIGHT_SPINNER_ADDRESSES');
  });
});

describe('a test of a login', () => {
  const ask = async (body: object) => (await app.send(testSpinner, { body: { body: testSentence, ...body } })).body;

  test('spins the sentence with what was typed, and keeps nothing', async () => {
    const typed = { spinnerService: 'BestSpinner', username: best.key.username, password: best.key.password };
    const { result } = await ask({ ...typed, settings: { maxSyns: 2 } });
    expect(result).toMatch(/^\{Every~\|Every~~\} good \{garden~/);
    expect(best.requests.at(-1)?.form.get('maxsyns')).toBe('2');
    expect((await page()).options).toMatchObject(firstSpinner);
    expect((await ask({ ...typed, password: 'wrong-password' })).error).toMatchObject({
      ...{ code: 'OUTSIDE_REFUSED', message: expect.stringContaining('Could not authenticate') },
    });
    expect((await ask({ ...typed, settings: { maxSyns: 9 } })).error).toMatchObject({
      ...{ message: 'Must be between 1 and 8', field: 'spinner.bestSpinner.maxSyns' },
    });
    best.trouble = 'balance';
    expect((await ask(typed)).error.message).toContain('API quota');
  });

  test('carries the key alone where there is no name, to the address that was typed', async () => {
    const key = await startSpinForm(null);
    const typed = { spinnerService: 'BrazilianB', username: '', password: key.key.apiKey };
    expect((await ask(typed)).error).toMatchObject({
      ...{ code: 'NOT_SET_UP', message: 'Needs address of the service: see Options, Spinner' },
    });
    expect((await ask({ ...typed, settings: { address: key.url } })).result).toContain('{garden~|garden~~}');
    expect(Object.fromEntries(key.requests[0]?.form ?? [])).toEqual({
      ...{ apiKey: key.key.apiKey, lang: 'pt', text: testSentence },
    });
    await key.close();
    expect((await ask({ ...typed, password: '' })).error.message).toContain('Needs key and address');
  });

  test('does not show a key that the service repeats', async () => {
    const echo = await startApi(({ form: sent }) => ({ body: JSON.stringify({ error: `no ${sent.get('apiKey')}` }) }));
    const password = 'echoed-key-123456';
    const { error } = await ask({
      spinnerService: 'Spinea',
      username: 'a@b.test',
      password,
      settings: { address: echo.url },
    });
    expect(error.message).toMatch(/^Spinea answered: no /);
    expect(error.message).not.toContain(password);
    await echo.close();
  });
});

describe('an article', () => {
  const html =
    '<p class="big">Every {garden|yard} needs <b>patient hands</b>.</p><p>See <a href="/t?a=1">garden tools</a> [link] &amp; more.</p>';
  const spin = async (body: object, id = 0) =>
    (await app.send(spinArticle, { params: { id }, body: { title: 'Patient gardens', body: html, ...body } })).body;

  test('comes back as spintax, its tags, links and spin syntax as they were', async () => {
    await save({ spinner: logins() });
    for (const [spinnerService, api] of [
      ['BestSpinner', best],
      ['WordAi', wordAi],
      ['Spinea', form],
    ] as const) {
      const { title, body } = await spin({ spinnerService });
      expect(title).toBe('{Patient~|Patient~~} {gardens~|gardens~~}');
      expect(body).toBe(
        '<p class="big">{Every~|Every~~} {garden|yard} {needs~|needs~~} <b>{patient~|patient~~} {hands~|hands~~}</b>.</p>' +
          '<p>See <a href="/t?a=1">garden tools</a> [link] &amp; more.</p>',
      );
      // Title and text are one order.
      expect(api.left).toBe(99);
    }
  });

  test('keeps the words of its group, and those of the service', async () => {
    await save({ spinner: { ...logins(), rewriter: { ...rewriter.key, protectedTerms: 'hands' } } });
    await app.send(saveContentGroup, {
      body: { id: groupId, wordsNottobeChanged: 'gardens,needs', maxUsagePerArticle: 0 },
    });
    const article = { title: 'Patient gardens', body: html, authorName: 'A', authorBio: 'B' };
    const { id } = (await app.send(saveArticle, { body: { id: null, contentGroupId: groupId, ...article } })).body;
    const saved = await spin({ spinnerService: 'Rewriter' }, id);
    expect(saved.title).toBe('{Patient~|Patient~~} gardens');
    expect(saved.body).toContain('needs <b>{patient~|patient~~} hands</b>');
    expect((await app.send(getArticle, { params: { id } })).body.article).toMatchObject(article);
    const unsaved = await spin({ spinnerService: 'WordAi', contentGroupId: groupId });
    expect(unsaved.title).toBe('{Patient~|Patient~~} gardens');
    expect(
      (await app.send(spinArticle, { params: { id: 99_999 }, body: { ...article, spinnerService: 'WordAi' } })).status,
    ).toBe(404);
  });

  test('is not taken where the service moved a tag, or lost spin syntax', async () => {
    await save({ spinner: logins() });
    const message = expect.stringMatching(/^Spinea (changed tags, links or spin syntax|.*broken spin syntax)/);
    for (const spins of [
      (text: string) => text.replace('LWK3Q', ''),
      (text: string) => text.replace(/LWK1Q(.*)LWK2Q/s, 'LWK2Q$1LWK1Q'),
      (text: string) => `${text} }`,
      (text: string) => `{${text}|other}`,
      (text: string) => `{${text}|${text}}`,
    ]) {
      form.spins = spins;
      expect((await spin({ spinnerService: 'Spinea' })).error).toMatchObject({ code: 'OUTSIDE_REFUSED', message });
    }
  });

  test('that is longer than the service takes is cut between paragraphs, or refused before anything leaves', async () => {
    await save({ spinner: logins() });
    const paragraph = 'Every garden needs patient hands and water. '.repeat(100).trim();
    const body = Array.from({ length: 5 }, () => paragraph).join('\n\n');
    const { body: spun } = await spin({ spinnerService: 'WordAi', body });
    expect(spun.replaceAll(/\{(\w+)~\|\w+~~\}/g, '$1')).toBe(body);
    expect(wordAi.left).toBe(97);
    const one = await spin({ spinnerService: 'WordAi', body: 'Every garden. '.repeat(1_000) });
    expect(one.error).toMatchObject({ code: 'TOO_LARGE', message: expect.stringContaining('10,000 letters') });
    const long = await spin({ spinnerService: 'WordAi', body: Array(30).fill(paragraph).join('\n') });
    expect(long.error).toMatchObject({ code: 'TOO_LARGE' });
    expect(wordAi.left).toBe(97);
  });

  test('of no words costs nothing; one without a title or a service is refused', async () => {
    await save({ spinner: logins() });
    const body = '<img src="a.png"> {a|b}';
    expect(await spin({ spinnerService: 'WordAi', title: '{x|y}', body })).toEqual({ title: '{x|y}', body });
    expect(wordAi.requests).toEqual([]);
    expect((await spin({ spinnerService: 'WordAi', title: ' ' })).error.message).toBe('Title is required');
    await save({ spinner: { wordAi: { password: '' } } });
    expect((await spin({ spinnerService: 'WordAi' })).error).toMatchObject({
      ...{ code: 'NOT_SET_UP', message: 'Needs password: see Options, Spinner' },
    });
  });

  test('is spun by the built-in spinner without a login, with all that may not change', async () => {
    const body = `<p class="big">They often buy big {houses|{title}} near <a href="/big">big houses</a> [often] &amp; %big%.</p>`;
    const spun = await spin({ spinnerService: 'BuiltIn', title: 'Big houses', body, contentGroupId: groupId });
    expect(spun.title).toMatch(/^\{Big\|/);
    expect(spun.body).toMatch(/^<p class="big">They \{often\|.*\} \{buy\|.*\} \{big\|/);
    expect(spun.body).toMatch(
      / \{houses\|\{title\}\} near <a href="\/big">big houses<\/a> \[often\] &amp; %big%\.<\/p>$/,
    );
    const broken = await spin({ spinnerService: 'BuiltIn', title: 'Big houses', body: 'A big } house <b>often</b>' });
    expect(broken.body).toMatch(/^A \{big\|.*\} \} .* <b>\{often\|.*\}<\/b>$/);
    const test = { spinnerService: 'BuiltIn', username: '', password: '', body: testSentence };
    expect((await app.send(testSpinner, { body: test })).body.result).toContain('|');
  });

  test('a lost answer is told, and not sent again', async () => {
    await save({ spinner: logins() });
    wordAi.dial({ dropAfterCommit: true, times: 1 });
    expect((await spin({ spinnerService: 'WordAi' })).error).toMatchObject({ code: 'OUTSIDE_REFUSED' });
    expect(wordAi.left).toBe(99);
    expect(wordAi.requests).toHaveLength(1);
  });

  test('is offered the services, the chosen one first, with what they lack', async () => {
    await save({ spinnerService: 'Spinea', spinner: { spinea: form.key, wordAi: { email: 'a@b.test' } } });
    const { spinners } = (await app.send(newArticle, { params: { id: groupId } })).body;
    expect(spinners.map(({ service }: { service: string }) => service)).toEqual([
      ...['Spinea', 'BuiltIn', 'BestSpinner', 'Rewriter', 'WordAi', 'ESpinner', 'BrazilianA', 'BrazilianB'],
    ]);
    const lacks = Object.fromEntries(
      spinners.map((one: { service: string; lacks: string }) => [one.service, one.lacks]),
    );
    expect(lacks).toMatchObject({
      Spinea: null,
      BestSpinner: 'Needs username and password: see Options, Spinner',
      WordAi: 'Needs password: see Options, Spinner',
      BrazilianB: 'Needs key and address of the service: see Options, Spinner',
      BuiltIn: null,
    });
  });
});
