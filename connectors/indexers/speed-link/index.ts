import type { Indexer } from '#connectors/kit/contract/indexers.ts';
import { apikeyCmd } from '#connectors/kit/indexing/apikey-cmd.ts';

const service = apikeyCmd({
  id: 'speedLink',
  label: 'Speed Link',
  address: 'https://speed-links.net/api.php',
  page: 'https://speed-links.net/',
  dripDays: { min: 1, max: 30 },
  drip: (days): Record<string, string> => (days === null ? {} : { dripfeed: String(days) }),
  more: ({ key }): Record<string, string> => ({ reporturl: '1', ...(key.isVip === true ? { method: 'vip' } : {}) }),
});

/** SpeedLinks (speed-links.net): answers with the address of a report, and has a dearer way of indexing. */
export const speedLink: Indexer = {
  ...service,
  fields: [
    ...service.fields,
    {
      name: 'isVip',
      label: 'VIP indexing',
      kind: 'switch',
      required: false,
      help: 'Orders the way of indexing that the service calls VIP; it may cost more',
    },
  ],
};
