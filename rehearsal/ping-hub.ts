import { type Api, type ApiReply, type ApiRequest, startApi } from './api-server.ts';
import { fault, readParams, reply } from './xml-rpc-answers.ts';

/** A rehearsed update service: takes pings by XML-RPC, and by the publish call of WebSub hubs. */
export interface PingHubApi extends Api {
  /** Links of a ping that it does not want: those that hold this text. */
  unwanted: string | null;
  /** What was taken, call by call, and when, in ms since 1970. */
  batches: { name: string; urls: string[]; at: number }[];
}

/** Starts it. */
export async function startPingHub(): Promise<PingHubApi> {
  const handle = ({ method, headers, body, form }: ApiRequest): ApiReply => {
    if (method !== 'POST') return { status: 405, body: 'POST only' };
    if (headers['content-type']?.includes('xml')) return ping(api, body.toString());
    const urls = form.getAll('hub.url');
    if (form.get('hub.mode') !== 'publish' || urls.length === 0) return { status: 400, body: 'hub.mode is missing' };
    if (urls.some((url) => isUnwanted(api, url))) return { status: 422, body: 'This hub does not know that topic' };
    api.batches.push({ name: '', urls, at: Date.now() });
    return { status: 204, body: '', done: true };
  };
  const api: PingHubApi = { ...(await startApi(handle)), unwanted: null, batches: [] };
  return api;
}

const isUnwanted = ({ unwanted }: PingHubApi, url: string) => unwanted !== null && url.includes(unwanted);

function ping(api: PingHubApi, body: string): ApiReply {
  const [name, url] = readParams(body).map(String);
  if (!body.includes('<methodName>weblogUpdates.ping</methodName>')) return asApi(fault(-32_601, 'No such method'));
  if (isUnwanted(api, url ?? '')) return asApi(reply({ flerror: true, message: 'Your page was not changed' }));
  api.batches.push({ name: name ?? '', urls: [url ?? ''], at: Date.now() });
  return { ...asApi(reply({ flerror: false, message: 'Thanks for the ping' })), done: true };
}

const asApi = (answer: ReturnType<typeof reply>): ApiReply => ({ type: 'text/xml', body: String(answer.body) });
