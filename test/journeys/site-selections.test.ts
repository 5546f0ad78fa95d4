import { sql } from 'kysely';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createSiteSelection, saveSiteSelection } from '#domain/contract/site-selections.ts';
import { launchBrowser, open, signIn } from '#test/support/browser.ts';
import { lookAt } from '#test/support/look-at.ts';
import { newProject } from '#test/support/nouns.ts';
import { startTestApp, type TestApp } from '#test/support/start-app.ts';

/** Named choices of sites, made once and used by projects. SELECTION_SHOTS names a folder for pictures. */
let app: TestApp;
let browser: Browser;
let page: Page;
beforeAll(async () => {
  [app, browser] = await Promise.all([startTestApp({ roles: ['http'] }), launchBrowser()]);
  ({ page } = await signIn(browser, app));
});
afterAll(async () => {
  await browser?.close();
  await app?.stop();
});

const look = (name: string) => lookAt(page, name, process.env.SELECTION_SHOTS);
const button = (name: string) => page.getByRole('button', { name, exact: true });
const says = (text: string | RegExp) => page.getByText(text).first().waitFor();
const box = (name: string) => page.getByRole('checkbox', { name: `Select ${name}`, exact: true });
const saveButton = () => button('Save Changes');

function addSites(): Promise<unknown> {
  return sql`insert into sites (module, site_id, platform, pr, dofollow, url, host, connector, permission, at_once, gap_ms)
    select m, lower(m) || n || '.example.test', case when n % 5 = 0 then 'Premium' else p end, n % 100, n % 2 = 0,
      'http://' || lower(m) || n || '.example.test/', lower(m) || n || '.example.test', c, 'owned', 1, 0
    from (values ('Wiki', 'MediaWiki', 'mediawiki'), ('SocialNetwork', 'WordPress', 'wordpress')) kinds(m, p, c),
      generate_series(1, 20) n`.execute(app.app.store.db);
}

test('a first selection is made, and chooses platforms', async () => {
  await open(page, '/site-selections');
  await says('No site selections yet');
  await look('selections-empty');
  await button('New').first().click();
  const dialog = page.getByRole('dialog', { name: 'New Site Selection' });
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.getByText('Please enter site selection name').waitFor();
  await look('selection-dialog');
  await dialog.getByLabel('Name').fill('Wikis and blogs');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await page.waitForURL(/site-selection\/\d+/);
  await says('No sites yet');
  await look('selection-no-sites');
  await addSites();
  await page.reload();
  await says('Selected Platforms: 0 · Total Platforms: 4');
  expect(await saveButton().isDisabled()).toBe(true);
  const names = await page.locator('.grid-row .grid-name').allTextContents();
  expect(names).toEqual(['Web 2.0 Blogs(2)', 'Premium', 'WordPress', 'Wiki(2)', 'Premium', 'MediaWiki']);
  await box('MediaWiki').check();
  await says('Means 16 sites now');
  await saveButton().click();
  await says('Successfully saved the site selection');
  await look('selection-platforms');
});

test('sites are chosen with filters: the box of the head takes what is shown', async () => {
  await page.getByLabel('Select By').press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await says('Selected Sites: 0 · Total Sites: 40');
  await page.getByLabel('DA at least').fill('15');
  await page.getByLabel('DA at least').press('Enter');
  await says('(12 shown)');
  await page.getByLabel('Select all shown sites').check();
  await says('Selected Sites: 12 · Total Sites: 40');
  await says('Means 12 sites now');
  await button('Clear Filter').click();
  await expect.poll(() => page.getByText('shown)').count()).toBe(0);
  await button('Collapse').click();
  await expect.poll(() => page.locator('.grid-row.is-row').count()).toBe(0);
  await button('Expand').click();
  await page.locator('.grid-row.is-row').first().waitFor();
  await look('selection-sites');
  // What is not saved is asked about.
  await page.getByRole('link', { name: 'Site Selections', exact: true }).click();
  await page.getByRole('dialog', { name: 'Leave without saving?' }).getByRole('button', { name: 'Cancel' }).click();
  await saveButton().click();
  await expect.poll(() => saveButton().isDisabled()).toBe(true);
  await page.reload();
  await says('Selected Sites: 12 · Total Sites: 40');
});

test('another window is heard, and not written over without a word', async () => {
  const id = Number(new URL(page.url()).pathname.split('/').at(-1));
  const params = { id };
  const save = (siteId: string) =>
    app.send(saveSiteSelection, {
      params,
      body: { siteSelection: { siteSelectionType: 'Manually' }, selectedSites: [{ id: { module: 'Wiki', siteId } }] },
    });
  await save('wiki1.example.test');
  await says('Selected Sites: 1 · Total Sites: 40');
  await box('wiki3.example.test').check();
  await save('wiki2.example.test');
  await saveButton().click();
  const question = page.getByRole('dialog', { name: 'This was changed in another window since it was opened here' });
  await question.getByRole('button', { name: 'Show what was saved' }).click();
  await expect.poll(() => box('wiki2.example.test').isChecked()).toBe(true);
  expect(await box('wiki3.example.test').isChecked()).toBe(false);
  await sql`delete from sites where site_id = 'wiki2.example.test'`.execute(app.app.store.db);
  await page.reload();
  await says('1 chosen site is not in the catalogue now: kept, and counted again when back');
  await says('Means 0 sites now');
});

test('a project takes its sites from a selection, and gives them back', async () => {
  const made = await app.send(createSiteSelection, { body: { name: 'Good wikis' } });
  const names = ['wiki1', 'wiki3', 'socialnetwork1'].map((name) => `${name}.example.test`);
  const selectedSites = names.map((siteId) => ({
    id: { module: siteId.startsWith('wiki') ? 'Wiki' : 'SocialNetwork', siteId },
  }));
  await app.send(saveSiteSelection, {
    params: { id: made.body.siteSelection.id },
    body: { siteSelection: { siteSelectionType: 'Manually' }, selectedSites },
  });
  const { rows } = await app.app.store.pool.query("insert into campaigns (name) values ('Campaign') returning id");
  const { id: projectId } = await newProject(app, rows[0].id, 'Wiki project', 'Wiki');
  await open(page, `/project/${projectId}?tab=sites`);
  await button('Edit').first().click();
  await box('wiki7.example.test').check();
  await button('Use site selection').click();
  const dialog = page.getByRole('dialog', { name: 'Use site selection' });
  await dialog.getByLabel('Site selection', { exact: true }).fill('Good');
  await page.keyboard.press('Enter');
  await dialog.getByText('It means 3 sites now; this project has 2 of them.').waitFor();
  await look('use-selection');
  await dialog.getByRole('radio', { name: 'Add to what is checked' }).check();
  await dialog.getByRole('button', { name: 'Add', exact: true }).click();
  await says('Good wikis: 2 sites checked');
  await says('3 of 19 selected');
  await button('Undo').click();
  await says('1 of 19 selected');
  await button('Use site selection').click();
  await dialog.getByLabel('Site selection', { exact: true }).fill('Good');
  await page.keyboard.press('Enter');
  await dialog.getByRole('button', { name: 'Replace', exact: true }).click();
  await says('Good wikis: 2 sites checked, 1 unchecked');
  await says('2 of 19 selected');
  await look('used-selection');
  await button('Save').first().click();
  await expect.poll(() => button('Edit').count()).toBeGreaterThan(0);
});

test('selections are found, renamed and deleted, in every window', async () => {
  await open(page, '/site-selections');
  const other = await signIn(browser, app);
  await open(other.page, '/site-selections');
  await app.send(createSiteSelection, { body: { name: 'n'.repeat(255) } });
  await other.page
    .getByText(`${'n'.repeat(120)}…`)
    .or(other.page.getByText(`${'n'.repeat(120)}...`))
    .first()
    .waitFor();
  await look('selections');
  await page.getByLabel('Search site selections').fill('good');
  await button('Rename Good wikis').click();
  const dialog = page.getByRole('dialog', { name: 'Rename Site Selection' });
  await dialog.getByLabel('Name').fill('Good ones');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await other.page.getByRole('link', { name: 'Good ones' }).click();
  await other.page.getByRole('heading', { name: 'Good ones' }).waitFor();
  await page.getByLabel('Select Good ones', { exact: true }).check();
  await button('Delete (1)').click();
  const question = page.getByRole('dialog', { name: 'Do you want to delete the selected site selections?' });
  await question.getByRole('button', { name: 'Delete 1' }).click();
  await says('Successfully deleted the selected site selections');
  await other.page.getByText('There is nothing here').waitFor();
  await other.context.close();
});

test('what fails is told with its own words', async () => {
  const fail = (path: string) => page.route(path, (route) => route.fulfill({ status: 500, body: '{}' }));
  await fail('**/rest/site_selections');
  await page.reload();
  await says('Failed to load site selections. Unexpected error');
  await page.unrouteAll();
  await open(page, '/site-selections');
  await fail('**/rest/site_selections');
  await button('New').click();
  const dialog = page.getByRole('dialog', { name: 'New Site Selection' });
  await dialog.getByLabel('Name').fill('Lost');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await says('Failed to create new site selection. Unknown error');
  await page.unrouteAll();
  await fail('**/rest/site_selections/*');
  await page.goto('/site-selection/1');
  await says('Failed to get site selection. Unknown error');
});
