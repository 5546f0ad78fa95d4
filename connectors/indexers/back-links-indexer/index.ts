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
import { shortDetail } from '#connectors/kit/read-answer.ts';

const label = 'Back Links Indexer';
const badWords = /error|invalid|wrong|fail|denied|missing|refused|expired|not enough|insufficient|limit/i;

/** BacklinksIndexer (backlinksindexer.com). Its answers are not written down: what it says to links is shown as it is. */
export const backLinksIndexer: Indexer = {
  ...paidIndexer({
    id: 'backLinksIndexer',
    label,
    address: 'https://backlinksindexer.com/api.php',
    page: 'https://backlinksindexer.com/',
  }),
  accepts: { urlsPerBatch: 500 },
  async submit(job, batch) {
    const said = await order(job, { key: keyOf(job), urls: joined(batch, '\n') });
    const detail = shortDetail(said);
    if (detail === '' || said.startsWith('<') || badWords.test(detail)) throw refusalOf(label, said);
    return taken({ note: `the service said: ${detail}` });
  },
  check: cannotAsk,
};
