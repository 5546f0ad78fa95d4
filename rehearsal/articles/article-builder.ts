import { type ApiReply, jsonReply } from '../api-server.ts';
import { complaintOf, type SourceApi, startSourceApi } from './source-api.ts';

/** Starts a rehearsed ArticleBuilder.net: a session, then articles of categories. It has nothing on "nothing". */
export function startArticleBuilder(): Promise<SourceApi> {
  const key = { username: 'builder-user', password: 'builder-password-123' };
  const sessions = new Set<string>();
  return startSourceApi(key, (api, { form }, refusesKey) => {
    const action = form.get('action');
    if (action === 'authenticate') {
      const isKnown = form.get('username') === key.username && form.get('password') === key.password;
      if (refusesKey || !isKnown) return no('Invalid username or password');
      const session = `session-${sessions.size}`;
      sessions.add(session);
      return yes({ session });
    }
    if (!sessions.has(form.get('session') ?? '')) return no('Please log in');
    if (action === 'apiQueries') return yes({ apiQueries: '40', maxApiQueries: '250' });
    if (action === 'categories') return yes({ output: ['garden', 'weight loss'] });
    if (action !== 'buildArticle') return no('Unknown action');
    if (api.trouble) return no(complaintOf(api));
    return { ...yes({ output: textOn(form.get('category') ?? '', form) }), done: true };
  });
}

function textOn(category: string, form: URLSearchParams): string {
  if (category === 'nothing') return '';
  const isSpun = form.get('spin') === '1' || form.get('spintogether') === '1';
  return `The ${category}\n\nA ${category} is ${isSpun ? '{good|fine}' : 'good'}, in ${form.get('wordcount')} words.`;
}

const yes = (more: object): ApiReply => jsonReply({ success: 'true', ...more });
const no = (error: string): ApiReply => jsonReply({ success: 'false', error });
