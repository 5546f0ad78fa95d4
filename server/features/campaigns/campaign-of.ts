import type { Queryable } from '../../db/store.ts';
import { NotFound } from '../../errors/refusal.ts';

/** Id and name of a campaign; 404 when it does not exist. */
export async function campaignOf(db: Queryable, id: number): Promise<{ id: number; name: string }> {
  const row = await db.selectFrom('campaigns').where('id', '=', id).select(['id', 'name']).executeTakeFirst();
  if (!row) throw new NotFound('campaign');
  return row;
}
