import { sql } from 'kysely';
import { labelOf } from '#connectors/registry.ts';
import type { Submission } from '#domain/contract/indexing.ts';
import { allSaid } from '#domain/rules/submission-words.ts';
import type { Queryable } from '../../../db/store.ts';
import { NotFound } from '../../../errors/refusal.ts';

/** The last submission of each service for a project, of its own links or of the pages that it made; 404 when it does not exist. */
export async function readSubmissions(db: Queryable, projectId: number): Promise<Submission[]> {
  type Row = Omit<Submission, 'label' | 'said' | 'addedAt' | 'endedAt'> & {
    said: Record<string, number>;
    endReason: string | null;
    added_at: Date;
    ended_at: Date | null;
  };
  const project = db.selectFrom('projects').where('id', '=', projectId).where('campaign_id', 'is not', null);
  if (!(await project.select('id').executeTakeFirst())) throw new NotFound('project');
  const { rows } = await sql<Row>`
    select distinct on (indexer) indexer, state, total, taken, refused, said, end_reason as "endReason",
      added_at, ended_at
    from submissions where project_id = ${projectId} order by indexer, id desc`.execute(db);
  return rows.map(({ said, endReason, added_at, ended_at, ...row }) => ({
    ...row,
    label: labelOf(row.indexer),
    said: allSaid({ ...row, said, endReason }),
    addedAt: added_at.toISOString(),
    endedAt: ended_at?.toISOString() ?? null,
  }));
}
