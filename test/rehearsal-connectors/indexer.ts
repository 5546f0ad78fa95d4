import { type ServiceJob, textField } from '#connectors/kit/contract/connector.ts';
import type { Indexer } from '#connectors/kit/contract/indexers.ts';
import { Fatal, NeedsOperator, Unconfirmed } from '#connectors/kit/errors.ts';
import { postForm } from '#connectors/kit/post-form.ts';
import { shortDetail } from '#connectors/kit/read-answer.ts';

/** The family apikey/cmd of indexers, against the rehearsal. */
export const indexer: Indexer = {
  id: 'rehearsal-indexer',
  label: 'Rehearsal indexer',
  address: 'https://indexer.invalid',
  fields: [{ name: 'apiKey', label: 'API key', kind: 'secret', required: true, help: 'Shown on the page of the API' }],
  asks: [{ when: 'balance', text: 'Buy more links.' }],
  accepts: { urlsPerBatch: 500, dripDays: { min: 2, max: 30 } },
  isRepeatable: false,
  async submit(job, batch) {
    const dripfeed = batch.dripDays === null ? 'disabled' : `${String(batch.dripDays).padStart(2, '0')}_days`;
    const fields = { cmd: 'submit', campaign: batch.name, dripfeed, urls: batch.urls.join('|') };
    const said = await call(job, fields, true);
    if (said !== 'OK') throw errorOf(said) ?? new Unconfirmed('The indexer answered with something unreadable');
    return { remoteId: null, refused: [], reportUrl: null };
  },
  async check(job) {
    const said = await call(job, { cmd: 'remaininglimit' }, false);
    const [amount] = /^\d+/.exec(said) ?? [];
    if (amount === undefined) throw errorOf(said) ?? new Fatal('This is no indexer');
    return { detail: `The key works, ${amount} links left`, balance: { amount: Number(amount), unit: 'credits' } };
  },
};

async function call(job: ServiceJob, fields: Record<string, string>, act: boolean): Promise<string> {
  const form = { apikey: textField(job.key, 'apiKey'), ...fields };
  return (await postForm(job.tools, { url: `${job.address}/api.php`, fields: form }, { act })).text.trim();
}

function errorOf(said: string): Error | undefined {
  if (!said.startsWith('ERROR')) return undefined;
  if (/key/i.test(said)) return new NeedsOperator('The indexer refused the key', 'credentials');
  if (/left|limit/i.test(said)) return new NeedsOperator('Not enough links are left on the key', 'balance');
  return new Fatal(`The indexer answered: ${shortDetail(said)}`);
}
