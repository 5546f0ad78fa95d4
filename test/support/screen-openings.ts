import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';
import { open } from './browser.ts';
import type { Screens } from './screen-world.ts';

/** A state of a screen that stands behind a click: a dialog, a drawer, edit mode, an inner tab. */
export interface Opening {
  name: string;
  /** Leads there from a signed-in page, whatever it shows. */
  show: (page: Page) => Promise<void>;
}

/** Opens a screen, clicks on its way, and waits until the dialog stands still. */
function dialog(path: string, ...clicks: (string | RegExp)[]): Opening {
  return {
    name: `${path} ${clicks.map((click) => (click instanceof RegExp ? click.source : click)).join(', ')}`,
    show: async (page) => {
      await open(page, path);
      for (const click of clicks) await clickOn(page, click);
      await page.getByRole('dialog').last().waitFor();
      await stand(page);
    },
  };
}

/** A button, a box or an entry of a menu, whichever has the name; on phones it may be folded into the menu of the page. */
async function clickOn(page: Page, name: string | RegExp): Promise<void> {
  const exact = typeof name === 'string';
  const found = ['button', 'checkbox', 'tab', 'menuitem'] as const;
  const target = found
    .map((role) => page.getByRole(role, { name, exact }))
    .reduce((all, one) => all.or(one))
    .filter({ visible: true })
    .first();
  await page.locator('main').getByRole('button').filter({ visible: true }).first().waitFor();
  // An open one is left open: a menu that hangs from one of its buttons would go with it.
  const more = page.locator('details:not([open]) > summary', { hasText: 'More' }).filter({ visible: true });
  for (let at = 0; at < 3 && (await more.count()) > 0 && (await target.count()) === 0; at += 1)
    await more.first().click();
  await target.click();
}

/** An inner tab, once it is the one that is shown. */
async function openTab(page: Page, name: string): Promise<void> {
  await page.getByRole('tab', { name }).dispatchEvent('click');
  await page.getByRole('tab', { name, selected: true }).waitFor();
  await page.getByRole('tabpanel', { name }).waitFor();
}

/** Nothing is moving any more. */
async function stand(page: Page): Promise<void> {
  const moving = '.ant-skeleton-active, .ant-zoom-appear, .ant-zoom-enter, [class*="motion-"][class*="-active"]';
  await page.locator(moving).first().waitFor({ state: 'detached' });
}

/** All of them. */
export const openingsOf = (ids: Screens) => [...dialogsOf(ids), ...editedTabsOf(ids)];

interface Violation {
  id: string;
  nodes: { target: unknown[] }[];
}
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** What axe finds on the page as it stands; frames that may run no script (a preview) are never answered from, so they are left out. */
export async function axeFaults(page: Page, where: string): Promise<string[]> {
  await page.evaluate(axe);
  const run = "axe.run(document, { iframes: false, resultTypes: ['violations'] }).then(({ violations }) => violations)";
  const violations = await page.evaluate<Violation[]>(run);
  return violations.flatMap(({ id, nodes }) => nodes.map((node) => `${where}: ${id} at ${node.target.join(' ')}`));
}

/** Every dialog and drawer of the product that can be opened without a run. */
function dialogsOf({ ids, network }: Screens): Opening[] {
  const [campaign, project] = [`/campaign/${ids.campaignId}`, `/project/${ids.projectId}`];
  return [
    dialog('/campaigns', 'Add'),
    dialog('/campaigns', /^Select (?!all)/, 'Delete'),
    dialog('/campaigns', /^Rename/),
    dialog(campaign, 'Add'),
    dialog(campaign, /^Rename/),
    dialog(campaign, /^Duplicate/),
    dialog(campaign, /^Select (?!all)/, /^Schedule 1/),
    dialog(`${campaign}?tab=accounts`, 'Add'),
    dialog(`${campaign}?tab=backlinks`, 'Add'),
    dialog(project, 'Show me one'),
    dialog(project, 'Schedule', 'Add Schedule'),
    dialog(project, 'Edit', 'New account profile'),
    dialog(project, 'Edit', 'Add input link set'),
    dialog(project, 'Edit', /^Edit Money/),
    dialog(`/accounts/${ids.profileId}`, 'Add'),
    dialog(`/accounts/${ids.profileId}`, /^Edit .* on /),
    dialog(`/accounts/${ids.profileId}`, /^Select (?!all)/, 'Edit (1)'),
    dialog(`/url_list/${ids.moneyId}`, 'Add'),
    dialog(`/url_list/${ids.moneyId}`, 'Add batch'),
    dialog(`/url_list/${ids.moneyId}`, /^Edit http/),
    dialog('/content-groups', 'Add'),
    dialog('/content-groups', /^Rename/),
    dialog(`/content-group/${ids.groupId}`, 'Upload', 'Upload articles'),
    dialog(`/content-group/${ids.groupId}`, 'Kontent Machine'),
    dialog(`/content-group/${ids.groupId}`, 'Generate Articles', 'OpenAI'),
    dialog(`/new-article/${ids.groupId}`, 'Preview'),
    dialog(`/new-article/${ids.groupId}`, 'Download', 'Article Forge Article'),
    dialog('/custom-sites', 'Add'),
    dialog('/custom-sites', 'Import'),
    dialog('/custom-sites', /^Edit /),
    dialog('/custom-sites', /^Select (?!all)/, 'Permission'),
    dialog('/site-selections', 'New'),
    dialog('/site-selections', /^Rename/),
    dialog('/site-selections', /^Select Chosen/, /^Delete/),
    dialog('/private-networks', 'Add'),
    dialog('/cloud-accounts', /Add Account/),
    dialog('/private-networks', /^Rename/),
    dialog('/private-networks', /^Select (?!all)/, /^Delete/),
    dialog(network, 'Import', 'Manually'),
    dialog(network, 'Import', 'From Account Profiles'),
  ];
}

/** Edit mode of every kind of project, on each of its tabs, given the names of the tabs. */
function editedTabsOf({ ids, kinds }: Screens): Opening[] {
  const posting = ['General', 'Image', 'Video', 'Sites', 'Indexer'];
  const [privateKind = '', indexerKind = '', accountKind = ''] = kinds;
  const tabs: [string, string[]][] = [
    [`/project/${ids.projectId}`, posting],
    [privateKind, posting],
    [indexerKind, ['']],
    [accountKind, ['Account', 'Email', 'Sites']],
  ];
  return tabs.flatMap(([path, names]) =>
    names.map((name) => ({
      name: `${path} edited, ${name}`,
      show: async (page: Page) => {
        await open(page, path);
        await clickOn(page, 'Edit');
        if (name) await openTab(page, name);
        await stand(page);
      },
    })),
  );
}
