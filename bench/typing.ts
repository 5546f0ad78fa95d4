import { parseArgs } from 'node:util';
import type { Page } from 'playwright-core';
import '#server/cli/build-web.ts';
import { createContentGroup, saveArticle } from '#domain/contract/content.ts';
import { launchBrowser, open, signIn } from '#test/support/browser.ts';
import { startTestApp } from '#test/support/start-app.ts';

/**
 * What a key costs the editor of an article: main thread per key, script, style and layout together, at the beginning, in the
 * middle and at the end of texts of 10 kB, 235 kB and 1 MB, and how long after a key the numbers below the body stand.
 * node bench/typing.ts --keys=40
 */
const { values } = parseArgs({ options: { keys: { type: 'string', default: '40' } } });
const nKeys = Number(values.keys);
const paragraph =
  '<p>Water {the {small|big} garden|all plants} <a href="/x">often</a>, {daily|weekly}, and {with care|slowly}.</p>\n';

const app = await startTestApp();
const browser = await launchBrowser();
const group = (await app.send(createContentGroup, { body: { name: 'Typing' } })).body.contentGroup.id;
const { page } = await signIn(browser, app);
const cdp = await page.context().newCDPSession(page);
await cdp.send('Performance.enable');

const busyMs = async () => {
  const { metrics } = await cdp.send('Performance.getMetrics');
  return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0) * 1_000;
};

/** Main thread a key, with what follows the key until the next, in ms. */
async function costOfKeys(target: Page): Promise<number> {
  const before = await busyMs();
  for (let key = 0; key < nKeys; key += 1) {
    await target.keyboard.type(key % 10 === 9 ? '}' : key % 10 === 0 ? '{' : 'a');
    await target.waitForTimeout(60);
  }
  return ((await busyMs()) - before) / nKeys;
}

/** From a key that makes a word until the numbers say so, in ms. */
async function untilCounted(target: Page): Promise<number> {
  return target.evaluate(`new Promise((resolve) => {
    const bar = document.getElementById('body-counts');
    const before = bar.textContent;
    const began = performance.now();
    new MutationObserver((_, watcher) => {
      if (bar.textContent === before) return;
      watcher.disconnect();
      resolve(performance.now() - began);
    }).observe(bar, { childList: true, subtree: true, characterData: true });
    document.execCommand('insertText', false, ' new word {a|b} ');
  })`);
}

for (const size of [10_000, 235_000, 1_000_000]) {
  const text = paragraph.repeat(Math.ceil(size / paragraph.length));
  const author = { authorName: 'a', authorBio: 'b' };
  const made = { id: null, contentGroupId: group, title: 'Typing', body: text, ...author };
  const { id } = (await app.send(saveArticle, { body: made })).body;
  await open(page, `/article/${id}`);
  const body = page.getByLabel('Body', { exact: true });
  const lines = text.split('\n').length;
  const told: string[] = [];
  for (const [where, share] of [
    ['beginning', 0],
    ['middle', 0.5],
    ['end', 1],
  ] as const) {
    await body.press(share === 1 ? 'Control+End' : 'Control+Home');
    if (share === 0.5) {
      await page.locator('.spin-field-text .cm-scroller').evaluate('(one) => one.scrollTo(0, one.scrollHeight / 2)');
      await page.waitForTimeout(300);
      const box = await page.locator('.spin-field-text').boundingBox();
      if (box) await page.mouse.click(box.x + 200, box.y + 200);
    }
    await page.waitForTimeout(300);
    told.push(`${where} ${(await costOfKeys(page)).toFixed(1)} ms`);
  }
  // What the keys before it brought is counted by then.
  await page.waitForTimeout(2_000);
  const counted = await untilCounted(page);
  console.log(
    `${(text.length / 1_000).toFixed(0)} kB, ${lines} lines: a key ${told.join(', ')}; counted after ${counted.toFixed(0)} ms`,
  );
}
await browser.close();
await app.stop();
process.exit(0);
