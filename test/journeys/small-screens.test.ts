import { AxeBuilder } from '@axe-core/playwright';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import '#server/cli/build-web.ts';
import { projectPath } from '#domain/contract/projects/kinds.ts';
import { createProject } from '#domain/contract/projects/projects.ts';
import { startWorld, type World } from '#rehearsal/world.ts';
import { launchBrowser, open, signIn } from '#test/support/browser.ts';
import { type ReadyCampaign, readyCampaign } from '#test/support/builders.ts';
import { startTestApp, type TestApp } from '#test/support/start-app.ts';

/** A phone. */
const size = { width: 390, height: 844 };

let app: TestApp;
let world: World;
let browser: Browser;
let ids: ReadyCampaign;
const kinds: string[] = [];

beforeAll(async () => {
  world = await startWorld({ wordpress: 1 });
  app = await startTestApp();
  ids = await readyCampaign(app.app, world.sites);
  for (const module of ['Private', 'Indexer', 'AccountCreation'] as const) {
    const body = { campaignId: ids.campaignId, module, name: `${module} with a rather long name of its own` };
    kinds.push(projectPath(module, (await app.send(createProject, { body })).body.project.id));
  }
  browser = await launchBrowser();
});
afterAll(async () => {
  await browser?.close();
  await app?.stop();
  await world?.close();
});

/** Every screen, with the name of its first action where it has one in its head. */
const screens = (): [path: string, primary?: string][] => [
  ['/campaigns', 'Add'],
  [`/campaign/${ids.campaignId}`],
  [`/campaign/${ids.campaignId}?tab=accounts`],
  [`/campaign/${ids.campaignId}?tab=backlinks`],
  [`/project/${ids.projectId}`, 'Start'],
  ...kinds.map((path): [string, string] => [path, 'Start']),
  [`/accounts/${ids.profileId}`],
  [`/url_list/${ids.moneyId}`],
  [`/url_list/${ids.moneyId}?tab=keywords`],
  ['/content-groups', 'Add'],
  [`/content-group/${ids.groupId}`],
  [`/new-article/${ids.groupId}`, 'Save'],
  ['/custom-sites'],
  ['/old/blurbs'],
];

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
  const { violations } = await new AxeBuilder({ page }).analyze();
  for (const { id, nodes } of violations)
    for (const node of nodes) found.push(`${where}: ${id} at ${node.target.join(' ')}`);
  await page.evaluate('window.scrollTo(0, 0)');
  return found;
}

/** The elements that reach out furthest, for the message of a failure. */
const widest = (page: Page) =>
  page.evaluate(`[...document.querySelectorAll('main *, header *')]
    .filter((part) => part.getBoundingClientRect().right > ${size.width} && !part.closest('.keyed-scroller, .grid-scroller, .ant-tabs-nav'))
    .slice(0, 4).map((part) => part.tagName + '.' + part.className).join(' ')`);

async function phone(theme: 'light' | 'dark'): Promise<Page> {
  const { page } = await signIn(browser, app, theme);
  await page.setViewportSize(size);
  return page;
}

test.each(['light', 'dark'] as const)(
  'every screen fits a phone in %s',
  async (theme) => {
    const page = await phone(theme);
    const found: string[] = [];
    for (const [path, primary] of screens()) {
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
  for (const path of [`/project/${ids.projectId}`, ...kinds]) {
    await open(page, path);
    await page.getByRole('button', { name: 'Edit', exact: true }).click();
    const names = (await page.getByRole('tab').allTextContents()).filter((name) => name !== '');
    for (const name of names.length > 0 ? names : [undefined]) {
      if (name) await page.getByRole('tab', { name }).dispatchEvent('click');
      found.push(...(await faultsOf(page, `${path} ${name ?? ''} edited`, 'Save')));
    }
  }
  for (const [path, button] of dialogs()) {
    await open(page, path);
    await page.getByRole('button', { name: button, exact: true }).first().click();
    const dialog = page.getByRole('dialog');
    await dialog.waitFor();
    await page.locator('.ant-zoom-appear, .ant-zoom-enter').waitFor({ state: 'detached' });
    const box = await dialog.boundingBox();
    if (!box || box.x < 0 || box.x + box.width > size.width) found.push(`${path} ${button}: ${JSON.stringify(box)}`);
    found.push(...(await faultsOf(page, `${path} ${button}`)));
    await page.keyboard.press('Escape');
  }
  expect(found).toEqual([]);
  await page.context().close();
}, 240_000);

const dialogs = () =>
  [
    ['/campaigns', 'Add'],
    [`/campaign/${ids.campaignId}`, 'Add'],
    [`/accounts/${ids.profileId}`, 'Add'],
    [`/url_list/${ids.moneyId}`, 'Add batch'],
    ['/custom-sites', 'Add'],
    ['/custom-sites', 'Import'],
  ] as const;
