import { topics } from '#domain/contract/live.ts';
import type { Module } from '#domain/contract/modules.ts';
import { newFieldsOf, projectKind } from '#domain/contract/projects/kinds.ts';
import type { ProjectRow } from '#domain/contract/projects/row.ts';
import type { App } from '../../app.ts';
import { anyOf } from '../../db/any-of.ts';
import type { Tx } from '../../db/store.ts';
import { deleteProjectRows } from '../../engine/runs/delete-projects.ts';
import { noteCampaignCounts } from '../../engine/runs/project-status.ts';
import { NotFound } from '../../errors/refusal.ts';
import type { Note } from '../../live/commit.ts';
import { campaignOf } from '../campaigns/campaign-of.ts';
import { hasProductMail } from '../emails/emails.ts';
import { columnsOf } from './project-forms.ts';
import { keepLinkSets, rowColumns, toProjectRow } from './project-rows.ts';

interface NewProject {
  campaignId: number;
  module: Module;
  name: string;
}
/** What the defaults of some kind hang on: how secrets are sealed, and whether the product has mail of its own. */
type Defaults = Pick<App, 'secrets' | 'config'>;

/** Makes a project with the defaults of its kind; 404 when the campaign does not exist. */
export async function createProject(
  tx: Tx,
  note: Note,
  { campaignId, module, name }: NewProject,
  app: Defaults,
): Promise<ProjectRow> {
  await campaignOf(tx, campaignId);
  const row = await tx
    .insertInto('projects')
    .values({
      campaign_id: campaignId,
      name,
      module,
      ...newColumns(app, module, campaignId),
    })
    .returning(rowColumns)
    .executeTakeFirstOrThrow();
  const project = toProjectRow(row);
  note(topics.campaign(campaignId), { action: 'newProject', project });
  return project;
}

/** Defaults of a module's kind. */
function newColumns(app: Defaults, module: Module, campaignId: number) {
  const kind = projectKind(module);
  return columnsOf(kind, newFieldsOf(kind, { campaignId, hasProductMail: hasProductMail(app) }), app.secrets);
}

/** Renames a project; its module never changes. */
export async function renameProject(tx: Tx, note: Note, id: number, name: string): Promise<ProjectRow> {
  const row = await tx
    .updateTable('projects')
    .set({ name })
    .where('id', '=', id)
    .where('campaign_id', 'is not', null)
    .returning(rowColumns)
    .executeTakeFirst();
  if (!row) throw new NotFound('project');
  const project = toProjectRow(row);
  note(topics.campaign(project.campaignId), { action: 'projectEdited', project });
  note(topics.project(id), { action: 'projectEdited', project });
  return project;
}

/** Copies settings and checked sites; the copy is NEW, without schedule and errors (D-PROJ-15). */
export async function duplicateProject(tx: Tx, note: Note, id: number, name: string): Promise<ProjectRow> {
  const copied = [
    'campaign_id',
    'module',
    'selected_campaign_id',
    'profile_id',
    'private_network_id',
    'url_list_id',
    'content_group_id',
  ] as const;
  await keepLinkSets(tx, id);
  const source = await tx
    .selectFrom('projects')
    .where('id', '=', id)
    .where('campaign_id', 'is not', null)
    .select([...copied, 'settings'])
    .executeTakeFirst();
  if (!source) throw new NotFound('project');
  const row = await tx
    .insertInto('projects')
    .values({ ...source, name, settings: JSON.stringify(source.settings) })
    .returning(rowColumns)
    .executeTakeFirstOrThrow();
  await tx
    .insertInto('project_sites')
    .columns(['project_id', 'module', 'site_id', 'email', 'checked'])
    .expression((build) =>
      build
        .selectFrom('project_sites')
        .where('project_id', '=', id)
        .where('checked', '=', true)
        .select((select) => [select.val(row.id).as('project_id'), 'module', 'site_id', 'email', 'checked']),
    )
    .execute();
  const project = toProjectRow(row);
  note(topics.campaign(project.campaignId), { action: 'newProject', project });
  return project;
}

/** Deletes projects of a campaign; running ones are stopped first, sends that are out are awaited (D-GEN-16). */
export async function deleteProjects(tx: Tx, note: Note, campaignId: number, ids: number[]): Promise<number[]> {
  await campaignOf(tx, campaignId);
  const own = await tx
    .selectFrom('projects')
    .where('campaign_id', '=', campaignId)
    .where('id', '=', anyOf(ids))
    .select('id')
    .orderBy('id')
    .forUpdate()
    .execute();
  const goneIds = own.map((row) => row.id);
  if (goneIds.length === 0) return [];
  await deleteProjectRows(tx, note, goneIds);
  note(topics.campaign(campaignId), { action: 'projectsDeleted', ids: goneIds });
  noteCampaignCounts(note, campaignId);
  return goneIds;
}
