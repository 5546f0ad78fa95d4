import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { campaignsTopic, renameCampaign } from '#domain/contract/campaigns.ts';
import { createCampaign } from '#server/features/campaigns/campaigns.ts';
import { commit } from '#server/live/commit.ts';
import { launchBrowser, signIn } from '#test/support/browser.ts';
import { startTestApp, type TestApp } from '#test/support/start-app.ts';

// The live channel opens late: what happens between the first load of a screen and the channel is on screen without a reload.

let app: TestApp;
let browser: Browser;
beforeAll(async () => {
  [app, browser] = await Promise.all([startTestApp({ roles: ['http'] }), launchBrowser()]);
});
afterAll(async () => {
  await browser?.close();
  await app?.stop();
});

const named = async (name: string) => (await commit(app.app, (tx, note) => createCampaign(tx, note, name))).id;
const isRegistration = (text: string) => {
  const { type, address } = JSON.parse(text) as { type: string; address?: string };
  return type === 'register' && address === campaignsTopic;
};
const rename = (id: number, name: string) => app.send(renameCampaign, { body: { id, name } });

test('a channel that opens after the screens has them load again', async () => {
  const id = await named('Before the channel');
  const { page, context } = await signIn(browser, app);
  const held = Promise.withResolvers<void>();
  let isOpen = false;
  await page.routeWebSocket(/.*/, async (socket) => {
    await held.promise;
    socket.connectToServer();
    isOpen = true;
  });
  await page.goto('/campaigns');
  await page.getByRole('link', { name: 'Before the channel' }).waitFor();
  expect(isOpen).toBe(false);
  await rename(id, 'While it was closed');
  // Nothing tells it yet.
  expect(await page.getByRole('link', { name: 'While it was closed' }).count()).toBe(0);
  held.resolve();
  await page.getByRole('link', { name: 'While it was closed' }).waitFor();
  await rename(id, 'After it opened');
  await page.getByRole('link', { name: 'After it opened' }).waitFor();
  await context.close();
});

test('screens wait for a channel that opens soon, and hear what happens while they load', async () => {
  const id = await named('Soon');
  const { page, context } = await signIn(browser, app);
  const order: string[] = [];
  const listening = Promise.withResolvers<void>();
  await page.routeWebSocket(/.*/, (socket) => {
    order.push('channel');
    const server = socket.connectToServer();
    socket.onMessage((text) => {
      server.send(text);
      // Frames are answered in their order: once this one is, the server has taken the one before it.
      if (isRegistration(String(text))) server.send(JSON.stringify({ type: 'ping' }));
    });
    server.onMessage((text) => {
      socket.send(text);
      if (JSON.parse(String(text)).type === 'pong') listening.resolve();
    });
  });
  await page.route('**/rest/campaigns', async (route) => {
    order.push('load');
    const response = await route.fetch();
    // What the page sends passes through here on its way, which takes a moment.
    await listening.promise;
    // Read before it, answered after it: the channel alone can tell.
    await rename(id, 'Meanwhile');
    await route.fulfill({ response });
  });
  await page.goto('/campaigns');
  await page.getByRole('link', { name: 'Meanwhile' }).waitFor();
  expect(order[0]).toBe('channel');
  await context.close();
});
