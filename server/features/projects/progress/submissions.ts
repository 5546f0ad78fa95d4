import { sql } from 'kysely';
import { labelOf } from '#connectors/registry.ts';
import { indexingTexts, type Submission } from '#domain/contract/indexing.ts';
import { topics } from '#domain/contract/live.ts';
import { allSaid, type Said, saidMostly } from '#domain/rules/submission-words.ts';
import type { Queryable, Tx } from '../../../db/store.ts';
import { reopened } from '../../../engine/submissions/begin-submissions.ts';
import { NotFound, Refusal } from '../../../errors/refusal.ts';
import type { Note } from '../../../live/commit.ts';
import { lockProject } from '../project-rows.ts';

/** The last submission of each service for a project, of its own links or of the pages that it made; 404 when it does not exist. */
export async function readSubmissions(db: Queryable, projectId: number): Promise<Submission[]> {
  type Row = Omit<Submission, 'label' | 'said' | 'addedAt' | 'endedAt' | 'dueAt'> & {
    said: Said;
    endReason: string | null;
    added_at: Date;
    ended_at: Date | null;
    due_at: Date | null;
  };
  const project = db.selectFrom('projects').where('id', '=', projectId).where('campaign_id', 'is not', null);
  if (!(await project.select('id').executeTakeFirst())) throw new NotFound('project');
  const { rows } = await sql<Row>`
    select distinct on (indexer) indexer, state, total, taken, refused, said, end_reason as "endReason", waits,
      added_at, ended_at, due_at
    from submissions where project_id = ${projectId} order by indexer, id desc`.execute(db);
  return rows.map(({ said, endReason, added_at, ended_at, due_at, ...row }) => ({
    ...row,
    label: labelOf(row.indexer),
    said: saidMostly(allSaid({ ...row, said, endReason })),
    dueAt: due_at?.toISOString() ?? null,
    addedAt: added_at.toISOString(),
    endedAt: ended_at?.toISOString() ?? null,
  }));
}

interface Which {
  projectId: number;
  indexer: string;
}

/** Stops all that is being told to a service of the pages that a project made; the engine ends it (D-ENG-23). */
export async function stopSubmission(tx: Tx, note: Note, { projectId, indexer }: Which): Promise<void> {
  await lockProject(tx, projectId);
  const { numUpdatedRows } = await tx
    .updateTable('submissions')
    .set({ stop_asked: true })
    .where('project_id', '=', projectId)
    .where('indexer', '=', indexer)
    .where('run_id', 'is not', null)
    .where('ended_at', 'is', null)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw new Refusal('NOT_WAITING', indexingTexts.notGoing);
  note(topics.project(projectId), { action: 'linksSubmitted', projectId });
}

/** Lets go on what was stopped, of the last run alone: it is what the page shows. */
export async function continueSubmission(tx: Tx, note: Note, { projectId, indexer }: Which): Promise<void> {
  await lockProject(tx, projectId);
  const { rows } = await sql`update submissions set ${reopened} where state = 'STOPPED' and run_id is not null
    and id = (select max(id) from submissions where project_id = ${projectId} and indexer = ${indexer}) returning id`.execute(
    tx,
  );
  if (rows.length === 0) throw new Refusal('NOT_WAITING', indexingTexts.notStopped);
  note(topics.project(projectId), { action: 'linksSubmitted', projectId });
}
