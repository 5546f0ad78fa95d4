import { type Api, type ApiReply, type ApiRequest, startApi } from './api-server.ts';

/** A batch that a rehearsed indexer took. */
interface TakenLinks {
  campaign: string;
  urls: string[];
  /** As it was sent; '' where nothing was said. */
  dripfeed: string;
}

/** A rehearsed indexer that takes links for a key. */
export interface IndexerApi extends Api {
  key: string;
  /** Links that are left on the key. */
  left: number;
  /** Batches that were taken. */
  batches: TakenLinks[];
}

/** What a grammar reads off a request, and how it says what became of it. */
export interface Order extends TakenLinks {
  key: string;
}
export type IndexerGrammar = (request: ApiRequest, desk: IndexerDesk) => ApiReply;

/** The books behind every grammar. */
export interface IndexerDesk {
  /** Books an order; or why not. */
  book(order: Order): 'taken' | 'key' | 'empty' | 'left';
  isKey(key: string | null): boolean;
  api(): IndexerApi;
}

/** Starts an indexer of a grammar. */
export async function startGrammar(grammar: IndexerGrammar): Promise<IndexerApi> {
  const key = 'indexer-key-1234567890';
  const handle = (request: ApiRequest, refusesKey: boolean): ApiReply => {
    const isKey = (typed: string | null) => !refusesKey && typed === key;
    const book = ({ key: typed, ...batch }: Order) => {
      if (!isKey(typed)) return 'key';
      if (batch.urls.length === 0) return 'empty';
      if (batch.urls.length > api.left) return 'left';
      api.left -= batch.urls.length;
      api.batches.push(batch);
      return 'taken';
    };
    return grammar(request, { isKey, book, api: () => api });
  };
  const api: IndexerApi = { ...(await startApi(handle)), key, left: 100_000, batches: [] };
  return api;
}

/** Links of a text with a separator between them. */
export const linksOf = (text: string | null, separator = '|'): string[] =>
  (text ?? '').split(separator).filter((url) => url !== '');

const cmdErrors = { key: 'ERROR: Invalid API key', empty: 'ERROR: No URLs', left: 'ERROR: Not enough links left' };

/**
 * Starts an indexer of the grammar apikey/cmd (instantlinkindexer.com/apidocs.php); `drip` is what its `dripfeed` may be, '' where
 * none is sent. It answers with the address of a report where `reporturl` asks for one.
 */
export const startIndexer = (drip = /^(disabled|\d\d_days)$/): Promise<IndexerApi> =>
  startGrammar(({ method, form }, desk) => {
    if (method !== 'POST') return { body: 'ERROR: POST only' };
    const key = form.get('apikey') ?? '';
    if (!desk.isKey(key)) return { body: cmdErrors.key };
    if (form.get('cmd') === 'remaininglimit') return { body: String(desk.api().left) };
    if (form.get('cmd') !== 'submit') return { body: 'ERROR: Unknown command' };
    const dripfeed = form.get('dripfeed') ?? '';
    if (!drip.test(dripfeed)) return { body: 'ERROR: Wrong dripfeed' };
    const campaign = form.get('campaign') ?? '';
    const result = desk.book({ key, campaign, urls: linksOf(form.get('urls')), dripfeed });
    if (result !== 'taken') return { body: cmdErrors[result] };
    const { url, batches } = desk.api();
    return { body: form.get('reporturl') === '1' ? `OK|${url}/report/${batches.length}` : 'OK', done: true };
  });
