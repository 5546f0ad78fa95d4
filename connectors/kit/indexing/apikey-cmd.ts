import type { ServiceJob } from '../contract/connector.ts';
import type { Indexer, LinkBatch, TakenBatch } from '../contract/indexers.ts';
import { Unconfirmed } from '../errors.ts';
import { postForm } from '../post-form.ts';
import { balanceOf, joined, keyOf, order, paidIndexer, refusalOf, taken } from './paid-indexer.ts';

/** A service that speaks the grammar apikey/cmd. */
interface CmdService {
  id: string;
  label: string;
  address: string;
  page: string;
  setup?: string;
  /** Days that it spreads links over. */
  dripDays: { min: number; max: number };
  /** How it wants to be told of these days; null: at once. */
  drip?(days: number | null): Record<string, string>;
  /** Sent with each order. */
  more?(job: ServiceJob): Record<string, string>;
}

/** "disabled" or "07_days", as most services of this grammar want it. */
const dripWord = (days: number | null) => ({
  dripfeed: days === null ? 'disabled' : `${String(days).padStart(2, '0')}_days`,
});

/**
 * An indexer of the grammar that several vendors share (instantlinkindexer.com/apidocs.php): POST of `apikey` and `cmd`, which
 * is `submit`, answered by "OK" or "OK|address of a report", or `remaininglimit`, answered by a number; errors hold "ERROR".
 */
export function apikeyCmd({ dripDays, drip = dripWord, more = () => ({}), ...service }: CmdService): Indexer {
  const { label } = service;
  return {
    ...paidIndexer(service),
    accepts: { urlsPerBatch: 500, dripDays },
    async submit(job: ServiceJob, batch: LinkBatch) {
      const fields = { campaign: batch.name, ...drip(batch.dripDays), ...more(job), urls: joined(batch) };
      return takenOf(label, await order(job, { apikey: keyOf(job), cmd: 'submit', ...fields }));
    },
    async check(job: ServiceJob) {
      const fields = { apikey: keyOf(job), cmd: 'remaininglimit' };
      return balanceOf(label, (await postForm(job.tools, { url: job.address, fields })).text.trim());
    },
  };
}

/** What "OK" or "OK|address" means; throws for anything else. */
function takenOf(label: string, said: string): TakenBatch {
  if (!/^OK\b/.test(said)) {
    if (/error/i.test(said)) throw refusalOf(label, said);
    throw new Unconfirmed(`${label} answered with something unreadable: the links may have been taken`);
  }
  const report = said.slice(said.indexOf('|') + 1).trim();
  const isAddress = said.includes('|') && report.length <= 2_000 && /^https?:\/\/\S+$/.test(report);
  return taken(isAddress ? { reportUrl: report } : {});
}
