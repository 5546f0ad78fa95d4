import type { Indexer } from '#connectors/kit/contract/indexers.ts';
import {
  cannotAsk,
  joined,
  keyOf,
  order,
  paidIndexer,
  refusalOf,
  taken,
} from '#connectors/kit/indexing/paid-indexer.ts';

const label = 'Link Processor';

/** LinkProcessor (api.linkprocessor.net). What it says of success is not written down: whatever is no error and no page. */
export const linkProcessor: Indexer = {
  ...paidIndexer({
    id: 'linkProcessor',
    label,
    address: 'https://api.linkprocessor.net/api.php',
    page: 'https://linkprocessor.net/',
  }),
  // It names no most days: those of its neighbours.
  accepts: { urlsPerBatch: 500, dripDays: { min: 1, max: 30 } },
  async submit(job, batch) {
    const drip: Record<string, string> = batch.dripDays === null ? {} : { dripfeed: String(batch.dripDays) };
    const said = await order(job, { apikey: keyOf(job), proj_name: batch.name, ...drip, urls: joined(batch) });
    if (/error/i.test(said) || said.startsWith('<')) throw refusalOf(label, said);
    return taken();
  },
  check: cannotAsk,
};
