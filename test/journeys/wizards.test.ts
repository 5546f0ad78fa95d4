import { AxeBuilder } from '@axe-core/playwright';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { deleteContentGroups } from '#domain/contract/content.ts';
import { createPrivateNetwork, uploadPrivateSites } from '#domain/contract/private-networks.ts';
import { openPackedText } from '#domain/rules/packed-text.ts';
import { startWorld, type World } from '#rehearsal/world.ts';
import { launchBrowser, open, signIn } from '#test/support/browser.ts';
import { type ReadyCampaign, readyCampaign } from '#test/support/builders.ts';
import { chooseFrom } from '#test/support/choose-from.ts';
import { lineOf } from '#test/support/networks.ts';
import { startTestApp, type TestApp } from '#test/support/start-app.ts';
import { newStrategy } from '#test/support/wizards.ts';

/** A wizard from its diagram to the campaign. WIZARD_SHOTS names a folder for pictures, WIZARD_LOOK=dark the look. */
const scheme = process.env.WIZARD_LOOK === 'dark' ? 'dark' : 'light';
let app: TestApp;
let world: World;
let browser: Browser;
let page: Page;
let ids: ReadyCampaign;
beforeAll(async () => {
  [app, world, browser] = await Promise.all([startTestApp(), startWorld({ wordpress: 3 }), launchBrowser()]);
  ids = await readyCampaign(app.app, world.wordpress.slice(0, 2), { nArticles: 8 });
  const { privateNetwork } = (await app.send(createPrivateNetwork, { body: { name: 'Own blogs' } })).body;
  const siteList = world.wordpress
    .slice(2)
    .map((site) => lineOf(site))
    .join('\n');
  await app.send(uploadPrivateSites, { params: { id: privateNetwork.id }, body: { siteList, selfHosted: true } });
  await newStrategy(app, 'Own pair', {
    blog: { type: 'SocialNetwork' },
    own: { type: 'Private', on: 'blog' },
  });
  ({ page } = await signIn(browser, app, scheme));
});
afterAll(async () => {
  await browser?.close();
  await app?.stop();
  await world?.close();
});

const still =
  'document.getAnimations().every((one) => one.playState !== "running" || one.effect?.getTiming().iterations === Infinity)';

/** The page as it stands, at both widths: nothing wider than it, and nothing that axe finds. */
async function look(name: string): Promise<void> {
  await page.locator('.ant-btn-loading').first().waitFor({ state: 'detached' });
  await page.mouse.move(0, 0);
  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 800 });
    await expect.poll(() => page.evaluate(still)).toBe(true);
    const folder = process.env.WIZARD_SHOTS;
    if (folder) await page.screenshot({ path: `${folder}/${name}-${width}-${scheme}.png` });
    expect(await page.evaluate('document.scrollingElement.scrollWidth'), `${name} ${width}`).toBeLessThanOrEqual(width);
    const { violations } = await new AxeBuilder({ page }).analyze();
    expect(
      violations.map(({ id, nodes }) => `${name} ${width} ${id}: ${nodes.map(({ target }) => target).join()}`),
    ).toEqual([]);
  }
  await page.setViewportSize({ width: 1280, height: 800 });
}

const button = (name: string | RegExp) => page.getByRole('button', { name, exact: typeof name === 'string' });
const says = (text: string | RegExp) => page.getByText(text).first().waitFor();
const tab = (name: string | RegExp) => page.getByRole('tab', { name });
const field = (name: string) => page.getByLabel(name, { exact: true });

const choose = (name: string, text: string) => chooseFrom(page, name, text);
/** A word of a field that takes any. */
async function enter(name: string, word: string): Promise<void> {
  await field(name).fill(word);
  await page.keyboard.press('Enter');
}

test('a wizard is made from a diagram, and nothing is stored before it is saved', async () => {
  await page.getByRole('link', { name: 'X-Wizard' }).click();
  await page.getByRole('heading', { name: 'XWizards' }).waitFor();
  await says('No wizards yet');
  await look('list-empty');
  await button(/New/).first().click();
  const dialog = page.getByRole('dialog', { name: 'New XWizard' });
  await dialog.getByRole('button', { name: 'Create' }).click();
  await dialog.getByText('Please enter wizard name').waitFor();
  await dialog.getByText('Please select a strategy').waitFor();
  await dialog.getByLabel('Name').fill('Garden wizard');
  await dialog.getByRole('radio', { name: 'Own pair' }).check();
  await look('new');
  await dialog.getByRole('button', { name: 'Create' }).click();
  await page.getByRole('heading', { name: 'Garden wizard' }).waitFor();
  await says('2 projects in 2 tiers');
  await look('strategy');
  const call = page.waitForRequest(
    (request) => request.method() === 'POST' && request.url().endsWith('/rest/xwizards'),
  );
  await button(/Save Wizard/).click();
  // As compressed text (D-GEN-08).
  expect(openPackedText((await call).postDataJSON().wizard)).toMatchObject({ name: 'Garden wizard', depth: 2 });
  await says('Successfully saved the wizard. It still needs something before a campaign can be created');
  await page.waitForURL(/\/xwizard\/\d+/);
});

test('what is missing is shown where it is mended, tab by tab', async () => {
  await button(/Create Campaign/).click();
  await says('Fix the problems below before saving the wizard');
  await says('Tags are required');
  await says('URLs are required');
  await look('links-problems');
  await field('URLs').fill('http://money.example/a\nhttp://money.example/b');
  await enter('Tags', 'garden');
  await field('Primary keyword').fill('garden tools');
  await field('Branded keyword').fill('Green');
  await field('Branded %').fill('40');
  await page.keyboard.press('Tab');
  await expect.poll(() => field('Primary %').inputValue()).toBe('60');
  await look('links');
  await tab(/^Tier 2/).click();
  await page.getByLabel('Copy settings from another tier').click();
  await page.keyboard.press('Enter');
  await page.getByRole('dialog').getByRole('button', { name: 'Copy' }).click();
  await expect.poll(() => field('Primary keyword').inputValue()).toBe('garden tools');
  await tab(/^Content/).click();
  await choose('Content group to take articles from', 'Articles');
  await look('content');
  await tab(/^Tier 1/).click();
  await choose('Content group to take articles from', 'Articles');
  await tab(/^Accounts/).click();
  await page.getByRole('radio', { name: 'Use Existing Accounts' }).check();
  await page.getByLabel('Account profile').click();
  // A campaign is opened, not chosen.
  const campaign = page.getByTitle('Test campaign', { exact: true });
  await campaign.click();
  await page.getByTitle(/^Accounts \(/).waitFor({ state: 'hidden' });
  await campaign.click();
  await page.getByTitle(/^Accounts \(/).waitFor();
  await look('accounts-tree');
  // Found by its name it is not chosen either, and what was typed stays.
  await field('Account profile').fill('Test camp');
  await page.keyboard.press('Enter');
  expect(await field('Account profile').inputValue()).toBe('Test camp');
  await page.getByTitle(/^Accounts \(/).waitFor();
  await choose('Account profile', 'Accounts');
  await look('accounts');
  await button(/Private/)
    .first()
    .click();
  await choose('Private network', 'Own');
  await field('Number of posts').fill('2');
  await look('accounts-private');
  for (const name of ['Sites', 'Emails', 'Indexer', 'Schedule'] as const) {
    await tab(new RegExp(`^${name}`)).click();
    await look(name.toLowerCase());
  }
});

test('the plan is shown, what it lacks leads to its tab, and the campaign stands with its projects', async () => {
  await tab(/^Sites/).click();
  await tab(/^Tier 1/).click();
  await page.getByRole('radio', { name: 'Sites chosen here' }).check();
  await tab(/^Confirm/).click();
  await button('Sites, tier 1: You need to select at least one site').click();
  await page.getByRole('tab', { name: /^Sites/, selected: true }).waitFor();
  await look('sites-manual');
  await page.getByRole('checkbox', { name: /site-0-0/ }).check();
  await tab(/^Confirm/).click();
  await button('Confirm: Campaign name is required').click();
  await field('Campaign name').fill('Garden');
  await says('2 projects, 0 new accounts, 3 posts');
  await look('confirm');
  await button(/Save Wizard/).click();
  await says('Successfully saved the wizard');
  await button(/Create Campaign/).click();
  await page.waitForURL(/\/campaign\/\d+/);
  await page.getByRole('heading', { name: 'Garden' }).waitFor();
  const id = Number(new URL(page.url()).pathname.split('/').at(-1));
  const projects = await app.app.store.db
    .selectFrom('projects')
    .where('campaign_id', '=', id)
    .select(['module', 'status'])
    .orderBy('module')
    .execute();
  expect(projects).toEqual([
    { module: 'Private', status: 'SCHEDULED' },
    { module: 'SocialNetwork', status: 'SCHEDULED' },
  ]);
  expect(ids.campaignId).not.toBe(id);
});

test('a wizard is kept, found, renamed, duplicated and deleted, and told in other windows', async () => {
  const other = await signIn(browser, app);
  await open(other.page, '/xwizards');
  await open(page, '/xwizards');
  await button('Duplicate Garden wizard').click();
  await page.getByRole('dialog', { name: 'Duplicate Wizard' }).getByRole('button', { name: 'Duplicate' }).click();
  await other.page.getByRole('link', { name: 'Garden wizard Copy' }).waitFor();
  await button('Rename Garden wizard Copy').click();
  const dialog = page.getByRole('dialog', { name: 'Rename Wizard' });
  await dialog.getByLabel('Name').fill('<b>Second</b> & more');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await other.page.getByRole('link', { name: '<b>Second</b> & more' }).waitFor();
  await look('list');
  await page.getByLabel('Select <b>Second</b> & more', { exact: true }).check();
  await button('Delete (1)').click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete 1' }).click();
  await other.page.getByRole('link', { name: '<b>Second</b> & more' }).waitFor({ state: 'detached' });
  await other.context.close();
});

test('a campaign is begun from the dialog of campaigns, asks before it is left, and from another campaign', async () => {
  await open(page, '/campaigns');
  await button(/Add/).first().click();
  const dialog = page.getByRole('dialog', { name: 'New Campaign' });
  await dialog.getByLabel('Name').fill('By diagram');
  await dialog.getByRole('radio', { name: 'Own pair' }).check();
  await look('new-campaign');
  await dialog.getByRole('button', { name: 'Create' }).click();
  await page.getByRole('heading', { name: 'By diagram' }).waitFor();
  await tab(/^Confirm/).click();
  await page.getByRole('checkbox', { name: 'Also create wizard' }).check();
  await field('Wizard name').waitFor();
  await page.getByRole('link', { name: 'X-Wizard', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Leave' }).click();
  await page.getByRole('heading', { name: 'XWizards' }).waitFor();
  const made = await app.app.store.db
    .selectFrom('campaigns')
    .where('name', '=', 'Garden')
    .select('id')
    .executeTakeFirstOrThrow();
  await open(page, `/duplicatecampaign/${made.id}?campaignName=Garden+Copy&useSameAccounts=true`);
  await page.getByRole('heading', { name: 'Garden Copy' }).waitFor();
  await tab(/^Confirm/).click();
  await says('2 projects, 0 new accounts, 3 posts');
  await button(/Create Campaign/).click();
  await page.getByRole('heading', { name: 'Garden Copy' }).waitFor();
  await page.waitForURL(/\/campaign\/\d+/);
  await open(page, `/duplicatecampaign/${ids.campaignId}?campaignName=No`);
  await says("This campaign wasn't created using XWizard");
});

test('of many diagrams some are found by their words, and nothing is sent by it', async () => {
  for (const name of ['Spring', 'Summer', 'Autumn', 'Winter']) await newStrategy(app, `${name} offers`, {});
  await open(page, '/campaigns');
  await button(/Add/).first().click();
  const dialog = page.getByRole('dialog', { name: 'New Campaign' });
  const cards = dialog.getByRole('radiogroup', { name: 'Diagram' }).getByRole('radio');
  await dialog.getByText('10 diagrams').waitFor();
  await dialog.getByRole('searchbox', { name: 'Search diagrams' }).fill('OFFERS win');
  await page.keyboard.press('Enter');
  await dialog.getByText('1 diagram', { exact: true }).waitFor();
  await look('new-campaign-search');
  const names = () => cards.evaluateAll((all) => all.map((card) => card.ariaLabel));
  expect(await names()).toEqual(['Winter offers']);
  await cards.first().check();
  await dialog.getByRole('searchbox').fill('offers spr');
  await dialog.getByText('1 diagram', { exact: true }).waitFor();
  // What is chosen stays in sight.
  await expect.poll(names).toEqual(['Spring offers', 'Winter offers']);
  expect(await dialog.getByRole('alert').count()).toBe(0);
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await dialog.waitFor({ state: 'detached' });
});

test('two windows: a save asks before it goes over another one', async () => {
  await open(page, '/xwizards');
  await page.getByRole('link', { name: 'Garden wizard' }).click();
  await tab(/^Confirm/).click();
  const other = await signIn(browser, app);
  await other.page.goto(page.url());
  await other.page.getByLabel('Campaign name', { exact: true }).fill('From the other');
  await field('Campaign name').fill('From here');
  await other.page.getByRole('button', { name: /Save Wizard/ }).click();
  await says('This wizard was saved in another window.');
  await button(/Save Wizard/).click();
  const question = page.getByRole('dialog', { name: 'This was changed in another window since it was opened here' });
  await question.getByRole('button', { name: 'Show what was saved' }).click();
  await expect.poll(() => field('Campaign name').inputValue()).toBe('From the other');
  await other.context.close();
});

test('what only the server knows is told in a dialog, each thing with the way to its tab', async () => {
  await app.send(deleteContentGroups, { body: { ids: [ids.groupId] } });
  await button(/Create Campaign/).click();
  const dialog = page.getByRole('dialog', { name: 'Error' });
  await dialog.getByRole('button', { name: 'Content, tier 1: The chosen content group was deleted' }).waitFor();
  await look('error');
  await dialog.getByRole('button', { name: /^Content, tier 2/ }).click();
  await page.getByRole('tab', { name: /^Content/, selected: true }).waitFor();
  await page.getByRole('tab', { name: /^Tier 2/, selected: true }).waitFor();
});
