import { sql } from 'kysely';
import type { Tx } from '../../db/store.ts';
import type { Note } from '../../live/commit.ts';
import { noteSiteRows, type ShownRow, shownColumns } from '../site-status.ts';
import { stateList } from '../state-lists.ts';
import { closeIfDone } from './close-run.ts';
import { applyProjectEvent } from './project-status.ts';

/**
 * Stops projects, in the order of their ids: queued ones at once, running ones after what is out has come back. What was
 * not sent is called off in this transaction, also what a worker is just preparing: no send begins after it (D-ENG-23).
 * Projects that do not run are passed over.
 */
export async function stopProjects(tx: Tx, note: Note, ids: number[]): Promise<void> {
  for (const id of ids.toSorted((one, other) => one - other)) {
    const changed = await applyProjectEvent(tx, note, id, 'stop');
    if (changed?.status !== 'STOPPING') continue;
    noteSiteRows(note, id, await callOff(tx, id));
    await closeIfDone(tx, note, id);
  }
}

/**
 * Skips what of a project was not sent, gives back its articles, and brings its rows to rest. Who prepares one of them keeps
 * its claim, and the place at the site, until it has left. Queues of the sites are set right by the next claims.
 */
async function callOff(tx: Tx, projectId: number): Promise<ShownRow[]> {
  const { rows } = await sql<ShownRow>`
    with called as materialized (
      select id from posts where project_id = ${projectId} and state in ${stateList('callable')} order by id for update
    ), skipped as (
      update posts p set state = 'SKIPPED', finished_at = now() from called
      where p.id = called.id and p.state in ${stateList('callable')}
      returning p.run_id, p.module, p.site_id, p.email, p.article_id, p.reason,
        p.sent_at is not null or p.tries > 0 or p.accounts_tried <> '{}' as begun
    ), shown as (
      update project_sites r set status = case when s.begun then 'STOPPED'
          when exists (select from posts q where q.run_id = s.run_id and q.module = s.module and q.site_id = s.site_id
            and q.email = s.email and q.state = 'SUCCEEDED') then 'SUCCESS' else 'NONE' end,
        wait_info = case when s.begun then s.reason end, due_at = null
      from skipped s where r.project_id = ${projectId} and r.module = s.module and r.site_id = s.site_id and r.email = s.email
      returning ${shownColumns}
    ), counted as (
      select article_id as id, count(*) as n from skipped where article_id is not null group by 1
    ), locked as materialized (
      select a.id, c.n from articles a join counted c on c.id = a.id order by a.id for update of a
    ), given_back as (
      update articles a set reserved = greatest(0, a.reserved - l.n) from locked l where a.id = l.id
    )
    select * from shown`.execute(tx);
  return rows;
}
