import { jsonReply } from '../api-server.ts';
import { type SpinApi, startSpinApi } from './spin-desk.ts';

/** A rehearsed WordAi (its current interface): it knows no protected words. */
export function startWordAi(): Promise<SpinApi> {
  const key = { email: 'a@word.test', password: 'word-key-1234567890' };
  return startSpinApi(key, ({ api, knows, spin }, { path, form }) => {
    const failed = (error: string) => jsonReply({ status: 'Failure', error });
    if (!knows({ email: form.get('email'), password: form.get('key') })) return failed('Incorrect email or API key.');
    if (path === '/api/account')
      return jsonReply({ status: 'Success', 'Turing Limit': 1_000, 'Turing Usage': 1_000 - api.left });
    if (path !== '/api/rewrite') return { status: 404, body: 'no such page' };
    if (api.trouble === 'busy') return failed('Too many requests at the moment, slow down.');
    if (api.trouble === 'balance' || api.left < 1) return failed('You have used up the limit of your plan.');
    return jsonReply({ status: 'Success', text: spin(form.get('input') ?? '') }, { done: true });
  });
}
