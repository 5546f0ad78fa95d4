import { type ServiceJob, textField } from '#connectors/kit/contract/connector.ts';
import type { Indexer, LinkBatch } from '#connectors/kit/contract/indexers.ts';
import { cannotAsk, joined, keyOf, paidIndexer, refusalOf, taken } from '#connectors/kit/indexing/paid-indexer.ts';
import { readObject, textOf } from '#connectors/kit/read-answer.ts';

const label = 'One Hour Indexing';
const paid = paidIndexer({
  id: 'oneHourIndexing',
  label,
  address: 'http://onehourindexing.co/api',
  page: 'https://onehourindexing.co/',
  setup: 'Copy the API key from your account, and ask the service for an AppId: it gives one to each software.',
});

/** One Hour Indexing (onehourindexing.co): a batch is made, then its links are brought, one a line; the login is in the query. */
export const oneHourIndexing: Indexer = {
  ...paid,
  fields: [
    ...paid.fields,
    { name: 'appId', label: 'AppId', kind: 'text', required: true, help: 'Given out by the service for this software' },
  ],
  accepts: { urlsPerBatch: 500, dripDays: { min: 1, max: 30 } },
  async submit(job, batch) {
    const made = await call(job, 'createbatch', { Name: batch.name });
    const batchId = String(made.BatchId ?? '');
    if (batchId === '') throw refusalOf(label, 'no batch was made');
    const perDay = batch.dripDays === null ? 0 : Math.ceil(batch.urls.length / batch.dripDays);
    const added = await call(job, 'uploadlinks', { BatchId: batchId, LinksPerDay: String(perDay) }, batch);
    const nAdded = Number(added.LinksAdded);
    if (!Number.isInteger(nAdded) || nAdded < 0) throw refusalOf(label, '');
    if (nAdded === 0 && batch.urls.length > 0) throw refusalOf(label, 'none of the links was added');
    const note = nAdded === batch.urls.length ? {} : { note: `${nAdded} of ${batch.urls.length} were added` };
    return taken({ remoteId: batchId.slice(0, 100), ...note });
  },
  check: cannotAsk,
};

/** One call of the interface; throws for what is no answer of it, or an error. */
async function call(job: ServiceJob, name: string, more: Record<string, string>, batch?: LinkBatch) {
  const query = new URLSearchParams({ AppId: textField(job.key, 'appId'), ApiKey: keyOf(job), ...more });
  const { text } = await job.tools.http({
    method: 'POST',
    url: `${job.address}/${name}?${query}`,
    headers: { 'content-type': 'text/plain; charset=utf-8' },
    body: batch ? joined(batch, '\n') : '',
    act: true,
  });
  const told = readObject(text);
  if (told === undefined) throw refusalOf(label, '');
  const error = textOf(told, 'ErrorMessage') || textOf(told, 'Error');
  if (error !== '' || told.Error === true) throw refusalOf(label, error || 'error');
  return told;
}
