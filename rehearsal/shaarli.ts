import { createHmac } from 'node:crypto';
import { hashText } from '#domain/rules/random.ts';
import { escapeHtml, renderPage } from './public-page.ts';
import type { SiteContext, SiteReply, SiteRequest, SiteSoftware } from './site-software.ts';
import type { StoredPost } from './site-store.ts';

const prefix = '/api/v1/';

/** Shaarli's REST interface: info and links (shaarli/api-documentation, answers as seen on 0.12.1). */
export function shaarliSoftware(context: SiteContext): SiteSoftware {
  return new ShaarliSite(context);
}

class ShaarliSite implements SiteSoftware {
  readonly #context: SiteContext;

  constructor(context: SiteContext) {
    this.#context = context;
  }

  isInterface(request: SiteRequest): boolean {
    return request.path.startsWith(prefix);
  }

  wouldPost(request: SiteRequest): boolean {
    return request.method === 'POST' && request.path === `${prefix}links`;
  }

  refuseContent(): SiteReply {
    return json(400, { code: 400, message: 'Invalid link' });
  }

  addressOf(post: StoredPost): string {
    return `${this.#context.baseUrl}/shaare/${post.key}`;
  }

  handle(request: SiteRequest): SiteReply {
    if (!this.isInterface(request)) return this.#page(request);
    if (!this.#isSignedIn(request)) return json(401, 'Not authorized');
    const route = request.path.slice(prefix.length);
    if (route === 'info')
      return json(200, { global_counter: this.#context.store.size, settings: { title: this.#context.title } });
    if (route === 'links') return request.method === 'POST' ? this.#create(request) : this.#list(request);
    const id = /^links\/(\d+)$/.exec(route)?.[1];
    return id === undefined ? json(404, 'Not found') : this.#single(request, Number(id));
  }

  #isSignedIn(request: SiteRequest): boolean {
    const [header, payload, signature] = (request.headers.authorization ?? '').replace(/^Bearer /, '').split('.');
    if (signature === undefined || payload === undefined || this.#context.refusesLogin()) return false;
    const good = createHmac('sha512', this.#context.password).update(`${header}.${payload}`).digest('base64url');
    const age = Date.now() / 1000 - Number(readObject(Buffer.from(payload, 'base64url').toString()).iat);
    return good === signature && age >= 0 && age <= 540;
  }

  #create(request: SiteRequest): SiteReply {
    const body = readObject(request.body);
    const url = String(body.url ?? '');
    const existing = this.#context.store.byUrl(url);
    if (existing !== undefined) return json(409, this.#view(existing));
    const key = hashText(`${url} ${Date.now()}`).toString(36);
    const author = this.#context.username;
    const post = this.#context.store.add({ ...fieldsOf(body, url), key, url, summary: '', author });
    return { ...json(201, this.#view(post)), created: true };
  }

  #list(request: SiteRequest): SiteReply {
    const { store } = this.#context;
    const tags = (request.query.get('searchtags') ?? '').split(/\s+/).filter(Boolean);
    const term = request.query.get('searchterm') ?? '';
    const limit = request.query.get('limit') ?? '20';
    const all = tags.length + term.length === 0 && limit !== 'all' ? store.latest(Number(limit)) : store.all();
    const hits = all.filter((post) => tags.every((tag) => post.tags.includes(tag)) && textOf(post).includes(term));
    return json(
      200,
      (limit === 'all' ? hits : hits.slice(0, Number(limit))).map((post) => this.#view(post)),
    );
  }

  #single(request: SiteRequest, id: number): SiteReply {
    const post = this.#context.store.byId(id);
    if (post === undefined) return json(404, { code: 404, message: 'Link not found' });
    if (request.method === 'DELETE') {
      this.#context.store.delete(id);
      return { status: 204, body: '' };
    }
    if (request.method !== 'PUT') return json(200, this.#view(post));
    const body = readObject(request.body);
    const url = String(body.url ?? post.url);
    const changed = { ...post, ...fieldsOf(body, url), url };
    this.#context.store.put(changed);
    return json(200, this.#view(changed));
  }

  #view(post: StoredPost): Record<string, unknown> {
    const { id, url, title, tags } = post;
    const created = new Date(post.createdAt).toISOString();
    return {
      id,
      url,
      shorturl: post.key,
      title,
      description: post.content,
      tags,
      private: false,
      created,
      updated: '',
    };
  }

  #page(request: SiteRequest): SiteReply {
    const key = /^\/shaare\/(\w+)$/.exec(request.path)?.[1];
    const { store, title: site } = this.#context;
    const posts = key === undefined ? store.latest(20) : [store.byKey(key)].filter((post) => post !== undefined);
    const isMissing = key === undefined ? request.path !== '/' : posts.length === 0;
    const headers = { 'content-type': 'text/html; charset=UTF-8' };
    const body = isMissing
      ? '<h1>Not found</h1>'
      : posts.map((post) => this.#item(post)).join('') || '<p>No links yet.</p>';
    const head = '<meta name="generator" content="Shaarli"><link rel="search" title="Shaarli search">';
    return {
      status: isMissing ? 404 : 200,
      headers,
      body: renderPage({ site, title: posts[0]?.title ?? site, body, head }),
    };
  }

  /** Tags that start with a dot are for the owner only. */
  #item(post: StoredPost): string {
    const shown = post.tags.filter((tag) => !tag.startsWith('.'));
    const tags = shown.map((tag) => `<span>${escapeHtml(tag)}</span>`).join('');
    const text = escapeHtml(post.content).replaceAll('\n', '<br>');
    return `<article><h2><a class="linklist-real-url" href="${escapeHtml(post.url)}">${escapeOnce(post.title)}</a></h2>
<p>${text}</p><p class="tags">${tags}</p><footer><a href="${this.addressOf(post)}">Permalink</a></footer></article>`;
  }
}

/** As seen on 0.12.1: what already looks like an entity is not escaped again. */
function escapeOnce(text: string): string {
  return escapeHtml(text).replace(/&amp;(amp|lt|gt|quot|#0?39);/g, '&$1;');
}

function fieldsOf(body: Record<string, unknown>, url: string): { title: string; content: string; tags: string[] } {
  const tags = Array.isArray(body.tags) ? body.tags.map(String) : [];
  return { title: String(body.title || url), content: String(body.description ?? ''), tags };
}

function textOf(post: StoredPost): string {
  return `${post.url} ${post.title} ${post.content} ${post.tags.join(' ')}`;
}

function readObject(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}

function json(status: number, value: unknown): SiteReply {
  return { status, headers: { 'content-type': 'application/json' }, body: JSON.stringify(value) };
}
