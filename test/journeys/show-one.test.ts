import { AxeBuilder } from '@axe-core/playwright';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startWorld, type World } from '#rehearsal/world.ts';
import { launchBrowser, open, signIn } from '#test/support/browser.ts';
import { type ReadyCampaign, readyCampaign } from '#test/support/builders.ts';
import { startTestApp, type TestApp } from '#test/support/start-app.ts';

/** "Show me one", and the settings of how posts look. POST_SHOTS names a folder for pictures. */
let app: TestApp;
let world: World;
let browser: Browser;
let ids: ReadyCampaign;
beforeAll(async () => {
  world = await startWorld({ wordpress: 2 });
  app = await startTestApp();
  const fields = { category: 'Garden', carrierSentences: 'Look at {anchor}!' };
  ids = await readyCampaign(app.app, world.wordpress, { fields, nArticles: 2 });
  browser = await launchBrowser();
});
afterAll(async () => {
  await browser?.close();
  await app?.stop();
  await world?.close();
});

async function picture(page: Page, name: string): Promise<void> {
  const folder = process.env.POST_SHOTS;
  if (folder) await page.screenshot({ path: `${folder}/${name}.png`, fullPage: true });
}
async function expectNoViolations(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).setLegacyMode().exclude('iframe').analyze();
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`)).toEqual(
    [],
  );
}

/** Waits until nothing moves any more. */
const comesToRest = (page: Page) =>
  expect.poll(() => page.evaluate('document.getAnimations().every((one) => one.playState !== "running")')).toBe(true);

test.each(['light', 'dark'] as const)('a post is shown as it would be sent, in %s', async (scheme) => {
  const { page, context } = await signIn(browser, app, scheme);
  await open(page, `/project/${ids.projectId}`);
  await page.getByRole('button', { name: 'Show me one' }).click();
  const drawer = page.getByRole('dialog');
  // The frame has no scripts, so nothing can be asked inside it: what it was given is read.
  const shown = await page.locator('iframe').getAttribute('srcdoc');
  expect(shown).toMatch(/<a [^>]*class="placed"[^>]*>garden tools<\/a>/);
  await drawer.getByText('The article is short').waitFor();
  await drawer.getByText('Garden', { exact: true }).waitFor();
  await comesToRest(page);
  await expectNoViolations(page);
  await picture(page, `show-one-${scheme}`);
  // What the article lacks now is told, with the sentence that carries the link.
  await app.app.store.db
    .updateTable('articles')
    .set({ body: 'Nothing {of it.' })
    .where('content_group_id', '=', ids.groupId)
    .execute();
  await drawer.getByRole('button', { name: 'Another' }).click();
  await drawer.getByText('This post would not be sent').waitFor();
  await drawer.getByText('Spin syntax is broken at character 9').waitFor();
  await drawer.getByText('"Look at garden tools!"').waitFor();
  await picture(page, `show-one-warns-${scheme}`);
  await page.setViewportSize({ width: 390, height: 800 });
  await comesToRest(page);
  await picture(page, `show-one-390-${scheme}`);
  await app.app.store.db
    .updateTable('articles')
    .set({ body: 'First about garden tools. End.' })
    .where('content_group_id', '=', ids.groupId)
    .execute();
  await context.close();
});

test('the settings of posts are typed, refused where they are wrong, and kept', async () => {
  const { page, context } = await signIn(browser, app);
  await open(page, `/project/${ids.projectId}`);
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  const carriers = page.getByLabel('Carrier sentences');
  await carriers.fill('No sign here.');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('Sentence 1 must hold {anchor} once').waitFor();
  await carriers.fill('{See|Visit} {anchor}.');
  await page.getByLabel('Category').fill('News\nshop.example = Garden');
  await page.getByRole('checkbox', { name: 'First image as featured image' }).check();
  await expectNoViolations(page);
  await picture(page, 'post-settings');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByRole('button', { name: 'Edit', exact: true }).waitFor();
  await page.reload();
  expect(await page.getByLabel('Category').inputValue()).toBe('News\nshop.example = Garden');
  expect(await page.getByRole('checkbox', { name: 'First image as featured image' }).isChecked()).toBe(true);
  await context.close();
});

test('a post of a project of PDFs is told to be one, and its file is saved', async () => {
  const { projectId } = await readyCampaign(app.app, world.wordpress, { module: 'PDF', siteName: 'pdf' });
  const { page, context } = await signIn(browser, app, 'light');
  await open(page, `/project/${projectId}`);
  await page.getByRole('button', { name: 'Show me one' }).click();
  await page
    .getByRole('dialog')
    .getByText(/^It is sent as a PDF of \d+ kB$/)
    .waitFor();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download the PDF' }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/^(Good|Fine) title \d\.pdf$/);
  expect(await page.getByRole('dialog').isVisible()).toBe(true);
  await expectNoViolations(page);
  await context.close();
});
