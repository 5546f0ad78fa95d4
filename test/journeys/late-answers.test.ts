import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import '#server/cli/build-web.ts';
import { getProject } from '#domain/contract/projects/projects.ts';
import { startWorld, type World } from '#rehearsal/world.ts';
import { launchBrowser, open, signIn } from '#test/support/browser.ts';
import { readyCampaign } from '#test/support/builders.ts';
import { startTestApp, type TestApp } from '#test/support/start-app.ts';

// Events and answers of one thing may overtake each other: an older one never takes the place of a newer (B5, fault 1).

let app: TestApp;
let world: World;
let browser: Browser;
beforeAll(async () => {
  [app, world, browser] = await Promise.all([startTestApp(), startWorld({ wordpress: 1 }), launchBrowser()]);
});
afterAll(async () => {
  await browser?.close();
  await app?.stop();
  await world?.close();
});

test('the answer of a start that comes after the end of its run brings no older status back', async () => {
  const ready = await readyCampaign(app.app, world.sites);
  const { page, context } = await signIn(browser, app);
  await open(page, `/project/${ready.projectId}`);
  let answered = false;
  await page.route('**/action/start/project/*', async (route) => {
    const response = await route.fetch();
    expect((await response.json()).status).toBe('STARTING');
    // Held back until the page has shown the end.
    await page.getByText('COMPLETED').first().waitFor();
    await route.fulfill({ response });
    answered = true;
  });
  await page.getByRole('button', { name: 'Start', exact: true }).click();
  await expect.poll(() => answered).toBe(true);
  await page.getByRole('button', { name: 'Start', exact: true }).and(page.locator(':not(.ant-btn-loading)')).waitFor();
  await page.getByText('COMPLETED').first().waitFor();
  expect(await page.getByRole('button', { name: 'Stop', exact: true }).count()).toBe(0);
  await context.close();
});

test('loads that are slow and come out of order leave the last word on the list of projects', async () => {
  const ready = await readyCampaign(app.app, world.sites, { siteName: 'slow' });
  const { page, context } = await signIn(browser, app);
  // Read before the run, answered after it.
  await page.route('**/rest/campaign/*', async (route) => {
    const response = await route.fetch();
    await app.fetch(`/action/start/project/${ready.projectId}`);
    await expect.poll(async () => (await statusOf(ready.projectId)) === 'COMPLETED').toBe(true);
    await route.fulfill({ response });
  });
  await page.goto(`/campaign/${ready.campaignId}`);
  await page.getByRole('row', { name: 'Project' }).getByText('COMPLETED').waitFor();
  await context.close();
});

async function statusOf(id: number): Promise<string> {
  return (await app.send(getProject, { params: { id } })).body.project.status;
}
