import { AxeBuilder } from '@axe-core/playwright';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addAccount, listAccounts } from '#domain/contract/accounts.ts';
import { saveCustomSite } from '#domain/contract/sites.ts';
import { startWorld, type World } from '#rehearsal/world.ts';
import { launchBrowser, open, signIn } from '#test/support/browser.ts';
import { newCampaign, newProfile } from '#test/support/nouns.ts';
import { startTestApp, type TestApp } from '#test/support/start-app.ts';

let app: TestApp;
let world: World;
let browser: Browser;
const modules = { wordpress: 'SocialNetwork', mediawiki: 'Wiki', shaarli: 'Bookmarking' } as const;
beforeAll(async () => {
  [app, world, browser] = await Promise.all([
    startTestApp(),
    startWorld({ wordpress: 1, mediawiki: 1, shaarli: 1 }),
    launchBrowser(),
  ]);
  for (const { platform, url } of world.sites) {
    const module = modules[platform as keyof typeof modules];
    const body = { siteId: `my-${platform}`, url, connector: platform, module, platform, permission: 'owned' };
    await app.send(saveCustomSite, { body });
  }
});
afterAll(async () => {
  await browser?.close();
  await app?.stop();
  await world?.close();
});

test.each(['light', 'dark'] as const)(
  'the account form is that of its site, and tests a login, in %s',
  async (theme) => {
    const profile = await newProfile(app, (await newCampaign(app)).id);
    const { page, context } = await signIn(browser, app, theme);
    await open(page, `/accounts/${profile.id}`);
    await page.getByRole('button', { name: 'Add', exact: true }).first().click();
    const dialog = page.getByRole('dialog', { name: 'Add Account' });
    const testButton = dialog.getByRole('button', { name: 'Test' });
    await dialog.getByLabel('Website').fill('my-mediawiki');
    await dialog.getByLabel('Bot password').waitFor();
    await dialog.getByLabel('Website').fill('my-wordpress');
    const password = dialog.getByLabel('Application password');
    await password.waitFor();
    await page.keyboard.press('Tab');
    await testButton.click();
    await dialog.getByText('Please enter application password').waitFor();
    await dialog.getByLabel('Username').fill(world.wordpress[0]?.username ?? '');
    await password.fill('no-such-password');
    await testButton.click();
    await dialog.getByText('WordPress refused the login').waitFor();
    await dialog.getByText('Make a new application password').waitFor();
    await dialog.getByText('Please enter application password').waitFor({ state: 'detached' });
    expect((await new AxeBuilder({ page }).analyze()).violations.map(({ id }) => id)).toEqual([]);
    await password.fill(world.wordpress[0]?.password ?? '');
    await dialog.getByText('WordPress refused the login').waitFor({ state: 'detached' });
    await testButton.click();
    await dialog.getByText('may publish').waitFor();
    // Shaarli has one user: nobody asks for a name.
    await dialog.getByLabel('Website').fill('my-shaarli');
    await dialog.getByLabel('API secret').fill(world.shaarli[0]?.password ?? '');
    expect(await dialog.getByLabel('Username').count()).toBe(0);
    // Nor for an email, which no platform needs.
    await dialog.getByRole('button', { name: 'Add' }).click();
    await dialog.waitFor({ state: 'hidden' });
    const { accounts } = (await app.send(listAccounts, { params: { id: profile.id } })).body;
    expect(accounts).toMatchObject([
      { siteName: 'my-shaarli', email: 'my-shaarli', password: world.shaarli[0]?.password },
    ]);
    await context.close();
  },
);

test('accounts are edited one by one and many at once, and tested in their form', async () => {
  const profile = await newProfile(app, (await newCampaign(app)).id);
  const { username = '', password = '' } = world.wordpress[0] ?? {};
  for (const siteName of ['my-wordpress', 'other.test', 'third.test']) {
    const body = { accountListId: profile.id, siteName, email: 'a@b.test', username: 'wrong', password: 'wrong' };
    await app.send(addAccount, { body });
  }
  const { page, context } = await signIn(browser, app);
  await open(page, `/accounts/${profile.id}`);
  await page.getByRole('button', { name: 'Edit wrong on my-wordpress' }).click();
  const dialog = page.getByRole('dialog', { name: 'Edit Account' });
  await dialog.getByLabel('Application password').fill(password);
  await dialog.getByLabel('Username').fill(username);
  await dialog.getByRole('button', { name: 'Test' }).click();
  await dialog.getByText('may publish').waitFor();
  expect((await new AxeBuilder({ page }).analyze()).violations.map(({ id }) => id)).toEqual([]);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('button', { name: `Edit ${username} on my-wordpress` }).waitFor();
  await page.getByRole('checkbox', { name: 'Select wrong on other.test' }).check();
  await page.getByRole('checkbox', { name: 'Select wrong on third.test' }).check();
  await page.getByRole('button', { name: 'Edit (2)' }).click();
  const bulk = page.getByRole('dialog', { name: 'Edit 2 accounts' });
  await bulk.getByLabel('Username').fill('common');
  await bulk.getByRole('button', { name: 'Change 2 accounts' }).click();
  await page.getByText('Successfully changed 2 accounts').waitFor();
  await page.getByRole('button', { name: 'Edit common on third.test' }).waitFor();
  const { accounts } = (await app.send(listAccounts, { params: { id: profile.id } })).body;
  expect(accounts).toMatchObject([
    { siteName: 'my-wordpress', email: 'a@b.test', username, password },
    { siteName: 'other.test', username: 'common', password: 'wrong' },
    { siteName: 'third.test', username: 'common', password: 'wrong' },
  ]);
  await context.close();
});
