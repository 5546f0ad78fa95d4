import { sql } from 'kysely';
import { topics } from '#domain/contract/live.ts';
import { anyOf } from '../../db/any-of.ts';
import type { Store } from '../../db/store.ts';
import { commit } from '../../live/commit.ts';
import type { Live } from '../../live/live.ts';
import { mostRowsTold } from '../../live/row-portions.ts';
import { itemColumns, type ProvedRow, type TellLink } from '../checks/proved-rows.ts';

/** Folds what proofs saw of the links that posts placed, and tells those links in the sets they were drawn from. */
export async function tellTargets(app: { store: Store; live: Live }, tell: TellLink): Promise<void> {
  // A second in which no page was made or read costs a look into an empty table.
  const { rows: waiting } = await sql`select from target_changes limit 1`.execute(app.store.db);
  if (waiting.length === 0) return;
  await commit(app, async (tx, note) => {
    const folded = await sql<{ id: number }>`/* hot: fold-targets */
      select link as id from fold_target_changes() as link`.execute(tx);
    const ids = folded.rows.map((row) => row.id);
    if (ids.length === 0) return;
    const { rows } = await sql<ProvedRow>`select ${itemColumns} from url_items i
      where i.id = ${anyOf(ids.slice(0, mostRowsTold))}`.execute(tx);
    if (ids.length <= mostRowsTold) for (const row of rows) tell(note, row);
    else
      for (const urlListId of new Set(rows.map((row) => row.url_list_id)))
        note(topics.linkSet(urlListId), { action: 'urlItemsChanged', urlListId });
  });
}
