import { randomBytes } from 'node:crypto';
import { type ApiReply, jsonReply } from '../api-server.ts';
import { type SpinApi, type SpinDesk, startSpinApi } from './spin-desk.ts';

/** A rehearsed The Best Spinner, with the sessions it gave out. */
export interface BestSpinnerApi extends SpinApi {
  sessions: Set<string>;
}

/** Starts it (api.php): a session for a login, then a form for each text; `speaks` XML alone, as it once did, or JSON too. */
export async function startBestSpinner(speaks: 'json' | 'xml' = 'json'): Promise<BestSpinnerApi> {
  const sessions = new Set<string>();
  const key = { username: 'best-user', password: 'best-password-123' };
  const api = await startSpinApi(key, (desk, { path, form }) => {
    if (path !== '/api.php') return { status: 404, body: 'no such page' };
    const isJson = speaks === 'json' && form.get('format') === 'json';
    if (!isJson && form.get('format') !== 'xml') return { body: 'a:1:{s:7:"success";s:4:"true";}' };
    const { done = false, ...values } = answerTo(desk, form, sessions);
    return { ...(isJson ? jsonReply(values) : xmlReply(values)), done };
  });
  return Object.assign(api, { sessions });
}

type Values = { success: string; session?: string; output?: string; error?: string; done?: boolean };
const wrong = (error: string): Values => ({ success: 'false', error });

function answerTo({ api, knows, spin }: SpinDesk, form: URLSearchParams, sessions: Set<string>): Values {
  if (form.get('action') === 'authenticate') {
    if (!knows({ username: form.get('username'), password: form.get('password') }))
      return wrong('Could not authenticate with this username and password.');
    const session = randomBytes(12).toString('hex');
    sessions.add(session);
    return { success: 'true', session };
  }
  if (!sessions.has(form.get('session') ?? '')) return wrong('Invalid session.');
  if (form.get('action') === 'apiQuota') return { success: 'true', output: String(api.left) };
  if (api.trouble === 'busy') return wrong('The server is busy, please try again.');
  if (api.trouble === 'balance' || api.left < 1) return wrong('You have reached your API quota of 250 queries.');
  const guarded = (form.get('protectedterms') ?? '').split(',');
  const spun = spin(form.get('text') ?? '', guarded);
  // As PHP of its time sent it: quotes escaped, lines ended the old way.
  const output = spun.replace(/(['"])/g, '\\$1').replaceAll('\n', '\r');
  return { success: 'true', output, done: true };
}

function xmlReply(values: Values): ApiReply {
  const inner = Object.entries(values).map(([name, value]) => `<${name}><![CDATA[${value}]]></${name}>`);
  return { type: 'text/xml', body: `<?xml version="1.0"?>\n<thebestspinner>${inner.join('\n')}</thebestspinner>` };
}
