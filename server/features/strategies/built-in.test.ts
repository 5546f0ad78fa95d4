import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { listCampaigns } from '#domain/contract/campaigns.ts';
import { moduleLabels } from '#domain/contract/modules.ts';
import type { Cell, ElementCell, LinkCell } from '#domain/contract/strategies.ts';
import { boxKind, genericModules } from '#domain/rules/diagrams/catalogue.ts';
import { drawDiagram } from '#domain/rules/diagrams/draw.ts';
import { startTestApp, type TestApp } from '#test/support/start-app.ts';
import { builtInStrategies } from './built-in.ts';
import { ensureBuiltInStrategies } from './strategies.ts';

const boxesOf = (cells: Cell[]) => cells.filter((cell): cell is ElementCell => cell.type !== 'Link');
const linksOf = (cells: Cell[]) => cells.filter((cell): cell is LinkCell => cell.type === 'Link');

describe.each(builtInStrategies.map((item) => [item.name, item.cells] as const))('%s', (_name, cells) => {
  const boxes = boxesOf(cells);
  const links = linksOf(cells);

  test('is a tree below one Money Site', () => {
    expect(boxes.filter((box) => box.type === 'MoneySite').map((box) => box.id)).toEqual(['money-site']);
    const inbound = (id: string) => links.filter((link) => link.target.id === id).length;
    for (const box of boxes) expect(inbound(box.id), box.id).toBe(box.type === 'MoneySite' ? 0 : 1);
    const reached = new Set(['money-site']);
    for (let size = 0; size < reached.size; ) {
      size = reached.size;
      for (const link of links) if (reached.has(link.source.id)) reached.add(link.target.id);
    }
    expect(reached.size).toBe(boxes.length);
  });

  test('numbers its boxes per type, and none covers another', () => {
    const names = boxes.map((box) => `${box.type} ${box.custom?.nameId ?? 0}`);
    expect(new Set(names).size).toBe(names.length);
    for (const one of boxes)
      for (const two of boxes)
        if (one !== two)
          expect(
            Math.abs(one.position.x - two.position.x) >= one.size.width ||
              Math.abs(one.position.y - two.position.y) >= one.size.height,
          ).toBe(true);
  });

  test('is drawn with every box and link', () => {
    const svg = drawDiagram(cells);
    expect(svg.match(/<rect /g)).toHaveLength(boxes.length);
    expect(svg.match(/marker-start/g)).toHaveLength(links.length);
  });
});

test('heads are 30 px high for premium boxes and 20 for standard ones, premium frames red and dashed', () => {
  const { cells } = builtInStrategies.find(({ name }) => name === 'Premium')!;
  const [, premiumSvg = ''] =
    /(<rect [^>]*\/><path [^>]*\/>)<text [^>]*>Web 2.0 Blogs \(Premium\)/.exec(drawDiagram(cells)) ?? [];
  const [, standardSvg = ''] =
    /(<rect [^>]*\/><path [^>]*\/>)<text [^>]*>Web 2.0 Blogs \(1\)/.exec(drawDiagram(cells)) ?? [];
  expect(premiumSvg).toMatch(/stroke="#dc2626"[^>]*stroke-dasharray.*v-22a8 8/);
  expect(standardSvg).toMatch(/v-12a8 8/);
  expect(standardSvg).not.toContain('stroke-dasharray');
});

test('a generic project shows each of its modules by name and colour', () => {
  const box = { id: 'p', type: 'Project', position: { x: 0, y: 0 }, modules: [{ id: 'Wiki', checked: true }] };
  const svg = drawDiagram([box]);
  for (const module of genericModules) {
    const colour = boxKind(module)?.colour;
    expect(colour, module).toMatch(/^#[\da-f]{6}$/);
    expect(svg).toContain(`stroke="${colour}"`);
    expect(svg).toContain(`>${moduleLabels[module]}</text>`);
    expect(svg.includes(`fill="${colour}" stroke`), module).toBe(module === 'Wiki');
  }
});

test('words of a diagram cannot break out of its picture', () => {
  const [first] = boxesOf(builtInStrategies[0]!.cells).filter((box) => box.custom);
  const custom = { nameId: 1, projectName: '</text><script>alert(1)</script>', profileName: '' };
  expect(drawDiagram([{ ...first!, custom }])).not.toContain('<script');
});

describe('the campaigns list', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp({ roles: ['http'], adviceUrl: 'https://advice.test/', adviceText: null });
  });
  afterAll(() => app.stop());
  const list = async () => (await app.send(listCampaigns)).body;

  test('offers the built-in strategies once, a missing one again after a start', async () => {
    const { db } = app.app.store;
    await db.deleteFrom('strategies').where('name', '=', 'Premium').execute();
    await db.updateTable('strategies').set({ img: 'as it was drawn once' }).where('name', '=', 'One tier').execute();
    await ensureBuiltInStrategies(db);
    const { strategies } = await list();
    const { img } = await db
      .selectFrom('strategies')
      .where('name', '=', 'One tier')
      .select('img')
      .executeTakeFirstOrThrow();
    expect(img).toBe(drawDiagram(builtInStrategies[0]!.cells));
    expect(strategies.map((row: { name: string }) => row.name).sort()).toEqual(
      builtInStrategies.map((item) => item.name).sort(),
    );
    expect(strategies[0]).toMatchObject({ type: 'BUILTIN', strategy: '' });
  });

  test('advises on captchas until the recommended provider solves them', async () => {
    const { db } = app.app.store;
    expect((await list()).captchaAdvice).toMatchObject({ link: 'https://advice.test/' });
    const store = (value: object) =>
      db
        .insertInto('settings')
        .values({ key: 'options', value: JSON.stringify(value) })
        .onConflict((conflict) => conflict.column('key').doUpdateSet({ value: JSON.stringify(value) }))
        .execute();
    await store({ autoSolveCaptcha: true, primaryCaptchaService: 'TwoCaptcha' });
    expect((await list()).captchaAdvice).not.toBeNull();
    await store({ autoSolveCaptcha: true, primaryCaptchaService: 'ZeroCaptcha' });
    expect((await list()).captchaAdvice).toBeNull();
  });
});
