import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { listLinks } from '#domain/contract/links.ts';
import { getWayIn } from '#domain/contract/way-in.ts';
import { launchBrowser } from '#test/support/browser.ts';
import { whyNotReal } from '#test/support/real/install.ts';
import { type RealWordPress, startWordPress } from '#test/support/real/start.ts';
import { startTestApp, type TestApp } from '#test/support/start-app.ts';

const why = whyNotReal(['nginx-light', 'php-fpm', 'mariadb-server', 'wordpress', 'chromium']);
const article =
  'Tools that last\n\nGood garden tools last for years. Clean them, oil them, and keep them dry.\n\nThe end.';

let app: TestApp;
let wordpress: RealWordPress;
let browser: Browser;

describe.skipIf(why !== undefined)(`the way in on a real WordPress${why ? ` (skipped: ${why})` : ''}`, () => {
  beforeAll(async () => {
    wordpress = await startWordPress();
    app = await startTestApp();
    browser = await launchBrowser();
  });
  afterAll(async () => {
    await browser?.close();
    await app?.stop();
    await wordpress?.stop();
  });

  test('an empty product leads from sign-in to the first proved link', async () => {
    const page = await (
      await browser.newContext({ baseURL: app.url, viewport: { width: 1280, height: 900 } })
    ).newPage();
    const hand = new Hand(page);
    await page.goto('/');
    const begun = performance.now();
    await hand.fill(page.getByLabel('Username'), 'admin');
    await hand.fill(page.getByRole('textbox', { name: 'Password' }), 'test-password');
    await hand.click('Login');
    await walk(hand, page);
    const seconds = (performance.now() - begun) / 1_000;
    console.log(`the way in: ${hand.nClicks} clicks, ${hand.nFields} fields, ${seconds.toFixed(1)} s`);
    expect(hand.nClicks).toBeLessThanOrEqual(35);
    expect(hand.nFields).toBeLessThanOrEqual(12);
    await expectProved();
    await page.reload();
    await page.getByRole('heading', { name: 'Campaigns' }).waitFor();
    await page.waitForLoadState('networkidle');
    expect(await page.getByText('From here to your first proved link').count()).toBe(0);
  });
});

/** Counts what a person's hand does; whoever types into a field clicked into it first. */
class Hand {
  nClicks = 0;
  nFields = 0;
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  async click(name: string, role: 'button' | 'radio' = 'button'): Promise<void> {
    this.nClicks += 1;
    const target = this.page.getByRole(role, { name, exact: true });
    await (role === 'radio' ? target.check() : target.click());
  }

  async fill(field: Locator, text: string): Promise<void> {
    this.nClicks += 1;
    this.nFields += 1;
    await field.fill(text);
  }
}

/** The six steps, each where it stands. */
async function walk(hand: Hand, page: Page): Promise<void> {
  await hand.fill(page.getByLabel('Address of the site'), wordpress.url);
  await hand.click('I own it', 'radio');
  await hand.click('Add site');
  await expectSeenTick(page);
  await hand.fill(page.getByLabel('Username'), wordpress.username);
  await hand.fill(page.getByRole('textbox', { name: 'Application password' }), wordpress.password);
  await hand.click('Test and save');
  await hand.fill(page.getByLabel('Article'), article);
  await hand.click('Add article');
  await hand.fill(page.getByLabel('Address to link to'), 'http://money.example/');
  await hand.fill(page.getByLabel('Anchor'), 'garden tools');
  await hand.click('Add link');
  await hand.click('Create project');
  await hand.click('Start');
  await page.getByText('Your first link is proved').waitFor({ timeout: 120_000 });
}

/** The tick of a done step stands out from what is behind it, in both themes: 3 to 1 at least. */
async function expectSeenTick(page: Page): Promise<void> {
  const tick = page.locator('.way-mark.is-done').first();
  await tick.waitFor();
  for (const theme of ['dark', 'light'] as const) {
    await page.getByRole('button', { name: `Switch to ${theme}` }).click();
    await page.locator(`html[data-theme="${theme}"]`).waitFor();
    const [ink, own, behind] = await page.evaluate<string[]>(`(() => {
      const mark = document.querySelector('.way-mark.is-done');
      const [own, panel] = [mark, mark.closest('.panel')].map((part) => getComputedStyle(part));
      return [own.color, own.backgroundColor, panel.backgroundColor];
    })()`);
    expect(own).toBe('rgba(0, 0, 0, 0)');
    expect(contrast(ink ?? '', behind ?? '')).toBeGreaterThanOrEqual(3);
  }
}

/** Contrast of two colours as browsers say them, by WCAG. */
function contrast(one: string, other: string): number {
  const [a = 0, b = 0] = [one, other].map((colour) => {
    const [red = 0, green = 0, blue = 0] = (colour.match(/[\d.]+/g) ?? []).map((part) => {
      const share = Number(part) / 255;
      return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  });
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
}

/** The store says LIVE, of a page that a stranger can open and that holds the link. */
async function expectProved(): Promise<void> {
  const way = (await app.send(getWayIn)).body;
  expect(way).toMatchObject({ isProved: true, project: { isReady: true, status: 'COMPLETED' } });
  const { urlItems } = (await app.send(listLinks, { params: { id: way.output.id } })).body;
  expect(urlItems).toHaveLength(1);
  expect(urlItems[0].proof.state).toBe('LIVE');
  const shown = await (await fetch(urlItems[0].url)).text();
  expect(shown).toMatch(/<a href="http:\/\/money\.example\/"[^>]*>garden tools<\/a>/);
}
