import { sql } from 'kysely';
import { registry } from '#connectors/registry.ts';
import type { Module } from '#domain/contract/modules.ts';
import { listGroups } from '../../content/groups.ts';
import { listNetworks } from '../../private-networks/networks.ts';
import type { ServerKind } from './kind.ts';
import { existing, knownLists } from './known-references.ts';
import { toPostingColumns, toPostingForm } from './posting.ts';

const serving = (module: Module) =>
  registry.platforms.flatMap(({ id, modules }) => (modules.includes(module) ? [id] : []));

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
  // A site stands in the catalogue under its group alone; whatever its platform can make, projects may post there.
  candidates: ({ module, networkId }) =>
    sql`select p."group" as module, p.site_id, p.email, s.platform, s.pr, coalesce(s.dofollow_read, s.dofollow) as dofollow,
        s.dofollow_read_at
      from private_sites p join sites s on s.module = p."group" and s.site_id = p.site_id
      where p.network_id = ${networkId ?? 0} and s.connector = any(${serving(module)}::text[])`,
  async countAccounts(db, { profileId }) {
    if (profileId === null) return undefined;
    return (await db.selectFrom('private_networks').where('id', '=', profileId).select('count').executeTakeFirst())
      ?.count;
  },
  hasEmail: true,
  canVerify: false,
  pageLists: async (db) => ({ contentGroups: await listGroups(db), privateNetworks: await listNetworks(db) }),
};
