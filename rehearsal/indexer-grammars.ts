import { type ApiReply, jsonReply } from './api-server.ts';
import { type IndexerApi, linksOf, startGrammar } from './indexer.ts';

const errors = { key: 'Invalid API key', empty: 'No URLs were sent', left: 'Not enough credits' } as const;
const page = (text: string, done = false): ApiReply => ({
  type: 'text/html',
  body: `<html><body><p>${text}</p></body></html>`,
  done,
});

/** Indexification: a form, answered by "OK" alone or a message. */
export const startIndexification = (): Promise<IndexerApi> =>
  startGrammar(({ method, form }, desk) => {
    if (method !== 'POST') return { status: 405, body: 'POST only' };
    const [key, campaign, dripfeed] = ['apikey', 'campaign', 'dripfeed'].map((name) => form.get(name) ?? '');
    const order = { key: key ?? '', campaign: campaign ?? '', dripfeed: dripfeed ?? '' };
    const result = desk.book({ ...order, urls: linksOf(form.get('urls')) });
    return result === 'taken' ? { body: 'OK', done: true } : { body: errors[result] };
  });

/** Lindexed: all in the query of a GET, answered by a page. */
export const startLindexed = (): Promise<IndexerApi> =>
  startGrammar(({ method, query, target }, desk) => {
    if (method !== 'GET') return { status: 405, body: 'GET only' };
    if (target.length > 8_190) return { status: 414, body: 'Request-URI Too Long' };
    const urls = linksOf(query.get('urls'));
    const order = { key: query.get('apikey') ?? '', campaign: query.get('serviceid') ?? '', dripfeed: '', urls };
    const result = desk.book(order);
    return result === 'taken' ? page('Finished creating the campaign', true) : { body: errors[result] };
  });

/** LinkProcessor: a form with `proj_name`; errors hold "error". */
export const startLinkProcessor = (): Promise<IndexerApi> =>
  startGrammar(({ method, form }, desk) => {
    if (method !== 'POST') return { status: 405, body: 'error: POST only' };
    const order = { key: form.get('apikey') ?? '', campaign: form.get('proj_name') ?? '' };
    const dripfeed = form.get('dripfeed') ?? '';
    const result = desk.book({ ...order, dripfeed, urls: linksOf(form.get('urls')) });
    return result === 'taken' ? { body: 'Project was created', done: true } : { body: `error: ${errors[result]}` };
  });

/** BacklinksIndexer: `key` and links one a line; what it says is not documented, so it talks. */
export const startBacklinksIndexer = (): Promise<IndexerApi> =>
  startGrammar(({ form }, desk) => {
    const order = { key: form.get('key') ?? '', campaign: '', dripfeed: '' };
    const result = desk.book({ ...order, urls: linksOf(form.get('urls'), '\n') });
    return result === 'taken' ? { body: 'Your links were queued', done: true } : { body: errors[result] };
  });

const centaurErrors = { key: 'Wrong API Key', empty: 'No links were found', left: 'You have not enough credits left' };

/** LinkCentaur (linkcentaur.com/api): a form, answered by status and details in JSON. */
export const startLinkCentaur = (): Promise<IndexerApi> =>
  startGrammar(({ method, path, form }, desk) => {
    if (method !== 'POST' || path !== '/api/newlinks.json') return { status: 404, body: 'Not found' };
    const order = { key: form.get('apikey') ?? '', campaign: form.get('campaign') ?? 'My Campaign' };
    const dripfeed = form.get('drip_x_days') ?? '';
    const result = desk.book({ ...order, dripfeed, urls: linksOf(form.get('links')) });
    if (result !== 'taken') return jsonReply({ status: 'error', details: centaurErrors[result] });
    return jsonReply({ status: 'ok', details: 'Your links were added' }, { done: true });
  });

const hourErrors = { key: 'The ApiKey is not valid', empty: 'No links', left: 'The daily limit is reached' };

/** The rehearsed One Hour Indexing. */
export interface OneHourApi extends IndexerApi {
  appId: string;
}

/** One Hour Indexing: a batch is made, then links are brought to it; the login is in the query. */
export async function startOneHourIndexing(): Promise<OneHourApi> {
  const appId = 'app-4711';
  const names = new Map<string, string>();
  const refuse = (code: string, message: string) => jsonReply({ Error: code, ErrorMessage: message });
  const api = await startGrammar(({ method, path, query, body }, desk) => {
    if (method !== 'POST') return { status: 405, body: '' };
    if (query.get('AppId') !== appId) return refuse('BadAppId', 'The AppId is not known');
    const key = query.get('ApiKey') ?? '';
    if (!desk.isKey(key)) return refuse('BadApiKey', hourErrors.key);
    if (path === '/api/createbatch') {
      const id = String(names.size + 1);
      names.set(id, query.get('Name') ?? '');
      return jsonReply({ BatchId: Number(id) });
    }
    const campaign = names.get(query.get('BatchId') ?? '');
    if (path !== '/api/uploadlinks' || campaign === undefined) return refuse('NoBatch', 'There is no such batch');
    const urls = linksOf(body.toString(), '\n');
    const result = desk.book({ key, campaign, urls, dripfeed: query.get('LinksPerDay') ?? '' });
    if (result !== 'taken') return refuse(result, hourErrors[result]);
    return jsonReply({ LinksAdded: urls.length }, { done: true });
  });
  // The books are the object's own: a copy would not see them change.
  return Object.assign(api, { appId });
}
