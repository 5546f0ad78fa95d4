import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createStrategy, getStrategy } from '#domain/contract/strategies.ts';
import { type AnyCell, boxesOf } from '#domain/rules/diagrams/cells.ts';
import { addBox, addLink, newDiagram } from '#domain/rules/diagrams/edits.ts';
import { launchBrowser, open, signIn } from '#test/support/browser.ts';
import { designerPage } from '#test/support/designer-page.ts';
import { lookAt } from '#test/support/look-at.ts';
import { startTestApp, type TestApp } from '#test/support/start-app.ts';

/** What is seen of a diagram: nothing under the navigator, nothing outside its box, and names as long as can be read. */
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
const create = async (name: string, cells: readonly AnyCell[] = newDiagram()): Promise<number> =>
  (await app.send(createStrategy, { body: { name, strategy: JSON.stringify({ cells }) } })).body.strategy.id;
const textOf = async (id: number): Promise<string> =>
  (await app.send(getStrategy, { params: { id } })).body.strategy.strategy;
const save = async () => {
  await on.button('Save').click();
  await expect.poll(() => on.button('Save').isDisabled()).toBe(true);
};

/** Boxes that are under the navigator, or not in sight. */
const hidden = () =>
  page.evaluate<string[]>(`(() => {
    const canvas = document.querySelector('.designer-canvas').getBoundingClientRect();
    const cover = document.querySelector('.navigator').getBoundingClientRect();
    return [...document.querySelectorAll('.designer-canvas .joint-element')].filter((element) => {
      const { left, right, top, bottom } = element.getBoundingClientRect();
      const isUnder = left < cover.right && right > cover.left && top < cover.bottom && bottom > cover.top;
      return isUnder || left < canvas.left || right > canvas.right || top < canvas.top || bottom > canvas.bottom;
    }).map((element) => element.getAttribute('aria-label'));
  })()`);

/** So many boxes in rows of five below the Money Site. */
function rows(nBoxes: number): AnyCell[] {
  let cells = newDiagram();
  for (let at = 0; at < nBoxes; at += 1) {
    const parent = at < 5 ? 'money-site' : `b${at - 5}`;
    const position = { x: (at % 5) * 190, y: 200 + Math.floor(at / 5) * 150 };
    const added = addBox(cells, { id: `b${at}`, type: 'Wiki', position });
    const linked = 'cells' in added ? addLink(added.cells, { id: `l${at}`, parent, child: `b${at}` }) : added;
    if ('cells' in linked) cells = linked.cells;
  }
  return cells;
}

test.each([1280, 1100, 1010, 900, 390])(
  'at %i px the navigator covers no box: opened, shown whole, laid out',
  async (width) => {
    await page.setViewportSize({ width, height: 800 });
    const id = await create(`Rows ${width}`, rows(15));
    await open(page, `/strategy/${id}`);
    await on.box('Wiki (15)').waitFor();
    await expect.poll(hidden).toEqual([]);
    if (process.env.DESIGNER_SHOTS) await page.screenshot({ path: `${process.env.DESIGNER_SHOTS}/rows-${width}.png` });
    await on.button('Zoom in').click();
    await on.button('Zoom in').click();
    await on.button('Show all').click();
    await expect.poll(hidden).toEqual([]);
    await on.button('Auto-layout').click();
    await expect.poll(on.said).toBe('Laid out');
    await expect.poll(hidden).toEqual([]);
    await page.setViewportSize({ width: 1280, height: 800 });
  },
);

test('nor after the sample was inserted', async () => {
  await open(page, `/strategy/${await create('Sample')}`);
  await on.button('Help').click();
  await on.button('Insert into this diagram').click();
  await on.box('Web 2.0 Blogs (Premium) (1), tier 1').waitFor();
  await expect.poll(hidden).toEqual([]);
  await look('view-sample');
});

test('a generic project stored too low is drawn around its rows, and stored as it was until it is edited', async () => {
  const low: AnyCell = {
    id: 'many',
    type: 'Project',
    position: { x: 100, y: 200 },
    size: { width: 150, height: 100 },
    custom: { nameId: 1, projectName: '', profileName: '' },
    modules: [{ id: 'Wiki', checked: true }],
  };
  const below = { ...rows(1)[1], id: 'below', position: { x: 100, y: 310 } } as AnyCell;
  const hung = { id: 'l', type: 'Link', source: { id: 'many' }, target: { id: 'below' } };
  const id = await create('Low', [...newDiagram(), low, below, hung]);
  const before = await textOf(id);
  await open(page, `/strategy/${id}`);
  const body = await on.rect(on.box('Project (1)').locator('[joint-selector=body]'));
  const last = await on.rect(on.box('Project (1)').locator('[data-module=PressRelease]'));
  expect(last.y + last.height).toBeLessThanOrEqual(body.y + body.height);
  await look('view-low');
  await page.getByRole('tab', { name: 'Description' }).click();
  await page.getByLabel(/What it is for/).fill('looked at');
  await save();
  expect(await textOf(id)).toBe(before);
  await page.getByRole('tab', { name: 'Diagram', exact: true }).click();
  await on.button('Auto-layout').click();
  await expect.poll(on.said).toBe('Laid out');
  const [many, wiki] = [await on.place('Project (1)'), await on.place('Wiki (1)')];
  expect(wiki[1] - many[1]).toBeGreaterThanOrEqual(197);
  await on.box('Project (1)').locator('[data-module=Bookmarking]').click();
  await save();
  expect(JSON.parse(await textOf(id)).cells[1].size).toEqual({ width: 150, height: 197 });
});

test('undo after a save goes back to what was saved', async () => {
  const id = await create('Typed', rows(1));
  await open(page, `/strategy/${id}`);
  await on.box('Wiki (1)').click();
  const name = page.getByLabel('Name', { exact: true });
  await name.focus();
  await page.keyboard.type('ab');
  await save();
  await name.focus();
  await page.keyboard.type('c');
  await expect.poll(() => name.inputValue()).toBe('abc');
  await on.button('Undo').click();
  await expect.poll(() => name.inputValue()).toBe('ab');
  expect(await on.button('Save').isDisabled()).toBe(true);
});

test('a name without end is kept, and cut where it is shown', async () => {
  const projectName = 'long '.repeat(18_000).trim();
  const cells = [...newDiagram(), ...rows(1).slice(1, 2)];
  const id = await create(
    'Long',
    cells.map((cell) => (cell.type === 'Wiki' ? { ...cell, custom: { nameId: 1, projectName } } : cell)),
  );
  await open(page, `/strategy/${id}`);
  const warning = on.button(/^long .*… does not hang on the Money Site: it is left out$/);
  expect((await on.rect(warning)).height).toBeLessThan(200);
  await warning.click();
  await look('view-long');
  expect(boxesOf(JSON.parse(await textOf(id)).cells)[1]?.projectName).toBe(projectName);
});
