import { escapeHtml, renderPage } from './public-page.ts';
import { renderTextile } from './render-textile.ts';
import type { SiteContext, SiteReply, SiteRequest, SiteSoftware } from './site-software.ts';
import type { StoredPost } from './site-store.ts';

const html = { 'content-type': 'text/html; charset=utf-8' };
const project = '/projects/notes';
/** Numbers of the fields that users have: a text and a web address. */
const [aboutMe, website] = ['3', '4'];

/** Redmine's REST interface as far as a poster uses it: one project with its wiki and news (redmine.org, Rest_api). */
export function redmineSoftware(context: SiteContext): SiteSoftware {
  return new RedmineSite(context);
}

class RedmineSite implements SiteSoftware {
  readonly #context: SiteContext;
  readonly #profile = new Map<string, string>();

  constructor(context: SiteContext) {
    this.#context = context;
  }

  isInterface(request: SiteRequest): boolean {
    return request.path.endsWith('.json');
  }

  wouldPost({ method, path }: SiteRequest): boolean {
    return (
      (method === 'PUT' && titleIn(path) !== undefined && !this.#pageAt(path)) ||
      isNews(method, path) ||
      isProfile(method, path)
    );
  }

  refuseContent(): SiteReply {
    return json(422, { errors: ['Text cannot be blank'] });
  }

  addressOf(post: StoredPost): string {
    const path = post.key.startsWith('news ')
      ? `/news/${post.id}`
      : `${project}/wiki/${encodeURIComponent(post.title)}`;
    return this.#context.baseUrl + path;
  }

  handle(request: SiteRequest): SiteReply {
    const key = request.headers['x-redmine-api-key'];
    const isMember = key === this.#context.password && !this.#context.refusesLogin();
    if (!this.isInterface(request)) return this.#page(request, isMember);
    const isOpen = request.method === 'GET' && titleIn(request.path) !== undefined;
    // A key that nobody has makes a stranger of the caller: what is public is answered all the same.
    if (!isMember && !isOpen) return { status: 401, body: '' };
    return this.#carryOut(request);
  }

  #carryOut(request: SiteRequest): SiteReply {
    const { method, path } = request;
    const { username, store } = this.#context;
    if (path === '/users/current.json') return json(200, { user: { id: 1, login: username } });
    if (path === '/projects.json') return json(200, { projects: [{ id: 1, identifier: 'notes' }], total_count: 1 });
    if (path === '/my/account.json') return this.#account(request);
    if (titleIn(path) !== undefined) return this.#wiki(request);
    if (isNews(method, path)) return this.#addNews(request);
    if (path === `${project}/news.json`) return this.#listNews(request);
    const one = store.byId(Number(/^\/news\/(\d+)\.json$/.exec(path)?.[1]));
    if (!one?.key.startsWith('news ')) return json(404, {});
    if (method === 'GET') return json(200, { news: newsView(one) });
    if (method === 'DELETE') store.delete(one.id);
    else store.put({ ...one, ...newsIn(request, one) });
    return { status: 204, body: '' };
  }

  #pageAt(path: string): StoredPost | undefined {
    return this.#context.store.byKey(`wiki ${titleIn(path)?.toLowerCase()}`);
  }

  #wiki(request: SiteRequest): SiteReply {
    const { store, username } = this.#context;
    const page = this.#pageAt(request.path);
    if (request.method === 'PUT') {
      const { text, comments, version } = (JSON.parse(request.body) as { wiki_page: Record<string, unknown> })
        .wiki_page;
      if (page && version !== undefined && version !== Number(page.summary)) return { status: 409, body: '' };
      if (page) store.put({ ...page, content: String(text), summary: String(Number(page.summary) + 1) });
      if (page) return { status: 204, body: '' };
      const title = titleIn(request.path) ?? '';
      const fields = { key: `wiki ${title.toLowerCase()}`, title, content: String(text), tags: [], url: '' };
      const made = store.add({ ...fields, summary: String(version ?? 1), author: username, excerpt: String(comments) });
      return { ...json(201, { wiki_page: view(made) }), created: true };
    }
    if (!page) return json(404, {});
    if (request.method !== 'DELETE') return json(200, { wiki_page: view(page) });
    store.delete(page.id);
    return { status: 204, body: '' };
  }

  #addNews(request: SiteRequest): SiteReply {
    const fields = newsIn(request);
    if (fields.title === '' || fields.title.length > 60) return json(422, { errors: ['Title is too long'] });
    const { store, username } = this.#context;
    store.add({ ...fields, key: `news ${crypto.randomUUID()}`, tags: [], url: '', author: username });
    return { status: 204, body: '', created: true };
  }

  #listNews({ query }: SiteRequest): SiteReply {
    const all = this.#context.store.latest(Number.MAX_SAFE_INTEGER).filter(({ key }) => key.startsWith('news '));
    const [offset, limit] = [Number(query.get('offset') ?? 0), Number(query.get('limit') ?? 25)];
    const rows = all.slice(offset, offset + limit).map(newsView);
    return json(200, { news: rows, total_count: all.length, offset, limit });
  }

  #account({ method, body }: SiteRequest): SiteReply {
    const { username } = this.#context;
    const fields = [aboutMe, website].map((id) => ({ id: Number(id), value: this.#profile.get(id) ?? '' }));
    if (method !== 'PUT') return json(200, { user: { id: 1, login: username, custom_fields: fields } });
    const { user } = JSON.parse(body) as { user: { custom_field_values: Record<string, string> } };
    for (const [id, value] of Object.entries(user.custom_field_values)) this.#profile.set(id, value);
    return { status: 204, body: '', created: true };
  }

  #page({ path }: SiteRequest, isMember: boolean): SiteReply {
    const { store } = this.#context;
    if (path === '/users/1') return this.#show(200, 'Ann', renderTextile(this.#profile.get(aboutMe) ?? ''));
    if (path === '/my/account' && isMember) return this.#show(200, 'My account', accountForm);
    const title = /^\/projects\/notes\/wiki\/(.+)$/.exec(path)?.[1];
    const id = /^\/news\/(\d+)$/.exec(path)?.[1];
    const post = title === undefined ? store.byId(Number(id)) : this.#pageAt(`${path}.json`);
    if (post) return this.#show(200, post.title, `<h2>${escapeHtml(post.title)}</h2>${renderTextile(post.content)}`);
    if (isMember && (title !== undefined || path === `${project}/news`))
      return this.#show(200, 'Form', '<script src="/javascripts/jstoolbar/textile.js"></script><form></form>');
    const isThere = path === '/' || path === project || path === `${project}/news`;
    return this.#show(isThere ? 200 : 404, this.#context.title, isThere ? '' : '<p id="errorExplanation">404</p>');
  }

  #show(status: number, title: string, body: string): SiteReply {
    const head = '<meta name="description" content="Redmine" /><meta name="csrf-param" content="authenticity_token" />';
    return { status, headers: html, body: renderPage({ site: this.#context.title, title, body, head }) };
  }
}

const json = (status: number, body: object): SiteReply => ({
  status,
  headers: { 'content-type': 'application/json; charset=utf-8' },
  body: JSON.stringify(body),
});

/** The title in the route of a page, as the wiki writes it. */
function titleIn(path: string): string | undefined {
  const title = /^\/projects\/notes\/wiki\/(.+)\.json$/
    .exec(path)?.[1]
    ?.replace(/\s+/g, '_')
    .replace(/[,./?;|:]/g, '');
  return title && title.charAt(0).toUpperCase() + title.slice(1);
}

const isNews = (method: string, path: string) => method === 'POST' && path === `${project}/news.json`;

const isProfile = (method: string, path: string) => method === 'PUT' && path === '/my/account.json';

const fieldOf = (element: string, id: string, kind: string) =>
  `<${element} name="user[custom_field_values][${id}]" id="user_custom_field_values_${id}" class="${kind}"></${element}>`;
const accountForm = `<form>${fieldOf('textarea', aboutMe, 'text_cf wiki-edit')}${fieldOf('input', website, 'link_cf')}</form>`;

/** What a change leaves out stays as it was. */
function newsIn({ body }: SiteRequest, was?: StoredPost): { title: string; content: string; summary: string } {
  const { title, description, summary } = (JSON.parse(body) as { news: Record<string, unknown> }).news;
  const [own, text] = [String(title ?? was?.title ?? ''), String(description ?? was?.content ?? '')];
  return { title: own, content: text, summary: String(summary ?? was?.summary ?? '') };
}

const newsView = ({ id, title, summary, content, createdAt }: StoredPost) => ({
  ...{ id, title, summary, description: content },
  created_on: new Date(createdAt).toISOString(),
});

const view = ({ title, content, summary, excerpt }: StoredPost) => ({
  ...{ title, text: content, version: Number(summary), comments: excerpt },
});
