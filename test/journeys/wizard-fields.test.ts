import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createContentGroup, deleteContentGroups } from '#domain/contract/content.ts';
import { importMailboxes } from '#domain/contract/mailboxes.ts';
import { createSiteSelection, deleteSiteSelections, listSiteSelections } from '#domain/contract/site-selections.ts';
import { getWizard, renameWizard, saveWizard, type Wizard } from '#domain/contract/wizards.ts';
import { startWorld, type World } from '#rehearsal/world.ts';
import { launchBrowser, signIn } from '#test/support/browser.ts';
import { readyCampaign } from '#test/support/builders.ts';
import { chooseFrom } from '#test/support/choose-from.ts';
import { startTestApp, type TestApp } from '#test/support/start-app.ts';
import { newStrategy, wizardOf } from '#test/support/wizards.ts';

/** What is typed into each tab of a wizard is what is stored, and outlasts a reload before that. */
let app: TestApp;
let world: World;
let browser: Browser;
let page: Page;
let wizardId: number;
let other: number;
beforeAll(async () => {
  [app, world, browser] = await Promise.all([startTestApp(), startWorld({ wordpress: 1 }), launchBrowser()]);
  await readyCampaign(app.app, world.wordpress, { nArticles: 1 });
  await app.send(createSiteSelection, { body: { name: 'Gardens' } });
  const boxes = {
    one: { type: 'SocialNetwork', store: 'Shared' },
    two: { type: 'Wiki', store: 'Shared' },
    three: { type: 'SocialNetwork', on: 'one' },
  } as const;
  await newStrategy(app, 'Three boxes', boxes);
  other = await newStrategy(app, 'One box', { only: { type: 'Wiki' } });
  const wizard = wizardOf(boxes, { name: 'Fields' }) as unknown as Record<string, unknown>;
  wizardId = (await app.send(saveWizard, { body: { wizard, uuid: '' } })).body.id;
  ({ page } = await signIn(browser, app));
  await page.goto(`${app.url}/xwizard/${wizardId}`);
});
afterAll(async () => {
  await browser?.close();
  await app?.stop();
  await world?.close();
});

const button = (name: string | RegExp) => page.getByRole('button', { name, exact: typeof name === 'string' });
const field = (name: string) => page.getByLabel(name, { exact: true });
const tab = async (name: string) => {
  await page.getByRole('tab', { name: new RegExp(`^${name}`) }).click();
  await page.getByRole('tab', { name: new RegExp(`^${name}`), selected: true }).waitFor();
};
const stored = async (): Promise<Wizard> =>
  (await app.send(getWizard, { params: { id: wizardId } })).body.wizard as Wizard;

const choose = (name: string, text: string) => chooseFrom(page, name, text);
/** A word of a field that takes any. */
async function enter(name: string, word: string): Promise<void> {
  await field(name).fill(word);
  await page.keyboard.press('Enter');
}

/** What the store has after a press on Save. */
async function saved(): Promise<Wizard> {
  await button(/Save Wizard/).click();
  await button(/Save Wizard/)
    .and(page.locator(':disabled'))
    .waitFor();
  return stored();
}

test('link sets of tier 1 are added and removed on a word', async () => {
  await tab('Links & Keywords');
  await button(/Add Link Set/).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Add' }).click();
  await page.getByRole('tab', { name: /^Link Set 2/, selected: true }).waitFor();
  await field('URLs').fill('http://second.example/');
  await field('Primary keyword').fill('second');
  const sets = (await saved()).linksAndKeywords[0]?.linkSets;
  expect(sets).toMatchObject([{ primaryKeyword: 'garden tools' }, { urls: 'http://second.example/' }]);
  await page.getByRole('tab', { name: /^Link Set 1/ }).click();
  await button(/Remove Link Set/).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await expect.poll(() => field('Primary keyword').inputValue()).toBe('second');
  await button(/Remove Link Set/)
    .and(page.locator(':disabled'))
    .waitFor();
  expect((await saved()).linksAndKeywords[0]?.linkSets).toHaveLength(1);
});

test('sites by a selection, images and videos, and indexers stand with their tier', async () => {
  await tab('Sites');
  await page.getByRole('radio', { name: 'A site selection' }).check();
  await choose('Site selection', 'Gardens');
  await tab('Content');
  await page.getByRole('checkbox', { name: 'Insert images' }).check();
  await enter('Keywords', 'roses');
  await field('Max images').fill('3');
  await page.getByRole('checkbox', { name: 'Insert videos' }).check();
  await page.getByRole('radio', { name: 'Enter video URLs' }).check();
  await field('URLs of videos').fill('http://video.example/a');
  await tab('Indexer');
  await page.getByRole('checkbox', { name: 'Use Indexing Services' }).check();
  await choose('Indexing services', 'IndexNow');
  await page.keyboard.press('Escape');
  const { tierSiteSelection, content, useIndexers, indexers } = await saved();
  expect(tierSiteSelection).toMatchObject([{ type: 2, siteSelectionId: expect.any(Number) }, { type: 1 }]);
  const media = { insertImages: true, searchForImages: true, keywordsForImage: 'roses', maxImage: 3 };
  const videos = { insertVideos: true, searchForVideos: false, videosToInsert: 'http://video.example/a' };
  expect(content).toMatchObject([{ ...media, ...videos }, { insertImages: false }]);
  expect([useIndexers, indexers.map((list) => list.length)]).toEqual([
    [true, false],
    [1, 0],
  ]);
});

test('the projects of one group have their accounts from the same place', async () => {
  await tab('Accounts');
  await page.getByText(/Shares its accounts with/).waitFor();
  await field('Account Store Name').fill('Garden people');
  const names = (await saved()).projects.map(({ profileName }) => profileName);
  expect(names).toEqual(['Garden people', 'Garden people', '']);
});

test('an own mailbox is tested, and the test says why it failed', async () => {
  await tab('Emails');
  await page.getByRole('radio', { name: 'My own mailbox' }).check();
  await field('Email address').fill('me@garden.example');
  await field('Server').fill('127.0.0.1');
  await field('Port').fill('9');
  await field('Email login').fill('me');
  await field('Email password').fill('mail-secret');
  await button('Test Email Login').click();
  await page.getByText(/Nothing answers at 127.0.0.1:9/).waitFor();
  expect(await saved()).toMatchObject({ emailSource: 'MANUAL', emailAccount: { emailPassword: 'mail-secret' } });
});

test('an address is taken from the list, and the own mailbox is still there beside it', async () => {
  const files = { 'm.txt': 'taken@list.example:taken:list-secret:mail.example:995:pop3:true' };
  await app.upload(importMailboxes, { files, query: { dryRun: 'false' } });
  await page.getByRole('radio', { name: 'From the email list' }).check();
  await button('Download From Email List').click();
  await expect.poll(() => field('Email address').inputValue()).toBe('taken@list.example');
  await page.getByText('The address below is used.').waitFor();
  expect((await saved()).emailAccount).toMatchObject({ emailAddress: 'taken@list.example' });
  await page.getByRole('radio', { name: 'My own mailbox' }).check();
  expect(await field('Email address').inputValue()).toBe('me@garden.example');
  expect(await saved()).toMatchObject({ emailSource: 'MANUAL', emailAccount: { emailPassword: 'mail-secret' } });
});

test('what is typed outlasts a reload, its passwords do not; it can be dropped', async () => {
  await tab('Confirm');
  await field('Campaign name').fill('Typed, not saved');
  await tab('Emails');
  await field('Email password').fill('another-secret');
  page.once('dialog', (dialog) => void dialog.accept());
  await page.reload();
  await page.getByText('What you changed before this page was left is here again.').waitFor();
  await page.getByText('Passwords are not kept: type the new ones again.').waitFor();
  expect(await field('Email password').inputValue()).toBe('mail-secret');
  expect(await page.evaluate('JSON.stringify(sessionStorage)')).not.toMatch(/mail-secret|another-secret/);
  await tab('Confirm');
  expect(await field('Campaign name').inputValue()).toBe('Typed, not saved');
  await button('Start Over').click();
  await page.getByRole('dialog').getByRole('button', { name: 'Start Over' }).click();
  await expect.poll(() => field('Campaign name').inputValue()).not.toBe('Typed, not saved');
  await button(/Save Wizard/)
    .and(page.locator(':disabled'))
    .waitFor();
  await expect.poll(() => page.evaluate('sessionStorage.length')).toBe(0);
});

test('work found again on a wizard that another window saved meanwhile is not saved over it unasked', async () => {
  await field('Campaign name').fill('Typed here');
  page.once('dialog', (dialog) => void dialog.accept());
  await page.goto('about:blank');
  const wizard = { ...(await stored()), campaignName: 'Saved there' } as unknown as Record<string, unknown>;
  await app.send(saveWizard, { body: { wizard, uuid: 'another window' } });
  await page.goBack();
  await page.getByText('This wizard was saved in another window.').waitFor();
  expect(await field('Campaign name').inputValue()).toBe('Typed here');
  await button(/Save Wizard/).click();
  const question = page.getByRole('dialog', { name: 'This was changed in another window since it was opened here' });
  await question.getByRole('button', { name: 'Show what was saved' }).click();
  await expect.poll(() => field('Campaign name').inputValue()).toBe('Saved there');
});

test('what is left on purpose is not found again', async () => {
  await field('Campaign name').fill('Left');
  await page.getByRole('link', { name: 'X-Wizard', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Leave' }).click();
  await page.getByRole('link', { name: 'Fields' }).click();
  await tab('Confirm');
  expect(await field('Campaign name').inputValue()).toBe('Saved there');
});

test('a rename in another window is taken over, beside what is typed here', async () => {
  await field('Campaign name').fill('Typed beside it');
  await app.send(renameWizard, { body: { id: wizardId, name: 'Renamed there' } });
  await page.getByRole('heading', { name: 'Renamed there' }).waitFor();
  expect(await saved()).toMatchObject({ name: 'Renamed there', campaignName: 'Typed beside it' });
});

test('more text than a wizard holds is told at its field, and nothing is lost', async () => {
  await tab('Links & Keywords');
  await field('Primary keyword').fill('x'.repeat(100_001));
  await button(/Save Wizard/).click();
  await page.getByText('At most 100,000 characters are taken').waitFor();
  await field('Primary keyword').fill('garden');
  expect((await saved()).linksAndKeywords[0]?.linkSets).toMatchObject([{ primaryKeyword: 'garden' }]);
});

test('what was deleted elsewhere is told at its field, and opening a tab changes nothing', async () => {
  const { id } = (await app.send(createContentGroup, { body: { name: 'Short-lived' } })).body.contentGroup;
  await tab('Content');
  await choose('Content group to take articles from', 'Short-lived');
  await saved();
  const selections = (await app.send(listSiteSelections)).body.site_selections.map((one: { id: number }) => one.id);
  await app.send(deleteContentGroups, { body: { ids: [id] } });
  await app.send(deleteSiteSelections, { body: { ids: selections } });
  await page.getByText('It was deleted meanwhile. Please choose another one.').waitFor();
  await tab('Sites');
  await page.getByText('It was deleted meanwhile. Please choose another one.').waitFor();
  await button(/Save Wizard/)
    .and(page.locator(':disabled'))
    .waitFor();
});

test('another diagram begins the wizard anew, after a question', async () => {
  await tab('Strategy');
  await choose('Diagram', 'One box');
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
  await page.getByText('3 projects in 2 tiers').waitFor();
  await choose('Diagram', 'One box');
  await page.getByRole('dialog').getByRole('button', { name: 'Continue' }).click();
  await page.getByText('1 project in 1 tier').waitFor();
  const { strategy, projects, campaignName, name } = await saved();
  expect([strategy.id, projects.length, campaignName, name]).toEqual([other, 1, 'Typed beside it', 'Renamed there']);
});

test('what was typed goes with who signs out', async () => {
  await tab('Confirm');
  await field('Campaign name').fill('Of somebody else');
  await expect.poll(() => page.evaluate('sessionStorage.length')).toBe(1);
  await page.getByRole('button', { name: /admin/ }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('menuitem', { name: 'Logout' }).press('Enter');
  await page.waitForURL('**/user/login**');
  expect(await page.evaluate('sessionStorage.length')).toBe(0);
});
