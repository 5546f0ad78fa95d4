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

const label = 'Indexification';

/** Indexification (indexification.com): answers "OK" and nothing else, or says what is wrong. */
export const indexification: Indexer = {
  ...paidIndexer({
    id: 'indexification',
    label,
    address: 'http://www.indexification.com/api.php',
    page: 'https://www.indexification.com/',
  }),
  accepts: { urlsPerBatch: 500 },
  async submit(job, batch) {
    const fields = { campaign: batch.name, urls: joined(batch), dripfeed: 'disabled' };
    const said = await order(job, { apikey: keyOf(job), ...fields });
    if (said !== 'OK') throw refusalOf(label, said);
    return taken();
  },
  check: cannotAsk,
};
