import { buffer } from 'node:stream/consumers';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import yazl from 'yazl';
import { getStrategy, listStrategies, type Strategy } from '#domain/contract/strategies.ts';
import { boxKind, genericModules } from '#domain/rules/diagrams/catalogue.ts';
import { type AnyCell, boxesOf } from '#domain/rules/diagrams/cells.ts';
import { newDiagram } from '#domain/rules/diagrams/edits.ts';
import { launchBrowser, open, signIn } from '#test/support/browser.ts';
import { chooseBelow } from '#test/support/choose-from.ts';
import { designerPage } from '#test/support/designer-page.ts';
import { lookAt } from '#test/support/look-at.ts';
import { startTestApp, type TestApp } from '#test/support/start-app.ts';
import { type Boxes, newStrategy } from '#test/support/wizards.ts';

/** What the other journeys of the designer leave out: links by hand, the navigator, built-in diagrams, memory, other diagrams, files. */
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
const textOf = async (id: number): Promise<string> =>
  (await app.send(getStrategy, { params: { id } })).body.strategy.strategy;
const cellsOf = async (id: number): Promise<AnyCell[]> => JSON.parse(await textOf(id)).cells;
const list = async (): Promise<Strategy[]> => (await app.send(listStrategies)).body.strategies;
const cell = async (id: number, cellId: string) => (await cellsOf(id)).find((one) => one.id === cellId);
const save = async () => {
  await on.button('Save').click();
  await expect.poll(() => on.button('Save').isDisabled()).toBe(true);
};
const pair: Boxes = { blogs: { type: 'SocialNetwork' }, wiki: { type: 'Wiki' } };
const blogs = 'Web 2.0 Blogs (1)';
const wiki = 'Wiki (1)';

/** A new diagram of such boxes, opened. */
async function drawn(name: string, boxes: Boxes = pair): Promise<number> {
  const id = await newStrategy(app, name, boxes);
  await open(page, `/strategy/${id}`);
  await on.box('Money Site').waitFor();
  return id;
}

interface Point {
  x: number;
  y: number;
}
/** A point of the screen on the line of a link, so far along it. */
const pointOn = (link: string, share: number): Promise<Point> =>
  page.evaluate<Point>(`(() => {
    const line = document.querySelector('.joint-link[model-id="${link}"] [joint-selector=line]');
    const { x, y } = line.getPointAtLength(line.getTotalLength() * ${share}).matrixTransform(line.getScreenCTM());
    return { x, y };
  })()`);
const tool = (name: string) => page.locator(`.designer-canvas [data-tool-name=${name}]`);

/** Drags the arrowhead at the source end of a link to a box. */
async function dragSource(link: string, to: string): Promise<void> {
  const { x, y } = await pointOn(link, 0.3);
  await page.mouse.move(x, y);
  await tool('source-arrowhead').waitFor();
  await on.drag(await on.middle(tool('source-arrowhead')), await on.middle(on.box(to)));
}

test('the source arrowhead of a link is dragged to another box; where a loop would come of it all stays', async () => {
  const id = await drawn('Arrowhead');
  const before = await cell(id, 'money-site>wiki');
  await dragSource('money-site>wiki', blogs);
  await on.box(`${wiki}, tier 2, hangs on ${blogs}`).waitFor();
  expect(await on.said()).toBe(`${wiki} hangs on ${blogs}`);
  await save();
  expect(await cell(id, 'money-site>wiki')).toEqual({ ...before, source: { id: 'blogs' } });
  await dragSource('money-site>blogs', wiki);
  await on.box(blogs).click();
  await on.box(`${blogs}, tier 1, hangs on Money Site`).waitFor();
  expect(await on.button('Save').isDisabled()).toBe(true);
  await expect
    .poll(async () => (await pointOn('money-site>blogs', 0)).y)
    .toBeLessThan((await on.rect(on.box(blogs))).y);
  await on.button('Undo').click();
  await on.box(`${wiki}, tier 1, hangs on Money Site`).waitFor();
});

test('corners of a link are made, moved and dropped by the mouse', async () => {
  const id = await drawn('Corners');
  const corners = async () => (await cell(id, 'money-site>wiki'))?.vertices as Point[];
  const at = await pointOn('money-site>wiki', 0.4);
  await page.mouse.click(at.x, at.y);
  await tool('vertices').waitFor();
  await on.drag(at, { x: at.x + 90, y: at.y });
  await expect.poll(on.said).toBe('Link bent');
  await save();
  const [made, ...others] = await corners();
  expect(others).toEqual([]);
  const handle = page.locator('.designer-canvas .joint-marker-vertex');
  const from = await on.middle(handle);
  expect(Math.abs(from.x - at.x - 90)).toBeLessThan(25);
  await on.drag(from, { x: from.x + 60, y: from.y + 30 });
  await expect.poll(() => on.button('Save').isDisabled()).toBe(false);
  await save();
  const [moved] = await corners();
  expect(moved?.x).toBeGreaterThan(made?.x ?? Number.POSITIVE_INFINITY);
  await look('checks-corner');
  await handle.dblclick();
  await handle.waitFor({ state: 'detached' });
  await save();
  expect(await corners()).toEqual([]);
  await on.button('Undo').click();
  await save();
  expect(await corners()).toEqual([moved]);
});

test('router, connector, style and arrowheads of a link are written beside the canvas, drawn and saved', async () => {
  const id = await drawn('Link looks');
  const at = await pointOn('money-site>wiki', 0.4);
  await page.mouse.click(at.x, at.y);
  const choose = (name: string, steps: number) => chooseBelow(page.getByRole('combobox', { name, exact: true }), steps);
  await choose('Router', 1);
  await choose('Connector', -1);
  await choose('Style', 2);
  await choose('Source arrowhead', 1);
  await choose('Target arrowhead', 1);
  const line = on.canvas().locator('.joint-link[model-id="money-site>wiki"] [joint-selector=line]');
  await expect.poll(() => line.getAttribute('stroke-dasharray')).toBe('10,5');
  await look('checks-link');
  await save();
  expect(await cell(id, 'money-site>wiki')).toMatchObject({
    router: 'orthogonal',
    connector: 'rounded',
    attrs: { line: { strokeDasharray: '10,5', sourceMarker: 'large', targetMarker: 'small', strokeWidth: 2 } },
  });
  await open(page, `/strategy/${id}`);
  await expect.poll(() => line.getAttribute('stroke-dasharray')).toBe('10,5');
  expect(await cell(id, 'money-site>blogs')).toMatchObject({ router: 'normal', connector: 'smooth' });
});

test('a drag in the navigator moves the sheet with it, a move without a press does not', async () => {
  await drawn('Navigator');
  const place = async () => {
    const { x, y } = await on.rect(on.box('Money Site'));
    return { x, y };
  };
  const from = await on.middle(page.locator('.navigator'));
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  const first = await place();
  await page.mouse.move(from.x + 6, from.y + 10, { steps: 4 });
  await expect.poll(async () => (await place()).y).toBeLessThan(first.y - 20);
  const second = await place();
  expect(second.x).toBeLessThan(first.x - 10);
  await page.mouse.move(from.x - 6, from.y - 10, { steps: 4 });
  await expect.poll(async () => (await place()).y).toBeGreaterThan(first.y + 20);
  await page.mouse.up();
  const last = await place();
  await page.mouse.move(from.x + 6, from.y + 10, { steps: 4 });
  expect(await place()).toEqual(last);
  expect(await on.button('Save').isDisabled()).toBe(true);
});

test('a drag that begins on a dot of the grid moves the sheet, with Shift it selects an area', async () => {
  await drawn('Dots');
  const sheet = await on.rect(on.canvas());
  /** Dots of the background are 20 px apart, the first one 10 px from the corner. */
  const dot = (column: number, row: number) => ({ x: sheet.x + 10 + 20 * column, y: sheet.y + 10 + 20 * row });
  const corners = [dot(0, 0), dot(1, 6), dot(Math.floor(sheet.width / 20) - 2, 1)];
  for (const from of corners) {
    const before = await on.rect(on.box('Money Site'));
    await on.drag(from, { x: from.x + 23, y: from.y + 31 });
    const moved = await on.rect(on.box('Money Site'));
    expect([moved.x - before.x, moved.y - before.y].map(Math.round)).toEqual([23, 31]);
  }
  await on.button('Show all').click();
  await page.keyboard.down('Shift');
  const to = { x: sheet.x + sheet.width - 5, y: sheet.y + sheet.height - 5 };
  await page.mouse.move(corners[0]?.x ?? 0, corners[0]?.y ?? 0);
  await page.mouse.down();
  await page.mouse.move(to.x, to.y, { steps: 5 });
  await page.locator('.canvas-area').waitFor();
  await page.mouse.up();
  await page.keyboard.up('Shift');
  await expect.poll(on.nSelected).toBe(2);
});

test('heads are 30 and 20 px high, premium boxes dashed in red, modules of a generic project coloured', async () => {
  const kinds: Boxes = { best: { type: 'SocialNetworkPremium' }, many: { type: 'Project', modules: ['Wiki'] } };
  await drawn('Kinds', { ...pair, ...kinds });
  const scale = Number.parseInt((await on.zoom()) ?? '', 10) / 100;
  const part = (name: string, selector: string) => on.box(name).locator(`[joint-selector=${selector}]`);
  const highOf = async (name: string) => (await on.rect(part(name, 'head'))).height / scale;
  const [premium, standard] = ['Web 2.0 Blogs (Premium) (1)', wiki];
  expect(Math.abs((await highOf(premium)) - 30)).toBeLessThan(1);
  expect(Math.abs((await highOf(standard)) - 20)).toBeLessThan(1);
  expect(await part(premium, 'body').getAttribute('stroke-dasharray')).toBe('6 4');
  expect(await part(premium, 'body').getAttribute('stroke')).toBe('#dc2626');
  expect(await part(standard, 'body').getAttribute('stroke-dasharray')).toBe('none');
  for (const module of genericModules) {
    const row = part('Project (1)', `back${module}`);
    const colour = boxKind(module)?.colour;
    expect(await row.getAttribute('stroke'), module).toBe(colour);
    expect((await row.getAttribute('fill')) === colour, module).toBe(module === 'Wiki');
  }
  await look('checks-kinds');
});

test('a built-in diagram is shown whole; no key and no tool changes it', async () => {
  const id = (await list()).find(({ name }) => name === 'Three tiers')?.id ?? 0;
  const before = await textOf(id);
  await open(page, `/strategy/${id}`);
  await on.box(blogs).waitFor();
  const sheet = await on.rect(on.canvas());
  const boxes = on.canvas().locator('.joint-element');
  expect(await boxes.count()).toBe(boxesOf(JSON.parse(before).cells).length);
  for (const box of await boxes.all()) {
    const { x, y, width, height } = await on.rect(box);
    expect(x).toBeGreaterThanOrEqual(sheet.x);
    expect(y).toBeGreaterThanOrEqual(sheet.y);
    expect(x + width).toBeLessThanOrEqual(sheet.x + sheet.width);
    expect(y + height).toBeLessThanOrEqual(sheet.y + sheet.height);
  }
  expect(Number.parseInt((await on.zoom()) ?? '', 10)).toBeLessThanOrEqual(100);
  const place = await on.place(blogs);
  await on.box(blogs).click();
  for (const key of ['Delete', 'Control+ArrowDown', 'Control+a', 'Control+x', 'Control+v', 'Control+d', 'Backspace'])
    await page.keyboard.press(key);
  const at = await pointOn('money-site>SocialNetwork-1', 0.4);
  await page.mouse.move(at.x, at.y);
  await page.mouse.click(at.x, at.y);
  // A click on the blank is heard after all that went before.
  await on.box(blogs).click();
  await on.canvas().locator('[tabindex="0"][aria-label^="Web 2.0 Blogs (1)"]').waitFor();
  expect(await page.locator('.designer-canvas [data-tool-name]').count()).toBe(0);
  expect(await page.locator('.halo').count()).toBe(0);
  expect(await on.place(blogs)).toEqual(place);
  expect(await boxes.count()).toBe(boxesOf(JSON.parse(before).cells).length);
  expect(await textOf(id)).toBe(before);
});

test('openings of the designer leave nothing behind', async () => {
  const names = Array.from({ length: 80 }, (_, at) => `w${at}`);
  const boxes: Boxes = Object.fromEntries(names.map((name) => [name, { type: 'Wiki' }]));
  await newStrategy(app, 'Opened often', boxes);
  await open(page, '/strategies');
  const cdp = await page.context().newCDPSession(page);
  const visit = async () => {
    await page.getByRole('link', { name: 'Opened often' }).click();
    await on.box('Wiki (80)').waitFor();
    await page.getByRole('link', { name: 'Diagrams' }).first().click();
    await page.getByRole('heading', { name: 'Diagrams' }).waitFor();
  };
  const held = async () => {
    await cdp.send('HeapProfiler.collectGarbage');
    const { usedSize } = await cdp.send('Runtime.getHeapUsage');
    return { usedSize, nodes: (await cdp.send('Memory.getDOMCounters')).nodes };
  };
  for (let nth = 0; nth < 4; nth += 1) await visit();
  const before = await held();
  for (let nth = 0; nth < 8; nth += 1) await visit();
  // What was let go last may be collected a little later.
  await expect.poll(async () => (await held()).nodes - before.nodes, { timeout: 60_000 }).toBeLessThan(800);
  const { usedSize } = await held();
  if (process.env.DESIGNER_SHOTS)
    process.stdout.write(`heap ${before.usedSize} -> ${usedSize}, nodes ${before.nodes}\n`);
  expect(usedSize - before.usedSize).toBeLessThan(3_000_000);
  await cdp.detach();
});

test('a copy goes to another diagram with a number of its own there, and the first stays as it was', async () => {
  const from = await drawn('Copied from', { blogs: { type: 'SocialNetwork' }, wiki: { type: 'Wiki', on: 'blogs' } });
  const before = await textOf(from);
  await on.box(blogs).click();
  await on.box(wiki).click({ modifiers: ['Control'] });
  await page.keyboard.press('Control+c');
  const to = await drawn('Pasted into', { wiki: { type: 'Wiki' } });
  const { x, y } = await on.rect(on.canvas());
  await page.mouse.click(x + 12, y + 12);
  await page.keyboard.press('Control+v');
  await on.box(`Wiki (2), no tier, hangs on ${blogs}`).waitFor();
  await expect.poll(on.nSelected).toBe(2);
  await save();
  const pasted = (await cellsOf(to)).slice(3);
  expect(pasted.map(({ type }) => type)).toEqual(['SocialNetwork', 'Wiki', 'Link']);
  const ids = new Set((await cellsOf(from)).map(({ id }) => id));
  expect(pasted.filter(({ id }) => ids.has(id))).toEqual([]);
  expect(await textOf(from)).toBe(before);
});

test('New and Rename ask for a name, and make and change one diagram', async () => {
  await open(page, '/strategies');
  const dialog = (name: string) => page.getByRole('dialog', { name });
  const nBefore = (await list()).length;
  await on.button('Add').click();
  await dialog('New Diagram').getByRole('button', { name: 'Save' }).click();
  await dialog('New Diagram').getByText('Please enter diagram name').waitFor();
  await dialog('New Diagram').getByLabel('Name').fill('Made by hand');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Made by hand' }).waitFor();
  const made = (await list()).find(({ name }) => name === 'Made by hand');
  expect(await page.evaluate('location.pathname')).toBe(`/strategy/${made?.id}`);
  expect(await cellsOf(made?.id ?? 0)).toEqual(newDiagram());
  await open(page, '/strategies');
  await on.button('Rename Made by hand').click();
  const name = dialog('Rename Diagram').getByLabel('Name');
  await expect.poll(() => name.inputValue()).toBe('Made by hand');
  await name.fill(' ');
  await page.keyboard.press('Enter');
  await dialog('Rename Diagram').getByText('Please enter diagram name').waitFor();
  await name.fill('Renamed by hand');
  await page.keyboard.press('Enter');
  await page.getByRole('link', { name: 'Renamed by hand' }).waitFor();
  await page.getByRole('link', { name: 'Made by hand' }).waitFor({ state: 'detached' });
  const after = await list();
  expect(after.find(({ id }) => id === made?.id)?.name).toBe('Renamed by hand');
  expect(after).toHaveLength(nBefore + 1);
});

test('a ZIP of several diagrams is imported whole', async () => {
  const zip = new yazl.ZipFile();
  const cells = await cellsOf(await newStrategy(app, 'Packed source', pair));
  for (const name of ['Packed one', 'deep/Packed two', 'deep/er/Packed three'])
    zip.addBuffer(Buffer.from(JSON.stringify({ strategy: { cells } })), `${name}.json`);
  zip.end();
  const packed = await buffer(zip.outputStream as NodeJS.ReadableStream);
  await open(page, '/strategies');
  await on.button('Import').click();
  const file = { name: 'all.zip', mimeType: 'application/zip', buffer: packed };
  await page.locator('input[type=file]').setInputFiles([file]);
  await page.getByText('all.zip file uploaded successfully.').waitFor();
  for (const name of ['Packed one', 'Packed two', 'Packed three']) {
    await page.getByRole('link', { name, exact: true }).waitFor();
    const { id = 0 } = (await list()).find((one) => one.name === name) ?? {};
    expect(await cellsOf(id)).toEqual(cells);
  }
});

test('a wizard shows its diagram whole with 50 px around it, and never larger than drawn', async () => {
  const small = { wiki: { type: 'Wiki' } } as const satisfies Boxes;
  const tall: Boxes = { ...small, pdf: { type: 'PDF', on: 'wiki' }, many: { type: 'Project', on: 'pdf' } };
  const rects = { 'Seen small': [570, 260], 'Seen tall': [570, 657] } as const;
  for (const [name, boxes] of [
    ['Seen small', small],
    ['Seen tall', tall],
  ] as const) {
    await newStrategy(app, name, boxes);
    await open(page, '/xwizards');
    await on.button(/New/).first().click();
    const dialog = page.getByRole('dialog', { name: 'New XWizard' });
    await dialog.getByRole('textbox', { name: 'Name' }).fill(name);
    await dialog.getByRole('radio', { name }).check();
    await dialog.getByRole('button', { name: 'Create' }).click();
    await page.getByRole('heading', { name }).waitFor();
    const view = page.getByRole('region', { name: `Diagram ${name}` });
    const frame = await on.rect(view);
    const sheet = await on.rect(view.locator('.diagram-sheet'));
    const [width, height] = rects[name];
    const scale = sheet.width / width;
    expect(Math.abs(sheet.height / height - scale)).toBeLessThan(0.01);
    const room = [frame.width - sheet.width, frame.height - sheet.height];
    for (const both of room) expect(both).toBeGreaterThanOrEqual(100);
    // As large as may be: as drawn, or up to the room around it.
    if (name === 'Seen small') expect(scale).toBe(1);
    else expect([scale < 1, Math.round(room[1] ?? 0) <= 103]).toEqual([true, true]);
    expect(
      await view.evaluate(
        (element: { scrollHeight: number; clientHeight: number }) => element.scrollHeight - element.clientHeight,
      ),
    ).toBe(0);
    await lookAt(page, `wizard-${name.replace(' ', '-')}`, process.env.WIZARD_SHOTS);
  }
});
