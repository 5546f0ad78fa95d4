import { sql } from 'kysely';
import { registry } from '#connectors/registry.ts';
import type { ServerKind } from './kind.ts';
import { inCampaign } from './known-references.ts';

export const indexerKind: ServerKind<'indexer'> = {
  toColumns: ({ linkSetId }) => ({ url_list_id: linkSetId, settings: '{}' }),
  toForm: (row) => ({ linkSetId: row.url_list_id }),
  withKnownReferences: async (tx, campaignId, { linkSetId }) => ({
    linkSetId: await inCampaign(tx, 'url_lists', linkSetId, campaignId),
  }),
  candidates: () =>
    sql`select 'Indexer' as module, s.id as site_id, '' as email, s.label as platform, 0 as pr, false as dofollow, null::timestamptz as dofollow_read_at
      from unnest(${registry.indexers.map(({ id }) => id)}::text[], ${registry.indexers.map(({ label }) => label)}::text[]) s(id, label)`,
  hasEmail: false,
  canVerify: false,
  pageLists: async () => ({}),
};
