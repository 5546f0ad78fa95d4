import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { parseArgs } from 'node:util';
import type { Page } from 'playwright-core';
import type { ProjectPage } from '#domain/contract/projects/projects.ts';
import { sealEnvelope } from '#domain/rules/envelope.ts';
import '#server/cli/build-web.ts';
import { launchBrowser } from '#test/support/browser.ts';
import { startProduct } from './product.ts';

/**
 * A posting project over 50,000 sites, at the server and in Chromium, beside the figures of the prototype
 * (double rAF of about 33 ms included in both). node bench/grid.ts [--sites=50000]
 */
const { values } = parseArgs({ options: { sites: { type: 'string' } } });
const nSites = Number(values.sites ?? 50_000);
const product = await startProduct({ BENCH_SITES: String(nSites) }, [], 'bench/grid-product.ts');
const { campaigns } = (await product.call('GET', '/rest/campaigns')) as { campaigns: { id: number }[] };
const campaign = (await product.call('GET', `/rest/campaign/${campaigns[0]?.id}`)) as { projects: { id: number }[] };
const projectId = campaign.projects[0]?.id;

const ms = (value: number) => `${value.toFixed(value < 10 ? 1 : 0).padStart(6)} ms`;
const say = (name: string, text: string, reference = '') =>
  console.log(`${name.padEnd(44)} ${text.padEnd(62)} ${reference && `reference ${reference}`}`);
const middle = (list: number[]) => [...list].sort((a, b) => a - b)[Math.floor(list.length / 2)] ?? 0;

for (const path of [`/rest/project/${projectId}`, '/rest/sites', '/sites.json', '/rest/custom_sites']) {
  await product.loopMaxMs();
  const took: number[] = [];
  let nBytes = 0;
  for (let at = 0; at < 5; at += 1) {
    const began = performance.now();
    const response = await product.request(path, { headers: { 'accept-encoding': 'gzip' } });
    nBytes = (await response.arrayBuffer()).byteLength;
    took.push(performance.now() - began);
  }
  say(`GET ${path}`, `${ms(middle(took))}, ${(nBytes / 1e6).toFixed(1)} MB, loop max ${ms(await product.loopMaxMs())}`);
}

const { project, sites } = (await product.call('GET', `/rest/project/${projectId}`)) as ProjectPage;
const marks = sites.map(({ id, email, checked }) => ({ id, email, checked }));
const sealed = sealEnvelope({ project, sites: marks, uuid: 'bench' }, randomBytes(12));
for (let at = 0; at < 3; at += 1) {
  await product.loopMaxMs();
  const began = performance.now();
  await product.call('POST', '/rest/postingproject', sealed);
  const took = performance.now() - began;
  say(`POST of ${nSites} marks`, `${ms(took)}, loop max ${ms(await product.loopMaxMs())}`);
}

const browser = await launchBrowser();
const context = await browser.newContext({ baseURL: product.url, viewport: { width: 1280, height: 800 } });
const [name = '', value = ''] = product.cookie.split('=');
await context.addCookies([{ name, value, url: product.url }]);
const page = await context.newPage();
page.on('pageerror', (error) => console.error(`fault on the page: ${error.message}`));

/** Time from an act on the page until it is painted. */
async function paint(act: (page: Page) => Promise<void>): Promise<number> {
  await page.evaluate(`void (window.painted = new Promise((resolve) => {
    const began = (event) => {
      if (!event.isTrusted) return;
      for (const type of ['keydown', 'click']) removeEventListener(type, began, true);
      const at = performance.now();
      requestAnimationFrame(() => requestAnimationFrame(() => resolve(performance.now() - at)));
    };
    for (const type of ['keydown', 'click']) addEventListener(type, began, true);
  }))`);
  await act(page);
  return (await page.evaluate('window.painted')) as number;
}
async function measure(name: string, reference: string, acts: ((page: Page) => Promise<void>)[]): Promise<void> {
  const took: number[] = [];
  for (const act of acts) took.push(await paint(act));
  say(name, took.map((one) => one.toFixed(0)).join(' '), reference);
}

await product.loopMaxMs();
const began = performance.now();
await page.goto(`/project/${projectId}?tab=sites`);
const tab = page.getByRole('tab', { name: 'Sites' });
await tab.waitFor();
const shownMs = performance.now() - began;
await page.waitForLoadState('networkidle');
say('page from navigation, empty cache', `${ms(shownMs)}, loop max ${ms(await product.loopMaxMs())}`);
await measure('first paint of the grid', '79-108 ms', [() => tab.click()]);
const grid = page.getByRole('treegrid');
await page.getByRole('button', { name: 'Edit', exact: true }).click();

const da = page.getByLabel('DA at least');
await da.focus();
await measure('DA >= 5, then >= 50', '53-82 ms', [() => page.keyboard.press('5'), () => page.keyboard.press('0')]);
await da.fill('');
const dofollow = page.getByRole('combobox', { name: 'Dofollow' });
const choose = (label: string) => async () => {
  await page.locator('.ant-select-item-option', { hasText: label }).click();
};
await dofollow.click();
await page.locator('.ant-select-item-option').first().waitFor();
await measure('dofollow filter', '39-58 ms', [choose('Dofollow: Yes')]);
const all = page.getByRole('checkbox', { name: 'Select all shown sites' });
await measure('select half of them', '41-53 ms', [() => all.click()]);
await dofollow.click();
await page.locator('.ant-select-item-option').first().waitFor();
await paint(choose('Dofollow: any'));
const row = (at: number) => () => grid.locator('.is-row input').nth(at).click();
const fewRows = [3, 4, 5, 6, 7, 3, 4, 5, 6, 7].map(row);
await measure('one checkbox, half selected', '11-19 ms (12,550 selected)', fewRows);
await measure('select all', '', [() => all.click()]);
await measure('one checkbox, all selected', '', fewRows);
const button = (name: string) => () => page.getByRole('button', { name, exact: true }).click();
await measure('collapse all', '41-67 ms', [button('Collapse'), button('Collapse')]);
await measure('expand all', '44-56 ms', [button('Expand'), button('Expand')]);
await grid.focus();
await measure(
  'arrow key',
  '',
  ['ArrowDown', 'ArrowDown', 'PageDown'].map((key) => () => page.keyboard.press(key)),
);

interface Frames {
  fps: number;
  p95: number;
  longest: number;
  nOver50: number;
}
/** Frames of the page while it scrolls, or just stands there, for so many seconds. */
async function frames(seconds: number, perFrame: number): Promise<Frames> {
  return page.evaluate(`new Promise((resolve) => {
    const scroller = document.querySelector('[role=treegrid]');
    const gaps = [];
    const began = performance.now();
    let last = began;
    const turn = (now) => {
      const at = performance.now();
      gaps.push(at - last);
      last = at;
      scroller.scrollTop += ${perFrame};
      if (at - began < ${seconds} * 1000) return requestAnimationFrame(turn);
      const sorted = gaps.slice(1).sort((a, b) => a - b);
      resolve({
        fps: sorted.length / ((at - began) / 1000),
        p95: sorted[Math.floor(sorted.length * 0.95)],
        longest: sorted.at(-1),
        nOver50: sorted.filter((gap) => gap > 50).length,
      });
    };
    requestAnimationFrame(turn);
  })`) as Promise<Frames>;
}
const showFrames = ({ fps, p95, longest, nOver50 }: Frames) =>
  `${fps.toFixed(0)} fps, p95 ${ms(p95)}, longest ${ms(longest)}, ${nOver50} over 50 ms`;
say('scroll, 300 px a frame', showFrames(await frames(4, 300)), '60 fps, p95 17 ms');

await product.loopMaxMs();
const saved = page.waitForResponse((response) => response.url().endsWith('/rest/postingproject'));
const saveBegan = performance.now();
const ended = page.getByRole('button', { name: 'Edit', exact: true }).waitFor();
const saveMs = Promise.all([saved, ended]).then(() => performance.now() - saveBegan);
const [saveFrames] = await Promise.all([frames(4, 0), button('Save')(), saveMs]);
say(
  `save of ${nSites} marks`,
  `${ms(await saveMs)}, loop max ${ms(await product.loopMaxMs())}, page's longest frame ${ms(saveFrames.longest)}`,
);

for (const perSecond of [0, 100, 1_000]) {
  await grid.evaluate((element) => element.scrollTo(0, 0));
  await product.loopMaxMs();
  const told = perSecond === 0 ? undefined : once(product.child, 'message');
  if (told) product.child.send({ perSecond, seconds: 5 });
  const still = await frames(2, 0);
  const moving = await frames(2, 100);
  await told;
  const counts = (await page.locator('.grid-counts').textContent()) ?? '';
  if (told && / 0 succeeded/.test(counts)) throw new Error(`the page was not told: ${counts}`);
  say(`${perSecond} run states a second, at rest`, showFrames(still), perSecond === 100 ? '10-13 % of the thread' : '');
  say(`${perSecond} run states a second, scrolling`, `${showFrames(moving)}, loop ${ms(await product.loopMaxMs())}`);
}
await browser.close();
await product.stop();
