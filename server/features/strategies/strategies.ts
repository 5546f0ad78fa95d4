import type { Strategy } from '#domain/contract/strategies.ts';
import { drawDiagram } from '#domain/rules/draw-diagram.ts';
import type { Queryable } from '../../db/store.ts';
import { builtInStrategies } from './built-in.ts';

/** Strategies as lists show them: without their text, built-in ones first. */
export function listStrategies(db: Queryable): Promise<Strategy[]> {
  return db
    .selectFrom('strategies')
    .select((build) => ['id', 'name', 'type', 'description', 'img', build.val('').as('strategy')])
    .orderBy('type')
    .orderBy('id')
    .execute();
}

/** Makes the built-in diagrams that are missing (D-DIAG-11); safe with several processes. */
export async function ensureBuiltInStrategies(db: Queryable): Promise<void> {
  const rows = builtInStrategies.map(({ name, description, cells }) => ({
    name,
    description,
    type: 'BUILTIN' as const,
    img: drawDiagram(cells),
    strategy: JSON.stringify({ cells }),
  }));
  await db
    .insertInto('strategies')
    .values(rows)
    .onConflict((conflict) => conflict.column('name').where('type', '=', 'BUILTIN').doNothing())
    .execute();
}
