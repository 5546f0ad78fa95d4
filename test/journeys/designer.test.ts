import { readFileSync } from 'node:fs';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createStrategy, getStrategy } from '#domain/contract/strategies.ts';
import type { AnyCell } from '#domain/rules/diagrams/cells.ts';
import { launchBrowser, open, signIn } from '#test/support/browser.ts';
import { designerPage } from '#test/support/designer-page.ts';
import { lookAt } from '#test/support/look-at.ts';
import { startTestApp, type TestApp } from '#test/support/start-app.ts';

/** A diagram is drawn with the mouse. DESIGNER_SHOTS names a folder for pictures. */
let app: TestApp;
let browser: Browser;
let page: Page;
let id: number;
let on: ReturnType<typeof designerPage>;
beforeAll(async () => {
  [app, browser] = await Promise.all([startTestApp({ roles: ['http'] }), launchBrowser()]);
  id = (await app.send(createStrategy, { body: { name: 'Drawn' } })).body.strategy.id;
  ({ page } = await signIn(browser, app));
  on = designerPage(page);
});
afterAll(async () => {
  await browser?.close();
  await app?.stop();
});
const look = (name: string) => lookAt(page, name, process.env.DESIGNER_SHOTS);
const stored = async (): Promise<AnyCell[]> =>
  JSON.parse((await app.send(getStrategy, { params: { id } })).body.strategy.strategy).cells;
const save = async () => {
  await on.button('Save').click();
  await expect.poll(() => on.button('Save').isDisabled()).toBe(true);
};
const wiki = 'Wiki (1)';
const blogs = 'Web 2.0 Blogs (1)';

test('boxes come from the stencil by dragging, on the grid, and hang on one another by the halo', async () => {
  await open(page, `/strategy/${id}`);
  await on.box('Money Site, nothing hangs on it').waitFor();
  await look('designer-new');
  await on.bring('Web 2.0 Blogs', { x: 173, y: 347 });
  await on.box(blogs).waitFor();
  await on.bring('Wiki', { x: 450, y: 350 });
  await on.box(`${wiki}, no tier, hangs on nothing`).waitFor();
  await on.link('Money Site', blogs);
  await on.box(`${blogs}, tier 1, hangs on Money Site`).waitFor();
  await look('designer-linked');
  await save();
  const cells = await stored();
  expect(cells.map(({ type }) => type)).toEqual(['MoneySite', 'SocialNetwork', 'Wiki', 'Link']);
  for (const { position } of cells.slice(1, 3)) {
    const { x, y } = position as { x: number; y: number };
    expect([x % 10, y % 10].map(Math.abs)).toEqual([0, 0]);
  }
});

test('what would break the tree is refused and said: a second parent, a loop, a box on itself, a loose end', async () => {
  await on.link(blogs, wiki);
  await on.box(`${wiki}, tier 2, hangs on ${blogs}`).waitFor();
  await on.link('Money Site', wiki);
  await expect.poll(on.said).toBe('Wiki (1) hangs on a box already');
  await on.link(wiki, 'Money Site');
  await expect.poll(on.said).toBe('The Money Site hangs on nothing');
  await on.link(wiki, wiki);
  await expect.poll(on.said).toBe('A box cannot link to itself');
  const { x, y } = await on.rect(on.canvas());
  await on.drag(await on.middle(on.button(/^Link/)), { x: x + 40, y: y + 40 });
  expect(await on.canvas().locator('.joint-link').count()).toBe(2);
});

test('the Money Site is never selected nor removed; Ctrl, Shift and the blank select', async () => {
  await on.box('Money Site').click();
  expect(await on.nSelected()).toBe(0);
  expect(await page.locator('.halo').getByRole('button').count()).toBe(1);
  await page.keyboard.press('Delete');
  await on.box('Money Site').waitFor();
  await on.box(blogs).click();
  expect(await page.locator('.halo').getByRole('button').count()).toBe(5);
  await on.box(wiki).click({ modifiers: ['Control'] });
  expect(await on.nSelected()).toBe(2);
  await on.box(wiki).click({ modifiers: ['Control'] });
  expect(await on.nSelected()).toBe(1);
  const { x, y, width, height } = await on.rect(on.canvas());
  await page.mouse.click(x + 12, y + 12);
  expect(await on.nSelected()).toBe(0);
  await page.keyboard.down('Shift');
  await on.drag({ x: x + 8, y: y + 8 }, { x: x + width - 8, y: y + height - 20 });
  await page.keyboard.up('Shift');
  await expect.poll(on.nSelected).toBe(2);
});

test('what is selected moves together by steps of 10; one undo takes it back', async () => {
  const places = () => Promise.all([on.place(blogs), on.place(wiki)]);
  const before = await places();
  const from = await on.middle(on.box(blogs));
  await on.drag(from, { x: from.x - 34, y: from.y + 27 });
  await expect.poll(() => places()).toEqual(before.map(([x, y]) => [x - 30, y + 30]));
  await on.button('Undo').click();
  await expect.poll(() => places()).toEqual(before);
});

test('copies lie 20 px beside with numbers and links of their own; cut, paste and undo are one step each', async () => {
  await on.box(wiki).click();
  await on.box(blogs).click({ modifiers: ['Control'] });
  await page.keyboard.press('Control+c');
  await page.keyboard.press('Control+v');
  await on.box('Wiki (2), no tier, hangs on Web 2.0 Blogs (2)').waitFor();
  const [x, y] = await on.place(wiki);
  expect(await on.place('Wiki (2)')).toEqual([x + 20, y + 20]);
  await page.keyboard.press('Control+v');
  await on.box('Wiki (3)').waitFor();
  expect(await on.place('Wiki (3)')).toEqual([x + 40, y + 40]);
  await page.keyboard.press('Control+x');
  await on.box('Wiki (3)').waitFor({ state: 'detached' });
  await page.keyboard.press('Control+v');
  await on.box('Wiki (3)').waitFor();
  for (const _ of [1, 2, 3]) await page.keyboard.press('Control+z');
  await on.box('Wiki (3)').waitFor({ state: 'detached' });
  await page.keyboard.press('Control+z');
  await on.box('Wiki (2)').waitFor({ state: 'detached' });
  await page.keyboard.press('Control+y');
  await on.box('Wiki (2)').waitFor();
  await page.keyboard.press('Control+z');
});

test('handles copy, grow and remove; a number that is free again is given again', async () => {
  await on.box(wiki).click();
  await on.button('Copy beside').click();
  await on.box('Wiki (2), no tier').waitFor();
  await on.button('Remove').click();
  await on.box('Wiki (2)').waitFor({ state: 'detached' });
  await on.box(wiki).click();
  await on.button(/^Grow/).click();
  await on.box(`Wiki (2), tier 3, hangs on ${wiki}`).waitFor();
  await page.keyboard.press('Control+z');
  await on.box('Wiki (2)').waitFor({ state: 'detached' });
});

test('a layout stands 20 px from the edges, tier below tier, and is one step', async () => {
  const before = await on.place(wiki);
  await on.button('Auto-layout').click();
  await expect.poll(on.said).toBe('Laid out');
  await save();
  const places = (await stored()).flatMap(({ position }) => (position ? [position as { x: number; y: number }] : []));
  expect([Math.min(...places.map(({ x }) => x)), Math.min(...places.map(({ y }) => y))]).toEqual([20, 20]);
  expect(places.map(({ y }) => y)).toEqual([20, 200, 380]);
  await page.keyboard.press('Control+z');
  await on.button('Show all').click();
  await expect.poll(() => on.place(wiki)).toEqual(before);
});

test('zoom goes by steps of 0.2 from 0.2 to 5, with Alt and wheel where the pointer is', async () => {
  const at = await on.middle(on.box(blogs));
  await page.mouse.move(at.x, at.y);
  await page.keyboard.down('Alt');
  await page.mouse.wheel(0, -100);
  await expect.poll(on.zoom).toBe('120%');
  const zoomed = await on.middle(on.box(blogs));
  expect(Math.hypot(zoomed.x - at.x, zoomed.y - at.y)).toBeLessThan(2);
  for (let nth = 0; nth < 30; nth += 1) await page.mouse.wheel(0, -100);
  await expect.poll(on.zoom).toBe('500%');
  expect(await on.button('Zoom in').isDisabled()).toBe(true);
  for (let nth = 0; nth < 40; nth += 1) await page.mouse.wheel(0, 100);
  await expect.poll(on.zoom).toBe('20%');
  await page.keyboard.up('Alt');
  await on.button('Zoom in').click();
  await expect.poll(on.zoom).toBe('40%');
  await on.button('Show all').click();
});

test('tools of links: the source is moved, corners are made, the link is removed; its look is set beside', async () => {
  const link = on.canvas().locator('.joint-link').first();
  await on.button('Auto-layout').click();
  await expect.poll(on.said).toBe('Laid out');
  // A quarter of the way: the corner tool would take the middle.
  const line = await on.rect(link.locator('[joint-selector=line]'));
  const at = { x: line.x + line.width / 2, y: line.y + line.height / 3 };
  await page.mouse.move(at.x, at.y);
  await page.locator('[data-tool-name=source-arrowhead]').waitFor();
  await page.mouse.click(at.x, at.y);
  await page.getByRole('region', { name: 'Settings' }).getByRole('heading', { name: 'Link' }).waitFor();
  await look('designer-link');
  await page.getByRole('combobox', { name: 'Thickness' }).click();
  await page.getByRole('option', { name: '4' }).waitFor({ state: 'attached' });
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Colour 5 of 18' }).click();
  await page.getByLabel('Label', { exact: true }).fill('weekly');
  await link.getByText('weekly').waitFor();
  await save();
  const drawn = (await stored()).find(({ type }) => type === 'Link');
  expect(drawn).toMatchObject({
    labels: [{ text: 'weekly', position: 'middle' }],
    attrs: { line: { strokeWidth: 4 } },
  });
  await page.locator('[data-tool-name=remove]').click();
  await on.box(`${blogs}, no tier, hangs on nothing`).waitFor();
  await page.keyboard.press('Control+z');
  await on.box(`${blogs}, tier 1, hangs on Money Site`).waitFor();
});

test('a generic project is as high as its eight rows, and a click checks a row', async () => {
  await on.bring('Project', { x: 520, y: 120 });
  await on.box('Project (1)').waitFor();
  await page.getByText('Project (1): no kind of site is checked').waitFor({ state: 'detached' });
  await on.link('Money Site', 'Project (1)');
  await on.button('Project (1): no kind of site is checked').click();
  await on.box('Project (1)').locator('[data-module=Wiki]').click();
  await on.button('Project (1): no kind of site is checked').waitFor({ state: 'detached' });
  expect(await page.getByRole('checkbox', { name: 'Wiki' }).isChecked()).toBe(true);
  await look('designer-project');
  await save();
  const project = (await stored()).find(({ type }) => type === 'Project');
  expect(project).toMatchObject({ size: { width: 150, height: 197 } });
});

test('the navigator is 240 by 115 px and shows another part of the sheet', async () => {
  const navigator = page.locator('.navigator');
  const { x, y, width, height } = await on.rect(navigator);
  expect([width, height]).toEqual([240, 115]);
  const before = await on.rect(on.box('Money Site'));
  await page.mouse.click(x + 140, y + 90);
  expect((await on.rect(on.box('Money Site'))).y).toBeLessThan(before.y);
  await on.button('Show all').click();
});

test('the picture is kept as SVG and as PNG, in each theme', async () => {
  for (const theme of ['Dark', 'Material', 'Modern']) {
    await page.getByRole('combobox', { name: 'Theme of the diagram' }).click();
    await page.locator('.ant-select-item-option').filter({ hasText: theme }).click();
    await look(`designer-${theme}`);
  }
  await on.button('Download as a picture').click();
  await page.getByRole('img', { name: 'Diagram Drawn' }).waitFor();
  await look('designer-picture');
  const [svg] = await Promise.all([page.waitForEvent('download'), on.button('Download SVG').click()]);
  expect(svg.suggestedFilename()).toBe('Drawn.svg');
  const text = readFileSync(await svg.path(), 'utf8');
  expect(text).toMatch(/^<svg [^>]*viewBox/);
  expect(text).toContain('weekly');
  expect(text).not.toMatch(/tabindex|aria-|class=/);
  const [png] = await Promise.all([page.waitForEvent('download'), on.button('Download PNG').click()]);
  expect(
    readFileSync(await png.path())
      .subarray(1, 4)
      .toString(),
  ).toBe('PNG');
  await page.keyboard.press('Escape');
});

test('leaving asks while something is not saved', async () => {
  const leave = () => page.getByRole('link', { name: 'Diagrams' }).first().click();
  const remove = async () => {
    await on.box(wiki).click();
    await page.keyboard.press('Delete');
    await on.box(wiki).waitFor({ state: 'detached' });
  };
  await remove();
  await leave();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await on.button('Undo').click();
  await on.box(wiki).waitFor();
  // As it was saved: nothing would be lost.
  await leave();
  await page.getByRole('heading', { name: 'Diagrams' }).waitFor();
  await page.goBack();
  await remove();
  await leave();
  await page.getByRole('button', { name: 'Leave' }).click();
  await page.getByRole('heading', { name: 'Diagrams' }).waitFor();
});
