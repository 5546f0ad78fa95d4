import { randomBytes } from 'node:crypto';
import { topics } from '#domain/contract/live.ts';
import { type Wizard, type WizardRow, wizardTexts } from '#domain/contract/wizards.ts';
import { newWizard } from '#domain/rules/wizards/new-wizard.ts';
import { wizardRuleTexts } from '#domain/rules/wizards/problems.ts';
import type { App } from '../../app.ts';
import { anyOf } from '../../db/any-of.ts';
import { madeBy } from '../../db/made-once.ts';
import type { Secrets } from '../../db/secrets.ts';
import type { Queryable, Tx } from '../../db/store.ts';
import { NotFound, Refusal, refuseStale } from '../../errors/refusal.ts';
import type { Note } from '../../live/commit.ts';
import { hasProductMail } from '../emails/emails.ts';
import { getStrategy } from '../strategies/strategies.ts';
import { readInTurns } from './packed/read-in-turns.ts';

const columns = ['id', 'name', 'version', 'edition'] as const;

/** All wizards as lists show them, newest first. */
export function listWizards(db: Queryable): Promise<WizardRow[]> {
  return db.selectFrom('wizards').select(columns).orderBy('id', 'desc').execute();
}

/** One wizard with the edition that its editor saves by; 404 when it does not exist. */
export async function getWizard(db: Queryable, id: number, secrets: Secrets) {
  const row = await db
    .selectFrom('wizards')
    .where('id', '=', id)
    .select([...columns, 'wizard'])
    .executeTakeFirst();
  if (!row) throw new NotFound('wizard');
  const wizard = await readInTurns(JSON.parse(secrets.open(row.wizard)));
  if (!wizard) throw new Refusal('INVALID', wizardTexts.unreadable);
  return { wizard: { ...wizard, id, name: row.name }, edition: row.edition };
}

const sealed = (wizard: Wizard, secrets: Secrets) => secrets.seal(JSON.stringify(wizard));

interface NewRow {
  name: string;
  wizard: Wizard;
  /** Session of the editor that makes it. */
  uuid?: string;
}

/** A wizard as lists show it, and who saved it last, as it stays until the commit; 404 when it does not exist. */
async function holdWizard(tx: Tx, id: number): Promise<WizardRow & { saved_by: string }> {
  const row = await tx
    .selectFrom('wizards')
    .where('id', '=', id)
    .forNoKeyUpdate()
    .select([...columns, 'saved_by'])
    .executeTakeFirst();
  if (!row) throw new NotFound('wizard');
  return row;
}

async function addWizard(
  tx: Tx,
  note: Note,
  { name, wizard, uuid = '' }: NewRow,
  secrets: Secrets,
): Promise<WizardRow> {
  const row = await tx
    .insertInto('wizards')
    .values({ name, wizard: sealed({ ...wizard, id: null, name }, secrets), made_by: uuid || null, saved_by: uuid })
    .returning(columns)
    .executeTakeFirstOrThrow();
  note(topics.wizards, { action: 'addNew', wizard: row });
  return row;
}

/** A save: the wizard, which editing session it is, and the edition that was edited. */
export interface Save {
  wizard: Wizard;
  uuid: string;
  edition?: number | undefined;
}

/** Saves a wizard as it is, complete or not (D-WIZ-01): one that another window saved meanwhile is not gone over. */
export async function saveWizard(tx: Tx, note: Note, save: Save, secrets: Secrets): Promise<WizardRow> {
  const { wizard, uuid, edition } = save;
  const name = wizard.name.trim();
  if (!name) throw new Refusal('INVALID', wizardRuleTexts.wizardName, { field: 'name' });
  const id = wizard.id ?? (await madeBy(tx, 'wizards', uuid));
  if (id === null) return addWizard(tx, note, { name, wizard, uuid }, secrets);
  const stored = await holdWizard(tx, id);
  // Only who has to choose gets to see what stands there: opening it takes a while.
  const isOwn = uuid !== '' && stored.saved_by === uuid;
  if (edition !== undefined && edition !== stored.edition && !isOwn)
    refuseStale(edition, await getWizard(tx, id, secrets));
  const row = await tx
    .updateTable('wizards')
    .set({ name, wizard: sealed({ ...wizard, id, name }, secrets), saved_by: uuid })
    .where('id', '=', id)
    .returning(columns)
    .executeTakeFirstOrThrow();
  if (name !== stored.name) note(topics.wizards, { action: 'rename', id: row.id, name, version: row.version });
  note(topics.wizard, { action: 'wizardSaved', id: row.id, name, uuid, edition: row.edition });
  return row;
}

/** Makes an empty wizard of a strategy, or lets one begin anew with it (D-WIZ-01). */
export async function putWizard(
  tx: Tx,
  note: Note,
  { id, strategy: strategyId, name }: { id?: number | null | undefined; strategy: number; name?: string | undefined },
  app: Pick<App, 'secrets' | 'config'>,
): Promise<WizardRow> {
  const strategy = await getStrategy(tx, strategyId);
  if (id) await holdWizard(tx, id);
  const before = id ? await getWizard(tx, id, app.secrets) : undefined;
  const wizard = newWizard({
    strategy,
    id: id ?? null,
    name: name ?? before?.wizard.name ?? strategy.name,
    campaignName: before?.wizard.campaignName ?? '',
    now: new Date(),
    hasProductMail: hasProductMail(app),
    seed: randomBytes(8).toString('hex'),
  });
  return saveWizard(tx, note, { wizard, uuid: '' }, app.secrets);
}

/** Renames a wizard: who edits it takes over the name, with the edition that it gets by it. */
export async function renameWizard(tx: Tx, note: Note, id: number, name: string): Promise<WizardRow> {
  const row = await tx
    .updateTable('wizards')
    .set({ name, saved_by: '' })
    .where('id', '=', id)
    .returning(columns)
    .executeTakeFirst();
  if (!row) throw new NotFound('wizard');
  note(topics.wizards, { action: 'rename', id, name, version: row.version, edition: row.edition });
  return row;
}

/** Copies a wizard under another name. */
export async function duplicateWizard(
  tx: Tx,
  note: Note,
  { id, name }: { id: number; name: string },
  secrets: Secrets,
): Promise<WizardRow> {
  const { wizard } = await getWizard(tx, id, secrets);
  return addWizard(tx, note, { name, wizard }, secrets);
}

/** Deletes wizards; unknown ones are passed over. */
export async function deleteWizards(tx: Tx, note: Note, ids: number[]): Promise<number[]> {
  await tx.selectFrom('wizards').where('id', '=', anyOf(ids)).orderBy('id').select('id').forUpdate().execute();
  const gone = await tx.deleteFrom('wizards').where('id', '=', anyOf(ids)).returning('id').execute();
  const goneIds = gone.map((row) => row.id);
  if (goneIds.length > 0) note(topics.wizards, { action: 'deleted', ids: goneIds });
  return goneIds;
}
