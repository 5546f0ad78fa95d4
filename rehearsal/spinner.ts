import { type Api, type ApiRequest, jsonReply, startApi } from './api-server.ts';

/** A rehearsed spinner with the interface of Spin Rewriter (spinrewriter.com, API documentation). */
export interface SpinnerApi extends Api {
  email: string;
  key: string;
  /** Texts that are left. */
  left: number;
  /** True: it spins protected words too. */
  breaksWords: boolean;
}

/** Starts it. Every word of five letters or more gets a twin with "~" behind it. */
export async function startSpinner(): Promise<SpinnerApi> {
  const email = 'a@spin.test';
  const key = 'spin-key-1234567890';
  const handle = ({ form }: ApiRequest, refusesKey: boolean) => {
    const said = (status: string, response: string) =>
      jsonReply({ status, response, api_requests_available: api.left });
    if (refusesKey || form.get('email_address') !== email || form.get('api_key') !== key)
      return said('ERROR', 'Authentication failed. No user with this email address and API key.');
    if (form.get('action') === 'api_quota') return said('OK', `${api.left} left`);
    if (api.left < 1) return said('ERROR', 'API quota exceeded. You can make 0 requests per day.');
    api.left -= 1;
    const guarded = new Set((form.get('protected_terms') ?? '').split('\n').flatMap((term) => term.split(' ')));
    const isVariant = form.get('action') === 'unique_variation';
    const text = (form.get('text') ?? '').replace(/\p{L}{5,}/gu, (word) => {
      if (guarded.has(word) && !api.breaksWords) return word;
      return isVariant ? `${word}~` : `{${word}~|${word}~~}`;
    });
    return { ...said('OK', text), done: true };
  };
  const api: SpinnerApi = { ...(await startApi(handle)), email, key, left: 100, breaksWords: false };
  return api;
}
