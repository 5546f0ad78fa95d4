import { AxeBuilder } from '@axe-core/playwright';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listCustomSites } from '#domain/contract/sites.ts';
import { articleDefinition } from '#rehearsal/form-definition.ts';
import { startWorld, type World } from '#rehearsal/world.ts';
import { launchBrowser, open, signIn } from '#test/support/browser.ts';
import { startTestApp, type TestApp } from '#test/support/start-app.ts';

/** A site with nothing but a web form is added, tried without sending anything, and kept. FORM_SHOTS names a folder for pictures. */
let app: TestApp;
let world: World;
let browser: Browser;
beforeAll(async () => {
  [app, world, browser] = await Promise.all([startTestApp(), startWorld({ form: 1 }), launchBrowser()]);
});
afterAll(async () => {
  await browser?.close();
  await app?.stop();
  await world?.close();
});

async function picture(page: Page, name: string): Promise<void> {
  const folder = process.env.FORM_SHOTS;
  await expect
    .poll(() => page.evaluate('document.getAnimations().every((one) => one.playState !== "running")'))
    .toBe(true);
  if (folder) await page.screenshot({ path: `${folder}/${name}.png` });
}
async function expectNoViolations(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).analyze();
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`)).toEqual(
    [],
  );
}

test.each(['light', 'dark'] as const)('a form site is described, tried and kept, in %s', async (scheme) => {
  const { page, context } = await signIn(browser, app, scheme);
  await open(page, '/custom-sites');
  await page.getByRole('button', { name: 'Add', exact: true }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Add Site' });
  const choose = async (label: string, name: string) => {
    await dialog.getByLabel(label).click();
    await page.locator('.ant-select-item-option', { hasText: name }).first().click();
  };
  await choose('Type', 'Article Directory');
  await choose('Connector', 'Web form');
  const siteId = `directory-${scheme}`;
  await dialog.getByLabel('Site id').fill(siteId);
  await dialog.getByLabel('URL').fill(world.sites[0]?.url ?? '');
  const field = dialog.getByLabel('Form definition');
  // Where nothing is known yet, the dialog begins with an example.
  await dialog.getByRole('button', { name: 'Begin with an example' }).click();
  await expect.poll(() => field.inputValue()).toContain('"id": "post-form"');
  const text = JSON.stringify(articleDefinition, null, 2);
  await field.fill(text.replace('"id": "post-form"', '"idd": "post-form"'));
  await dialog.getByRole('button', { name: 'Dry run' }).click();
  await dialog.getByText('steps.0.form: Not known here: idd').waitFor();
  await field.fill('{ "version": 1,');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.getByText('This is no JSON object').waitFor();
  expect(await field.inputValue()).toBe('{ "version": 1,');
  await page.mouse.move(0, 0);
  await picture(page, `form-refused-${scheme}`);
  await expectNoViolations(page);
  // A form that the site does not have is told before anything is sent.
  await field.fill(text.replace('"id": "login-form"', '"id": "other-form"'));
  await dialog.getByRole('button', { name: 'Dry run' }).click();
  await dialog.getByText('has no form with the id other-form; forms there: login-form').waitFor();
  await field.fill(text);
  await dialog.getByRole('button', { name: 'Dry run' }).click();
  await dialog.getByText('This is what a sample post would send. Nothing was sent.').waitFor();
  await dialog.getByText('Sample Author', { exact: true }).waitFor();
  // A verdict belongs to what it judged.
  await field.fill(`${text} `);
  await dialog.getByText('What is typed was changed since: make a new dry run').waitFor();
  await field.fill(text);
  await dialog.getByText('At most 1: Web form bears no more').waitFor();
  const run = dialog.getByRole('region', { name: 'Dry run' });
  await run.scrollIntoViewIfNeeded();
  await expectNoViolations(page);
  await picture(page, `form-dry-run-${scheme}`);
  await page.setViewportSize({ width: 390, height: 800 });
  await picture(page, `form-dry-run-390-${scheme}`);
  await expectNoViolations(page);
  await dialog.getByRole('heading', { name: 'Step 2 of 2' }).scrollIntoViewIfNeeded();
  await picture(page, `form-steps-390-${scheme}`);
  expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
  await page.setViewportSize({ width: 1280, height: 800 });
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.waitFor({ state: 'hidden' });
  const { sites } = (await app.send(listCustomSites)).body;
  const kept = sites.find((site: { id: { siteId: string } }) => site.id.siteId === siteId);
  expect(kept.settings).toEqual(articleDefinition);
  expect(world.sites[0]?.posts()).toEqual([]);
  // What is edited again stands there as it was typed.
  await page.getByRole('button', { name: `Edit ${siteId}` }).click();
  const edited = page.getByRole('dialog', { name: `Edit ${siteId}` }).getByLabel('Form definition');
  await expect.poll(() => edited.inputValue()).toBe(text);
  await context.close();
});
