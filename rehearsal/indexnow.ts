import { type Api, type ApiReply, type ApiRequest, startApi } from './api-server.ts';

/** A rehearsed IndexNow (indexnow.org/documentation), and a host that carries key files, on one socket. */
export interface IndexNowApi extends Api {
  key: string;
  /** What the key file holds; null: there is none. */
  file: string | null;
  /** Status with which a good batch is answered. */
  status: number;
  /** Batches that were taken. */
  batches: { host: string; urls: string[] }[];
}

const mostUrls = 10_000;

/** Starts it. */
export async function startIndexNow(): Promise<IndexNowApi> {
  const key = 'indexnow-key-1234567890';
  const handle = ({ method, path, body }: ApiRequest, refusesKey: boolean): ApiReply => {
    if (method === 'GET' && path === `/${key}.txt`)
      return api.file === null ? { status: 404, body: '' } : { body: `${api.file}\n` };
    if (method !== 'POST' || path !== '/indexnow') return { status: 404, body: 'Not found' };
    const told = JSON.parse(body.toString()) as { host: string; key: string; urlList: string[] };
    if (told.urlList.length > mostUrls) return { status: 400, body: 'Too many links' };
    if (refusesKey || told.key !== key) return { status: 403, body: 'Key not valid' };
    if (told.urlList.some((url) => new URL(url).host !== told.host)) return { status: 422, body: 'Not of the host' };
    if (api.status >= 300) return { status: api.status, body: 'As it was told to', headers: { 'retry-after': '5' } };
    api.batches.push({ host: told.host, urls: told.urlList });
    return { status: api.status, body: '', done: true };
  };
  const started = await startApi(handle);
  const api: IndexNowApi = { ...started, key, file: key, status: 200, batches: [] };
  const { reset } = started;
  api.reset = () => {
    reset();
    Object.assign(api, { file: key, status: 200 });
  };
  return api;
}
