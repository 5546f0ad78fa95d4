import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { getOptions } from '#domain/contract/options/options.ts';
import type { MediaApi } from '#rehearsal/media/media-api.ts';
import { startOpenverse } from '#rehearsal/media/openverse.ts';
import { startPexels } from '#rehearsal/media/pexels.ts';
import { startYouTube } from '#rehearsal/media/you-tube.ts';
import { startWorld, type World } from '#rehearsal/world.ts';
import { launchBrowser, open, signIn } from '#test/support/browser.ts';
import { type ReadyCampaign, readyCampaign } from '#test/support/builders.ts';
import { chooseBelow } from '#test/support/choose-from.ts';
import { lookAt } from '#test/support/look-at.ts';
import { type PageServer, startPictures } from '#test/support/page-server.ts';
import { startTestApp, type TestApp } from '#test/support/start-app.ts';

/** Who finds images and videos is chosen in the options, and a post shows what was found. OPTIONS_SHOTS names a folder for pictures. */
let app: TestApp;
let world: World;
let files: PageServer;
let apis: MediaApi[];
let ids: ReadyCampaign;
let browser: Browser;
let page: Page;
beforeAll(async () => {
  apis = await Promise.all([startOpenverse(), startPexels(), startYouTube()]);
  const [openverse, pexels, youTube] = apis as [MediaApi, MediaApi, MediaApi];
  files = await startPictures();
  openverse.filesAt = `http://${files.host}`;
  const mediaAddresses = { Openverse: openverse.url, Pexels: pexels.url, YouTube: youTube.url };
  [app, world] = await Promise.all([startTestApp({ mediaAddresses }), startWorld({ wordpress: 1 })]);
  const fields = {
    ...{ insertImages: true, keywordsForImage: 'garden', imagePosition: 'Top' as const },
    ...{ insertVideos: true, searchForVideos: true, keywordsForVideo: 'garden', videoPosition: 'Bottom' as const },
  };
  ids = await readyCampaign(app.app, world.wordpress, { fields, nArticles: 1 });
  browser = await launchBrowser();
  ({ page } = await signIn(browser, app));
});
afterAll(async () => {
  await browser?.close();
  await app?.stop();
  await world?.close();
  await files?.close();
  await Promise.all((apis ?? []).map((api) => api.close()));
});

const look = (name: string) => lookAt(page, name, process.env.OPTIONS_SHOTS);
const form = () => page.getByRole('form', { name: 'Images and videos' });
const service = (name: string) => form().getByRole('region', { name });
const stored = async () => (await app.send(getOptions)).body.options;

/** Goes so many entries down in the picker of images, or up. */
const choose = (steps: number) => chooseBelow(form().getByRole('combobox', { name: 'Images' }), steps);

test('who is searched is chosen, and a key is validated as it is typed', async () => {
  await open(page, '/options?tab=content');
  await page.getByRole('tab', { name: 'Images and videos', exact: true }).click();
  await form().getByText('Images under open licences that may be used by businesses too.').waitFor();
  await form().getByText('Needs a key: enter it below.').waitFor();
  await look('media-first');
  const validate = service('YouTube').getByRole('button', { name: 'Validate' });
  expect(await validate.isDisabled()).toBe(true);
  const key = service('YouTube').getByLabel('API key', { exact: true });
  await key.fill('wrong-key-12345');
  await validate.click();
  await service('YouTube').getByText('The service refused the key or login').waitFor();
  await key.fill(String(apis[2]?.key.apiKey));
  expect(await form().getByText('Needs a key: enter it below.').count()).toBe(0);
  await validate.click();
  await service('YouTube').getByText('Valid', { exact: true }).waitFor();
  await service('Unsplash').getByLabel('Name of the application (optional)').fill('garden');
  await look('media-valid');
  await choose(2);
  await form().getByText('Needs a key: enter it below.').waitFor();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('Successfully saved the options').waitFor();
  expect(await stored()).toMatchObject({
    imageService: 'Pexels',
    videoService: 'YouTube',
    media: { youTube: apis[2]?.key, unsplash: { apiKey: '', appName: 'garden' } },
  });
  await choose(-2);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect.poll(async () => (await stored()).imageService).toBe('Openverse');
  await page.reload();
  await expect.poll(() => key.inputValue()).toBe(apis[2]?.key.apiKey);
});

test.each(['Image', 'Video'])('the tab %s says where keywords are searched for', async (name) => {
  await open(page, `/project/${ids.projectId}`);
  await page.getByRole('tab', { name, exact: true }).click();
  await page.getByText('They are searched for at the service chosen in Options, Content, Images and videos.').waitFor();
  await look(`media-project-${name.toLowerCase()}`);
});

test('Show me one shows what is found, with its credit', async () => {
  await page.getByRole('button', { name: 'Show me one' }).click();
  const shown = () => page.locator('iframe').getAttribute('srcdoc');
  await expect.poll(shown).toContain('is licensed under CC BY 2.0.');
  expect(await shown()).toContain(`<img src="http://${files.host}/`);
  expect(await shown()).toContain('https://www.youtube.com/watch?v=video0000_');
  // The frame has no scripts, so nothing can be asked inside it; show-one.test.ts judges what is around it.
  const folder = process.env.OPTIONS_SHOTS;
  for (const width of folder ? [1280, 390] : []) {
    await page.setViewportSize({ width, height: 800 });
    await page.screenshot({ path: `${folder}/media-show-one-${width}.png` });
  }
});
