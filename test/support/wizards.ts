import type { Module } from '#domain/contract/modules.ts';
import type { ElementType } from '#domain/contract/strategies.ts';
import { createStrategy, saveStrategy } from '#domain/contract/strategies.ts';
import type { Wizard, WizardNode } from '#domain/contract/wizards.ts';
import type { AnyCell } from '#domain/rules/diagrams/cells.ts';
import { addBox, addLink, newDiagram } from '#domain/rules/diagrams/edits.ts';
import { newWizard } from '#domain/rules/wizards/new-wizard.ts';
import type { TestApp } from './start-app.ts';

/** A box by its id: of which type, and on which other one it hangs (none: the Money Site). */
export type Boxes = Record<string, { type: ElementType; on?: string; store?: string; modules?: Module[] }>;

/** The cells of a diagram of such boxes. */
function diagramOf(boxes: Boxes): AnyCell[] {
  let cells = newDiagram();
  for (const [at, [id, { type }]] of Object.entries(boxes).entries()) {
    const added = addBox(cells, { id, type, position: { x: at * 200, y: 200 + at * 150 } });
    if (!('cells' in added)) throw new Error(JSON.stringify(added));
    cells = added.cells;
  }
  for (const [id, { on = 'money-site' }] of Object.entries(boxes)) {
    const linked = addLink(cells, { id: `${on}>${id}`, parent: on, child: id });
    if (!('cells' in linked)) throw new Error(JSON.stringify(linked));
    cells = linked.cells;
  }
  return cells.map((cell) => {
    const { store, modules } = boxes[cell.id] ?? {};
    const custom = store === undefined ? {} : { custom: { ...(cell.custom as object), profileName: store } };
    return { ...cell, ...custom, ...(modules ? { modules: modules.map((one) => ({ id: one, checked: true })) } : {}) };
  });
}

/** A filled-in wizard of such a diagram, without what only the store knows. */
export function wizardOf(boxes: Boxes, changes: Partial<Wizard> = {}): Wizard {
  const text = JSON.stringify({ cells: diagramOf(boxes) });
  const wizard = newWizard({
    strategy: { id: 1, name: 'Mine', description: '', img: '', strategy: text },
    name: 'Mine',
    campaignName: 'From a wizard',
    now: new Date(),
    hasProductMail: true,
    seed: 'test',
  });
  const linksAndKeywords = wizard.linksAndKeywords.map((links, tier) => ({
    ...links,
    tags: 'one,two',
    linkSets: links.linkSets.map((set) => ({
      ...set,
      urls: tier === 0 ? 'http://money.example/a\nhttp://money.example/b\nhttp://money.example/c' : '',
      ...{ primaryKeyword: 'garden tools', brandedKeyword: 'Green', primaryPercentage: 50, brandedPercentage: 30 },
      nakedUrlPercentage: 20,
    })),
  }));
  return { ...wizard, linksAndKeywords, ...changes };
}

/** The same with some of its projects changed. */
export function withNodes(wizard: Wizard, change: (node: WizardNode) => Partial<WizardNode>): Wizard {
  return { ...wizard, projects: wizard.projects.map((node) => ({ ...node, ...change(node) })) };
}

/** A diagram of the operator's own, as the designer saves it. */
export async function newStrategy(app: TestApp, name: string, boxes: Boxes): Promise<number> {
  const { id } = (await app.send(createStrategy, { body: { name } })).body.strategy;
  const strategy = JSON.stringify({ cells: diagramOf(boxes) });
  const saved = await app.send(saveStrategy, { params: { id }, body: { strategy } });
  if (saved.body.error) throw new Error(JSON.stringify(saved.body));
  return id;
}
