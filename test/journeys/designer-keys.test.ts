import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  createStrategy,
  deleteStrategies,
  getStrategy,
  importStrategies,
  listStrategies,
  saveStrategy,
} from '#domain/contract/strategies.ts';
import { type AnyCell, boxesOf } from '#domain/rules/diagrams/cells.ts';
import { newDiagram } from '#domain/rules/diagrams/edits.ts';
import { launchBrowser, open, signIn } from '#test/support/browser.ts';
import { designerPage } from '#test/support/designer-page.ts';
import { hostileWords } from '#test/support/hostile-words.ts';
import { lookAt } from '#test/support/look-at.ts';
import { startTestApp, type TestApp } from '#test/support/start-app.ts';

/** The designer by keys alone, in two windows, and with diagrams of other programs. */
let app: TestApp;
let browser: Browser;
let page: Page;
let on: ReturnType<typeof designerPage>;
beforeAll(async () => {
  [app, browser] = await Promise.all([startTestApp({ roles: ['http'] }), launchBrowser()]);
  ({ page } = await signIn(browser, app));
  on = designerPage(page);
});
afterAll(async () => {
  await browser?.close();
  await app?.stop();
});
const look = (name: string) => lookAt(page, name, process.env.DESIGNER_SHOTS);
const create = async (name: string, cells?: readonly AnyCell[]): Promise<number> => {
  const strategy = cells && JSON.stringify({ cells });
  return (await app.send(createStrategy, { body: { name, strategy } })).body.strategy.id;
};
const textOf = async (id: number): Promise<string> =>
  (await app.send(getStrategy, { params: { id } })).body.strategy.strategy;
const cellsOf = async (id: number): Promise<AnyCell[]> => JSON.parse(await textOf(id)).cells;
const press = async (...keys: string[]) => {
  for (const key of keys) await page.keyboard.press(key);
};
const heard = () => page.evaluate<string>("document.activeElement.getAttribute('aria-label') ?? ''");

test('by keys alone a diagram is drawn, named, hung together, moved and saved', async () => {
  const id = await create('By keys');
  await open(page, `/strategy/${id}`);
  await on.button('Add Wiki').focus();
  await press('Enter');
  await expect.poll(heard).toBe('Wiki (1), no tier, hangs on nothing, nothing hangs on it, selected');
  await press('Home');
  await expect.poll(heard).toBe('Money Site, nothing hangs on it');
  await press('l', 'ArrowRight', 'Enter');
  await expect.poll(heard).toBe('Wiki (1), tier 1, hangs on Money Site, nothing hangs on it');
  await press('Space', 'Enter');
  await expect.poll(() => page.evaluate('document.activeElement.id')).toBe('box-name');
  await page.keyboard.type('Encyclopedia');
  await press('Tab');
  await page.keyboard.type('Mine');
  await press('Escape');
  await on.box('Encyclopedia, tier 1').focus();
  const [x, y] = await on.place('Encyclopedia');
  await press('Control+ArrowDown', 'Control+ArrowDown', 'Control+Shift+ArrowRight');
  await expect.poll(() => on.place('Encyclopedia')).toEqual([x + 50, y + 20]);
  await press('Control+z');
  await expect.poll(() => on.place('Encyclopedia')).toEqual([x, y]);
  await press('Control+y', 'ArrowUp');
  await expect.poll(heard).toBe('Money Site, 1 box hangs on it');
  await press('ArrowDown', 'Control+c', 'Control+v');
  await on.box('Wiki').or(on.box('Encyclopedia, no tier')).first().waitFor();
  await press('Control+a');
  expect(await on.nSelected()).toBe(2);
  await press('Control+z');
  await on.button('Save').focus();
  await press('Enter');
  await expect
    .poll(async () => boxesOf(await cellsOf(id)).at(-1))
    .toMatchObject({
      projectName: 'Encyclopedia',
      profileName: 'Mine',
    });
  expect((await cellsOf(id)).map(({ type }) => type)).toEqual(['MoneySite', 'Wiki', 'Link']);
});

test('a warning leads to its box', async () => {
  await on.bring('PDF', { x: 100, y: 100 });
  await on.button('PDF (1) does not hang on the Money Site: it is left out').focus();
  await on.box('Money Site').click({ position: { x: 10, y: 60 } });
  await on.button('PDF (1) does not hang on the Money Site: it is left out').click();
  await expect.poll(heard).toBe('PDF (1), no tier, hangs on nothing, nothing hangs on it, selected');
});

test('the help shows keys and the sample, which an empty diagram takes', async () => {
  await open(page, `/strategy/${await create('From the sample')}`);
  await on.button('Help').click();
  await page.getByRole('img', { name: 'Sample flowchart' }).waitFor();
  await look('designer-help');
  await on.button('Insert into this diagram').click();
  await on.box('Web 2.0 Blogs (Premium) (1), tier 1').waitFor();
  await on.button('Web 2.0 Blogs (Premium) (1): there is no premium site for it').waitFor();
  await on.canvas().locator('[aria-label^="Shape Tier 1"]').click();
  await page.getByLabel('Font size, px').fill('500');
  await press('Enter');
  await expect.poll(() => page.getByLabel('Font size, px').inputValue()).toBe('80');
  await look('designer-sample');
});

test('another window saved meanwhile: a save asks; deleted there, the work is kept and saved anew', async () => {
  const id = await create('Contended');
  await open(page, `/strategy/${id}`);
  await page.getByRole('tab', { name: 'Description' }).click();
  await page.getByLabel(/What it is for/).fill('mine');
  await app.send(saveStrategy, { params: { id }, body: { description: 'theirs' } });
  await on.button('Save').click();
  await on.button('Show what was saved').click();
  await expect.poll(() => page.getByLabel(/What it is for/).inputValue()).toBe('theirs');
  await page.getByLabel(/What it is for/).fill('mine again');
  await look('designer-description');
  await app.send(deleteStrategies, { body: { ids: [id] } });
  await on.button('Save as a new diagram').click();
  await expect.poll(() => page.url().includes(`/strategy/${id}`)).toBe(false);
  await page.getByRole('tab', { name: 'Description' }).click();
  await expect.poll(() => page.getByLabel(/What it is for/).inputValue()).toBe('mine again');
});

test('a built-in diagram is looked at: nothing moves, there is no stencil', async () => {
  const { strategies } = (await app.send(listStrategies)).body;
  const { id } = strategies.find(({ name }: { name: string }) => name === 'Three tiers') ?? { id: 0 };
  await open(page, `/strategy/${id}`);
  await on.box('Web 2.0 Blogs (1)').waitFor();
  const before = await on.place('Web 2.0 Blogs (1)');
  const from = await on.middle(on.box('Web 2.0 Blogs (1)'));
  await on.drag(from, { x: from.x + 50, y: from.y });
  expect(await on.place('Web 2.0 Blogs (1)')).toEqual(before);
  expect(await page.getByRole('button', { name: /^Add / }).count()).toBe(0);
  expect(await on.button('Undo').count()).toBe(0);
  await look('designer-built-in');
});

/** Cells as no designer of ours makes them. */
const foreign: AnyCell[] = [
  ...newDiagram(),
  {
    id: 'shape',
    type: 'standard.Rectangle',
    position: { x: 100, y: 300 },
    size: { width: 120, height: 60 },
    angle: 30,
    z: -7,
    embeds: ['inside'],
    ports: {
      groups: { in: { position: { name: 'ellipse', args: { startAngle: 999 } } } },
      items: [{ id: 'p', group: 'in' }],
    },
    attrs: {
      body: { fill: 'url(#x)', onclick: 'alert(1)' },
      label: { text: '<script>document.title="hurt"</script>' },
    },
    markup: '<script>document.title="hurt"</script><foreignObject/>',
  },
  {
    id: 'inside',
    type: 'pn.Place',
    position: { x: 120, y: 310 },
    size: { width: 30, height: 30 },
    tokens: 7_000,
    parent: 'shape',
  },
  { id: 'circle', type: 'x', position: { x: 0, y: 0 }, parent: 'circle', constructor: { prototype: 1 } },
  { id: 'nowhere', type: 'standard.Link', source: { id: 'gone' }, target: { x: 5, y: 5 } },
  {
    id: 'wire',
    type: 'standard.Link',
    source: { id: 'shape', port: 'p' },
    target: { x: 400, y: 300 },
    router: { name: 'manhattan', args: { step: 5 } },
    connector: { name: 'jumpover' },
    labels: [{ position: { distance: 0.3, offset: 12 }, attrs: { text: { text: 'far' } } }],
    vertices: [{ x: 1, y: 1e300, extra: true }],
  },
];

/** The same as they are stored: two numbers are held within their bounds (D-DIAG-06). */
const kept = foreign.map((cell) => {
  if (cell.id === 'inside') return { ...cell, tokens: 500 };
  const groups = { in: { position: { name: 'ellipse', args: { startAngle: 360 } } } };
  return cell.id === 'shape' ? { ...cell, ports: { ...(cell.ports as object), groups } } : cell;
});

test('diagrams of other programs are shown, moved and saved with nothing lost, and nothing of them runs', async () => {
  const file = { name: `Foreign ${hostileWords[0]}`, strategy: { cells: foreign } };
  const files = { 'foreign.json': JSON.stringify(file) };
  const { strategies } = (await app.upload(importStrategies, { files })).body;
  const { id } = strategies[0];
  const before = await textOf(id);
  expect(JSON.parse(before).cells).toEqual(kept);
  await open(page, `/strategy/${id}`);
  const shape = on.canvas().locator('[aria-label^="Shape <script>"]');
  await shape.waitFor();
  await on.canvas().getByText('far').waitFor();
  expect(await page.locator('.designer-canvas script, .designer-canvas foreignObject, [onclick]').count()).toBe(0);
  await page.getByRole('tab', { name: 'Description' }).click();
  await page.getByLabel(/What it is for/).fill('looked at');
  await on.button('Save').click();
  await expect.poll(() => on.button('Save').isDisabled()).toBe(true);
  expect(await textOf(id)).toBe(before);
  await page.getByRole('tab', { name: 'Diagram', exact: true }).click();
  await shape.click();
  await press('Control+ArrowRight');
  await on.button('Save').click();
  await expect.poll(() => on.button('Save').isDisabled()).toBe(true);
  const moved = kept.map((cell) =>
    ['shape', 'inside'].includes(cell.id)
      ? { ...cell, position: { x: (cell.position as { x: number }).x + 10, y: (cell.position as { y: number }).y } }
      : cell,
  );
  expect(await cellsOf(id)).toEqual(moved);
  expect(await page.title()).not.toBe('hurt');
  await look('designer-foreign');
});
