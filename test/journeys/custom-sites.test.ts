import { sql } from 'kysely';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launchBrowser, open, signIn } from '#test/support/browser.ts';
import { lookAt } from '#test/support/look-at.ts';
import { startTestApp, type TestApp } from '#test/support/start-app.ts';

/** Ten thousand sites under Custom Sites. CUSTOM_SHOTS names a folder for pictures. */
let app: TestApp;
let browser: Browser;
let page: Page;
const nSites = 10_000;
beforeAll(async () => {
  [app, browser] = await Promise.all([startTestApp({ roles: ['http'] }), launchBrowser()]);
  await sql`insert into sites (module, site_id, platform, pr, dofollow, url, host, connector, permission, at_once, gap_ms)
    select 'Wiki', 'wiki' || n || '.example.test', case when n % 5 = 0 then 'Premium' else 'MediaWiki' end, n % 100, n % 2 = 0,
      'http://wiki' || n || '.example.test/', 'wiki' || n || '.example.test', 'mediawiki', 'none', 1, 0
    from generate_series(1, ${sql.lit(nSites)}) n`.execute(app.app.store.db);
  ({ page } = await signIn(browser, app));
});
afterAll(async () => {
  await browser?.close();
  await app?.stop();
});

const look = (name: string) => lookAt(page, name, process.env.CUSTOM_SHOTS);
const button = (name: string) => page.getByRole('button', { name, exact: true });
const says = (text: string | RegExp) => page.getByText(text).first().waitFor();

test('one permission is given to what a filter leaves, and other windows see it', async () => {
  await open(page, '/custom-sites');
  await says(`0 of ${nSites.toLocaleString()} selected`);
  expect(await button('Permission').isDisabled()).toBe(true);
  const other = await signIn(browser, app);
  await open(other.page, '/custom-sites?permission=owned');
  await page.getByLabel('DA at least').fill('99');
  await page.getByLabel('DA at least').press('Enter');
  await says('(100 shown)');
  await page.getByLabel('Select all shown sites').check();
  await look('custom-sites-chosen');
  await button('Permission').click();
  const dialog = page.getByRole('dialog', { name: 'Permission of 100 sites' });
  await dialog.getByRole('radio', { name: 'I own it' }).check();
  await dialog.getByLabel('Note').fill('Bought in May');
  await look('custom-sites-permission');
  await dialog.getByRole('button', { name: 'Save 100' }).click();
  await says('Successfully saved the permission of 100 sites');
  await other.page.getByText('(100 shown)').waitFor();
  await other.context.close();
  await button('Clear Filter').click();
  await button('Collapse').click();
  await look('custom-sites-collapsed');
  await button('Expand').click();
  await page.locator('.grid-row.is-row').first().waitFor();
});

test('the verifier is started and stopped, and waits for what is under way', async () => {
  await button('Verify 100 selected').click();
  await says('Verifying');
  // A process is in the middle of one: it lives, so its probe comes to its end.
  await sql`insert into processes (boot_id, host, pid, roles) values (${app.app.bootId}, 'test', ${process.pid}, 'engine')
    on conflict do nothing`.execute(app.app.store.db);
  await sql`update sites set verify_claimed_at = now(), verify_claimed_by = ${app.app.bootId}
    where site_id = 'wiki99.example.test'`.execute(app.app.store.db);
  await button('Stop verifying').click();
  await expect.poll(() => button('Stopping').isDisabled()).toBe(true);
  await look('custom-sites-stopping');
  await sql`update sites set verify_claimed_at = null, verify_claimed_by = null`.execute(app.app.store.db);
  await page.reload();
  await says('Verifier idle');
});
