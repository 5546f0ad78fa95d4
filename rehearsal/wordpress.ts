import { escapeHtml, renderArticle, renderPage } from './public-page.ts';
import type { SiteContext, SiteReply, SiteRequest, SiteSoftware } from './site-software.ts';
import type { StoredPost } from './site-store.ts';

const prefix = '/wp-json';

/** WordPress's REST interface as far as a poster uses it: index, users/me, tags, posts (WP-API/docs). */
export function wordpressSoftware(context: SiteContext): SiteSoftware {
  return new WordPressSite(context);
}

class WordPressSite implements SiteSoftware {
  readonly #context: SiteContext;
  readonly #tagIds = new Map<string, number>();
  readonly #tagNames = new Map<number, string>();
  readonly #login: string;

  constructor(context: SiteContext) {
    this.#context = context;
    this.#login = Buffer.from(`${context.username}:${context.password}`).toString('base64');
    for (const post of context.store.all()) for (const tag of post.tags) this.#tagId(tag);
  }

  isInterface(request: SiteRequest): boolean {
    return request.path.startsWith(prefix);
  }

  wouldPost(request: SiteRequest): boolean {
    return request.method === 'POST' && request.path === `${prefix}/wp/v2/posts`;
  }

  refuseContent(): SiteReply {
    return failure(400, 'rest_invalid_param', 'Invalid parameter(s): content');
  }

  addressOf(post: StoredPost): string {
    return `${this.#context.baseUrl}/${post.key}/`;
  }

  handle(request: SiteRequest): SiteReply {
    if (!request.path.startsWith(prefix)) return this.#page(request);
    const route = request.path.slice(prefix.length).replace(/\/$/, '');
    if (route === '') return this.#index();
    const refusal = this.#refuseLogin(request);
    if (refusal !== undefined) return refusal;
    if (route === '/wp/v2/users/me') return this.#me();
    if (route === '/wp/v2/tags' && request.method === 'POST') return this.#makeTag(request);
    if (route === '/wp/v2/posts') return request.method === 'POST' ? this.#create(request) : this.#list(request);
    const id = /^\/wp\/v2\/posts\/(\d+)$/.exec(route)?.[1];
    return id === undefined ? failure(404, 'rest_no_route', 'No route was found.') : this.#single(request, Number(id));
  }

  #index(): SiteReply {
    const url = `${this.#context.baseUrl}/wp-admin/authorize-application.php`;
    const authentication = { 'application-passwords': { endpoints: { authorization: url } } };
    return json(200, { name: this.#context.title, namespaces: ['oembed/1.0', 'wp/v2'], authentication });
  }

  #refuseLogin(request: SiteRequest): SiteReply | undefined {
    const sent = /^Basic (.+)$/.exec(request.headers.authorization ?? '')?.[1];
    if (sent === undefined) return failure(401, 'rest_not_logged_in', 'You are not currently logged in.');
    if (sent === this.#login && !this.#context.refusesLogin()) return undefined;
    // As seen on 6.1.9: a wrong application password leaves the caller a stranger.
    return request.method === 'GET'
      ? failure(401, 'rest_not_logged_in', 'You are not currently logged in.')
      : failure(401, 'rest_cannot_create', 'Sorry, you are not allowed to create posts as this user.');
  }

  #me(): SiteReply {
    return json(200, { id: 1, name: this.#context.username, capabilities: { edit_posts: true, publish_posts: true } });
  }

  #tagId(name: string): { id: number; isNew: boolean } {
    const key = name.toLowerCase();
    const known = this.#tagIds.get(key);
    if (known !== undefined) return { id: known, isNew: false };
    const id = this.#tagIds.size + 1;
    this.#tagIds.set(key, id);
    this.#tagNames.set(id, name);
    return { id, isNew: true };
  }

  #makeTag(request: SiteRequest): SiteReply {
    const name = String(readBody(request).name ?? '').trim();
    if (name === '') return failure(400, 'rest_missing_callback_param', 'Missing parameter(s): name');
    const { id, isNew } = this.#tagId(name);
    if (isNew) return json(201, { id, name });
    return json(400, {
      code: 'term_exists',
      message: 'A term with the name provided already exists in this taxonomy.',
      data: { status: 400, term_id: id },
    });
  }

  #namesOf(ids: unknown): string[] {
    if (!Array.isArray(ids)) return [];
    return ids.map((id: number) => this.#tagNames.get(id)).filter((name) => name !== undefined);
  }

  #create(request: SiteRequest): SiteReply {
    const body = readBody(request);
    const [title, content] = [String(body.title ?? ''), String(body.content ?? '')];
    if (title === '' && content === '') return failure(400, 'empty_content', 'Content, title, and excerpt are empty.');
    const key = this.#freeSlug(String(body.slug || title || 'post'));
    const author = this.#context.username;
    const tags = this.#namesOf(body.tags);
    const post = this.#context.store.add({ key, title, content, tags, url: '', summary: '', author });
    return { ...json(201, this.#view(post)), created: true };
  }

  #freeSlug(wanted: string): string {
    const slug = wanted
      .toLowerCase()
      .replace(/[^\p{L}\p{N}]+/gu, '-')
      .replace(/^-+|-+$/g, '');
    if (this.#context.store.byKey(slug) === undefined) return slug;
    let count = 2;
    while (this.#context.store.byKey(`${slug}-${count}`) !== undefined) count += 1;
    return `${slug}-${count}`;
  }

  #view(post: StoredPost): Record<string, unknown> {
    const content = { raw: post.content, rendered: post.content };
    return { id: post.id, link: this.addressOf(post), status: 'publish', slug: post.key, content };
  }

  #list(request: SiteRequest): SiteReply {
    const { store } = this.#context;
    const slug = request.query.get('slug');
    const search = request.query.get('search');
    const count = Number(request.query.get('per_page') ?? 10);
    if (slug !== null)
      return json(
        200,
        [store.byKey(slug)].flatMap((post) => (post ? [this.#view(post)] : [])),
      );
    if (search === null)
      return json(
        200,
        store.latest(count).map((post) => this.#view(post)),
      );
    const hits = store.all().filter((post) => `${post.title} ${post.content}`.includes(search));
    return json(
      200,
      hits.slice(0, count).map((post) => this.#view(post)),
    );
  }

  #single(request: SiteRequest, id: number): SiteReply {
    const post = this.#context.store.byId(id);
    if (post === undefined) return failure(404, 'rest_post_invalid_id', 'Invalid post ID.');
    if (request.method === 'GET') return json(200, this.#view(post));
    if (request.method === 'DELETE') {
      this.#context.store.delete(id);
      return json(200, { deleted: true, previous: this.#view(post) });
    }
    const body = readBody(request);
    const tags = body.tags === undefined ? post.tags : this.#namesOf(body.tags);
    const changed = {
      ...post,
      title: String(body.title ?? post.title),
      content: String(body.content ?? post.content),
      tags,
    };
    this.#context.store.put(changed);
    return json(200, this.#view(changed));
  }

  #page(request: SiteRequest): SiteReply {
    const link = `<${this.#context.baseUrl}${prefix}/>; rel="https://api.w.org/"`;
    const headers = { 'content-type': 'text/html; charset=UTF-8', link };
    const key = request.path.replace(/^\/|\/$/g, '');
    const posts =
      key === ''
        ? this.#context.store.latest(20)
        : [this.#context.store.byKey(key)].filter((post) => post !== undefined);
    const site = this.#context.title;
    if (key !== '' && posts.length === 0) {
      return {
        status: 404,
        headers,
        body: renderPage({ site, title: 'Page not found', body: '<h1>Page not found</h1>' }),
      };
    }
    const body = key === '' ? this.#frontBody(posts) : posts.map((post) => this.#article(post)).join('');
    const head = '<meta name="generator" content="WordPress 6.1"><link rel="https://api.w.org/" href="/wp-json/">';
    return { status: 200, headers, body: renderPage({ site, title: posts[0]?.title ?? site, body, head }) };
  }

  #frontBody(posts: StoredPost[]): string {
    const items = posts
      .map((post) => `<li><a href="${this.addressOf(post)}">${escapeHtml(post.title)}</a></li>`)
      .join('');
    return `<article><h1>${escapeHtml(this.#context.title)}</h1><ul>${items}</ul></article>`;
  }

  #article(post: StoredPost): string {
    const footer = `By ${post.author}, ${new Date(post.createdAt).toISOString().slice(0, 10)}`;
    return renderArticle({ title: post.title, html: post.content, tags: post.tags, footer });
  }
}

function readBody(request: SiteRequest): Record<string, unknown> {
  try {
    return JSON.parse(request.body) as Record<string, unknown>;
  } catch {
    return {};
  }
}

function json(status: number, value: unknown): SiteReply {
  return { status, headers: { 'content-type': 'application/json; charset=UTF-8' }, body: JSON.stringify(value) };
}

function failure(status: number, code: string, message: string): SiteReply {
  return json(status, { code, message, data: { status } });
}
