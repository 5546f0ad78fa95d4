import type { Indexer } from '#connectors/kit/contract/indexers.ts';
import { cannotAsk, joined, keyOf, paidIndexer, refusalOf, taken } from '#connectors/kit/indexing/paid-indexer.ts';

const label = 'L Indexed';
/** Most letters of a link as it stands in a query: five of them stay below the 8 kB that servers read. */
const longestLink = 1_500;
const reason = `The link has more than ${longestLink} letters: it does not fit into a call of this service`;
const fits = (url: string) => encodeURIComponent(url).length <= longestLink;

/** Lindexed (lindexed.com): all stands in the query, so few links go at once. */
export const lIndexed: Indexer = {
  ...paidIndexer({
    id: 'lIndexed',
    label,
    address: 'http://www.lindexed.com/api/api.php',
    page: 'https://www.lindexed.com/',
  }),
  accepts: { urlsPerBatch: 5 },
  async submit(job, batch) {
    const refused = batch.urls.filter((url) => !fits(url)).map((url) => ({ url, reason }));
    const sent = { ...batch, urls: batch.urls.filter(fits) };
    if (sent.urls.length === 0) return taken({ refused });
    const query = new URLSearchParams({ apikey: keyOf(job), urls: joined(sent), serviceid: batch.name });
    const { text } = await job.tools.http({ method: 'GET', url: `${job.address}?${query}`, act: true });
    if (!text.includes('Finished creating the campaign')) throw refusalOf(label, text);
    return taken({ refused });
  },
  check: cannotAsk,
};
