import { formOf, WikiFiles } from './mediawiki-files.ts';
import { escapeHtml, renderArticle, renderPage } from './public-page.ts';
import { renderWikitext } from './render-wikitext.ts';
import type { SiteContext, SiteReply, SiteRequest, SiteSoftware } from './site-software.ts';
import { revisionOf, type StoredPost } from './site-store.ts';

/** MediaWiki's Action API as far as a poster uses it: tokens, both logins, edit, query (mediawiki.org API). */
export function mediawikiSoftware(context: SiteContext): SiteSoftware {
  return new MediaWikiSite(context);
}

interface Session {
  user: string | undefined;
  token: string;
}

type Form = URLSearchParams;

class MediaWikiSite implements SiteSoftware {
  readonly #context: SiteContext;
  readonly #sessions = new Map<string, Session>();
  readonly #files: WikiFiles;

  constructor(context: SiteContext) {
    this.#context = context;
    this.#files = new WikiFiles(context);
  }

  isInterface(request: SiteRequest): boolean {
    return request.path === '/api.php';
  }

  wouldPost(request: SiteRequest): boolean {
    if (!this.isInterface(request) || request.method !== 'POST') return false;
    return ['edit', 'createaccount', 'upload'].includes(formOf(request).get('action') ?? '');
  }

  endSessions(): void {
    this.#sessions.clear();
  }

  refuseContent(): SiteReply {
    return failure('spamblacklist', 'The text you wanted to publish was blocked by the spam filter.');
  }

  addressOf(post: StoredPost): string {
    if (post.file) return this.#files.addressOf(post);
    return `${this.#context.baseUrl}/index.php/${encodeURIComponent(post.key.replaceAll(' ', '_'))}`;
  }

  handle(request: SiteRequest): SiteReply {
    if (!this.isInterface(request)) return this.#files.file(request.path) ?? this.#page(request);
    const form = formOf(request);
    const { id, session, cookie } = this.#session(request);
    const reply = form.get('action') === 'upload' ? this.#upload(request, session) : this.#act(form, session, id);
    return cookie === undefined ? reply : { ...reply, headers: { ...reply.headers, 'set-cookie': cookie } };
  }

  #session(request: SiteRequest): { id: string; session: Session; cookie?: string } {
    const id = /wiki_session=([\w-]+)/.exec(request.headers.cookie ?? '')?.[1];
    const known = id === undefined ? undefined : this.#sessions.get(id);
    if (id !== undefined && known !== undefined) return { id, session: known };
    const fresh = crypto.randomUUID();
    const session = { user: undefined, token: `${crypto.randomUUID().replaceAll('-', '')}+\\` };
    this.#sessions.set(fresh, session);
    return { id: fresh, session, cookie: `wiki_session=${fresh}; path=/; HttpOnly` };
  }

  #act(form: Form, session: Session, id: string): SiteReply {
    const asserts = form.get('assert') === 'user';
    if (asserts && (session.user === undefined || this.#context.refusesLogin())) {
      return failure('assertuserfailed', 'You are no longer logged in, so the action could not be completed.');
    }
    if (form.get('action') === 'query') return this.#query(form, session);
    if (form.get('action') === 'login')
      return this.#logIn(form, session, { name: 'lgname', password: 'lgpassword', token: 'lgtoken' });
    if (form.get('action') === 'clientlogin') {
      return this.#logIn(form, session, { name: 'username', password: 'password', token: 'logintoken' });
    }
    if (form.get('action') === 'edit') return this.#edit(form, session);
    if (form.get('action') === 'createaccount') return this.#register(form, session);
    return failure('badvalue', `Unrecognized value for parameter "action": ${id.length > 0 ? form.get('action') : ''}`);
  }

  #upload(request: SiteRequest, session: Session): SiteReply {
    if (session.user === undefined || this.#context.refusesLogin())
      return failure('assertuserfailed', 'You are no longer logged in, so the action could not be completed.');
    if (formOf(request).get('token') !== session.token) return failure('badtoken', 'Invalid CSRF token.');
    const taken = this.#files.take(request, session.user);
    return 'code' in taken ? failure(taken.code, taken.text) : { ...json(taken), created: true };
  }

  #logIn(form: Form, session: Session, fields: { name: string; password: string; token: string }): SiteReply {
    if (form.get(fields.token) !== session.token) return failure('badtoken', 'Invalid CSRF token.');
    const name = form.get(fields.name) ?? '';
    const isBot = fields.name === 'lgname';
    const user = isBot ? `${this.#context.username}@tool` : this.#context.username;
    const password = form.get(fields.password);
    const isOwn = name === user && password === this.#context.password;
    const isGood = (isOwn || this.#context.users.byName(name)?.password === password) && !this.#context.refusesLogin();
    if (isGood) session.user = isOwn ? this.#context.username : name;
    const text = 'Incorrect username or password entered. Please try again.';
    if (isBot)
      return json({
        login: isGood
          ? { result: 'Success', lgusername: name }
          : { result: 'Failed', reason: { code: 'wrongpassword', text } },
      });
    return json({
      clientlogin: isGood
        ? { status: 'PASS', username: name }
        : { status: 'FAIL', message: text, messagecode: 'wrongpassword' },
    });
  }

  #register(form: Form, session: Session): SiteReply {
    if (form.get('createtoken') !== session.token) return failure('badtoken', 'Invalid CSRF token.');
    const { users, username, mail, baseUrl } = this.#context;
    const [name, password, email] = [
      pageKey(form.get('username') ?? ''),
      form.get('password') ?? '',
      form.get('email') ?? '',
    ];
    const refuse = (messagecode: string, message: string) =>
      json({ createaccount: { status: 'FAIL', message, messagecode } });
    if (name === username || users.byName(name)) return refuse('userexists', 'Username entered already in use.');
    if (password !== form.get('retype')) return refuse('badretype', 'The passwords you entered do not match.');
    users.add({ name, password, email: form.has('realname') ? email : '', about: {} });
    const text = `Confirm here: ${baseUrl}/index.php/Special:ConfirmEmail/${encodeURIComponent(name)}`;
    if (email !== '') mail({ to: email, subject: `${this.#context.title} email address confirmation`, text });
    session.user = name;
    return { ...json({ createaccount: { status: 'PASS', username: name } }), created: true };
  }

  #users(form: Form): Record<string, unknown>[] {
    const { users, username } = this.#context;
    return (form.get('ususers') ?? '').split('|').map((asked) => {
      const name = pageKey(asked);
      return name === username || users.byName(name) ? { userid: 2, name } : { name, missing: true };
    });
  }

  #query(form: Form, session: Session): SiteReply {
    const metas = (form.get('meta') ?? '').split('|');
    if (metas.includes('tokens')) {
      const tokens = { [`${form.get('type') ?? 'csrf'}token`]: session.token };
      const info = { cancreateaccounts: true, requests: [{ id: 'PasswordAuthenticationRequest', fields: {} }] };
      const authmanagerinfo = metas.includes('authmanagerinfo') ? { authmanagerinfo: info } : {};
      const listed = form.get('list') === 'users' ? { users: this.#users(form) } : {};
      return json({ query: { tokens, ...authmanagerinfo, ...listed } });
    }
    if (form.get('meta') === 'siteinfo') {
      return json({
        query: {
          general: { sitename: this.#context.title, generator: 'MediaWiki 1.39.17', articlepath: '/index.php/$1' },
        },
      });
    }
    if (form.get('meta') === 'userinfo')
      return json({ query: { userinfo: { id: 1, name: session.user, rights: ['read', 'edit', 'createpage'] } } });
    if (form.get('list') === 'usercontribs') return this.#contributions(form);
    return this.#pages(form);
  }

  #contributions(form: Form): SiteReply {
    const posts = this.#context.store.latest(Number(form.get('uclimit') ?? 10));
    const usercontribs = posts.map((post) => ({ pageid: post.id, title: post.title, comment: post.summary }));
    return json({ query: { usercontribs } });
  }

  #pages(form: Form): SiteReply {
    const ids = (form.get('pageids') ?? '').split('|').filter(Boolean);
    const titles = (form.get('titles') ?? '').split('|').filter(Boolean);
    const byId = ids.map((id) => this.#context.store.byId(Number(id)) ?? { pageid: Number(id), missing: true });
    const byTitle = titles.map((title) => this.#context.store.byKey(pageKey(title)) ?? { title, missing: true });
    const pages = [...byId, ...byTitle].map((found) => ('missing' in found ? found : this.#view(found)));
    return json({ query: { pages } });
  }

  #view(post: StoredPost): Record<string, unknown> {
    const slots = { main: { contentmodel: 'wikitext', content: post.content } };
    const revisions = [{ revid: revisionOf(post), comment: post.summary, slots }];
    const imageinfo = post.file ? { imageinfo: [this.#files.infoOf(post)] } : {};
    return { pageid: post.id, title: post.title, fullurl: this.addressOf(post), revisions, ...imageinfo };
  }

  #edit(form: Form, session: Session): SiteReply {
    if (form.get('token') !== session.token) return failure('badtoken', 'Invalid CSRF token.');
    const { store } = this.#context;
    const id = form.get('pageid');
    const key = pageKey(form.get('title') ?? '');
    const existing = id === null ? store.byKey(key) : store.byId(Number(id));
    const [content, summary] = [form.get('text') ?? '', form.get('summary') ?? ''];
    if (existing !== undefined && form.has('createonly')) {
      return failure('articleexists', 'The article you tried to create has been created already.');
    }
    if (existing === undefined && (form.has('nocreate') || key === ''))
      return failure('nosuchpageid', `There is no page with ID ${id}.`);
    if (existing !== undefined && ![null, String(revisionOf(existing))].includes(form.get('baserevid')))
      return failure('editconflict', 'Edit conflict.');
    if (existing !== undefined) store.put({ ...existing, content, summary });
    const author = session.user ?? '127.0.0.1';
    const post = existing ?? store.add({ key, title: key, content, summary, tags: [], url: '', author });
    const edit = { result: 'Success', pageid: post.id, title: post.title, contentmodel: 'wikitext', newrevid: post.id };
    return {
      ...json({ edit: existing === undefined ? { new: true, ...edit } : edit }),
      created: existing === undefined,
    };
  }

  #page(request: SiteRequest): SiteReply {
    const headers = { 'content-type': 'text/html; charset=UTF-8' };
    const key = pageKey(request.path.replace(/^\/(index\.php\/?)?/, ''));
    const site = this.#context.title;
    const head = `<meta name="generator" content="MediaWiki 1.39.17"><link rel="EditURI" type="application/rsd+xml" href="${this.#context.baseUrl}/api.php?action=rsd">`;
    if (key === '')
      return { status: 200, headers, body: renderPage({ site, title: 'Main Page', body: this.#front(), head }) };
    const post = this.#context.store.byKey(key);
    if (post === undefined) {
      const body = '<h1>There is currently no text in this page</h1>';
      return { status: 404, headers, body: renderPage({ site, title: key, body, head }) };
    }
    const footer = `Last edited by ${post.author}, ${new Date(post.createdAt).toISOString().slice(0, 10)}`;
    const body = renderArticle({ title: post.title, html: renderWikitext(post.content), tags: [], footer });
    return { status: 200, headers, body: renderPage({ site, title: post.title, body, head }) };
  }

  #front(): string {
    const posts = this.#context.store.latest(20);
    const items = posts
      .map((post) => `<li><a href="${this.addressOf(post)}">${escapeHtml(post.title)}</a></li>`)
      .join('');
    return `<article><h1>Main Page</h1><ul>${items}</ul></article>`;
  }
}

/** Titles start with a capital and know no underscores. */
export function pageKey(title: string): string {
  const plain = title.replaceAll('_', ' ').trim();
  return plain.charAt(0).toUpperCase() + plain.slice(1);
}

function json(value: unknown): SiteReply {
  return { status: 200, headers: { 'content-type': 'application/json; charset=utf-8' }, body: JSON.stringify(value) };
}

function failure(code: string, text: string): SiteReply {
  const reply = json({ errors: [{ code, text, module: 'main' }] });
  return { ...reply, headers: { ...reply.headers, 'mediawiki-api-error': code } };
}
