import { type ProjectKind, projectKind } from '#domain/contract/modules.ts';
import { accountFields } from '#domain/contract/projects/account.ts';
import { newPostingFields, type PostingProject, postingFields } from '#domain/contract/projects/posting.ts';
import type { FieldsOf, ProjectOf } from '#domain/contract/projects/projects.ts';
import { cleanCommaText } from '#domain/rules/comma-text.ts';
import type { Secrets } from '../../db/secrets.ts';
import type { Queryable } from '../../db/store.ts';
import type { ProjectSettings } from '../../db/tables.ts';
import { NotFound } from '../../errors/refusal.ts';
import { rowColumns, type StoredRow, toProjectRow } from './project-rows.ts';

const formColumns = [
  'selected_campaign_id',
  'profile_id',
  'private_network_id',
  'url_list_id',
  'content_group_id',
  'settings',
] as const;

interface StoredForm extends StoredRow {
  selected_campaign_id: number | null;
  profile_id: number | null;
  private_network_id: number | null;
  url_list_id: number | null;
  content_group_id: number | null;
  settings: ProjectSettings;
}

async function readStored(db: Queryable, id: number): Promise<StoredForm> {
  const row = await db
    .selectFrom('projects')
    .where('id', '=', id)
    .select([...rowColumns, ...formColumns])
    .executeTakeFirst();
  if (!row) throw new NotFound('project');
  return row;
}

/** A posting or private project as the engine reads it, also one that was deleted while sends are out. */
export async function readProject(db: Queryable, id: number): Promise<PostingProject> {
  return toPosting(await readStored(db, id));
}

/** One project with the form of its kind; 404 when it does not exist. */
export async function readForm(db: Queryable, id: number, secrets: Secrets): Promise<ProjectOf<ProjectKind>> {
  const row = await readStored(db, id);
  if (row.campaign_id === null) throw new NotFound('project');
  const kind = projectKind(row.module);
  if (kind === 'account') return { ...toAccount(row, secrets), ...toProjectRow(row) };
  return kind === 'indexer' ? { linkSetId: row.url_list_id, ...toProjectRow(row) } : toPosting(row);
}

/** Settings that an older version did not know get their defaults. */
function toPosting(row: StoredForm): PostingProject {
  const isPrivate = projectKind(row.module) === 'private';
  return {
    ...newPostingFields(null),
    ...postingFields.partial().parse(row.settings),
    selectedCampaignId: row.selected_campaign_id,
    profileId: isPrivate ? row.private_network_id : row.profile_id,
    urlListId: row.url_list_id,
    contentGroupId: row.content_group_id,
    ...toProjectRow(row),
  };
}

function toAccount(row: StoredForm, secrets: Secrets): FieldsOf<'account'> {
  const form = accountFields.parse({ ...row.settings, profileId: row.profile_id });
  const open = (sealed: string) => (sealed === '' ? '' : secrets.open(sealed));
  const { verificationInfo: mail } = form;
  return {
    ...form,
    password: open(form.password),
    verificationInfo: { ...mail, emailPassword: open(mail.emailPassword) },
  };
}

/** What a form of some kind writes: references to columns, the rest to settings, secrets sealed (D-GEN-11). */
export function columnsOf<K extends ProjectKind>(kind: K, form: FieldsOf<K>, secrets: Secrets) {
  if (kind === 'indexer') return { url_list_id: (form as FieldsOf<'indexer'>).linkSetId, settings: '{}' };
  if (kind === 'account') return accountColumns(form as FieldsOf<'account'>, secrets);
  const { selectedCampaignId, profileId, urlListId, contentGroupId, ...settings } = form as FieldsOf<'posting'>;
  return {
    selected_campaign_id: kind === 'private' ? null : selectedCampaignId,
    ...(kind === 'private' ? { private_network_id: profileId } : { profile_id: profileId }),
    url_list_id: urlListId,
    content_group_id: contentGroupId,
    settings: JSON.stringify({ ...settings, tags: cleanCommaText(settings.tags) }),
  };
}

function accountColumns({ profileId, ...settings }: FieldsOf<'account'>, secrets: Secrets) {
  const seal = (plain: string) => (plain === '' ? '' : secrets.seal(plain));
  const { verificationInfo: mail } = settings;
  return {
    profile_id: profileId,
    settings: JSON.stringify({
      ...settings,
      password: seal(settings.password),
      verificationInfo: { ...mail, emailPassword: seal(mail.emailPassword) },
    }),
  };
}
