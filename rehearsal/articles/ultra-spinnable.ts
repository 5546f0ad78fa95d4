import { jsonReply } from '../api-server.ts';
import { complaintOf, type SourceApi, startSourceApi } from './source-api.ts';

/** Starts a service of spinnable articles: a form for articles, one for the balance below /balance. Nothing is on "nothing". */
export async function startUltraSpinnable(): Promise<SourceApi> {
  const login = { username: 'ultra-user', password: 'ultra-password-123', apiKey: 'ultra-key-1234567890' };
  const places = { articlePath: 'data.article', balancePath: 'data.credits' };
  const choices = { premium: true, minis: false, nichePacks: true, spendCredits: false };
  const api = await startSourceApi({ ...login, ...places, ...choices }, (own, { path, form }, refusesKey) => {
    const isKnown = Object.entries(login).every(([name, value]) => form.get(name) === value);
    if (refusesKey || !isKnown) return jsonReply({ error: 'Wrong username or password' });
    if (path === '/balance') return jsonReply({ data: { credits: '33' } });
    if (own.trouble) return jsonReply({ error: { message: complaintOf(own) } });
    const keywords = form.get('keywords') ?? '';
    const article = keywords.startsWith('nothing') ? '' : `{On|About} ${keywords}\n\nThe {nice|fine} ${keywords}.`;
    return jsonReply({ data: { article } }, { done: true });
  });
  api.key.balanceAddress = `${api.url}/balance`;
  return api;
}
