import type { Page } from 'playwright-core';
import { createStrategy } from '#domain/contract/strategies.ts';
import type { AnyCell } from '#domain/rules/diagrams/cells.ts';
import { addBox, addLink, newDiagram } from '#domain/rules/diagrams/edits.ts';
import '#server/cli/build-web.ts';
import { launchBrowser, open, signIn } from '#test/support/browser.ts';
import { designerPage } from '#test/support/designer-page.ts';
import { startTestApp } from '#test/support/start-app.ts';

/** A diagram of 500 boxes and 500 links: opened, dragged, laid out, undone; and what 50 openings leave behind. */
const nBoxes = 499;

function large(): AnyCell[] {
  let cells = newDiagram();
  for (let at = 0; at < nBoxes; at += 1) {
    const position = { x: (at % 25) * 190, y: 200 + Math.floor(at / 25) * 180 };
    const parent = at < 25 ? 'money-site' : `b${at - 25}`;
    const added = addBox(cells, { id: `b${at}`, type: 'Wiki', position });
    const linked = 'cells' in added ? addLink(added.cells, { id: `l${at}`, parent, child: `b${at}` }) : added;
    if ('cells' in linked) cells = linked.cells;
  }
  return cells;
}

/** Times of frames while the pointer is dragged, in ms. */
async function dragged(page: Page, from: { x: number; y: number }): Promise<string> {
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.evaluate(`window.frames500 = []; window.goesOn = true; (function next(last) {
    requestAnimationFrame((now) => { if (last) window.frames500.push(now - last); if (window.goesOn) next(now); });
  })(0)`);
  for (let nth = 0; nth < 60; nth += 1) await page.mouse.move(from.x + nth * 3, from.y + nth * 2);
  const frames = (await page.evaluate('window.goesOn = false, window.frames500')) as number[];
  await page.mouse.up();
  const sorted = frames.toSorted((a, b) => a - b);
  const mean = frames.reduce((sum, one) => sum + one, 0) / frames.length;
  return `${(1_000 / mean).toFixed(0)} frames a second, p95 ${sorted[Math.floor(sorted.length * 0.95)]?.toFixed(0)} ms`;
}

async function timed(work: () => Promise<unknown>): Promise<string> {
  const from = performance.now();
  await work();
  return `${((performance.now() - from) / 1_000).toFixed(2)} s`;
}

const app = await startTestApp({ roles: ['http'] });
const browser = await launchBrowser();
try {
  const strategy = JSON.stringify({ cells: large() });
  const { id } = (await app.send(createStrategy, { body: { name: 'Large', strategy } })).body.strategy;
  const { page } = await signIn(browser, app);
  const on = designerPage(page);
  const painted = () =>
    page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))');
  await open(page, '/strategies');
  const opened = async () => {
    await page.goto(`/strategy/${id}`);
    await on.box('Wiki (499)').waitFor({ state: 'attached' });
    await painted();
  };
  console.log('open, the page included:', await timed(opened));
  const first = await on.middle(on.box('Wiki (213)'));
  console.log('drag one:', await dragged(page, first));
  await page.keyboard.press('Control+a');
  console.log('drag all:', await dragged(page, await on.middle(on.box('Wiki (213)'))));
  const layOut = async () => {
    await on.button('Auto-layout').click();
    await page.getByText('Laid out').waitFor();
    await painted();
  };
  console.log('layout, its code fetched:', await timed(layOut));
  await page.keyboard.press('Control+z');
  console.log('layout:', await timed(layOut));
  const undo = async () => {
    await page.keyboard.press('Control+z');
    await page.getByText('Undone').waitFor();
    await painted();
  };
  console.log('undo of it:', await timed(undo));
  const cdp = await page.context().newCDPSession(page);
  const heap = async () => {
    await cdp.send('HeapProfiler.collectGarbage');
    const { usedSize } = await cdp.send('Runtime.getHeapUsage');
    return `${(usedSize / 1e6).toFixed(1)} MB`;
  };
  const kept: string[] = [];
  for (let nth = 0; nth <= 50; nth += 1) {
    await page.getByRole('tab', { name: 'Description' }).click();
    if (nth % 25 === 0) kept.push(await heap());
    await page.evaluate("history.pushState({}, '', '/strategies'); dispatchEvent(new PopStateEvent('popstate'))");
    await page.getByRole('heading', { name: 'Diagrams' }).waitFor();
    await page.getByRole('link', { name: 'Large' }).click();
    await on.box('Wiki (499)').waitFor({ state: 'attached' });
  }
  console.log('heap after 1, 26 and 51 openings:', kept.join(', '));
} finally {
  await browser.close();
  await app.stop();
}
