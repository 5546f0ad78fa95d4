import { findIndexer } from '#connectors/registry.ts';
import type { LinkSetProfile, PostingFields } from '#domain/contract/projects/posting.ts';
import { projectTexts } from '#domain/contract/projects/rules.ts';
import { anyOf } from '../../../db/any-of.ts';
import type { Tx } from '../../../db/store.ts';
import { Refusal } from '../../../errors/refusal.ts';

/** The references that posting and private projects have alike. */
export async function knownLists(tx: Tx, campaignId: number, form: PostingFields): Promise<PostingFields> {
  return {
    ...form,
    urlListId: await inCampaign(tx, 'url_lists', form.urlListId, campaignId),
    contentGroupId: await existing(tx, 'content_groups', form.contentGroupId),
    linkSetProfiles: await knownLinkSets(tx, campaignId, form.linkSetProfiles, 'general'),
    indexers: knownIndexers(form.indexers),
  };
}

/** The indexing services of this version among those that are named, each once. */
export const knownIndexers = (ids: readonly string[]): string[] => [...new Set(ids)].filter((id) => findIndexer(id));

/** The id when a row of the table has it, else null. */
export async function existing(tx: Tx, table: 'campaigns' | 'content_groups' | 'private_networks', id: number | null) {
  if (id === null) return null;
  return (await tx.selectFrom(table).where('id', '=', id).select('id').executeTakeFirst()) ? id : null;
}

/** The id when a row of the campaign has it, else null. */
export async function inCampaign(tx: Tx, table: 'profiles' | 'url_lists', id: number | null, campaign: number | null) {
  if (id === null || campaign === null) return null;
  const row = await tx
    .selectFrom(table)
    .where('id', '=', id)
    .where('campaign_id', '=', campaign)
    .select('id')
    .executeTakeFirst();
  return row ? id : null;
}

/** Rows with the present name of their set; a set that is not in the campaign any more, or stands twice, is refused at its tab. */
export async function knownLinkSets<R extends Omit<LinkSetProfile, 'linkSetId'> & { linkSetId: number | null }>(
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
  const gone = all.find((row) => row.linkSetId !== null && !names.has(row.linkSetId));
  if (gone)
    throw new Refusal('INVALID', projectTexts.inputGone(gone.name || `#${gone.linkSetId}`), {
      field: 'linkSetProfiles',
      tab,
    });
  if (new Set(all.map((row) => row.linkSetId)).size < all.length)
    throw new Refusal('INVALID', 'Each link set can be used once', { field: 'linkSetProfiles', tab });
  return all.map((row) => ({ ...row, name: names.get(row.linkSetId ?? 0) ?? row.name }));
}
