import { sql } from 'kysely';
import { listGroups } from '../../content/groups.ts';
import { listNetworks } from '../../private-networks/networks.ts';
import type { ServerKind } from './kind.ts';
import { existing, knownLists } from './known-references.ts';
import { toPostingColumns, toPostingForm } from './posting.ts';

export const privateKind: ServerKind<'private'> = {
  toColumns: (form) => ({
    ...toPostingColumns(form),
    selected_campaign_id: null,
    private_network_id: form.profileId,
  }),
  toForm: toPostingForm,
  withKnownReferences: async (tx, campaignId, form) => ({
    ...(await knownLists(tx, campaignId, form)),
    selectedCampaignId: null,
    profileId: await existing(tx, 'private_networks', form.profileId),
  }),
  candidates: ({ module, networkId }) =>
    sql`select "group" as module, site_id, email, platform, 0 as pr, false as dofollow, null::timestamptz as dofollow_read_at from private_sites
      where network_id = ${networkId ?? 0} and "group" = ${module}`,
  hasEmail: true,
  canVerify: false,
  pageLists: async (db) => ({ contentGroups: await listGroups(db), privateNetworks: await listNetworks(db) }),
};
