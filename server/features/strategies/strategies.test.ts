import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { topics } from '#domain/contract/live.ts';
import * as contract from '#domain/contract/strategies.ts';
import type { AnyCell } from '#domain/rules/diagrams/cells.ts';
import { addBox, addLink, newDiagram } from '#domain/rules/diagrams/edits.ts';
import { startTestApp, type TestApp } from '#test/support/start-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ roles: ['http'] });
});
afterAll(() => app?.stop());

const create = async (name: string): Promise<contract.Strategy> =>
  (await app.send(contract.createStrategy, { body: { name } })).body.strategy;
const list = async (): Promise<contract.Strategy[]> => (await app.send(contract.listStrategies)).body.strategies;
const names = async () => (await list()).map(({ name }) => name);
const save = (id: number, body: object) => app.send(contract.saveStrategy, { params: { id }, body });
const cellsOf = (strategy: contract.Strategy): AnyCell[] => JSON.parse(strategy.strategy).cells;

/** A diagram of a Money Site with one wiki on it. */
function withWiki(): AnyCell[] {
  const added = addBox(newDiagram(), { id: 'w', type: 'Wiki', position: { x: 10, y: 200 } });
  const linked = addLink('cells' in added ? added.cells : [], { id: 'l', parent: 'money-site', child: 'w' });
  return 'cells' in linked ? linked.cells : [];
}

describe('a diagram', () => {
  test('begins with a Money Site, is saved with its picture, and told', async () => {
    const log = await app.listen(topics.strategies);
    const made = await create('  Mine ');
    expect(made).toMatchObject({ name: 'Mine', type: 'CUSTOM', description: '' });
    expect(cellsOf(made)).toEqual(newDiagram());
    const cells = withWiki();
    const text = JSON.stringify({ cells });
    const { body } = await save(made.id, { description: 'For a start', strategy: text, img: '<svg onload=alert(1)>' });
    expect(body.strategy.strategy).toBe(text);
    expect(body.strategy.img).toMatch(/^<svg xmlns.*Wiki \(1\)/);
    expect(body.strategy.img).not.toContain('onload');
    expect((await app.send(contract.getStrategy, { params: { id: made.id } })).body).toEqual({
      ...body,
      premiumModules: [],
    });
    expect((await save(made.id, { name: 'Other' })).body.strategy).toMatchObject({ description: 'For a start' });
    expect((await log.all()).map(({ action }) => action)).toEqual(['addNew', 'edited', 'rename']);
    expect((await list()).find(({ id }) => id === made.id)).toMatchObject({ name: 'Other', strategy: '' });
  });

  test('is saved over nothing that another window saved, unless on purpose', async () => {
    const { id, edition } = await create('Two windows');
    const saved = await save(id, { description: 'theirs', edition });
    expect(saved.body.strategy.edition).toBeGreaterThan(edition);
    expect(await save(id, { description: 'mine', edition })).toMatchObject({
      status: 409,
      body: { error: { code: 'STALE', stored: { description: 'theirs' } } },
    });
    expect((await save(id, { description: 'mine' })).body.strategy.description).toBe('mine');
  });

  test.each([
    ['{', 'The diagram is no valid JSON'],
    ['{"cells":[]}', 'The diagram has no Money Site'],
    [JSON.stringify({ cells: [...newDiagram(), { ...newDiagram()[0], id: 'b' }] }), 'The diagram has 2 Money Sites'],
  ])('that breaks the rules is refused: %s', async (strategy, message) => {
    const { id } = await create('Rules');
    expect((await save(id, { strategy })).body.error).toMatchObject({
      code: 'INVALID',
      field: 'strategy',
      message: expect.stringContaining(message),
    });
    expect((await save(id, { name: ' ' })).body.error.message).toBe('Please enter diagram name');
  });

  test('whose numbers are out of bounds is refused by calls, and held within them in files (D-DIAG-06)', async () => {
    const { id } = await create('Bounds');
    const shape = (tokens: number) => ({ id: 's', type: 'pn.Place', position: { x: 0, y: 200 }, tokens });
    const strategy = JSON.stringify({ cells: [...newDiagram(), shape(501)] });
    const message = 'Shape "s" has the number of place tokens 501: from 1 to 500 is possible';
    const refusal = { code: 'INVALID', field: 'strategy', message };
    expect((await save(id, { strategy })).body.error).toMatchObject(refusal);
    expect((await app.send(contract.createStrategy, { body: { name: 'New', strategy } })).body.error).toMatchObject(
      refusal,
    );
    const { strategies } = await upload({ 'places.json': strategy });
    const read = await app.send(contract.getStrategy, { params: { id: strategies[0].id } });
    expect(cellsOf(read.body.strategy)).toEqual([...newDiagram(), shape(500)]);
  });

  test.each(['__proto__', 'constructor', 'toString', 'hasOwnProperty'])(
    'whose box would be found in every object is refused by each way in: %s',
    async (name) => {
      const { id } = await create('Names');
      const strategy = JSON.stringify({ cells: [...newDiagram(), { id: name, type: 'Wiki' }] });
      const message = `Cell 2 uses the name "${name}", which no cell may have`;
      const refusal = { code: 'INVALID', field: 'strategy', message };
      expect((await save(id, { strategy })).body.error).toMatchObject(refusal);
      const made = await app.send(contract.createStrategy, { body: { name: 'New', strategy } });
      expect(made.body.error).toMatchObject(refusal);
      const files = { 'a.json': strategy, 'b.json': JSON.stringify({ name: 'Packed', strategy }) };
      const { strategies, reasons } = await upload(files);
      expect(strategies).toEqual([]);
      expect(reasons.map(({ reason }: { reason: string }) => reason)).toEqual([message, message]);
    },
  );

  test('is cloned and deleted; a built-in one is only cloned', async () => {
    const builtIn = (await list()).find(({ type }) => type === 'BUILTIN') as contract.Strategy;
    expect((await save(builtIn.id, { name: 'x' })).body.error.message).toBe(contract.strategyTexts.builtIn);
    const clone = (await app.send(contract.duplicateStrategy, { body: { id: builtIn.id, name: 'My own' } })).body
      .strategy;
    expect(clone).toMatchObject({ type: 'CUSTOM', description: builtIn.description });
    const gone = await app.send(contract.deleteStrategies, { body: { ids: [builtIn.id, clone.id, 999_999] } });
    expect(gone.body).toEqual({ ids: [clone.id] });
    expect(await names()).toContain(builtIn.name);
    expect((await app.send(contract.getStrategy, { params: { id: clone.id } })).status).toBe(404);
    const file = await app.fetch(`/action/export/strategies/${builtIn.id}`);
    expect(((await file.json()) as { error: { message: string } }).error.message).toBe(
      contract.strategyTexts.builtInExport,
    );
  });
});

const upload = async (files: Record<string, string | Uint8Array>) =>
  (await app.upload(contract.importStrategies, { files })).body;

describe('files of diagrams', () => {
  test('come back as they were exported, under the next free name', async () => {
    const { id } = await create('Round trip');
    const cells = [
      ...withWiki(),
      { id: 's', type: 'standard.Circle', ports: { items: [] }, attrs: { label: { text: 'ü' } } },
    ];
    const whole = { cells, version: 7, background: { image: 'grid' } };
    await save(id, { description: 'All of it', strategy: JSON.stringify(whole) });
    const text = await (await app.fetch(`/action/export/strategies/${id}`)).text();
    const { strategies, errorList } = await upload({ 'a.json': text, 'b.json': text });
    expect(errorList).toEqual([]);
    expect(strategies.map(({ name }: contract.Strategy) => name)).toEqual(['Round trip (2)', 'Round trip (3)']);
    const { strategy } = (await app.send(contract.getStrategy, { params: { id: strategies[0].id } })).body;
    expect(strategy).toMatchObject({ type: 'CUSTOM', description: 'All of it' });
    expect(JSON.parse(strategy.strategy)).toEqual(whole);
    const bare = await upload({
      'other.json': JSON.stringify(whole),
      [`${'n'.repeat(300)}.json`]: JSON.stringify(whole),
    });
    for (const one of bare.strategies) {
      const found = (await app.send(contract.getStrategy, { params: { id: one.id } })).body.strategy;
      expect(JSON.parse(found.strategy)).toEqual(whole);
    }
    expect(bare.strategies.map(({ name }: contract.Strategy) => name)).toEqual(['other', 'n'.repeat(255)]);
    const clone = await app.send(contract.duplicateStrategy, { body: { id, name: 'Clone of it' } });
    const cloned = (await app.send(contract.getStrategy, { params: { id: clone.body.strategy.id } })).body.strategy;
    expect(JSON.parse(cloned.strategy)).toEqual(whole);
  });

  test('each get a verdict of their own: hostile ones harm nothing', async () => {
    const bare = JSON.stringify({ cells: withWiki() });
    const evil = [
      ...newDiagram(),
      {
        id: 'x',
        type: 'Wiki',
        custom: { projectName: '</text><script>alert(1)</script>' },
        position: { x: -1_000_000, y: 1e6 },
      },
    ];
    const answer = await upload({
      'bare.json': bare,
      'none.json': '{"a":1}',
      'broken.json': '{"cells":[',
      'notes.txt': 'x',
      'script.json': JSON.stringify({
        name: '<img src=x onerror=alert(1)>',
        img: '<svg onload=alert(1)>',
        strategy: { cells: evil },
      }),
      'proto.json': '{"__proto__":{"polluted":1},"strategy":{"cells":[{"id":"a","type":"x","__proto__":{}}]}}',
      'far.json': JSON.stringify({ cells: [...newDiagram(), { id: 'a', type: 'Wiki', position: { x: 1e300, y: 0 } }] }),
      'circle.json': JSON.stringify({
        cells: [
          ...newDiagram(),
          ...['a', 'b'].map((id) => ({ id, type: 'Wiki' })),
          { id: '1', type: 'Link', source: { id: 'a' }, target: { id: 'b' } },
          { id: '2', type: 'Link', source: { id: 'b' }, target: { id: 'a' } },
        ],
      }),
      'damaged.zip': 'PK',
    });
    expect(answer.strategies.map(({ name }: contract.Strategy) => name)).toEqual([
      'bare',
      '<img src=x onerror=alert(1)>',
    ]);
    for (const { img } of answer.strategies) expect(img).not.toMatch(/<script|onload|Infinity|NaN/);
    expect(
      Object.fromEntries(answer.reasons.map(({ text, reason }: { text: string; reason: string }) => [text, reason])),
    ).toEqual({
      'none.json': 'The file is no diagram: it has neither a strategy nor a list of cells',
      'broken.json': 'The file is no valid JSON',
      'notes.txt': 'Only .json files, or a ZIP of them, are taken',
      'proto.json': 'Cell 1 holds the name "__proto__"',
      'far.json': 'Cell 2 gives Wiki the x 1e+300: from -1,000,000 to 1,000,000 is possible',
      'circle.json': 'Wiki hangs on itself over other boxes',
      'damaged.zip': 'This is no ZIP, or a damaged one',
    });
    expect(({} as { polluted?: number }).polluted).toBeUndefined();
  });

  test('two imports of one file at once get names of their own', async () => {
    const text = JSON.stringify({ name: 'At once', strategy: { cells: newDiagram() } });
    await Promise.all([1, 2, 3].map(() => upload({ 'a.json': text })));
    expect((await names()).filter((name) => name.startsWith('At once')).toSorted()).toEqual([
      'At once',
      'At once (2)',
      'At once (3)',
    ]);
  });
});
