import type { ServiceJob } from '#connectors/kit/contract/connector.ts';
import type { Indexer } from '#connectors/kit/contract/indexers.ts';
import { NeedsOperator } from '#connectors/kit/errors.ts';
import { joined, keyOf, order, paidIndexer, refusalOf, taken } from '#connectors/kit/indexing/paid-indexer.ts';
import { postForm } from '#connectors/kit/post-form.ts';
import { readObject, textOf } from '#connectors/kit/read-answer.ts';

const label = 'Link Centaur';

/** LinkCentaur (linkcentaur.com/api): answers `status` and `details` in JSON. */
export const linkCentaur: Indexer = {
  ...paidIndexer({
    id: 'linkCentaur',
    label,
    address: 'http://www.linkcentaur.com/api/newlinks.json',
    page: 'https://www.linkcentaur.com/api',
  }),
  // It names no most days: those of its neighbours.
  accepts: { urlsPerBatch: 500, dripDays: { min: 1, max: 30 } },
  async submit(job, batch) {
    const drip: Record<string, string> = batch.dripDays === null ? {} : { drip_x_days: String(batch.dripDays) };
    const fields = { links: joined(batch), campaign: batch.name, ...drip };
    const error = errorOf(await order(job, { apikey: keyOf(job), ...fields }));
    if (error) throw error;
    return taken();
  },
  /** It has no question for the key: a list without links is refused with other words than a wrong key. */
  async check(job: ServiceJob) {
    const fields = { apikey: keyOf(job), links: '' };
    const said = (await postForm(job.tools, { url: job.address, fields })).text;
    const error = errorOf(said);
    if (error instanceof NeedsOperator || (error && readObject(said)?.status !== 'error')) throw error;
    return { detail: 'The service did not call the key wrong; what is left on it cannot be asked' };
  },
};

/** What an answer has against the links; undefined when it took them. */
function errorOf(said: string): Error | undefined {
  const told = readObject(said);
  if (told?.status === 'ok') return undefined;
  return refusalOf(label, told?.status === 'error' ? textOf(told, 'details') || 'error' : '');
}
