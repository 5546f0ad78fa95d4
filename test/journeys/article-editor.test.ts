import { AxeBuilder } from '@axe-core/playwright';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  createContentGroup,
  deleteContentGroups,
  getArticle,
  saveArticle,
  spinArticle,
} from '#domain/contract/content.ts';
import { launchBrowser, open, signIn } from '#test/support/browser.ts';
import { writtenIn } from '#test/support/code-field.ts';
import { lookAt } from '#test/support/look-at.ts';
import { startTestApp, type TestApp } from '#test/support/start-app.ts';

/** An article is written with its spin syntax. EDITOR_SHOTS names a folder for pictures. */
let app: TestApp;
let browser: Browser;
let page: Page;
let groupId: number;
beforeAll(async () => {
  [app, browser] = await Promise.all([startTestApp(), launchBrowser()]);
  groupId = (await app.send(createContentGroup, { body: { name: 'Texts' } })).body.contentGroup.id;
  ({ page } = await signIn(browser, app));
});
afterAll(async () => {
  await browser?.close();
  await app?.stop();
});

const look = (name: string) => lookAt(page, name, process.env.EDITOR_SHOTS);
const title = () => page.getByLabel('Title', { exact: true });
const body = () => page.getByLabel('Body', { exact: true });
const save = () => page.getByRole('button', { name: 'Save', exact: true });
const numbers = () => page.locator('#body-counts').textContent();
const focused = () => page.evaluate('document.activeElement.id');
const stored = async (id: number) => (await app.send(getArticle, { params: { id } })).body.article;
const make = async (text: string, contentGroupId = groupId) => {
  const author = { authorName: 'Ann', authorBio: 'Gardener' };
  const made = { id: null, contentGroupId, title: 'A {long|short} title', body: text, ...author };
  return (await app.send(saveArticle, { body: made })).body.id;
};

test('an empty article says what belongs where, and Save goes to the first field that is wrong', async () => {
  await open(page, `/new-article/${groupId}`);
  await expect.poll(numbers).toBe('1 variant0 words0 links');
  await look('editor-empty');
  await page.getByLabel('Author Name').fill('Ann');
  await save().click();
  await page.getByText('Title is required').waitFor();
  await expect.poll(focused).toBe('title');
  expect(await title().getAttribute('aria-invalid')).toBe('true');
  expect(await title().getAttribute('aria-describedby')).toBe('title-problem');
  expect(await page.locator('#title-problem').textContent()).toBe('Title is required');
  await look('editor-required');
  await page.keyboard.type('T');
  await page.getByText('Title is required').waitFor({ state: 'detached' });
  expect(await body().getAttribute('aria-invalid')).toBe('true');
});

test('by keys alone: signs are coloured by depth, partners shown, numbers counted, Tab goes on', async () => {
  await open(page, `/new-article/${groupId}`);
  await title().focus();
  await page.keyboard.type('Ten {ways|tips}');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  expect(await focused()).toBe('body');
  await page.keyboard.type('{a|b {c|d}} <a href="/x">link</a> <img src="/y">');
  await page.keyboard.press('Enter');
  await page.keyboard.type('{~one|two|three}');
  expect(await writtenIn(page, 'Title')).toBe('Ten {ways|tips}');
  expect(await body().locator('.spin-level-1').allTextContents()).toEqual(['{', '|', '}', '{~', '|', '|', '}']);
  expect(await body().locator('.spin-level-2').allTextContents()).toEqual(['{', '|', '}']);
  expect(await body().locator('.spin-tag-link').allTextContents()).toEqual(['<a href="/x">', '</a>']);
  expect(await body().locator('.spin-tag-media').allTextContents()).toEqual(['<img src="/y">']);
  expect(await body().locator('.spin-match').allTextContents()).toEqual(['{', '}']);
  await expect.poll(numbers).toBe('18 variants5–6 words1 link');
  await page.keyboard.press('Shift+Tab');
  expect(await focused()).toBe('title');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  expect(await focused()).toBe('authorName');
  await page.getByText('Body', { exact: true }).click();
  expect(await focused()).toBe('body');
  await look('editor-written');
});

test('what is broken is underlined and told with its place; a click leads there', async () => {
  const text = 'Fine {a|b}\n😀 a } and {open|\n{c|d}';
  await body().fill(text);
  await page.getByText('2 braces to mend').waitFor();
  expect(await body().locator('.spin-broken').allTextContents()).toEqual(['}', '{']);
  expect(await body().locator('.spin-broken').first().getAttribute('title')).toBe(
    'Line 2, column 5: this } closes nothing',
  );
  expect(await body().getAttribute('aria-invalid')).toBe('true');
  expect(await body().getAttribute('aria-describedby')).toBe('body-syntax');
  await look('editor-broken');
  await page.getByRole('button', { name: 'Line 2, column 11: this { is never closed' }).click();
  expect(await focused()).toBe('body');
  await page.keyboard.type('(');
  await page.getByRole('button', { name: 'Line 2, column 5: this } closes nothing' }).click();
  await page.keyboard.type(')');
  await page.getByText('to mend').waitFor({ state: 'detached' });
  expect(await writtenIn(page, 'Body')).toBe('Fine {a|b}\n😀 a ) and (open|\n{c|d}');
  expect(await body().getAttribute('aria-invalid')).toBeNull();
});

test('Undo of the keys, of a spin and of the notice go together; a save ends the leaving question', async () => {
  await page.getByLabel('Author Name').fill('Ann');
  await page.getByLabel('Author Bio').fill('Gardener');
  await title().fill('Often watered');
  await body().fill('Water it often.');
  const before = await writtenIn(page, 'Body');
  await page.getByRole('button', { name: 'Spin', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Built-in spinner (free)' }).press('Enter');
  await page.getByText('Title and body were spun by').waitFor();
  const spun = await writtenIn(page, 'Body');
  expect(spun).not.toBe(before);
  await body().press('End');
  await page.keyboard.type('!');
  await page.keyboard.press('Control+z');
  await expect.poll(() => writtenIn(page, 'Body')).toBe(spun);
  await page.keyboard.press('Control+z');
  await expect.poll(() => writtenIn(page, 'Body')).toBe(before);
  await page.keyboard.press('Control+y');
  await expect.poll(() => writtenIn(page, 'Body')).toBe(spun);
  await page.getByRole('button', { name: 'Undo' }).click();
  expect([await writtenIn(page, 'Title'), await writtenIn(page, 'Body')]).toEqual(['Often watered', before]);
  await body().press('Control+z');
  await expect.poll(() => writtenIn(page, 'Body')).toBe(spun);
  await page.getByRole('link', { name: /Content Group/ }).click();
  await page.getByRole('dialog').getByText('Leave without saving?').last().waitFor();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
  expect(await writtenIn(page, 'Body')).toBe(spun);
  await save().click();
  await page.waitForURL(/\/article\/\d+$/);
  const id = Number(page.url().split('/').at(-1));
  expect(await stored(id)).toMatchObject({ title: 'Often watered', body: spun });
  await expect.poll(() => save().isDisabled()).toBe(true);
  await body().press('End');
  await page.keyboard.type('x');
  await expect.poll(() => save().isDisabled()).toBe(false);
  await page.keyboard.press('Backspace');
  await expect.poll(() => save().isDisabled()).toBe(true);
  await page.getByRole('link', { name: /Content Group/ }).click();
  await page.getByRole('heading', { name: 'Texts' }).waitFor();
});

test('a preview shows what is written, another one each time', async () => {
  await open(page, `/article/${await make('Number {1|2|3|4|5|6|7|8|9}')}`);
  await body().press('Control+End');
  await page.keyboard.type(' not {saved|stored}');
  await page.getByRole('button', { name: 'Preview' }).click();
  const frame = page.frameLocator('iframe[title="Preview of the article"]').locator('body');
  await expect.poll(() => frame.textContent()).toMatch(/A (long|short) titleNumber \d not (saved|stored)$/);
  const first = await frame.textContent();
  await expect
    .poll(async () => {
      await page.getByRole('button', { name: 'Refresh' }).click();
      return frame.textContent();
    })
    .not.toBe(first);
  await page.getByRole('button', { name: 'Close', exact: true }).last().click();
});

test('what the server refuses is told at its field; other line ends and pasted lines come through', async () => {
  const id = await make('one\r\ntwo');
  await open(page, `/article/${id}`);
  await page.getByLabel('Author Name').fill('Bob');
  await save().click();
  await page.getByText('Successfully saved the article').waitFor();
  // Nothing was changed in it: its line ends are as they came.
  expect(await stored(id)).toMatchObject({ authorName: 'Bob', body: 'one\r\ntwo' });
  await title().press('Control+End');
  await page.evaluate(`{
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', 'two\\nlines');
    const pasted = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true });
    document.getElementById('title').dispatchEvent(pasted);
  }`);
  await expect.poll(() => writtenIn(page, 'Title')).toBe('A {long|short} titletwo lines');
  await page.route(`**${saveArticle.path}`, (route) =>
    route.fulfill({ json: { error: { message: 'The title is taken', field: 'title' } } }),
  );
  await save().click();
  await page.locator('#title-problem').getByText('The title is taken').waitFor();
  expect(await title().getAttribute('aria-describedby')).toBe('title-problem');
  await page.unroute(`**${saveArticle.path}`);
  await page.keyboard.type('.');
  await page.locator('#title-problem').waitFor({ state: 'detached' });
  await page.route(`**${spinArticle.path.replace(':id', '*')}`, (route) =>
    route.fulfill({ json: { error: { message: 'Nothing to spin in it', field: 'body' } } }),
  );
  await page.getByRole('button', { name: 'Spin', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Built-in spinner (free)' }).press('Enter');
  await page.locator('#body-problem').getByText('Nothing to spin in it').waitFor();
  await page.unrouteAll();
});

test('a save that would undo another window asks first; what was saved there can be shown', async () => {
  const id = await make('mine');
  await open(page, `/article/${id}`);
  await body().fill('mine, longer');
  const { usageCount: _used, ...there } = await stored(id);
  await app.send(saveArticle, { body: { ...there, title: 'Theirs', body: 'theirs' } });
  await save().click();
  await page.getByRole('dialog').getByRole('button', { name: 'Keep editing' }).click();
  expect(await writtenIn(page, 'Body')).toBe('mine, longer');
  expect((await stored(id)).body).toBe('theirs');
  await save().click();
  await page.getByRole('dialog').getByRole('button', { name: 'Show what was saved' }).click();
  await expect.poll(() => writtenIn(page, 'Body')).toBe('theirs');
  expect(await writtenIn(page, 'Title')).toBe('Theirs');
  await expect.poll(() => save().isDisabled()).toBe(true);
  await body().fill('mine after all');
  await save().click();
  await page.getByText('Successfully saved the article').waitFor();
  expect(await stored(id)).toMatchObject({ title: 'Theirs', body: 'mine after all' });
});

test('what is written is saved anew where the group was deleted meanwhile', async () => {
  const { contentGroup } = (await app.send(createContentGroup, { body: { name: 'Short-lived' } })).body;
  const contentGroupId = contentGroup.id;
  const id = await make('lost?', contentGroupId);
  await open(page, `/article/${id}`);
  await body().fill('not lost');
  await app.send(deleteContentGroups, { body: { ids: [contentGroupId] } });
  await save().click();
  await page.getByRole('dialog').getByRole('button', { name: 'Save as a new article' }).click();
  await page.getByText('Successfully saved the article').waitFor();
  await page.waitForURL((url) => url.pathname !== `/article/${id}`);
  await expect.poll(() => writtenIn(page, 'Body')).toBe('not lost');
  await expect.poll(() => save().isDisabled()).toBe(true);
});

test('a text of 1 MB is opened, written in at its middle, counted and saved whole', async () => {
  const paragraph =
    '<p>Water {the {small|big} garden|all plants} <a href="/x">often</a>, {daily|weekly} and with care.</p>\n';
  const text = paragraph.repeat(Math.floor(1_000_000 / paragraph.length)).trimEnd();
  const id = await make(text);
  await open(page, `/article/${id}`);
  await expect.poll(numbers).toMatch(/^[\d.]+ × 10[\d,]+ variants/);
  await page.getByRole('button', { name: /variants/ }).hover();
  await page.getByText(/^About \d\.\d{4} × 10\^[\d,]+ variants$/).waitFor();
  await look('editor-long');
  await body().press('Control+Home');
  for (let turn = 0; turn < 20; turn += 1) await page.keyboard.press('PageDown');
  await page.keyboard.type('here {');
  await page.getByText('1 brace to mend').waitFor();
  await page.keyboard.type('x}');
  await page.getByText('to mend').waitFor({ state: 'detached' });
  await save().click();
  await page.getByText('Successfully saved the article').waitFor();
  const { body: kept } = await stored(id);
  expect(kept.length).toBe(text.length + 'here {x}'.length);
  expect(kept.replace('here {x}', '')).toBe(text);
});

test('nothing is found by axe in a field that is being spun', async () => {
  await page.route(`**${spinArticle.path.replace(':id', '*')}`, () => undefined);
  await page.getByRole('button', { name: 'Spin', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Built-in spinner (free)' }).press('Enter');
  await page.getByText('Spinning the article').waitFor();
  expect(await body().getAttribute('aria-readonly')).toBe('true');
  const before = await numbers();
  await body().press('x');
  const { violations } = await new AxeBuilder({ page }).analyze();
  expect(violations.map(({ id, nodes }) => `${id} ${nodes.map((node) => node.target).join()}`)).toEqual([]);
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect.poll(() => body().getAttribute('aria-readonly')).toBeNull();
  expect([await numbers(), await save().isDisabled()]).toEqual([before, true]);
  await page.unrouteAll({ behavior: 'ignoreErrors' });
});
