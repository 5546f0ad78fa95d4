import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { emailTexts } from '#domain/contract/email-settings.ts';
import { creatableModules, moduleLabels } from '#domain/contract/modules.ts';
import { createPrivateNetwork, uploadPrivateSites } from '#domain/contract/private-networks.ts';
import { accountTexts } from '#domain/contract/projects/account.ts';
import { projectPath } from '#domain/contract/projects/kinds.ts';
import { projectTexts } from '#domain/contract/projects/rules.ts';
import { scheduleTexts } from '#domain/contract/schedules.ts';
import { noPermission } from '#domain/contract/sites.ts';
import { stateTexts } from '#domain/states/project.ts';
import { startWorld, type World } from '#rehearsal/world.ts';
import { launchBrowser, open, signIn } from '#test/support/browser.ts';
import { type ReadyCampaign, readyCampaign } from '#test/support/builders.ts';
import { type PageServer, startPictures } from '#test/support/page-server.ts';
import { startTestApp, type TestApp } from '#test/support/start-app.ts';

/** Every kind of project from New to View Error, each message once (1-core sections 4 and 5). */
let app: TestApp;
let world: World;
let pictures: PageServer;
let browser: Browser;
let ids: ReadyCampaign;
let page: Page;

beforeAll(async () => {
  world = await startWorld({ wordpress: 1 });
  pictures = await startPictures();
  app = await startTestApp();
  const dead = { platform: 'wordpress', url: 'http://127.0.0.1:9', username: 'u', password: 'p' };
  ids = await readyCampaign(app.app, [...world.sites, dead]);
  const { privateNetwork } = (await app.send(createPrivateNetwork, { body: { name: 'Own blogs' } })).body;
  const body = { siteList: 'site-1-0|me@x.test|writer|pw', permission: 'none' };
  await app.send(uploadPrivateSites, { params: { id: privateNetwork.id }, body });
  // A site that never answers fails soon.
  const options = JSON.stringify({ maxNumberOfRetries: 1, timeToWaitBeforeRetry: 1 });
  await app.app.store.db.insertInto('settings').values({ key: 'options', value: options }).execute();
  browser = await launchBrowser();
  ({ page } = await signIn(browser, app));
});
afterAll(async () => {
  await browser?.close();
  await app?.stop();
  await world?.close();
  await pictures?.close();
});

const button = (name: string) => page.getByRole('button', { name, exact: true });
const tab = (name: string) => page.getByRole('tab', { name });
const status = (of: Page, text: string) => of.getByRole('status').filter({ hasText: text }).waitFor();
const says = (text: string) => page.getByText(text, { exact: true }).first().waitFor();
const isGone = (text: string) => page.getByText(text, { exact: true }).waitFor({ state: 'detached' });

async function choose(field: string, option: string): Promise<void> {
  await page.locator(`#${field}`).click();
  await page.locator(`.ant-select-dropdown:visible [title="${option}"]`).click();
}

async function typeTag(): Promise<void> {
  await page.locator('#tags').pressSequentially('garden,');
}

let nMade = 0;
/** Makes a project by the dialog, which opens it; answers its id. Names differ: an earlier one must not be opened. */
async function make(label: string): Promise<number> {
  nMade += 1;
  const name = `My ${label} ${nMade}`;
  await open(page, `/campaign/${ids.campaignId}`);
  await button('Add').click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('combobox').fill(label);
  // Taken by key: whoever clicks is scrolled to the entry first, and the page behind the dialog takes the list along.
  await page.locator(`.ant-select-dropdown:visible [title="${label}"]`).waitFor();
  await page.keyboard.press('Enter');
  await dialog.getByTitle(label, { exact: true }).waitFor();
  await dialog.getByLabel('Name').fill(name);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: `Project: ${name}` }).waitFor();
  return Number(page.url().split('/').at(-1));
}

/** Asks for a schedule, which takes a whole form only, and expects these messages, the tab with the first one open. */
async function refused(tabName: string | null, messages: string[]): Promise<void> {
  await page.getByRole('button', { name: 'Schedule' }).click();
  await page.getByRole('menuitem', { name: 'Add Schedule' }).press('Enter');
  if (tabName) await expect.poll(() => tab(tabName).getAttribute('aria-selected')).toBe('true');
  for (const message of messages) await says(message);
}

async function saved(): Promise<void> {
  await button('Save').click();
  await says('Successfully saved the project');
  await button('Edit').waitFor();
}

/** The schedule dialog with its messages, then reset and deleted again. */
async function schedules(isPrivate = false): Promise<void> {
  const item = async (name: string) => {
    await page.getByRole('button', { name: 'Schedule' }).click();
    await page.getByRole('menuitem', { name }).press('Enter');
  };
  await item('Add Schedule');
  const dialog = page.getByRole('dialog');
  const create = dialog.getByRole('button', { name: 'Create' });
  if (isPrivate) await dialog.getByLabel('Number of posts').fill('');
  await create.click();
  for (const text of [scheduleTexts.date, scheduleTexts.time]) await says(text);
  if (isPrivate) {
    await says(scheduleTexts.posts);
    await dialog.getByLabel('Number of posts').fill('-1');
    await says(scheduleTexts.postsMin);
    await dialog.getByLabel('Number of posts').fill('0');
  }
  await dialog.getByText('After project').click();
  await create.click();
  await says(scheduleTexts.parent);
  await dialog.getByText('Spread over days').click();
  await dialog.getByLabel('Number of days').fill('');
  await create.click();
  await says(scheduleTexts.nDay);
  await dialog.getByLabel('Number of days').fill('0');
  await says(scheduleTexts.nDayMin);
  await dialog.getByLabel('Number of days').fill('3');
  await dialog.getByText('Fixed date').click();
  await dialog.getByLabel('Start date').fill('31/12/2090');
  await page.keyboard.press('Enter');
  await dialog.getByLabel('Start time').fill('10:00');
  await page.keyboard.press('Enter');
  await create.click();
  await status(page, 'SCHEDULED');
  await page.getByText(/^For 3 days, starting at 31\/12\/2090 10:00/).waitFor();
  await button('Start').click();
  await says(stateTexts.scheduled);
  await page.keyboard.press('Escape');
  await item('Reset Schedule');
  await says('Successfully reset the schedule');
  await item('Delete Schedule');
  await status(page, 'NEW');
}

/** Starts, is seen to fail in a second window, and shows why. */
async function failsReadably(id: number, path: string, reason: string | RegExp): Promise<void> {
  const other = await signIn(browser, app);
  await open(other.page, path);
  await button('Start').click();
  for (const window of [page, other.page]) await status(window, 'FAILED');
  await button('View Error').click();
  await page.getByRole('dialog', { name: 'Error' }).getByText(reason).waitFor();
  await page.getByRole('dialog', { name: 'Error' }).getByRole('button', { name: 'Close' }).last().click();
  expect(id).toBeGreaterThan(0);
  await other.context.close();
}

test.each(creatableModules)('%s opens on the page of its kind', async (module) => {
  const label = moduleLabels[module];
  const id = await make(label);
  expect(new URL(page.url()).pathname).toBe(projectPath(module, id));
  await open(page, `/project/${id}`);
  expect(new URL(page.url()).pathname).toBe(projectPath(module, id));
});

describe('a posting project', () => {
  const general = [projectTexts.profile, projectTexts.output, projectTexts.content, projectTexts.tags];

  test('says what is missing on each tab', async () => {
    await make('Web 2.0 Blogs');
    await button('Edit').click();
    await refused('General', [projectTexts.fix, ...general]);
    await page.getByText('Insert URLs').click();
    await refused('General', [projectTexts.inputs]);
    await addInputSet();
    await choose('profileId', 'Accounts');
    await choose('urlListId', 'Money');
    await says(projectTexts.outputIsInput);
    await choose('urlListId', 'Output');
    await choose('contentGroupId', 'Articles');
    await page.locator('#minLinks').fill('25');
    await says('Must be a number between 0 and 20');
    await page.locator('#minLinks').fill('3');
    await page.locator('#maxLinks').fill('2');
    await says('Max links must be greater or equal to min links');
    await page.locator('#maxLinks').fill('3');
    await typeTag();
    for (const message of general) await isGone(message);
    await media('Image');
    await media('Video');
    await tab('Indexer').click();
    await page.getByText('Use Indexing Services').click();
    await refused('Indexer', [projectTexts.indexers]);
    await choose('indexers', 'IndexNow');
    await page.keyboard.press('Escape');
    await refused('Sites', [projectTexts.oneSite, projectTexts.fixSites]);
    await page.getByLabel('Select all shown sites').check();
    await saved();
  });

  async function addInputSet(): Promise<void> {
    await button('Add input link set').click();
    const dialog = page.getByRole('dialog', { name: 'Input link set' });
    await dialog.getByLabel('Min links of this set').fill('21');
    await dialog.getByLabel('Percentage of posts having links').fill('0');
    await dialog.getByRole('button', { name: 'Save' }).click();
    for (const text of ['Please select a link set', 'Must be a number between 0 and 20']) await says(text);
    await says('Must be a number between 1 and 100');
    await dialog.getByLabel('Min links of this set').fill('4');
    await says('Max links must be greater or equal to min links');
    await dialog.getByLabel('Min links of this set').fill('1');
    await dialog.getByLabel('Percentage of posts having links').fill('100');
    await dialog.getByRole('combobox').click();
    await page.locator('.ant-select-dropdown:visible').getByText('Money').click();
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.waitFor({ state: 'hidden' });
  }

  async function media(name: 'Image' | 'Video'): Promise<void> {
    const kind = name.toLowerCase() as 'image' | 'video';
    await tab(name).click();
    await page.getByText(`Insert ${kind}s`, { exact: true }).click();
    await refused(name, [projectTexts[`${kind}Keywords`]]);
    await page.getByText(`Enter ${kind} URLs`).first().click();
    await refused(name, [projectTexts[`${kind}Urls`]]);
    await page
      .locator(`#${kind}sToInsert`)
      .fill(kind === 'image' ? `http://${pictures.host}/one.png` : 'https://media.test/one.mp4');
    await page.locator(`#min${name}`).fill('');
    await says(projectTexts.required);
    await page.locator(`#min${name}`).fill('-1');
    await says(projectTexts.atLeastZero);
    await page.locator(`#min${name}`).fill('1');
  }

  test('cancel gives back what was there', async () => {
    await button('Edit').click();
    await tab('General').click();
    await page.getByLabel('Output URL anchors').fill('thrown away');
    await button('Cancel').click();
    await page.getByRole('dialog', { name: 'Drop what you changed?' }).getByRole('button', { name: 'Drop' }).click();
    await button('Edit').waitFor();
    expect(await page.getByLabel('Output URL anchors').inputValue()).toBe('');
  });

  test('is scheduled, reset and freed again', () => schedules());

  test('runs, is watched from a second window, stopped, and tells its errors', async () => {
    const other = await signIn(browser, app);
    await open(other.page, new URL(page.url()).pathname);
    await other.page.getByRole('tab', { name: 'Sites' }).click();
    await button('Start').click();
    const grid = other.page.getByRole('treegrid');
    await grid.getByText('SUCCESS').waitFor();
    await grid.getByText('FAILED').waitFor();
    await status(other.page, 'COMPLETED');
    await button('View Error').click();
    const errors = page.getByRole('dialog', { name: 'Error' });
    await errors.getByText(/\(1 site\)$/).waitFor();
    await errors.getByRole('button', { name: 'Close' }).last().click();
    // A site that asks to wait for an hour: the run is still on when it is stopped, however slow the machine.
    for (const site of world.sites) site.dial({ tooMany: { retryAfter: 3_600 } });
    await button('Start').click();
    await page.getByRole('dialog').getByRole('button', { name: 'Post again' }).click();
    await status(page, 'RUNNING');
    await button('Stop').click();
    for (const window of [page, other.page]) await status(window, 'STOPPED');
    // For those that follow it is busy for seconds only.
    for (const site of world.sites) site.dial({ tooMany: null, busy: true });
    await app.app.store.db.updateTable('hosts').set({ hold_until: null }).execute();
    app.app.outside.holds?.clear();
    await other.context.close();
  });
});

test('a private project takes its sites from its network', async () => {
  const id = await make('Private Blog');
  await button('Edit').click();
  await refused('General', [projectTexts.network, projectTexts.output, projectTexts.content, projectTexts.tags]);
  await choose('profileId', 'Own blogs');
  await choose('urlListId', 'Output');
  await choose('contentGroupId', 'Articles');
  await typeTag();
  await refused('Sites', [projectTexts.oneSite]);
  await page.getByRole('treegrid').getByText('me@x.test').waitFor();
  await page.getByLabel('Select all shown sites').check();
  await saved();
  await schedules(true);
  await page.getByRole('button', { name: 'Status of site-1-0' }).click();
  await page.getByRole('dialog').getByText('This project has made no post there yet.').waitFor();
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click();
  await failsReadably(id, `/privateproject/${id}`, noPermission);
});

test('an indexer project takes a list and services', async () => {
  const id = await make('Indexer');
  await button('Edit').click();
  await refused(null, [projectTexts.fix, projectTexts.list]);
  await choose('linkSetId', 'Output');
  await refused(null, [projectTexts.oneService]);
  await page.getByRole('treegrid').getByText('XML-RPC ping').click();
  await page.getByLabel('Select all shown services').check();
  await saved();
  await schedules();
  await failsReadably(id, `/indexerproject/${id}`, /XML-RPC ping is not set up yet/);
});

test('an account creation project takes names, a mailbox and sites, and verifies', async () => {
  const id = await make('Account Creation');
  await button('Edit').click();
  const { profile, firstName, lastName, username, password } = accountTexts;
  await refused('Account', [profile, firstName, lastName, username, password]);
  await button('Add Profile').click();
  const dialog = page.getByRole('dialog', { name: 'Add Account Profile' });
  await dialog.getByRole('button', { name: 'Save' }).click();
  await says('Please enter account store name');
  await dialog.getByLabel('Name').fill('Fresh accounts');
  await page.keyboard.press('Enter');
  await page.locator('.ant-select').filter({ hasText: 'Fresh accounts' }).waitFor();
  await button('Generate Random Info').click();
  await expect.poll(() => page.locator('#blogName').inputValue()).not.toBe('');
  await refused('Email', [emailTexts.server, emailTexts.address, emailTexts.login, emailTexts.password]);
  await page.locator('#emailServerPort').fill('');
  await says(emailTexts.port);
  await page.locator('#emailServerPort').fill('1');
  await choose('mailProtocol', 'IMAP');
  await page.getByText('Check Spam Folder').click();
  await says(emailTexts.spamFolder);
  for (const [field, text] of [
    ['spamFolderName', 'Spam'],
    ['emailServer', '127.0.0.1'],
    ['emailAddress', 'me@x.test'],
    ['emailLogin', 'me'],
    ['emailPassword', 'secret'],
  ] as const)
    await page.locator(`#${field}`).fill(text);
  await button('Test Email Login').click();
  await says('Nothing answers at 127.0.0.1:1: check server address and port');
  await page.getByText('Pre-created address').click();
  await button('Download Pre-created Email').click();
  await says(emailTexts.noProductMail);
  await page.getByText('My own mailbox').click();
  await refused('Sites', [projectTexts.oneSite]);
  await page.getByLabel('Select all shown sites').check();
  await saved();
  await schedules();
  const other = await signIn(browser, app);
  await open(other.page, `/acproject/${id}`);
  await button('Verify mail').click();
  await other.page.getByText('No account waits for a mail').waitFor();
  await status(page, 'NEW');
  await other.context.close();
  await failsReadably(id, `/acproject/${id}`, /127\.0\.0\.1:9/);
});
