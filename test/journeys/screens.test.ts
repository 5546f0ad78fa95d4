import { readFileSync } from 'node:fs';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createProfile } from '#domain/contract/accounts.ts';

import { renameCampaign } from '#domain/contract/campaigns.ts';
import { createLinkSet, deleteLinkSets } from '#domain/contract/links.ts';
import { projectPath } from '#domain/contract/projects/kinds.ts';
import { createProject, deleteProjects } from '#domain/contract/projects/projects.ts';

import { open, signIn } from '#test/support/browser.ts';
import type { ReadyCampaign } from '#test/support/builders.ts';
import { writtenIn } from '#test/support/code-field.ts';
import { newProject } from '#test/support/nouns.ts';
import { axeFaults, openingsOf } from '#test/support/screen-openings.ts';
import { type ScreenWorld, screensOf, startScreenWorld } from '#test/support/screen-world.ts';
import type { TestApp } from '#test/support/start-app.ts';

let place: ScreenWorld;
let app: TestApp;
let browser: Browser;
let ids: ReadyCampaign;

beforeAll(async () => {
  place = await startScreenWorld();
  ({ app, browser, ids } = place);
});
afterAll(() => place?.stop());

describe('every screen', () => {
  test.each(['light', 'dark'] as const)(
    'has nothing for axe to find in %s, and no fault in the console',
    async (theme) => {
      const { context, page } = await signIn(browser, app, theme);
      const found: string[] = [];
      page.on('pageerror', (error) => found.push(`${page.url()}: ${error.message}`));
      page.on('console', (message) => message.type() === 'error' && found.push(`${page.url()}: ${message.text()}`));
      for (const path of [...screensOf(place).map(([path]) => path), '/user/login']) {
        await open(page, path);
        found.push(...(await axeFaults(page, path)));
      }
      expect(found).toEqual([]);
      await context.close();
    },
    240_000,
  );

  test.each(['light', 'dark'] as const)(
    'has nothing for axe to find in %s behind its clicks: dialogs, drawers, edit mode and inner tabs',
    async (theme) => {
      const { context, page } = await signIn(browser, app, theme);
      const found: string[] = [];
      for (const { name, show } of openingsOf(place)) {
        await show(page);
        found.push(...(await axeFaults(page, name)));
      }
      expect(found).toEqual([]);
      await context.close();
    },
    600_000,
  );
});

describe('addresses', () => {
  test('/#/x opened or clicked is /x, and a foreign one leads nowhere', async () => {
    const { context, page } = await signIn(browser, app);
    for (const [from, to] of [
      ['/#/content-groups', '/content-groups'],
      [`/#/campaign/${ids.campaignId}?tab=accounts`, `/campaign/${ids.campaignId}?tab=accounts`],
      ['/#/', '/campaigns'],
      ['/#//evil.test/', '/campaigns'],
    ] as const) {
      await page.goto('about:blank');
      await open(page, from);
      expect(page.url()).toBe(app.url + to);
    }
    await page.evaluate("location.hash = '#/custom-sites'");
    await page.waitForURL('**/custom-sites');
    await context.close();
  });

  test('ids that are none lead nowhere, without a request', async () => {
    const { context, page } = await signIn(browser, app);
    const asked: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    for (const path of ['/campaign/abc', '/project/0', '/url_list/99999999999999999999', '/accounts/1.5']) {
      await open(page, path);
      await page.getByRole('heading', { name: /not found|nothing here/i }).waitFor();
    }
    expect(asked.filter((path) => /^\/rest\/(campaign|project|url_items|accounts)\//.test(path))).toEqual([]);
    await context.close();
  });

  test('a name of 255 characters does not widen the page', async () => {
    const { context, page } = await signIn(browser, app);
    const name = 'w'.repeat(255);
    const params = { id: ids.campaignId };
    await app.send(renameCampaign, { body: { ...params, name } });
    const { project } = (await app.send(createProject, { body: { campaignId: params.id, module: 'Wiki', name } })).body;
    for (const path of ['/campaigns', `/campaign/${params.id}`, `/project/${project.id}`]) {
      await open(page, path);
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(1280);
    }
    await app.send(renameCampaign, { body: { ...params, name: 'Test campaign' } });
    await context.close();
  });
});

describe('live', () => {
  test('a new campaign shows in another window', async () => {
    const [one, other] = [await signIn(browser, app, 'light'), await signIn(browser, app, 'light')];
    await other.page.getByText('Live', { exact: true }).waitFor();
    await one.page.getByRole('button', { name: 'Add', exact: true }).first().click();
    await one.page.getByRole('dialog').getByRole('radio', { name: 'Manually' }).check();
    await one.page.getByRole('dialog').getByLabel('Name').fill('Made in the first window');
    await one.page.keyboard.press('Enter');
    await other.page.getByRole('link', { name: 'Made in the first window' }).waitFor();
    await one.context.close();
    await other.context.close();
  });

  test('a run is seen from start to proof, without reload', async () => {
    const { context, page } = await signIn(browser, app, 'light');
    await open(page, `/project/${ids.projectId}`);
    await page.getByRole('tab', { name: 'Sites' }).click();
    await page.getByRole('button', { name: 'Start', exact: true }).click();
    await page.getByRole('treegrid').getByText('SUCCESS').waitFor();
    await page.getByRole('treegrid').getByText('Live', { exact: true }).waitFor();
    await page.getByRole('status').filter({ hasText: 'COMPLETED' }).waitFor();
    await context.close();
  });

  test('a link set and an edited project, deleted elsewhere, give way to a word and a way back', async () => {
    const linkSet = (await app.send(createLinkSet, { body: { campaignId: ids.campaignId, name: 'Short-lived' } })).body;
    const project = await newProject(app, ids.campaignId, 'Short-lived', 'SocialNetwork');
    const [one, other] = [await signIn(browser, app, 'light'), await signIn(browser, app, 'light')];
    await open(one.page, `/url_list/${linkSet.urlList.id}`);
    await open(other.page, projectPath('SocialNetwork', project.id));
    await other.page.getByRole('button', { name: 'Edit', exact: true }).click();
    await other.page.getByLabel('Output URL anchors').fill('lost with it');
    for (const { page } of [one, other]) await page.locator('.live-mark.is-online').waitFor();
    const params = { id: ids.campaignId };
    await app.send(deleteLinkSets, { params, body: { ids: [linkSet.urlList.id] } });
    await app.send(deleteProjects, { params, body: { ids: [project.id] } });
    for (const { page, context } of [one, other]) {
      await page.getByRole('alert').getByText('It may have been deleted in another window.').waitFor();
      expect(await page.locator('h1').allTextContents()).toEqual(['There is nothing here']);
      // Nothing asks before leaving: there is nothing left to save to.
      await page.getByRole('link', { name: 'Back to the campaign' }).click();
      await page.getByRole('heading', { name: /^Campaign: / }).waitFor();
      expect(await page.getByText('Short-lived').count()).toBe(0);
      await context.close();
    }
  });
});

describe('editing', () => {
  test('a save by another window is offered, not forced', async () => {
    const [one, other] = [await signIn(browser, app, 'light'), await signIn(browser, app, 'light')];
    for (const { page } of [one, other]) {
      await open(page, `/project/${ids.projectId}`);
      await page.getByRole('button', { name: 'Edit', exact: true }).click();
    }
    await one.page.getByLabel('Output URL anchors').fill('typed and kept');
    await other.page.getByLabel('Output URL anchors').fill('saved there');
    await other.page.getByRole('button', { name: 'Save', exact: true }).click();
    await one.page.getByText('This project was saved in another window.').waitFor();
    expect(await one.page.getByLabel('Output URL anchors').inputValue()).toBe('typed and kept');
    await one.page.getByRole('button', { name: 'Reload' }).click();
    await expect.poll(() => one.page.getByLabel('Output URL anchors').inputValue()).toBe('saved there');
    await one.context.close();
    await other.context.close();
  });

  test('leaving an edited article asks first', async () => {
    const { context, page } = await signIn(browser, app, 'light');
    await open(page, `/new-article/${ids.groupId}`);
    await page.getByLabel('Title').fill('not saved');
    await page.getByRole('link', { name: /Content Group/ }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
    expect(await writtenIn(page, 'Title')).toBe('not saved');
    await context.close();
  });
});

describe('import', () => {
  test('a file is judged first, imported on a word, and its rejects come back', async () => {
    const { context, page } = await signIn(browser, app, 'light');
    const { profile } = (await app.send(createProfile, { body: { campaignId: ids.campaignId, name: 'Imported' } }))
      .body;
    await open(page, `/accounts/${profile.id}`);
    const buffer = Buffer.from('siteName,email,username,password\na.test,a@x,u,secret-1\nb.test,b@x,u\n');
    const file = { name: 'mine.csv', mimeType: 'text/csv', buffer };
    await page.getByLabel('Import', { exact: true }).setInputFiles(file);
    const dialog = page.getByRole('dialog');
    await dialog.getByText('Nothing has been changed yet.').waitFor();
    await dialog.getByText('Four fields are needed, this line has 3').waitFor();
    expect(await dialog.textContent()).not.toContain('secret-1');
    const saved = page.waitForEvent('download');
    await dialog.getByRole('button', { name: 'Download rejects (1)' }).click();
    expect((await saved).suggestedFilename()).toBe('mine_rejects.csv');
    expect(readFileSync(await (await saved).path(), 'utf8')).toContain('\r\nb.test,b@x,u\r\n');
    await dialog.getByRole('button', { name: 'Import 1 account' }).click();
    await dialog.getByText('1 account imported').waitFor();
    await dialog.getByRole('button', { name: 'Close' }).last().click();
    await page.getByRole('table', { name: 'Accounts' }).getByText('a.test').waitFor();
    await context.close();
  });
});
