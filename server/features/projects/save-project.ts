import { sql } from 'kysely';
import type { z } from 'zod';
import { topics } from '#domain/contract/live.ts';
import { projectKind } from '#domain/contract/modules.ts';
import {
  type PostingFields,
  type PostingProject,
  postingProblems,
  type savePostingProject,
} from '#domain/contract/projects.ts';
import { cleanCommaText } from '#domain/rules/comma-text.ts';
import { isBusy, stateTexts } from '#domain/states/project.ts';
import type { App } from '../../app.ts';
import type { Queryable, Tx } from '../../db/store.ts';
import { NotFound, Refusal } from '../../errors/refusal.ts';
import { commit } from '../../live/commit.ts';
import { readProject } from './project-rows.ts';

type Save = z.output<(typeof savePostingProject)['body']>;

/** Saves form and site marks of a posting project; refuses with the first broken rule and its tab. */
export async function saveProject(app: App, save: Save): Promise<PostingProject> {
  return commit(app, async (tx, note) => {
    const { id, name, ...fields } = save.project;
    const stored = await readProject(tx, id);
    if (projectKind(stored.module) !== 'posting') throw new Refusal('This is not a posting project');
    if (isBusy(stored.status)) throw new Refusal(stateTexts.running);
    const form = await withKnownReferences(tx, stored.campaignId, fields);
    await saveMarks(tx, id, stored.module, save.sites);
    refuseProblems(form, await countChecked(tx, id));
    await tx
      .updateTable('projects')
      .set({ ...columnsOf(form), ...(name === undefined ? {} : { name }) })
      .where('id', '=', id)
      .execute();
    note(topics.project(id), { action: 'projectSaved', projectId: id, uuid: save.uuid });
    const project = await readProject(tx, id);
    if (name !== undefined && name !== stored.name)
      note(topics.campaign(stored.campaignId), { action: 'projectEdited', project });
    return project;
  });
}

/** Throws the first broken rule, with the tab and field where it stands. */
export function refuseProblems(form: PostingFields, nChecked: number): void {
  const problems = postingProblems(form, nChecked);
  const first = problems[0];
  if (!first) return;
  throw new Refusal(first.message, {
    field: first.field,
    tab: first.tab,
    messages: [...new Set(problems.map((problem) => problem.message))],
  });
}

function columnsOf(form: PostingFields) {
  const { selectedCampaignId, profileId, urlListId, contentGroupId, ...settings } = form;
  return {
    selected_campaign_id: selectedCampaignId,
    profile_id: profileId,
    url_list_id: urlListId,
    content_group_id: contentGroupId,
    settings: JSON.stringify({ ...settings, tags: cleanCommaText(settings.tags) }),
  };
}

/** References that no longer exist, or belong elsewhere, become null: the rules then say what is missing. */
async function withKnownReferences(tx: Tx, campaignId: number, fields: PostingFields): Promise<PostingFields> {
  const exists = async (table: 'campaigns' | 'content_groups', id: number | null) =>
    id !== null && (await tx.selectFrom(table).where('id', '=', id).select('id').executeTakeFirst()) ? id : null;
  const selectedCampaignId = await exists('campaigns', fields.selectedCampaignId);
  const inCampaign = async (table: 'profiles' | 'url_lists', id: number | null, campaign: number | null) => {
    if (id === null || campaign === null) return null;
    const row = await tx
      .selectFrom(table)
      .where('id', '=', id)
      .where('campaign_id', '=', campaign)
      .select('id')
      .executeTakeFirst();
    return row ? id : null;
  };
  const listIds = fields.linkSetProfiles.flatMap((row) => row.linkSetId ?? []);
  const lists = listIds.length
    ? await tx
        .selectFrom('url_lists')
        .where('id', 'in', listIds)
        .where('campaign_id', '=', campaignId)
        .select(['id', 'name'])
        .execute()
    : [];
  const names = new Map(lists.map((row) => [row.id, row.name]));
  const rows = fields.linkSetProfiles.filter((row) => row.linkSetId === null || names.has(row.linkSetId));
  const seen = new Set<number | null>();
  for (const row of rows) {
    if (seen.has(row.linkSetId))
      throw new Refusal('Each link set can be used once', { field: 'linkSetProfiles', tab: 'general' });
    seen.add(row.linkSetId);
  }
  return {
    ...fields,
    selectedCampaignId,
    profileId: await inCampaign('profiles', fields.profileId, selectedCampaignId),
    urlListId: await inCampaign('url_lists', fields.urlListId, campaignId),
    contentGroupId: await exists('content_groups', fields.contentGroupId),
    linkSetProfiles: rows.map((row) => ({ ...row, name: names.get(row.linkSetId ?? 0) ?? row.name })),
  };
}

/** Marks of the shown rows; rows left out keep theirs, run statuses are never written here (D-PROJ-16). */
async function saveMarks(tx: Tx, projectId: number, module: string, marks: Save['sites']): Promise<void> {
  const rows = marks.map((mark) => ({ m: mark.id.module, s: mark.id.siteId, e: mark.email ?? '', c: mark.checked }));
  if (rows.length === 0) return;
  await sql`
    insert into project_sites (project_id, module, site_id, email, checked)
    select distinct on (k.m, k.s, k.e) ${projectId}, k.m, k.s, k.e, k.c
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as k(m text, s text, e text, c boolean)
    join sites on sites.module = k.m and sites.site_id = k.s
    where k.m = ${module}
    on conflict (project_id, module, site_id, email) do update set checked = excluded.checked`.execute(tx);
}

/** Checked sites that still exist. */
export async function countChecked(db: Queryable, projectId: number): Promise<number> {
  const row = await db
    .selectFrom('project_sites')
    .innerJoin('sites', (join) =>
      join.onRef('sites.module', '=', 'project_sites.module').onRef('sites.site_id', '=', 'project_sites.site_id'),
    )
    .where('project_id', '=', projectId)
    .where('checked', '=', true)
    .select((build) => build.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return row.count;
}

/** Fails when the project is unknown; else says which campaign it belongs to. */
export async function campaignOfProject(db: Queryable, id: number): Promise<number> {
  const row = await db.selectFrom('projects').where('id', '=', id).select('campaign_id').executeTakeFirst();
  if (!row) throw new NotFound('project');
  return row.campaign_id;
}
