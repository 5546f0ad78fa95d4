import { sql } from 'kysely';
import { indexingTexts } from '#domain/contract/indexing.ts';
import type { Schedule } from '#domain/contract/schedules.ts';
import type { Tx } from '../../db/store.ts';
import type { Note } from '../../live/commit.ts';
import { failProject } from '../runs/planning/plan-project.ts';
import { applyProjectEvent } from '../runs/project-status.ts';
import { setSiteStatus } from '../site-status.ts';
import { closeSubmissions } from './end-submission.ts';

/** What an indexer project begins with. */
export interface ToSubmit {
  id: number;
  schedule: Schedule | null;
  linkSetId: number;
  /** The checked services that are there. */
  services: readonly string[];
  /** True when services that succeeded before are told again (D-ENG-04). */
  again: boolean;
}

/**
 * Turns a STARTING indexer project into submissions, one for each service that is left to be told; the tick gives each its
 * task. One that was stopped in the same link set goes on where it was.
 */
export async function beginSubmissions(tx: Tx, note: Note, project: ToSubmit): Promise<void> {
  const { id, linkSetId, again, schedule } = project;
  const { total, upTo } = await measureSet(tx, linkSetId);
  if (total === 0) return failProject(tx, note, project, [indexingTexts.noLinks]);
  for (const indexer of await servicesLeft(tx, project)) {
    const of = { projectId: id, module: 'Indexer' as const, siteId: indexer, email: '' };
    if (again || !(await reopen(tx, { id, indexer, linkSetId })))
      await tx
        .insertInto('submissions')
        .values({ project_id: id, indexer, url_list_id: linkSetId, up_to: upTo, total })
        .execute();
    await setSiteStatus(tx, note, of, { status: 'NONE', waitInfo: 'Waiting for its turn' });
  }
  await sql`update project_tallies set last_run_at = now(), version = nextval('row_versions') where project_id = ${id}`.execute(
    tx,
  );
  const running = schedule ? { schedule: { ...schedule, status: 'RUNNING' as const } } : {};
  await applyProjectEvent(tx, note, id, 'begin', running);
  await closeSubmissions(tx, note, id);
}

/** How many links a set holds, and the last one of them. */
async function measureSet(tx: Tx, listId: number): Promise<{ total: number; upTo: number }> {
  const { rows } = await sql<{ total: number; upTo: number }>`
    select count(*) as total, coalesce(max(id), 0)::bigint as "upTo" from url_items where url_list_id = ${listId}`.execute(
    tx,
  );
  return rows[0] ?? { total: 0, upTo: 0 };
}

async function servicesLeft(tx: Tx, { id, services, again }: ToSubmit): Promise<string[]> {
  const done = await tx
    .selectFrom('project_sites')
    .where('project_id', '=', id)
    .where('module', '=', 'Indexer')
    .where('status', '=', 'SUCCESS')
    .select('site_id')
    .execute();
  const isDone = new Set(done.map((row) => row.site_id));
  return services.filter((service) => again || !isDone.has(service));
}

/** What is set of a submission that goes on after it was stopped; its turn at the service is kept. */
export const reopened = sql`state = 'WAITING', ended_at = null, task_id = null, worker = null, end_reason = null,
  stop_asked = false, tries = 0, named_waits = 0, refused_in_row = 0`;

/** Takes up a service's last submission of this set, when that was stopped; false when there is none. */
async function reopen(tx: Tx, { id, indexer, linkSetId }: { id: number; indexer: string; linkSetId: number }) {
  const { rows } = await sql`
    update submissions set ${reopened} where url_list_id = ${linkSetId} and state = 'STOPPED'
      and id = (select max(id) from submissions where project_id = ${id} and indexer = ${indexer} and run_id is null)
    returning id`.execute(tx);
  return rows.length > 0;
}
