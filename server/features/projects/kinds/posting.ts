import { sql } from 'kysely';
import { newPostingFields, type PostingFields, postingFields } from '#domain/contract/projects/posting.ts';
import { cleanCommaText } from '#domain/rules/comma-text.ts';
import { listProfiles } from '../../accounts/accounts.ts';
import { listGroups } from '../../content/groups.ts';
import type { ServerKind, StoredForm } from './kind.ts';
import { existing, inCampaign, knownLists } from './known-references.ts';

/** The form of posting and of private projects. A project has an account profile or a private network, never both. */
export function toPostingForm(row: StoredForm): PostingFields {
  return {
    ...newPostingFields(null),
    ...postingFields.partial().parse(row.settings),
    selectedCampaignId: row.selected_campaign_id,
    profileId: row.profile_id ?? row.private_network_id,
    urlListId: row.url_list_id,
    contentGroupId: row.content_group_id,
  };
}

/** What posting and private projects write alike. */
export function toPostingColumns(form: PostingFields) {
  const { selectedCampaignId: _, profileId: __, urlListId, contentGroupId, ...settings } = form;
  return {
    url_list_id: urlListId,
    content_group_id: contentGroupId,
    settings: JSON.stringify({ ...settings, tags: cleanCommaText(settings.tags) }),
  };
}

export const postingKind: ServerKind<'posting'> = {
  toColumns: (form) => ({
    ...toPostingColumns(form),
    selected_campaign_id: form.selectedCampaignId,
    profile_id: form.profileId,
  }),
  toForm: toPostingForm,
  async withKnownReferences(tx, campaignId, form) {
    const selectedCampaignId = await existing(tx, 'campaigns', form.selectedCampaignId);
    return {
      ...(await knownLists(tx, campaignId, form)),
      selectedCampaignId,
      profileId: await inCampaign(tx, 'profiles', form.profileId, selectedCampaignId),
    };
  },
  candidates: ({ module }) =>
    sql`select module, site_id, '' as email, platform, pr, coalesce(dofollow_read, dofollow) as dofollow, dofollow_read_at from sites where module = ${module}`,
  async countAccounts(db, { profileId }) {
    if (profileId === null) return undefined;
    return (await db.selectFrom('profiles').where('id', '=', profileId).select('count').executeTakeFirst())?.count;
  },
  hasEmail: false,
  canVerify: false,
  pageLists: async (db, { selectedCampaignId }) => ({
    profiles: selectedCampaignId === null ? [] : await listProfiles(db, selectedCampaignId),
    contentGroups: await listGroups(db),
    campaigns: await db.selectFrom('campaigns').select(['id', 'name']).orderBy('name').execute(),
    selectedCampaignId,
  }),
};
