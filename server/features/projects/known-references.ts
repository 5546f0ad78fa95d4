import type { ProjectKind } from '#domain/contract/modules.ts';
import type { LinkSetProfile } from '#domain/contract/projects/posting.ts';
import type { FieldsOf } from '#domain/contract/projects/projects.ts';
import { anyOf } from '../../db/any-of.ts';
import type { Tx } from '../../db/store.ts';
import { Refusal } from '../../errors/refusal.ts';

/** References that no longer exist, or belong elsewhere, become null: the rules then say what is missing. */
export async function withKnownReferences<K extends ProjectKind>(
  kind: K,
  tx: Tx,
  campaignId: number,
  form: FieldsOf<K>,
): Promise<FieldsOf<K>> {
  const known = {
    posting: knownPosting,
    private: knownPrivate,
    account: knownAccount,
    indexer: knownIndexer,
  }[kind] as unknown as (tx: Tx, campaignId: number, form: FieldsOf<K>) => Promise<FieldsOf<K>>;
  return known(tx, campaignId, form);
}

async function knownPosting(tx: Tx, campaignId: number, form: FieldsOf<'posting'>): Promise<FieldsOf<'posting'>> {
  const selectedCampaignId = await existing(tx, 'campaigns', form.selectedCampaignId);
  return {
    ...(await knownLists(tx, campaignId, form)),
    selectedCampaignId,
    profileId: await inCampaign(tx, 'profiles', form.profileId, selectedCampaignId),
  };
}

async function knownPrivate(tx: Tx, campaignId: number, form: FieldsOf<'private'>): Promise<FieldsOf<'private'>> {
  return {
    ...(await knownLists(tx, campaignId, form)),
    selectedCampaignId: null,
    profileId: await existing(tx, 'private_networks', form.profileId),
  };
}

async function knownLists(tx: Tx, campaignId: number, form: FieldsOf<'posting'>): Promise<FieldsOf<'posting'>> {
  return {
    ...form,
    urlListId: await inCampaign(tx, 'url_lists', form.urlListId, campaignId),
    contentGroupId: await existing(tx, 'content_groups', form.contentGroupId),
    linkSetProfiles: await knownLinkSets(tx, campaignId, form.linkSetProfiles, 'general'),
  };
}

async function knownAccount(tx: Tx, campaignId: number, form: FieldsOf<'account'>): Promise<FieldsOf<'account'>> {
  return {
    ...form,
    profileId: await inCampaign(tx, 'profiles', form.profileId, campaignId),
    linkSetProfiles: await knownLinkSets(tx, campaignId, form.linkSetProfiles, 'account'),
  };
}

async function knownIndexer(tx: Tx, campaignId: number, form: FieldsOf<'indexer'>): Promise<FieldsOf<'indexer'>> {
  return { linkSetId: await inCampaign(tx, 'url_lists', form.linkSetId, campaignId) };
}

async function existing(tx: Tx, table: 'campaigns' | 'content_groups' | 'private_networks', id: number | null) {
  if (id === null) return null;
  return (await tx.selectFrom(table).where('id', '=', id).select('id').executeTakeFirst()) ? id : null;
}

async function inCampaign(tx: Tx, table: 'profiles' | 'url_lists', id: number | null, campaign: number | null) {
  if (id === null || campaign === null) return null;
  const row = await tx
    .selectFrom(table)
    .where('id', '=', id)
    .where('campaign_id', '=', campaign)
    .select('id')
    .executeTakeFirst();
  return row ? id : null;
}

/** Rows whose set is in the campaign, with its present name; each set once. */
async function knownLinkSets<R extends Omit<LinkSetProfile, 'linkSetId'> & { linkSetId: number | null }>(
  tx: Tx,
  campaignId: number,
  all: R[],
  tab: 'general' | 'account',
): Promise<R[]> {
  const ids = all.flatMap((row) => row.linkSetId ?? []);
  const lists = ids.length
    ? await tx
        .selectFrom('url_lists')
        .where('id', '=', anyOf(ids))
        .where('campaign_id', '=', campaignId)
        .select(['id', 'name'])
        .execute()
    : [];
  const names = new Map(lists.map((row) => [row.id, row.name]));
  const rows = all.filter((row) => row.linkSetId === null || names.has(row.linkSetId));
  if (new Set(rows.map((row) => row.linkSetId)).size < rows.length)
    throw new Refusal('INVALID', 'Each link set can be used once', { field: 'linkSetProfiles', tab });
  return rows.map((row) => ({ ...row, name: names.get(row.linkSetId ?? 0) ?? row.name }));
}
