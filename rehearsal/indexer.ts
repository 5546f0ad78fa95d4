import { type Api, type ApiReply, type ApiRequest, startApi } from './api-server.ts';

/** A rehearsed indexer of the family apikey/cmd (InstantLinkIndexer, API documentation). */
export interface IndexerApi extends Api {
  key: string;
  left: number;
  /** Batches that were taken. */
  batches: { campaign: string; urls: string[]; dripfeed: string }[];
}

/** Starts it. */
export async function startIndexer(): Promise<IndexerApi> {
  const key = 'indexer-key-1234567890';
  const handle = ({ method, form }: ApiRequest, refusesKey: boolean): ApiReply => {
    if (method !== 'POST') return { body: 'ERROR: POST only' };
    if (refusesKey || form.get('apikey') !== key) return { body: 'ERROR: Invalid API key' };
    if (form.get('cmd') === 'remaininglimit') return { body: String(api.left) };
    const urls = (form.get('urls') ?? '').split('|').filter((url) => url !== '');
    if (urls.length > api.left) return { body: 'ERROR: Not enough links left' };
    api.left -= urls.length;
    api.batches.push({ campaign: form.get('campaign') ?? '', urls, dripfeed: form.get('dripfeed') ?? '' });
    return { body: 'OK', done: true };
  };
  const api: IndexerApi = { ...(await startApi(handle)), key, left: 1_000, batches: [] };
  return api;
}
