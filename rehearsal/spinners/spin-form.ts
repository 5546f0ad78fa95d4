import { jsonReply } from '../api-server.ts';
import { type SpinApi, startSpinApi } from './spin-desk.ts';

/** A rehearsed program behind our own form: `user` names the field that it wants beside the key. */
export function startSpinForm(user: 'email' | 'username' | null): Promise<SpinApi> {
  const key = { ...(user ? { [user]: 'form@spin.test' } : {}), apiKey: 'form-key-1234567890' };
  return startSpinApi(key, ({ api, knows, spin }, { form }) => {
    if (!knows(Object.fromEntries(form))) return jsonReply({ error: 'Unauthorized: this API key is not known' });
    if (api.trouble === 'busy') return jsonReply({ error: { message: 'The service is busy' } });
    if (api.trouble === 'balance' || api.left < 1) return jsonReply({ error: 'No credit left' });
    return jsonReply({ result: spin(form.get('text') ?? '') }, { done: true });
  });
}
