import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Account, editAccount, listAccounts } from '#domain/contract/accounts.ts';
import { getContentGroup, saveContentGroup } from '#domain/contract/content.ts';
import { deleteLinks, editLink, listLinks } from '#domain/contract/links.ts';
import { savePostingProject } from '#domain/contract/projects/posting.ts';
import { getProject } from '#domain/contract/projects/projects.ts';
import { startWorld, type World } from '#rehearsal/world.ts';
import { launchBrowser, open, signIn } from '#test/support/browser.ts';
import { type ReadyCampaign, readyCampaign } from '#test/support/builders.ts';
import { startTestApp, type TestApp } from '#test/support/start-app.ts';

// Two windows change one thing: neither undoes the other's work without a word, nor takes its work for its own.

let app: TestApp;
let world: World;
let browser: Browser;
let ready: ReadyCampaign;
let context: BrowserContext;
let page: Page;
beforeAll(async () => {
  [app, world, browser] = await Promise.all([startTestApp(), startWorld({ wordpress: 1 }), launchBrowser()]);
});
beforeEach(async () => {
  ready = await readyCampaign(app.app, world.sites, { siteName: `two${Math.random().toString(36).slice(2)}` });
  ({ context, page } = await signIn(browser, app));
});
afterEach(() => context?.close());
afterAll(async () => {
  await browser?.close();
  await app?.stop();
  await world?.close();
});

const button = (name: string) => page.getByRole('button', { name, exact: true });
const question = () => page.getByRole('dialog', { name: 'This was changed in another window' });
const answer = (name: string) => question().getByRole('button', { name }).click();
const link = async () => (await app.send(listLinks, { params: { id: ready.moneyId } })).body.urlItems[0];
const editElsewhere = async (anchor: string) => {
  const { id, url } = await link();
  await app.send(editLink, { params: { id }, body: { url, anchor } });
};

test('an edited link: kept, shown anew, or saved over the other window’s on purpose', async () => {
  await open(page, `/url_list/${ready.moneyId}`);
  await page
    .getByRole('button', { name: /^Edit / })
    .first()
    .click();
  const dialog = page.getByRole('dialog', { name: 'Edit Link' });
  const anchor = dialog.getByLabel('Anchor');
  await anchor.fill('mine');
  await editElsewhere('theirs');
  const save = dialog.getByRole('button', { name: 'Save' });
  await save.click();
  await answer('Keep editing');
  await question().waitFor({ state: 'hidden' });
  expect(await anchor.inputValue()).toBe('mine');
  await save.click();
  await answer('Show what was saved');
  await expect.poll(() => anchor.inputValue()).toBe('theirs');
  await anchor.fill('mine after all');
  await editElsewhere('theirs again');
  await save.click();
  await answer('Save mine over it');
  await dialog.waitFor({ state: 'hidden' });
  expect((await link()).anchor).toBe('mine after all');
});

test('an edited project: what was typed stays until the operator decides', async () => {
  await open(page, `/project/${ready.projectId}`);
  await button('Edit').click();
  const anchors = page.getByLabel('Output URL anchors');
  await anchors.fill('mine');
  const stored = async () => (await app.send(getProject, { params: { id: ready.projectId } })).body.project;
  const elsewhere = async (outputAnchor: string) =>
    app.send(savePostingProject, {
      body: { project: { ...(await stored()), outputAnchor }, sites: [], uuid: 'other' },
    });
  await elsewhere('theirs');
  await button('Save').click();
  await answer('Keep editing');
  await question().waitFor({ state: 'hidden' });
  expect(await anchors.inputValue()).toBe('mine');
  await button('Save').click();
  await answer('Save mine over it');
  await button('Edit').waitFor();
  expect((await stored()).outputAnchor).toBe('mine');
  await button('Edit').click();
  await anchors.fill('dropped');
  await elsewhere('theirs again');
  await button('Save').click();
  await answer('Show what was saved');
  await button('Edit').waitFor();
  await expect.poll(() => anchors.inputValue()).toBe('theirs again');
});

test('settings of a content group are asked about too', async () => {
  await open(page, `/content-group/${ready.groupId}`);
  const max = page.getByLabel('Max usage per article');
  await max.fill('7');
  const id = ready.groupId;
  await app.send(saveContentGroup, { body: { id, wordsNottobeChanged: 'theirs', maxUsagePerArticle: 3 } });
  await page.getByText('theirs').waitFor();
  await button('Save settings').click();
  await answer('Save mine over it');
  await page.getByText('Successfully saved').first().waitFor();
  expect((await app.send(getContentGroup, { params: { id } })).body.contentGroup.maxUsagePerArticle).toBe(7);
});

test('a save over another window’s counts for that one call', async () => {
  await open(page, `/url_list/${ready.moneyId}`);
  await page
    .getByRole('button', { name: /^Edit / })
    .first()
    .click();
  const dialog = page.getByRole('dialog', { name: 'Edit Link' });
  await dialog.getByLabel('Anchor').fill('mine');
  await editElsewhere('second window');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await question().waitFor();
  await page.route('**/rest/url_item/*', (route) => route.abort(), { times: 1 });
  await answer('Save mine over it');
  await question().waitFor({ state: 'hidden' });
  await editElsewhere('third window');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await question().waitFor();
  expect((await link()).anchor).toBe('third window');
});

test('settings of a content group are shown as stored where the live event never came', async () => {
  await page.routeWebSocket(/eventbus/, () => {});
  await open(page, `/content-group/${ready.groupId}`);
  const max = page.getByLabel('Max usage per article');
  await max.fill('7');
  const id = ready.groupId;
  await app.send(saveContentGroup, { body: { id, wordsNottobeChanged: 'theirs', maxUsagePerArticle: 3 } });
  await button('Save settings').click();
  await answer('Show what was saved');
  await expect.poll(() => max.inputValue()).toBe('3');
  await page.getByText('theirs').waitFor();
  await max.fill('8');
  await button('Save settings').click();
  await page.getByText('Successfully saved').first().waitFor();
  expect((await app.send(getContentGroup, { params: { id } })).body.contentGroup.maxUsagePerArticle).toBe(8);
});

test('what is typed while settings of a content group are saved stays, and is saved after it', async () => {
  await open(page, `/content-group/${ready.groupId}`);
  const max = page.getByLabel('Max usage per article');
  await max.fill('7');
  await page.route(
    '**/rest/content_groups',
    async (route) => {
      const response = await route.fetch();
      await max.fill('99');
      await route.fulfill({ response });
    },
    { times: 1 },
  );
  await button('Save settings').click();
  await page.getByText('Successfully saved').first().waitFor();
  expect(await max.inputValue()).toBe('99');
  await button('Save settings').click();
  const stored = async () =>
    (await app.send(getContentGroup, { params: { id: ready.groupId } })).body.contentGroup.maxUsagePerArticle;
  await expect.poll(stored).toBe(99);
});

test('an account that another window renamed is not lost: what was typed becomes a new one', async () => {
  const params = { id: ready.profileId };
  await open(page, `/accounts/${ready.profileId}`);
  await page
    .getByRole('button', { name: /^Edit .* on / })
    .first()
    .click();
  const dialog = page.getByRole('dialog', { name: 'Edit Account' });
  await dialog.getByLabel('Username').fill('typed');
  const [account] = (await app.send(listAccounts, { params })).body.accounts;
  await app.send(editAccount, { body: { ...account, was: account, email: 'renamed@b.test' } });
  const gone = page.getByRole('dialog', { name: 'This account was deleted or renamed in another window' });
  await dialog.getByRole('button', { name: 'Save' }).click();
  await gone.getByRole('button', { name: 'Keep editing' }).click();
  expect(await dialog.getByLabel('Username').inputValue()).toBe('typed');
  expect(await page.getByText('Request Error').count()).toBe(0);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await gone.getByRole('button', { name: 'Add as new' }).click();
  await dialog.waitFor({ state: 'hidden' });
  const names = (await app.send(listAccounts, { params })).body.accounts.map((row: Account) => row.username);
  expect(names).toContain('typed');
  expect(names).toContain(account.username);
});

test('what another window deleted is not told as deleted here', async () => {
  await open(page, `/url_list/${ready.moneyId}`);
  await page.getByRole('checkbox', { name: /money\.example/ }).check();
  const { id } = await link();
  // The window has not heard of it yet when it asks.
  await page.route('**/rest/url_items/*', async (route) => {
    if (route.request().method() === 'DELETE')
      await app.send(deleteLinks, { params: { id: ready.moneyId }, body: [id] });
    await route.continue();
  });
  await page.getByRole('button', { name: /^Delete/ }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Delete/ })
    .click();
  await page.getByText('Nothing was deleted here: it was deleted already').waitFor();
  expect(await page.getByText('Successfully deleted').count()).toBe(0);
});
