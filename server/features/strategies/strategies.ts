import { sql } from 'kysely';
import { topics } from '#domain/contract/live.ts';
import type { Module } from '#domain/contract/modules.ts';
import { type Strategy, strategyTexts } from '#domain/contract/strategies.ts';
import { type Diagram, diagramText, readDiagram, withoutLooseLinks } from '#domain/rules/diagrams/cells.ts';
import { drawDiagram } from '#domain/rules/diagrams/draw.ts';
import { whyOutOfBounds, withinBounds } from '#domain/rules/diagrams/drawing/changes.ts';
import { newDiagram } from '#domain/rules/diagrams/edits.ts';
import { renumbered } from '#domain/rules/diagrams/numbering.ts';
import { whyNoTree } from '#domain/rules/diagrams/tree.ts';
import { storableText } from '#domain/rules/storable-text.ts';
import { anyOf } from '../../db/any-of.ts';
import type { Queryable, Tx } from '../../db/store.ts';
import { NotFound, Refusal, refuseStale } from '../../errors/refusal.ts';
import type { Note } from '../../live/commit.ts';
import { builtInStrategies } from './built-in.ts';

const columns = ['id', 'name', 'type', 'description', 'img', 'version', 'edition'] as const;

/** Strategies as lists show them: without their text, built-in ones first. */
export function listStrategies(db: Queryable): Promise<Strategy[]> {
  return db
    .selectFrom('strategies')
    .select((build) => [...columns, build.val('').as('strategy')])
    .orderBy('type')
    .orderBy('id')
    .execute();
}

/** One diagram with its cells; 404 when it does not exist. `isLocked`: it stays as it is until the commit. */
export async function getStrategy(db: Queryable, id: number, isLocked = false): Promise<Strategy> {
  const row = await db
    .selectFrom('strategies')
    .where('id', '=', id)
    .$if(isLocked, (query) => query.forNoKeyUpdate())
    .select([...columns, 'strategy'])
    .executeTakeFirst();
  if (!row) throw new NotFound('diagram');
  return row;
}

/** Modules for which there is a site of the platform group Premium (D-SITE-04). */
export async function premiumModules(db: Queryable): Promise<Module[]> {
  const isPremium = sql<boolean>`lower(platform) like 'premium%'`;
  const rows = await db.selectFrom('sites').select('module').distinct().where(isPremium).orderBy('module').execute();
  return rows.map((row) => row.module);
}

/** What is stored of a diagram. */
interface NewStrategy {
  name: string;
  description: string;
  diagram: Diagram;
}

/** Adds a diagram of the operator's own, and tells it. */
export async function addStrategy(tx: Tx, note: Note, { name, description, diagram }: NewStrategy): Promise<Strategy> {
  const strategy = await tx
    .insertInto('strategies')
    .values({
      name,
      description,
      type: 'CUSTOM',
      img: storableText(drawDiagram(diagram.cells)),
      strategy: diagramText(diagram),
    })
    .returning([...columns, 'strategy'])
    .executeTakeFirstOrThrow();
  note(topics.strategies, { action: 'addNew', strategy: { ...strategy, strategy: '' } });
  return strategy;
}

/** Makes a diagram: of the cells that are told, as one whose own was deleted is saved anew, or of a Money Site alone. */
export const createStrategy = (
  tx: Tx,
  note: Note,
  { name, description = '', strategy }: Pick<Save, 'description' | 'strategy'> & { name: string },
): Promise<Strategy> =>
  addStrategy(tx, note, {
    name,
    description,
    diagram: strategy === undefined ? { cells: newDiagram() } : checkedDiagram(strategy),
  });

/** Clones a diagram, a built-in one too. */
export async function duplicateStrategy(tx: Tx, note: Note, id: number, name: string): Promise<Strategy> {
  const { description, strategy } = await getStrategy(tx, id);
  const read = readDiagram(strategy);
  if ('reason' in read) throw new Refusal('INVALID', read.reason, { field: 'strategy' });
  return addStrategy(tx, note, { name, description, diagram: { ...read, cells: withinBounds(read.cells) } });
}

interface Save {
  id: number;
  name?: string | undefined;
  description?: string | undefined;
  strategy?: string | undefined;
  /** The edition that was edited; without it the save goes over any. */
  edition?: number | undefined;
}

/** A diagram that keeps the rules, each box with a number of its own; throws why it does not. */
function checkedDiagram(text: string): Diagram {
  const diagram = treeOfText(text);
  const reason = whyOutOfBounds(diagram.cells);
  if (reason !== null) throw new Refusal('INVALID', reason, { field: 'strategy' });
  return diagram;
}

/** The same of a file of another program: its numbers are held within their bounds, not refused (D-DIAG-06). */
export function foreignDiagram(text: string): Diagram {
  const diagram = treeOfText(text);
  return { ...diagram, cells: withinBounds(diagram.cells) };
}

function treeOfText(text: string): Diagram {
  const read = readDiagram(text);
  if ('reason' in read) throw new Refusal('INVALID', read.reason, { field: 'strategy' });
  const cells = withoutLooseLinks(read.cells);
  const reason = whyNoTree(cells);
  if (reason !== null) throw new Refusal('INVALID', reason, { field: 'strategy' });
  return { ...read, cells: renumbered(cells) };
}

/** Changes a diagram; what is left out stays, and its picture is drawn anew (D-DIAG-04, D-DIAG-09). */
export async function saveStrategy(tx: Tx, note: Note, { id, edition, ...change }: Save): Promise<Strategy> {
  const stored = await getStrategy(tx, id, true);
  if (stored.type === 'BUILTIN') throw new Refusal('INVALID', strategyTexts.builtIn);
  refuseStale(edition, stored);
  const { name = stored.name, description = stored.description } = change;
  const diagram = change.strategy === undefined ? undefined : checkedDiagram(change.strategy);
  const drawn = diagram && { img: storableText(drawDiagram(diagram.cells)), strategy: diagramText(diagram) };
  const strategy = await tx
    .updateTable('strategies')
    .set({ name, description, ...drawn })
    .where('id', '=', id)
    .returning([...columns, 'strategy'])
    .executeTakeFirstOrThrow();
  const { version } = strategy;
  if (name !== stored.name) note(topics.strategies, { action: 'rename', id, name, version });
  if (strategy.edition !== stored.edition)
    note(topics.strategies, { action: 'edited', strategy: { ...strategy, strategy: '' } });
  return strategy;
}

/** Deletes diagrams; built-in ones and unknown ones are passed over. */
export async function deleteStrategies(tx: Tx, note: Note, ids: number[]): Promise<number[]> {
  const gone = await tx
    .deleteFrom('strategies')
    .where('id', '=', anyOf(ids))
    .where('type', '=', 'CUSTOM')
    .returning('id')
    .execute();
  const goneIds = gone.map((row) => row.id);
  if (goneIds.length > 0) note(topics.strategies, { action: 'deleted', ids: goneIds });
  return goneIds;
}

/** Makes the built-in diagrams that are missing (D-DIAG-11), and draws their pictures as they are drawn now; safe with several processes. */
export async function ensureBuiltInStrategies(db: Queryable): Promise<void> {
  const rows = builtInStrategies.map(({ name, description, cells }) => ({
    name,
    description,
    type: 'BUILTIN' as const,
    img: drawDiagram(cells),
    strategy: diagramText({ cells }),
  }));
  await db
    .insertInto('strategies')
    .values(rows)
    .onConflict((conflict) =>
      conflict
        .column('name')
        .where('type', '=', 'BUILTIN')
        .doUpdateSet(({ ref }) => ({ img: ref('excluded.img') }))
        .where('strategies.img', '<>', ({ ref }) => ref('excluded.img')),
    )
    .execute();
}
