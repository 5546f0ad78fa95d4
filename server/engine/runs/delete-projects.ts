import { sql } from 'kysely';
import { anyOf } from '../../db/any-of.ts';
import type { Tx } from '../../db/store.ts';
import type { Note } from '../../live/commit.ts';
import { deleteAtRest } from './close-run.ts';
import { stopProjects } from './stop-projects.ts';

/**
 * Deletes projects; running ones are stopped first (D-GEN-16). One that has sends out leaves its campaign at once, and is
 * seen by nobody any more, but stays in the store until these have come back: what then stands is recorded in its output
 * link set like any success. closeIfDone removes it.
 */
export async function deleteProjectRows(tx: Tx, note: Note, ids: number[]): Promise<void> {
  await stopProjects(tx, note, ids);
  await deleteAtRest(tx, ids);
  await tx.updateTable('projects').set({ campaign_id: null }).where('id', '=', anyOf(ids)).execute();
}

/** What a project refers to and can lose. */
export type Referenced = 'profiles' | 'url_lists' | 'content_groups' | 'private_networks';

const users: Record<Referenced, (ids: readonly number[]) => ReturnType<typeof sql<boolean>>> = {
  profiles: (ids) => sql`profile_id = ${anyOf(ids)}`,
  private_networks: (ids) => sql`private_network_id = ${anyOf(ids)}`,
  content_groups: (ids) => sql`content_group_id = ${anyOf(ids)}`,
  url_lists: (ids) => sql`(url_list_id = ${anyOf(ids)} or ${drawsFrom(ids)})`,
};

/** Input link sets stand in the form's rows; they belong to the project's own campaign. */
const drawsFrom = (
  ids: readonly number[],
) => sql`(campaign_id in (select campaign_id from url_lists where id = ${anyOf(ids)})
  and exists (select from jsonb_array_elements(settings->'linkSetProfiles') row where (row->>'linkSetId')::bigint = ${anyOf(ids)}))`;

/**
 * Before something is deleted that projects refer to: those that run are stopped (D-GEN-16), input link sets become null
 * in their forms, so that the next start names what is missing. Columns that refer to it are emptied by the store.
 */
export async function releaseProjects(tx: Tx, note: Note, what: Referenced, ids: number[]): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    select id from projects where ${users[what](ids)} order by id for update`.execute(tx);
  await stopProjects(
    tx,
    note,
    rows.map((row) => row.id),
  );
  if (what === 'url_lists')
    await sql`update projects set settings = jsonb_set(settings, '{linkSetProfiles}', (
        select jsonb_agg(case when (row->>'linkSetId')::bigint = ${anyOf(ids)} then row || '{"linkSetId": null}' else row end order by at)
        from jsonb_array_elements(settings->'linkSetProfiles') with ordinality list(row, at)))
      where ${drawsFrom(ids)}`.execute(tx);
}

/** Before articles are deleted: posts let go of them, in the order in which posts and articles are always locked. */
export async function releaseArticles(tx: Tx, articles: ReturnType<typeof sql>): Promise<void> {
  await sql`
    with users as materialized (
      select id from posts where article_id in (${articles}) order by id for update
    )
    update posts p set article_id = null from users where p.id = users.id`.execute(tx);
}
