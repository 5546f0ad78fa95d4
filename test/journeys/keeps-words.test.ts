import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { deleteProfiles } from '#domain/contract/accounts.ts';
import { getProject } from '#domain/contract/projects/projects.ts';
import { startWorld, type World } from '#rehearsal/world.ts';
import { launchBrowser, open, signIn } from '#test/support/browser.ts';
import { type ReadyCampaign, readyCampaign } from '#test/support/builders.ts';
import { startTestApp, type TestApp } from '#test/support/start-app.ts';

// What an operator has typed or asked for is not lost when something fails (B5, fault 2).

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
  ready = await readyCampaign(app.app, world.sites, { siteName: `words${Math.random().toString(36).slice(2)}` });
  ({ context, page } = await signIn(browser, app));
  // A step that waits in vain is named, long before the test is over.
});
afterEach(() => context?.close());
afterAll(async () => {
  await browser?.close();
  await app?.stop();
  await world?.close();
});

const button = (name: string) => page.getByRole('button', { name, exact: true });
const editProject = async () => {
  await open(page, `/project/${ready.projectId}`);
  await button('Edit').click();
};
const stored = async () => (await app.send(getProject, { params: { id: ready.projectId } })).body.project;
const setStatus = (status: 'COMPLETED') =>
  app.app.store.db.updateTable('projects').set({ status }).where('id', '=', ready.projectId).execute();

test('a deletion that fails leaves its question open, to be tried again', async () => {
  await page.getByRole('checkbox', { name: 'Select Test campaign' }).first().check();
  await page.route('**/rest/delete/campaigns', (route) => route.abort());
  await button('Delete').first().click();
  const question = page.getByRole('dialog');
  const yes = question.getByRole('button', { name: 'Delete' });
  await yes.click();
  await page.getByText('Failed to delete').first().waitFor();
  expect(await question.isVisible()).toBe(true);
  await page.unroute('**/rest/delete/campaigns');
  await yes.click();
  await question.waitFor({ state: 'hidden' });
});

test('a schedule stays typed when the edits before it cannot be saved', async () => {
  await editProject();
  await page.getByLabel('Output URL anchors').fill('one anchor');
  await page.getByRole('button', { name: 'Schedule' }).click();
  // By key: the browser driver scrolls a page that stands lower before it clicks on what hangs over it, and clicks beside.
  await page.getByRole('menuitem', { name: 'Add Schedule' }).press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Add Edit Schedule' });
  await dialog.getByLabel('Start date').fill('31/12/2090');
  await page.keyboard.press('Enter');
  await dialog.getByLabel('Start time').fill('10:30');
  await page.keyboard.press('Enter');
  await page.route('**/rest/postingproject', (route) => route.abort());
  await dialog.getByRole('button', { name: 'Create' }).click();
  await page.getByText('Failed to save the project').first().waitFor();
  expect(await dialog.getByLabel('Start date').inputValue()).toBe('31/12/2090');
  await page.unroute('**/rest/postingproject');
  await dialog.getByRole('button', { name: 'Create' }).click();
  await dialog.waitFor({ state: 'hidden' });
  expect(await stored()).toMatchObject({ status: 'SCHEDULED', outputAnchor: 'one anchor' });
});

describe('the form of a project', () => {
  test('puts the cursor where the eye goes: the first field, then the first faulty one', async () => {
    await editProject();
    await page.locator('#selectedCampaignId:focus').waitFor();
    await page.locator('#minLinks').fill('3');
    await page.locator('#maxLinks').fill('2');
    await button('Save').click();
    const most = page.locator('#maxLinks');
    await page.locator('#maxLinks:focus').waitFor();
    await expect.poll(() => most.getAttribute('aria-invalid')).toBe('true');
    const describedBy = (await most.getAttribute('aria-describedby')) ?? 'none';
    expect(await page.locator(`[id="${describedBy}"]`).textContent()).toBe(
      'Max links must be greater or equal to min links',
    );
    await most.fill('3');
    await page.getByText('Max links must be greater').waitFor({ state: 'detached' });
    expect(await most.getAttribute('aria-invalid')).toBeNull();
  });

  test('leads from what a saved project still needs to its field', async () => {
    await editProject();
    await page.getByLabel('Tags', { exact: true }).focus();
    await page.keyboard.press('Backspace');
    await page.keyboard.press('Backspace');
    await button('Save').click();
    await page.getByText('Saved as it is. It still needs something before it can start').waitFor();
    await page.getByRole('button', { name: 'Please enter tags' }).click();
    const tags = page.locator('#tags');
    await page.locator('#tags:focus').waitFor();
    await expect.poll(() => tags.getAttribute('aria-invalid')).toBe('true');
    await tags.fill('garden,');
    await page.getByText('Please enter tags').waitFor({ state: 'detached' });
    expect(await tags.getAttribute('aria-invalid')).toBeNull();
  });

  test('keeps the word of the server at its field until the field changes', async () => {
    await editProject();
    // Behind the back of this window: no event tells of it.
    await app.app.store.db.deleteFrom('url_lists').where('id', '=', ready.moneyId).execute();
    await button('Save').click();
    const word = page.locator('#linkSetProfiles-problem');
    await word.waitFor();
    await page.locator('#linkSetProfiles:focus').waitFor();
    await page.getByLabel('Output URL anchors').fill('typed after it');
    await page.locator('#minLinks').fill('3');
    await button('Save').click();
    await page.locator('#maxLinks-problem').waitFor();
    await page.locator('#minLinks').fill('1');
    // The messages have followed the typing once this one is gone.
    await page.locator('#maxLinks-problem').waitFor({ state: 'detached' });
    expect(await word.isVisible()).toBe(true);
    await page.getByRole('button', { name: 'Delete Money', exact: true }).click();
    await word.waitFor({ state: 'detached' });
  });

  test('does not call a project whole whose profile was deleted behind its back', async () => {
    await editProject();
    await app.app.store.db.deleteFrom('profiles').where('id', '=', ready.profileId).execute();
    await button('Save').click();
    await page.getByText('Saved as it is. It still needs something before it can start').waitFor();
    await page.getByRole('button', { name: 'Please select an account profile' }).click();
    await expect.poll(() => page.locator('#profileId').getAttribute('aria-invalid')).toBe('true');
  });

  test('says that a chosen profile was deleted in another window, and forgets its id', async () => {
    await editProject();
    await app.send(deleteProfiles, { params: { id: ready.campaignId }, body: { ids: [ready.profileId] } });
    await page.getByText('It was deleted meanwhile').waitFor();
    await button('Save').click();
    await page.getByText('Please select an account profile').first().waitFor();
  });

  test('asks before Cancel drops edits, and only then', async () => {
    await editProject();
    await button('Cancel').click();
    await button('Edit').click();
    await page.getByLabel('Output URL anchors').fill('many words');
    await button('Cancel').click();
    const question = page.getByRole('dialog', { name: 'Drop what you changed?' });
    await question.getByRole('button', { name: 'Keep editing' }).click();
    expect(await page.getByLabel('Output URL anchors').inputValue()).toBe('many words');
    await button('Cancel').click();
    await question.getByRole('button', { name: 'Drop' }).click();
    await button('Edit').waitFor();
    expect(await page.getByLabel('Output URL anchors').inputValue()).not.toBe('many words');
  });
});

test('a finished project is started again only after a question', async () => {
  await setStatus('COMPLETED');
  await open(page, `/project/${ready.projectId}`);
  await button('Start').click();
  const question = page.getByRole('dialog', { name: 'All sites of this project were posted to.' });
  await question.getByRole('button', { name: 'Cancel' }).click();
  await question.waitFor({ state: 'hidden' });
  expect((await stored()).status).toBe('COMPLETED');
  await button('Start').click();
  await question.getByRole('button', { name: 'Post again' }).click();
  await expect.poll(() => world.wordpress[0]?.posts().length).toBe(1);
});

test('a session that ends while editing is said, and the sign-in on the spot loses nothing', async () => {
  await editProject();
  await page.getByLabel('Output URL anchors').fill('kept over the sign-in');
  await app.app.store.db.deleteFrom('sessions').execute();
  await button('Save').click();
  const dialog = page.getByRole('dialog', { name: 'You were signed out' });
  await dialog.getByLabel('Username').fill('admin');
  await dialog.getByRole('textbox', { name: 'Password' }).fill('test-password');
  await page.keyboard.press('Enter');
  await dialog.waitFor({ state: 'hidden' });
  await page.getByText('Successfully saved the project').waitFor();
  expect(await page.getByText('Request Error').count()).toBe(0);
  expect(
    (await page.request.get(`/rest/project/${ready.projectId}`).then((answer) => answer.json())).project,
  ).toMatchObject({
    outputAnchor: 'kept over the sign-in',
  });
});

test('a screen that cannot be fetched says so, and comes by itself once the server is back', async () => {
  await open(page, '/campaigns');
  await context.setOffline(true);
  await page.getByRole('link', { name: 'Content', exact: true }).click();
  await page.getByText('The server cannot be reached').waitFor();
  expect(await page.getByText('dynamically imported').count()).toBe(0);
  await context.setOffline(false);
  await page.getByRole('heading', { name: 'Content' }).waitFor();
});

test('a dialog that cannot be fetched leaves the form behind it as it is', async () => {
  await editProject();
  await page.getByLabel('Output URL anchors').fill('still here');
  await context.setOffline(true);
  await page.getByRole('button', { name: 'Schedule' }).click();
  await page.getByRole('menuitem', { name: 'Add Schedule' }).press('Enter');
  await page.getByText('The server cannot be reached').waitFor();
  expect(await page.getByLabel('Output URL anchors').inputValue()).toBe('still here');
  await context.setOffline(false);
  await page.getByRole('button', { name: 'Schedule' }).click();
  await page.getByRole('menuitem', { name: 'Add Schedule' }).press('Enter');
  await page.getByRole('dialog', { name: 'Add Edit Schedule' }).waitFor();
});

test('an empty sign-in is told at its fields and not sent', async () => {
  const fresh = await browser.newContext({ baseURL: app.url });
  const visitor = await fresh.newPage();
  const sent: string[] = [];
  visitor.on('request', (request) => request.method() === 'POST' && sent.push(request.url()));
  await visitor.goto('/user/login');
  await visitor.getByRole('button', { name: 'Login' }).click();
  await visitor.getByText('Please enter your username').waitFor();
  await visitor.getByText('Please enter your password').waitFor();
  expect(sent).toEqual([]);
  await fresh.close();
});
