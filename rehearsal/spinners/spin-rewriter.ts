import { jsonReply } from '../api-server.ts';
import { type SpinApi, startSpinApi } from './spin-desk.ts';

/** A rehearsed Spin Rewriter (spinrewriter.com, API documentation): a form, JSON in every answer. */
export function startSpinRewriter(): Promise<SpinApi> {
  const key = { email: 'a@spin.test', apiKey: 'spin-key-1234567890' };
  return startSpinApi(key, ({ api, knows, spin }, { path, form }) => {
    if (path !== '/action/api') return { status: 404, body: 'no such page' };
    const said = (status: 'OK' | 'ERROR', response: string) =>
      jsonReply({ status, response, api_requests_made: 100 - api.left, api_requests_available: api.left });
    if (!knows({ email: form.get('email_address'), apiKey: form.get('api_key') }))
      return said('ERROR', 'Authentication failed. No user with this email address and API key.');
    if (form.get('action') === 'api_quota') return said('OK', `${api.left} left`);
    if (api.trouble === 'busy')
      return said('ERROR', 'You can only submit entirely new text for analysis once every 7 seconds.');
    if (api.trouble === 'balance' || api.left < 1) return said('ERROR', 'API quota exceeded. You can make 0 requests.');
    const guarded = (form.get('protected_terms') ?? '').split('\n');
    const isVariant = form.get('action') === 'unique_variation';
    const text = spin(form.get('text') ?? '', guarded, isVariant ? (word) => `${word}~` : undefined);
    return { ...said('OK', text), done: true };
  });
}
