import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import type { TestApp } from './start-app.ts';

// The password of the first user of startTestApp.
const user = { name: 'admin', password: 'test-password' };
const args = ['--headless', '--no-sandbox', '--disable-gpu', '--disable-quic', '--disable-background-networking'];

/** Longest wait for anything on a page, in ms; only a broken test comes near it. */
const patienceMs = 60_000;

/** The system's Chromium. */
export function launchBrowser(): Promise<Browser> {
  return chromium.launch({ executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium', args });
}

/** A signed-in window of its own: pages of one window are not drawn while another one is in front. */
export async function signIn(
  browser: Browser,
  app: TestApp,
  colorScheme: 'light' | 'dark' = 'light',
): Promise<{ context: BrowserContext; page: Page }> {
  const context = await browser.newContext({ baseURL: app.url, colorScheme, viewport: { width: 1280, height: 800 } });
  context.setDefaultTimeout(patienceMs);
  const page = await context.newPage();
  await page.goto('/campaigns');
  await page.getByLabel('Username').fill(user.name);
  await page.getByRole('textbox', { name: 'Password' }).fill(user.password);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Campaigns' }).waitFor();
  return { context, page };
}

/** Opens an address and waits until nothing is loading any more. */
export async function open(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await page.locator('h1').waitFor();
  await page.waitForLoadState('networkidle');
}
