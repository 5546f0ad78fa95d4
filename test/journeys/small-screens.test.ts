import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import '#server/cli/build-web.ts';
import { open, signIn } from '#test/support/browser.ts';
import { axeFaults, openingsOf } from '#test/support/screen-openings.ts';
import { type ScreenWorld, screensOf, startScreenWorld } from '#test/support/screen-world.ts';

/** A phone. */
const size = { width: 390, height: 844 };

let place: ScreenWorld;

beforeAll(async () => {
  place = await startScreenWorld();
});
afterAll(() => place?.stop());

/** What is wrong with the page as it stands: wider than the phone, or its first action out of sight after scrolling. */
async function faultsOf(page: Page, where: string, primary?: string): Promise<string[]> {
  const found: string[] = [];
  const width = (await page.evaluate('document.scrollingElement.scrollWidth')) as number;
  if (width > size.width) found.push(`${where}: ${width} px wide: ${await widest(page)}`);
  if (primary) {
    await page.evaluate('window.scrollTo(0, document.scrollingElement.scrollHeight)');
    const box = await page.locator('.page-actions').getByRole('button', { name: primary, exact: true }).boundingBox();
    const isSeen =
      box && box.y >= 0 && box.y + box.height <= size.height && box.x >= 0 && box.x + box.width <= size.width;
    if (!isSeen) found.push(`${where}: ${primary} is out of sight: ${JSON.stringify(box)}`);
  }
  found.push(...(await axeFaults(page, where)));
  await page.evaluate('window.scrollTo(0, 0)');
  return found;
}

/** The elements that reach out furthest, for the message of a failure. */
const widest = (page: Page) =>
  page.evaluate(`[...document.querySelectorAll('main *, header *')]
    .filter((part) => part.getBoundingClientRect().right > ${size.width} && !part.closest('.keyed-scroller, .grid-scroller, .ant-tabs-nav'))
    .slice(0, 4).map((part) => part.tagName + '.' + part.className).join(' ')`);

async function phone(theme: 'light' | 'dark'): Promise<Page> {
  const { page } = await signIn(place.browser, place.app, theme);
  await page.setViewportSize(size);
  return page;
}

test.each(['light', 'dark'] as const)(
  'every screen fits a phone in %s',
  async (theme) => {
    const page = await phone(theme);
    const found: string[] = [];
    for (const [path, primary] of screensOf(place)) {
      await open(page, path);
      found.push(...(await faultsOf(page, path, primary)));
    }
    expect(found).toEqual([]);
    await page.context().close();
  },
  240_000,
);

test('edit mode, inner tabs and dialogs fit too', async () => {
  const page = await phone('light');
  const found: string[] = [];
  for (const { name, show } of openingsOf(place)) {
    await show(page);
    const dialog = page.getByRole('dialog');
    const isDialog = (await dialog.count()) > 0;
    const box = isDialog ? await dialog.last().boundingBox() : null;
    if (box && (box.x < 0 || box.x + box.width > size.width)) found.push(`${name}: ${JSON.stringify(box)}`);
    found.push(...(await faultsOf(page, name, isDialog ? undefined : 'Save')));
  }
  expect(found).toEqual([]);
  await page.context().close();
}, 600_000);

test('what can be done folds into one menu, beside what is done most', async () => {
  const page = await phone('light');
  await open(page, `/project/${place.ids.projectId}`);
  await page.getByRole('button', { name: 'Start', exact: true }).waitFor();
  const edit = page.getByRole('button', { name: 'Edit', exact: true });
  expect(await edit.isVisible()).toBe(false);
  const head = await page.locator('.page-actions').boundingBox();
  expect(head?.height).toBeLessThan(40);
  const more = page.locator('.page-actions summary');
  await more.click();
  await page.keyboard.press('Escape');
  await edit.waitFor({ state: 'hidden' });
  await more.click();
  await edit.click();
  await page.getByRole('button', { name: 'Save', exact: true }).waitFor();
  expect(await page.locator('.more-actions[open]').count()).toBe(0);
  await page.context().close();
});

test('cards tell the sites and the state', async () => {
  const page = await phone('light');
  await open(page, '/campaigns');
  const card = page.getByRole('row').filter({ hasText: 'Test campaign' });
  for (const words of ['0 of 1 done', 'Active', '4 projects']) await card.getByText(words).waitFor();
  await open(page, `/campaign/${place.ids.campaignId}`);
  const project = page.getByRole('row').filter({ has: page.getByRole('link', { name: 'Project', exact: true }) });
  for (const words of ['0 of 1 done', 'NEW']) await project.getByText(words).waitFor();
  await page.context().close();
});
