import { AxeBuilder } from '@axe-core/playwright';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addAccount } from '#domain/contract/accounts.ts';
import { networkTexts } from '#domain/contract/private-networks.ts';
import { saveCustomSite } from '#domain/contract/sites.ts';
import { startWorld, type World } from '#rehearsal/world.ts';
import { launchBrowser, open, signIn } from '#test/support/browser.ts';
import { chooseFrom } from '#test/support/choose-from.ts';
import { lineOf, projectOn } from '#test/support/networks.ts';
import { newCampaign, newProfile } from '#test/support/nouns.ts';
import { startTestApp, type TestApp } from '#test/support/start-app.ts';

/** A network from its first name to proved links. NETWORK_SHOTS names a folder for pictures, NETWORK_LOOK=dark the look. */
const scheme = process.env.NETWORK_LOOK === 'dark' ? 'dark' : 'light';
let app: TestApp;
let world: World;
let browser: Browser;
let page: Page;
beforeAll(async () => {
  [app, world, browser] = await Promise.all([startTestApp(), startWorld({ wordpress: 3 }), launchBrowser()]);
  const campaign = await newCampaign(app, 'Garden');
  const profile = await newProfile(app, campaign.id, 'Writers');
  const listed = world.wordpress[2]!;
  const site = { module: 'SocialNetwork', siteId: 'listed', platform: 'WordPress', url: listed.url };
  await app.send(saveCustomSite, { body: { ...site, connector: 'wordpress', permission: 'granted' } });
  for (const siteName of ['listed', 'nowhere']) {
    const login = { username: listed.username, password: listed.password, email: 'ada@own.test' };
    await app.send(addAccount, { body: { accountListId: profile.id, siteName, ...login } });
  }
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
    expect(await page.evaluate('document.scrollingElement.scrollWidth'), `${name} ${width}`).toBeLessThanOrEqual(width);
    const { violations } = await new AxeBuilder({ page }).analyze();
    expect(
      violations.map(({ id, nodes }) => `${name} ${width} ${id}: ${nodes.map(({ target }) => target).join()}`),
    ).toEqual([]);
    const folder = process.env.NETWORK_SHOTS;
    if (folder) await page.screenshot({ path: `${folder}/${name}-${width}-${scheme}.png` });
  }
  await page.setViewportSize({ width: 1280, height: 800 });
}

const button = (name: string | RegExp) => page.getByRole('button', { name, exact: typeof name === 'string' });
const dialog = (name: string) => page.getByRole('dialog', { name });
const says = (text: string | RegExp) => page.getByText(text).first().waitFor();

async function importing(how: string): Promise<void> {
  await button('Import').click();
  await page.getByRole('menuitem', { name: how }).press('Enter');
}

test('a network is made from the menu, and opens empty', async () => {
  await page.getByRole('link', { name: 'Private Network' }).click();
  await page.getByRole('heading', { name: 'Private Networks' }).waitFor();
  await says('No private networks yet');
  await look('list-empty');
  await button(/Add/).first().click();
  const made = dialog('New Private Network');
  await made.getByRole('button', { name: 'Save' }).click();
  await made.getByText('Please enter private network name').waitFor();
  await made.getByRole('textbox').fill('Own blogs');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Own blogs' }).waitFor();
  await says('No sites in this network yet');
  await look('network-empty');
});

test('lines are imported by hand, and refused ones come back into the field', async () => {
  const [first, second] = world.wordpress;
  const other = await signIn(browser, app);
  await open(other.page, new URL(page.url()).pathname);
  await importing('Manually');
  const form = dialog('Import Sites');
  await form.getByRole('button', { name: 'Import' }).click();
  await form.getByText(networkTexts.list).waitFor();
  await form
    .getByLabel('Sites', { exact: true })
    .fill(`${lineOf(first!)}\nnot a line\n${lineOf(second!, 'b@own.test')}`);
  await form.getByRole('button', { name: 'Import' }).click();
  await form.getByText(networkTexts.form).waitFor();
  await expect.poll(() => form.getByLabel('Sites', { exact: true }).inputValue()).toBe('not a line');
  await look('import-refused');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Discard' }).click();
  await form.waitFor({ state: 'hidden' });
  for (const window of [page, other.page]) {
    await window.getByRole('treegrid').getByText('me@own.test').waitFor();
    await window.getByRole('treegrid').getByText('Private Blog').waitFor();
  }
  await other.context.close();
});

test('accounts of a profile come in, and what is refused can be corrected by hand', async () => {
  await importing('From Account Profiles');
  const form = dialog('Import From Account Profiles');
  await form.getByRole('button', { name: 'Import' }).click();
  await form.getByText(networkTexts.profile).waitFor();
  await chooseFrom(page, 'Account profile', 'Writers');
  await look('import-profile');
  await form.getByRole('button', { name: 'Import' }).click();
  const again = dialog('Import Sites');
  await again.getByText(networkTexts.notListed).waitFor();
  expect(await again.getByLabel('Sites', { exact: true }).inputValue()).toMatch(/^nowhere\|ada@own\.test\|/);
  await again.getByRole('button', { name: 'Cancel' }).click();
  await again.waitFor({ state: 'hidden' });
  const grid = page.getByRole('treegrid');
  await grid.getByText('ada@own.test').waitFor();
  expect(await grid.getByText('••••••••').count()).toBe(3);
  await look('network');
  await button('Collapse').click();
  await grid.getByText('ada@own.test').waitFor({ state: 'detached' });
  await button('Expand').click();
  await grid.getByText('ada@own.test').waitFor();
});

test('a private project runs on it to proved links', async () => {
  const networkId = Number(new URL(page.url()).pathname.split('/').at(-1));
  const { projectId, outputId } = await projectOn(app, networkId);
  await open(page, `/privateproject/${projectId}`);
  await button('Start').click();
  await page.getByRole('status').filter({ hasText: 'COMPLETED' }).waitFor();
  await page.getByRole('tab', { name: 'Sites' }).click();
  await page.getByRole('treegrid').getByText('Live', { exact: true }).nth(2).waitFor();
  await look('project');
  await button('Status of listed').click();
  const status = page.getByRole('dialog', { name: 'listed (ada@own.test)' });
  await status.getByRole('link').waitFor();
  await look('status');
  await status.getByRole('button', { name: 'Close' }).last().click();
  await open(page, `/url_list/${outputId}`);
  for (const site of world.wordpress) await page.getByText(new URL(site.url).host).first().waitFor();
  await open(page, `/private-network/${networkId}`);
});

test('sites are taken out, and the network is renamed, searched for and deleted', async () => {
  const grid = page.getByRole('treegrid');
  await grid.getByText('ada@own.test').waitFor();
  await page.getByLabel('Select listed', { exact: false }).check();
  await button('Delete (1)').click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete 1' }).click();
  await grid.getByText('ada@own.test').waitFor({ state: 'detached' });
  await page.getByRole('link', { name: 'Private Networks' }).first().click();
  await button('Rename Own blogs').click();
  await dialog('Rename Private Network').getByRole('textbox').fill('Garden blogs');
  await page.keyboard.press('Enter');
  await page.getByRole('link', { name: 'Garden blogs' }).waitFor();
  await page.getByLabel('Search private networks').fill('wood');
  await says('No private network fits the search');
  await button('Clear search and filters').click();
  await page.getByRole('link', { name: 'Garden blogs' }).waitFor();
  await look('list');
  await page.getByLabel('Select Garden blogs').check();
  await button('Delete (1)').click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete 1' }).click();
  await says('No private networks yet');
});
