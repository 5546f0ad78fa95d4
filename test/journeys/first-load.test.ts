import type { Browser, CDPSession } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { creatableModules } from '#domain/contract/modules.ts';
import { projectPath } from '#domain/contract/projects/kinds.ts';
import { startWorld, type World } from '#rehearsal/world.ts';
import { launchBrowser, open, signIn } from '#test/support/browser.ts';
import { type ReadyCampaign, readyCampaign } from '#test/support/builders.ts';
import { newProject } from '#test/support/nouns.ts';
import { startTestApp, type TestApp } from '#test/support/start-app.ts';

/** Script over the wire when a screen is opened with an empty cache, packed as the server sends it; the designer draws, the wizard holds nine forms. */
const maxBytes = 450_000;
const maxEditorBytes = 530_000;

let app: TestApp;
let world: World;
let browser: Browser;
let ids: ReadyCampaign;
beforeAll(async () => {
  world = await startWorld({ wordpress: 1 });
  app = await startTestApp();
  ids = await readyCampaign(app.app, world.sites);
  browser = await launchBrowser();
});
afterAll(async () => {
  await browser?.close();
  await app?.stop();
  await world?.close();
});

/** One project of every kind, by the address of its page. */
async function projectPages(): Promise<string[]> {
  const pages = new Map<string, string>();
  for (const module of creatableModules) {
    const prefix = projectPath(module, 0);
    if (pages.has(prefix)) continue;
    const { id } = await newProject(app, ids.campaignId, `A ${module}`, module);
    pages.set(prefix, projectPath(module, id));
  }
  return [...pages.values()];
}

/** Every screen that the side menu leads to. */
async function menuPages(): Promise<string[]> {
  const { context, page } = await signIn(browser, app);
  const links = page.getByRole('navigation').getByRole('link');
  const paths = await links.evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? ''));
  await context.close();
  return paths.filter((path) => path.startsWith('/'));
}

interface Scripts {
  nBytes: number;
  nFiles: number;
}

/** Script that a page is sent from now on, without the headers. */
async function countScript(cdp: CDPSession): Promise<Scripts> {
  const headers = new Map<string, number>();
  const sum = { nBytes: 0, nFiles: 0 };
  cdp.on('Network.responseReceived', ({ requestId, type, response }) => {
    if (type === 'Script' || /javascript/.test(response.mimeType)) headers.set(requestId, response.encodedDataLength);
  });
  cdp.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const nOfHeaders = headers.get(requestId);
    if (nOfHeaders === undefined) return;
    sum.nBytes += encodedDataLength - nOfHeaders;
    sum.nFiles += 1;
  });
  await cdp.send('Network.enable');
  await cdp.send('Network.setCacheDisabled', { cacheDisabled: true });
  return sum;
}

async function scriptOf(path: string): Promise<Scripts> {
  const context = await browser.newContext({ baseURL: app.url });
  const [name = '', value = ''] = app.cookie.split('=');
  if (path !== '/user/login') await context.addCookies([{ name, value, url: app.url }]);
  const page = await context.newPage();
  const scripts = await countScript(await context.newCDPSession(page));
  await open(page, path);
  await context.close();
  return scripts;
}

test('no screen needs more than 450 kB of script at first, designer and wizard 530 kB', async () => {
  const { db } = app.app.store;
  const article = await db.selectFrom('articles').select('id').limit(1).executeTakeFirstOrThrow();
  const strategy = await db.selectFrom('strategies').select('id').limit(1).executeTakeFirstOrThrow();
  const paths = new Set([
    '/user/login',
    ...(await menuPages()),
    `/campaign/${ids.campaignId}`,
    ...(await projectPages()),
    `/accounts/${ids.profileId}`,
    `/url_list/${ids.moneyId}`,
    `/content-group/${ids.groupId}`,
    `/article/${article.id}`,
    `/new-article/${ids.groupId}`,
    `/strategy/${strategy.id}`,
    `/newwizard/${strategy.id}?wizardName=Garden`,
  ]);
  expect(paths).toContain('/campaigns');
  expect(paths).toContain('/custom-sites');
  const table: [path: string, scripts: Scripts][] = [];
  for (const path of paths) table.push([path, await scriptOf(path)]);
  const line = (path: string, { nBytes, nFiles }: Scripts) =>
    `${path.padEnd(24)} ${(nBytes / 1_000).toFixed(1).padStart(6)} kB in ${nFiles} files`;
  console.log(table.map(([path, scripts]) => line(path, scripts)).join('\n'));
  // Nothing is measured where nothing is sent.
  expect(table.filter(([, { nBytes }]) => nBytes < 100_000)).toEqual([]);
  const most = (path: string) => (/^\/(strategy|newwizard)\//.test(path) ? maxEditorBytes : maxBytes);
  expect(table.filter(([path, { nBytes }]) => nBytes >= most(path))).toEqual([]);
  // Some twenty screens, one after the other with empty caches: minutes on a slow machine.
}, 600_000);
