import { randomUUID } from 'node:crypto';
import { formPages } from './form-pages.ts';
import { renderPage } from './public-page.ts';
import type { SiteContext, SiteReply, SiteRequest, SiteSoftware } from './site-software.ts';
import type { StoredPost } from './site-store.ts';

const html = { 'content-type': 'text/html; charset=utf-8' };

/** A directory that its members enter articles and places into by a form: sign-in, preview, confirmation, own list. */
export function formSiteSoftware(context: SiteContext): SiteSoftware {
  return new FormSite(context);
}

/** What a member has typed and not confirmed yet. */
type Draft = Record<string, string>;

interface Session {
  /** Each form has a token of its own, which is good once. */
  tokens: Set<string>;
  drafts: Map<string, Draft>;
}

class FormSite implements SiteSoftware {
  readonly #context: SiteContext;
  readonly #sessions = new Map<string, Session>();

  constructor(context: SiteContext) {
    this.#context = context;
  }

  isInterface({ path }: SiteRequest): boolean {
    return ['/login', '/submit', '/confirm', '/mine'].includes(path);
  }

  wouldPost({ method, path }: SiteRequest): boolean {
    return method === 'POST' && path === '/confirm';
  }

  endSessions(): void {
    this.#sessions.clear();
  }

  refuseContent(): SiteReply {
    return this.#show('Not taken', '<p class="error">We do not take this text, says our filter.</p>');
  }

  addressOf(post: StoredPost): string {
    return `${this.#context.baseUrl}/entries/${post.key}`;
  }

  handle(request: SiteRequest): SiteReply {
    const { method, path } = request;
    const entry = /^\/entries\/([\w-]+)$/.exec(path)?.[1];
    if (entry !== undefined) return this.#entry(entry);
    if (path === '/') return this.#front();
    if (path === '/login') return method === 'POST' ? this.#logIn(request) : this.#show('Sign in', formPages.login(''));
    if (!this.isInterface(request)) return this.#show('Not found', '<h1>Not found</h1>', 404);
    const session = this.#sessionOf(request);
    if (session === undefined || this.#context.refusesLogin()) return seeOther('/login');
    if (path === '/mine') return this.#mine(request);
    if (method === 'GET') return this.#member('New entry', formPages.post(newToken(session)));
    const fields = new URLSearchParams(request.body);
    if (!session.tokens.delete(fields.get('token') ?? ''))
      return this.#member('Form too old', '<p class="error">This form is too old, please begin again.</p>');
    return path === '/confirm' ? this.#confirm(session, fields) : this.#preview(session, fields);
  }

  #sessionOf({ headers }: SiteRequest): Session | undefined {
    return this.#sessions.get(/directory=([\w-]+)/.exec(headers.cookie ?? '')?.[1] ?? '');
  }

  #logIn(request: SiteRequest): SiteReply {
    const fields = new URLSearchParams(request.body);
    const { username, password, refusesLogin } = this.#context;
    const isGood = fields.get('user') === username && fields.get('pass') === password && !refusesLogin();
    if (!isGood) return this.#show('Sign in', formPages.login('Name or password is wrong.'));
    const id = randomUUID();
    this.#sessions.set(id, { tokens: new Set(), drafts: new Map() });
    const reply = seeOther('/submit');
    return { ...reply, headers: { ...reply.headers, 'set-cookie': `directory=${id}; path=/; HttpOnly` } };
  }

  #preview(session: Session, fields: URLSearchParams): SiteReply {
    const draft: Draft = Object.fromEntries(fields);
    const missing = ['heading', 'body', 'author', 'rules'].filter((name) => !draft[name]);
    if (missing.length > 0)
      return this.#member('New entry', `<p class="error">Missing: ${missing}</p>${formPages.post(newToken(session))}`);
    const isThere = this.#context.store
      .latest(1_000)
      .some(
        (post) => post.title === draft.heading && post.content === draft.body && post.url === (draft.website ?? ''),
      );
    if (isThere) return this.#member('Known', '<p class="error">This text has been entered before.</p>');
    const id = randomUUID();
    session.drafts.set(id, draft);
    return this.#member('Preview', formPages.preview(draft, { id, token: newToken(session) }));
  }

  #confirm(session: Session, fields: URLSearchParams): SiteReply {
    const id = fields.get('draft') ?? '';
    const draft = session.drafts.get(id);
    if (draft === undefined || !fields.has('publish')) return seeOther('/submit');
    session.drafts.delete(id);
    const post = this.#context.store.add({
      key: randomUUID().slice(0, 13),
      title: draft.heading ?? '',
      content: draft.body ?? '',
      tags: (draft.keywords ?? '')
        .split(',')
        .map((tag) => tag.trim())
        .filter(Boolean),
      url: draft.website ?? '',
      summary: draft.own_note ?? '',
      author: draft.author ?? '',
      excerpt: draft.about_author ?? '',
      categories: [draft.section ?? 'general'],
    });
    const done = `<p>Thank you, your entry stands: <a href="/entries/${post.key}">see it</a>.</p>`;
    return { ...this.#member('Done', done), created: true };
  }

  #mine({ query }: SiteRequest): SiteReply {
    const number = Math.max(1, Number(query.get('page') ?? 1));
    const rows = this.#context.store
      .all()
      .toReversed()
      .slice((number - 1) * 25, number * 25);
    return this.#member('Your entries', formPages.list(rows));
  }

  #front(): SiteReply {
    const { store, title } = this.#context;
    const posts = store.latest(20);
    return this.#show(title, posts.map((post) => formPages.entry(post)).join('') || '<p>No entries yet.</p>');
  }

  #entry(key: string): SiteReply {
    const post = this.#context.store.byKey(key);
    return post ? this.#show(post.title, formPages.entry(post)) : this.#show('Not found', '<h1>Not found</h1>', 404);
  }

  #member(title: string, body: string): SiteReply {
    return this.#show(title, `<p><a href="/logout">Sign out</a></p>${body}`);
  }

  #show(title: string, body: string, status = 200): SiteReply {
    return { status, headers: html, body: renderPage({ site: this.#context.title, title, body }) };
  }
}

const seeOther = (location: string): SiteReply => ({ status: 303, headers: { ...html, location }, body: '' });

function newToken(session: Session): string {
  const token = randomUUID();
  session.tokens.add(token);
  return token;
}
