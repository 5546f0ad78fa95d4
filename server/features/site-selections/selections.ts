import type { Selectable } from 'kysely';
import type { z } from 'zod';
import { topics } from '#domain/contract/live.ts';
import type { SiteSelection, saveSiteSelection } from '#domain/contract/site-selections.ts';
import { anyOf } from '../../db/any-of.ts';
import type { SelectionTables } from '../../db/selection-tables.ts';
import type { Queryable, Tx } from '../../db/store.ts';
import { NotFound, refuseStale } from '../../errors/refusal.ts';
import type { Note } from '../../live/commit.ts';
import { setMarks } from './marks.ts';

type Row = Selectable<SelectionTables['site_selections']>;

const toSelection = ({ selection_type, min_pr, ...row }: Row): SiteSelection => ({
  ...row,
  siteSelectionType: selection_type,
  minPR: min_pr,
});

/** All site selections, newest first. */
export async function listSelections(db: Queryable): Promise<SiteSelection[]> {
  return (await db.selectFrom('site_selections').selectAll().orderBy('id', 'desc').execute()).map(toSelection);
}

/** One site selection; 404 when it does not exist. */
export async function getSelection(db: Queryable, id: number): Promise<SiteSelection> {
  const row = await db.selectFrom('site_selections').where('id', '=', id).selectAll().executeTakeFirst();
  if (!row) throw new NotFound('site selection');
  return toSelection(row);
}

/** Makes a selection by platforms that names none yet. */
export async function createSelection(tx: Tx, note: Note, name: string): Promise<SiteSelection> {
  const row = await tx.insertInto('site_selections').values({ name }).returningAll().executeTakeFirstOrThrow();
  const siteSelection = toSelection(row);
  note(topics.siteSelections, { action: 'addNew', siteSelection });
  return siteSelection;
}

async function noteEdited(tx: Tx, note: Note, id: number): Promise<SiteSelection> {
  const siteSelection = await getSelection(tx, id);
  note(topics.siteSelections, { action: 'edited', siteSelection });
  return siteSelection;
}

/** Renames a selection; 404 when it does not exist. */
export async function renameSelection(tx: Tx, note: Note, id: number, name: string): Promise<SiteSelection> {
  await tx.updateTable('site_selections').set({ name }).where('id', '=', id).execute();
  return noteEdited(tx, note, id);
}

type Input = z.output<(typeof saveSiteSelection)['body']>;

/** Saves what a selection chooses, all of it or nothing; refused where another window saved it since it was read. */
export async function saveSelection(tx: Tx, note: Note, id: number, input: Input): Promise<SiteSelection> {
  const { siteSelectionType, minPR, edition, name, img, video, dofollow } = input.siteSelection;
  await tx.selectFrom('site_selections').where('id', '=', id).select('id').forNoKeyUpdate().execute();
  refuseStale(edition, await getSelection(tx, id));
  await setMarks(tx, id, input);
  // Named though it stays: the edition rises with each save.
  const kept = { name, img, video, dofollow, min_pr: minPR };
  const told = Object.fromEntries(Object.entries(kept).filter(([, value]) => value !== undefined));
  await tx
    .updateTable('site_selections')
    .set({ ...told, selection_type: siteSelectionType })
    .where('id', '=', id)
    .execute();
  return noteEdited(tx, note, id);
}

/** Deletes selections with their marks; answers those that were there. */
export async function deleteSelections(tx: Tx, note: Note, ids: readonly number[]): Promise<number[]> {
  // Locked in the order of their ids, so that two deletions wait for each other and not in a circle.
  await tx.selectFrom('site_selections').where('id', '=', anyOf(ids)).orderBy('id').select('id').forUpdate().execute();
  const rows = await tx.deleteFrom('site_selections').where('id', '=', anyOf(ids)).returning('id').execute();
  const gone = rows.map(({ id }) => id);
  if (gone.length > 0) note(topics.siteSelections, { action: 'deleted', ids: gone });
  return gone;
}
