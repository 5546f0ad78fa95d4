import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
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
  // Faster than any hand.
  await page.evaluate(`{
    const more = document.querySelector('.page-actions summary');
    more.click();
    more.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }));
  }`);
  expect(await page.locator('.more-actions[open]').count()).toBe(0);
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

test('the menu closes after a choice, and is closed again when the page comes anew', async () => {
  const page = await phone('light');
  await open(page, '/campaigns');
  const opens = page.getByRole('button', { name: 'Open menu' });
  await opens.click();
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Content' }).click();
  await page.waitForURL(/content-groups/);
  await opens.click();
  await page.keyboard.press('Escape');
  await opens.click();
  await page.getByRole('button', { name: 'Collapse menu' }).waitFor();
  await open(page, '/campaigns');
  await opens.waitFor();
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'New Campaign' });
  expect(await dialog.getByLabel('Using X-Wizard').isChecked()).toBe(true);
  await dialog.getByRole('radio', { name: 'One tier' }).waitFor();
  await page.context().close();
});

test('in edit mode the menu of the other actions stays within the screen', async () => {
  const page = await phone('light');
  await open(page, `/project/${place.ids.projectId}`);
  await page.locator('.page-actions summary').click();
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  await page.getByRole('button', { name: 'Save', exact: true }).waitFor();
  await page.locator('.page-actions summary').click();
  const list = await page.locator('.page-actions .more-list').boundingBox();
  expect(list && list.x >= 0 && list.x + list.width <= size.width, JSON.stringify(list)).toBe(true);
  expect(await faultsOf(page, 'edit mode, More')).toEqual([]);
  await page.context().close();
});

test('names of sites and links are read whole', async () => {
  const page = await phone('light');
  for (const [path, row] of [
    ['/custom-sites', '.grid-row.is-row .clip'],
    [`/url_list/${place.ids.moneyId}`, '.keyed-body .is-whole .clip'],
  ] as const) {
    await open(page, path);
    const name = page.locator(row).first();
    await name.waitFor();
    const cut = 'part => part.scrollHeight > part.clientHeight + 1 || part.scrollWidth > part.clientWidth + 1';
    expect(await name.evaluate(`(${cut})(document.querySelector(${JSON.stringify(row)}))`), path).toBe(false);
  }
  await page.context().close();
});

test('ticking a row moves no other', async () => {
  const { page } = await signIn(place.browser, place.app, 'light');
  await page.setViewportSize({ width: 1280, height: 800 });
  for (const path of [`/campaign/${place.ids.campaignId}`, `/accounts/${place.ids.profileId}`]) {
    await open(page, path);
    const box = page.getByRole('checkbox', { name: /^Select (?!all)/ }).first();
    await box.waitFor();
    const before = await box.boundingBox();
    await box.check();
    await page.locator('.floating-bar').waitFor();
    expect(await box.boundingBox(), path).toEqual(before);
  }
  await page.context().close();
});
