import type { BulkResult } from '#domain/contract/tallies.ts';
import type { ProjectStatus } from '#domain/states/project.ts';
import type { App } from '../../../app.ts';
import { anyOf } from '../../../db/any-of.ts';
import type { Tx } from '../../../db/store.ts';
import { NotFound, Refusal } from '../../../errors/refusal.ts';
import { commitAndWake, type Note } from '../../../live/commit.ts';
import { campaignOf } from '../../campaigns/campaign-of.ts';

/** Projects of one transaction: long enough to be quick, short enough that posts that end do not wait for it. */
const atOnce = 25;

/** Does something to one project, and says its status after it; a refusal comes before anything is changed. */
type Step = (tx: Tx, note: Note, id: number) => Promise<{ status: ProjectStatus; changed?: boolean }>;

interface Bulk {
  campaignId: number;
  ids: readonly number[];
}

/** Does the same to many projects of a campaign, and says of each what became of it; 404 without the campaign. */
export async function doToMany(app: App, { campaignId, ids }: Bulk, step: Step): Promise<{ results: BulkResult[] }> {
  await campaignOf(app.store.db, campaignId);
  const wanted = [...new Set(ids)];
  const done = new Map<number, BulkResult>();
  // In one order, as all that lock several projects.
  const inOrder = wanted.toSorted((one, other) => one - other);
  for (let at = 0; at < inOrder.length; at += atOnce) {
    const some = inOrder.slice(at, at + atOnce);
    const results = await commitAndWake(app, (tx, note) => doToSome(tx, note, { campaignId, ids: some }, step));
    for (const result of results) done.set(result.id, result);
  }
  return { results: wanted.flatMap((id) => done.get(id) ?? []) };
}

async function doToSome(tx: Tx, note: Note, { campaignId, ids }: Bulk, step: Step): Promise<BulkResult[]> {
  await tx.selectFrom('campaigns').where('id', '=', campaignId).select('id').forNoKeyUpdate().execute();
  const rows = await tx
    .selectFrom('projects')
    .where('campaign_id', '=', campaignId)
    .where('id', '=', anyOf(ids))
    .select(['id', 'status'])
    .orderBy('id')
    .forUpdate()
    .execute();
  const own = new Map(rows.map((row) => [row.id, row.status]));
  const results: BulkResult[] = [];
  for (const id of ids) {
    const status = own.get(id);
    results.push(status === undefined ? notThere(id) : await doOne({ id, status }, () => step(tx, note, id)));
  }
  return results;
}

const notThere = (id: number): BulkResult => ({
  id,
  status: null,
  changed: false,
  error: { code: 'NOT_FOUND', message: new NotFound('project').message },
});

async function doOne(
  { id, status }: { id: number; status: ProjectStatus },
  work: () => ReturnType<Step>,
): Promise<BulkResult> {
  try {
    const { status: now, changed = true } = await work();
    return { id, status: now, changed, error: null };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { id, status, changed: false, error: { code: error.code, message: error.message } };
  }
}
