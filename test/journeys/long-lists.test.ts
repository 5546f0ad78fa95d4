import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addAccount, deleteAccounts, importAccounts } from '#domain/contract/accounts.ts';
import { importLinks } from '#domain/contract/link-files.ts';
import { addLinks, deleteLinks, editLink } from '#domain/contract/links.ts';
import { topics } from '#domain/contract/live.ts';
import { commit } from '#server/live/commit.ts';
import { launchBrowser, open, signIn } from '#test/support/browser.ts';
import { newCampaign, newLinkSet, newProfile } from '#test/support/nouns.ts';
import { startTestApp, type TestApp } from '#test/support/start-app.ts';

let app: TestApp;
let browser: Browser;
let campaignId: number;
beforeAll(async () => {
  app = await startTestApp();
  campaignId = (await newCampaign(app)).id;
  browser = await launchBrowser();
});
afterAll(async () => {
  await browser?.close();
  await app?.stop();
});

/** Rows of a list, more than two of its pages. */
const nRows = 450;
const siteOf = (at: number) => `s${String(at).padStart(3, '0')}.test`;
const fileOf = (line: (site: string) => string) =>
  Array.from({ length: nRows }, (_, at) => line(siteOf(at))).join('\n');

interface Kind {
  noun: 'accounts' | 'links';
  label: string;
  noneFits: string;
  /** A list of 450 rows; the path of its page. */
  fill(): Promise<{ id: number; path: string }>;
  add(id: number, site: string): Promise<unknown>;
  /** Deletes the row of a site that was added or imported. */
  remove(id: number, site: string): Promise<unknown>;
}
const accounts: Kind = {
  noun: 'accounts',
  label: 'Accounts',
  noneFits: 'No account fits the filter',
  async fill() {
    const { id } = await newProfile(app, campaignId);
    await app.upload(importAccounts, { id, files: { 'a.txt': fileOf((site) => `${site}|a@x|u|p`) } });
    return { id, path: `/accounts/${id}` };
  },
  add: (id, siteName) =>
    app.send(addAccount, { body: { siteName, email: 'a@x', username: 'u', password: 'p', accountListId: id } }),
  remove: (id, siteName) => app.send(deleteAccounts, { params: { id }, body: { ids: [{ siteName, email: 'a@x' }] } }),
};
const links: Kind = {
  noun: 'links',
  label: 'Links',
  noneFits: 'No link fits the filter',
  async fill() {
    const { id } = await newLinkSet(app, campaignId);
    await app.upload(importLinks, { id, files: { 'a.txt': fileOf((site) => `http://${site}/|x|a`) } });
    return { id, path: `/url_list/${id}` };
  },
  add: (id, site) => app.send(addLinks, { params: { id }, body: { links: `http://${site}/|x|a` } }),
  remove: async (id, site) => app.send(deleteLinks, { params: { id }, body: { ids: [await linkId(id, site)] } }),
};

async function linkId(listId: number, site: string): Promise<number> {
  const { db } = app.app.store;
  const found = db.selectFrom('url_items').select('id').where('url_list_id', '=', listId);
  return (await found.where('url', '=', `http://${site}/`).executeTakeFirstOrThrow()).id;
}

const tableOf = (page: Page, { label }: Kind) => page.getByRole('table', { name: label });

/** Scrolls down until every page of the list is loaded. */
async function loadAll(page: Page, kind: Kind, count: number): Promise<void> {
  const region = page.getByRole('region', { name: kind.label });
  const loaded = async () => {
    await region.evaluate((box) => box.scrollTo(0, box.scrollHeight));
    return tableOf(page, kind).getAttribute('aria-rowcount');
  };
  await expect.poll(loaded).toBe(String(count + 1));
}

describe.each([accounts, links])('the list of $noun', (kind) => {
  test('is loaded page by page, and follows what other windows do', async () => {
    const { id, path } = await kind.fill();
    const { context, page } = await signIn(browser, app);
    await open(page, path);
    expect(await tableOf(page, kind).getAttribute('aria-rowcount')).toBe('-1');
    await loadAll(page, kind, nRows);
    await page.getByRole('region', { name: kind.label }).evaluate((box) => box.scrollTo(0, 0));
    // First of both lists: by name, and as the newest.
    await kind.add(id, 'aaa.test');
    const row = tableOf(page, kind).getByText('aaa.test');
    await row.waitFor();
    await kind.remove(id, 'aaa.test');
    await row.waitFor({ state: 'detached' });
    await kind.add(id, 'aaa.test');
    await row.waitFor();
    await context.close();
  });

  test('deletes what is chosen, or all that fit, those that are not loaded too', async () => {
    const { path } = await kind.fill();
    const { context, page } = await signIn(browser, app);
    await open(page, path);
    const answer = async () => {
      await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
      await page.getByText(`Successfully deleted the selected ${kind.noun}`).first().waitFor();
    };
    const head = page.getByText(new RegExp(`^[\\d,]+ ${kind.noun}$`)).first();
    await tableOf(page, kind).getByRole('checkbox').nth(2).check();
    await page.getByRole('button', { name: 'Delete (1)' }).click();
    await answer();
    await expect.poll(() => head.textContent()).toBe(`${nRows - 1} ${kind.noun}`);
    // The deleted one is s001 among the accounts and s448 among the links; s300 to s399 are there in both.
    await page.getByLabel(`Search ${kind.noun}`).fill('s3');
    await expect.poll(() => tableOf(page, kind).getAttribute('aria-rowcount')).toBe('101');
    await page.getByLabel(`Search ${kind.noun}`).fill('.test');
    await expect.poll(() => tableOf(page, kind).getAttribute('aria-rowcount')).toBe('-1');
    await page.getByRole('checkbox', { name: 'Select all loaded rows' }).check();
    await page.getByRole('button', { name: `Select all ${kind.noun} that fit` }).click();
    await page.getByText(`All ${nRows - 1} ${kind.noun} that fit are selected`).waitFor();
    await page.getByRole('button', { name: `Delete (${nRows - 1})` }).click();
    await answer();
    await page.getByText(kind.noneFits).waitFor();
    await page.getByLabel(`Search ${kind.noun}`).fill('');
    await page.getByText(`No ${kind.noun} yet`).waitFor();
    await context.close();
  });
});

test('an edit that comes after its deletion brings no link back', async () => {
  const { id } = await newLinkSet(app, campaignId);
  await links.add(id, 'one.test');
  const { context, page } = await signIn(browser, app);
  await open(page, `/url_list/${id}`);
  await tableOf(page, links).getByText('one.test').waitFor();
  const key = await linkId(id, 'one.test');
  const body = { url: 'http://edited.test/', anchor: 'a', linksOnPage: '' };
  const { urlItem } = (await app.send(editLink, { params: { id: key }, body })).body;
  await tableOf(page, links).getByText('edited.test').waitFor();
  await app.send(deleteLinks, { params: { id }, body: { ids: [key] } });
  await page.getByText('No links yet').waitFor();
  await commit(app.app, async (_, note) => note(topics.linkSet(id), { action: 'urlItemEdited', urlItem }));
  await links.add(id, 'later.test');
  await tableOf(page, links).getByText('later.test').waitFor();
  expect(await tableOf(page, links).getByText('edited.test').count()).toBe(0);
  await context.close();
});
