import { sql } from 'kysely';
import { topics } from '#domain/contract/live.ts';
import type { PrivateNetwork } from '#domain/contract/private-networks.ts';
import { anyOf } from '../../db/any-of.ts';
import type { Queryable, Tx } from '../../db/store.ts';
import { releaseProjects } from '../../engine/runs/delete-projects.ts';
import { NotFound } from '../../errors/refusal.ts';
import type { Note } from '../../live/commit.ts';

const columns = ['id', 'name', 'count', 'version'] as const;

/** All networks, newest first. */
export function listNetworks(db: Queryable): Promise<PrivateNetwork[]> {
  return db.selectFrom('private_networks').select(columns).orderBy('id', 'desc').execute();
}

/** One network; 404 when it does not exist. `isLocked`: it is not deleted before the commit. */
export async function networkOf(db: Queryable, id: number, isLocked = false): Promise<PrivateNetwork> {
  const row = await db
    .selectFrom('private_networks')
    .where('id', '=', id)
    .$if(isLocked, (query) => query.forUpdate())
    .select(columns)
    .executeTakeFirst();
  if (!row) throw new NotFound('private network');
  return row;
}

/** Makes an empty network. */
export async function createNetwork(tx: Tx, note: Note, name: string): Promise<PrivateNetwork> {
  const privateNetwork = await tx
    .insertInto('private_networks')
    .values({ name })
    .returning(columns)
    .executeTakeFirstOrThrow();
  note(topics.privateNetworks, { action: 'addNew', privateNetwork });
  return privateNetwork;
}

/** Renames a network; 404 when it does not exist. */
export async function renameNetwork(tx: Tx, note: Note, id: number, name: string): Promise<PrivateNetwork> {
  await tx.updateTable('private_networks').set({ name }).where('id', '=', id).execute();
  const network = await networkOf(tx, id);
  note(topics.privateNetworks, { action: 'rename', id, name, version: network.version });
  return network;
}

/** Deletes networks with their sites; running projects that post to them are stopped first (D-GEN-16). */
export async function deleteNetworks(tx: Tx, note: Note, ids: number[]): Promise<number[]> {
  await releaseProjects(tx, note, 'private_networks', ids);
  // Locked in one order, and before their sites: an import may be adding some.
  await sql`select from private_networks where id = ${anyOf(ids)} order by id for update`.execute(tx);
  await tx.deleteFrom('private_sites').where('network_id', '=', anyOf(ids)).execute();
  const gone = await tx.deleteFrom('private_networks').where('id', '=', anyOf(ids)).returning('id').execute();
  const goneIds = gone.map((row) => row.id);
  if (goneIds.length > 0) note(topics.privateNetworks, { action: 'deleted', ids: goneIds });
  return goneIds;
}

/** Counts the sites of a network anew and tells it. */
export async function recountNetwork(tx: Tx, note: Note, id: number): Promise<void> {
  const { count, version } = await tx
    .updateTable('private_networks')
    .set({ count: sql<number>`(select count(*) from private_sites where network_id = ${id})` })
    .where('id', '=', id)
    .returning(['count', 'version'])
    .executeTakeFirstOrThrow();
  note(topics.privateNetworks, { action: 'countChanged', id, count, version });
}
