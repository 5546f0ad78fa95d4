import { createHash, createHmac } from 'node:crypto';
import { hashText } from '#domain/rules/random.ts';
import { GhostImages } from './ghost-images.ts';
import { escapeHtml, renderArticle, renderPage } from './public-page.ts';
import type { SiteContext, SiteReply, SiteRequest, SiteSoftware } from './site-software.ts';
import type { StoredPost } from './site-store.ts';

const prefix = '/ghost/api/admin/';

/** Ghost's Admin API as far as a poster uses it: site, settings, posts, images (TryGhost/SDK, docs.ghost.org/admin-api). */
export function ghostSoftware(context: SiteContext): SiteSoftware {
  return new GhostSite(context);
}

/** An Admin API key, "id:secret" in hex. */
export function ghostKey(seed: string): string {
  const letters = createHash('sha256')
    .update(`${hashText(seed)}`)
    .digest('hex');
  return `${letters.slice(0, 24)}:${letters}`;
}

class GhostSite implements SiteSoftware {
  readonly #context: SiteContext;
  readonly #images: GhostImages;

  constructor(context: SiteContext) {
    this.#context = context;
    this.#images = new GhostImages(context.baseUrl);
  }

  isInterface(request: SiteRequest): boolean {
    return request.path.startsWith(prefix);
  }

  wouldPost({ method, path }: SiteRequest): boolean {
    return method === 'POST' && path === `${prefix}posts/`;
  }

  refuseContent(): SiteReply {
    return failure(422, 'ValidationError', 'Validation error, cannot save post.');
  }

  addressOf(post: StoredPost): string {
    return `${this.#context.baseUrl}/${isSeen(post) ? post.key : `p/${post.id}`}/`;
  }

  handle(request: SiteRequest): SiteReply {
    if (!this.isInterface(request)) return this.#images.file(request.path) ?? this.#page(request);
    const { baseUrl, title } = this.#context;
    const route = request.path.slice(prefix.length);
    if (route === 'site/') return json(200, { site: { title, url: `${baseUrl}/`, version: '6.65' } });
    const refusal = this.#refuseToken(request.headers.authorization ?? '');
    if (refusal) return refusal;
    const settings = [{ key: 'title', value: title }];
    if (route === 'settings/')
      return json(200, { settings: [...settings, { key: 'outbound_link_tagging', value: true }] });
    if (route === 'images/upload/') return this.#images.take(request);
    if (route === 'posts/') return request.method === 'POST' ? this.#create(request) : this.#list(request);
    const post = this.#context.store.byId(Number(/^posts\/([0-9a-f]{24})\/$/.exec(route)?.[1]));
    return post ? this.#single(request, post) : failure(404, 'NotFoundError', 'Resource not found error.');
  }

  #refuseToken(header: string): SiteReply | undefined {
    const [id, secret] = this.#context.password.split(':');
    const [head = '', claim = '', signature] = (/^Ghost (.+)$/.exec(header)?.[1] ?? '').split('.');
    const read = (part: string) =>
      part === '' ? {} : (JSON.parse(String(Buffer.from(part, 'base64url'))) as Record<string, unknown>);
    if (read(head).kid !== id || this.#context.refusesLogin())
      return failure(401, 'UnauthorizedError', 'Unknown Admin API Key');
    const own = createHmac('sha256', Buffer.from(secret ?? '', 'hex'))
      .update(`${head}.${claim}`)
      .digest('base64url');
    const { iat, exp, aud } = read(claim);
    const now = Date.now() / 1_000;
    const isGood = own === signature && aud === '/admin/' && Number(exp) - Number(iat) <= 300 && Number(exp) > now;
    return isGood ? undefined : failure(401, 'UnauthorizedError', 'Invalid token: invalid signature');
  }

  #create(request: SiteRequest): SiteReply {
    const fields = fieldsIn(request);
    if (fields.title.length > 255) return this.refuseContent();
    const { store, username } = this.#context;
    const wanted = cleanSlug(String(bodyOf(request).slug ?? fields.title));
    let key = wanted;
    for (let count = 2; store.byKey(key); count += 1) key = `${wanted}-${count}`;
    const post = store.add({ ...fields, ...dressIn(request), key, url: '', summary: '', author: username });
    return { ...json(201, { posts: [this.#view(post)] }), created: true };
  }

  #list({ query }: SiteRequest): SiteReply {
    const part = /^html:~'(.*)'$/.exec(query.get('filter') ?? '')?.[1] ?? '';
    const { store } = this.#context;
    const found = store.latest(Number.MAX_SAFE_INTEGER).filter(({ content }) => content.includes(part));
    return json(200, { posts: found.slice(0, Number(query.get('limit') ?? 15)).map((post) => this.#view(post)) });
  }

  #single(request: SiteRequest, post: StoredPost): SiteReply {
    const { store } = this.#context;
    if (request.method === 'DELETE') store.delete(post.id);
    if (request.method === 'DELETE') return { status: 204, body: '' };
    if (request.method === 'GET') return json(200, { posts: [this.#view(post)] });
    if (bodyOf(request).updated_at !== updatedAt(post))
      return failure(409, 'UpdateCollisionError', 'Saving failed! Someone else is editing this post.');
    const changed = { ...post, ...fieldsIn(request, post), summary: `${Number(post.summary) + 1}` };
    store.put(changed);
    return json(200, { posts: [this.#view(changed)] });
  }

  #view(post: StoredPost): Record<string, unknown> {
    const status = post.isDraft ? 'draft' : isSeen(post) ? 'published' : 'scheduled';
    const own = { id: idOf(post), url: this.addressOf(post), slug: post.key, title: post.title };
    const lexical = JSON.stringify({ root: { children: [{ type: 'html', html: post.content }] } });
    return { ...own, status, html: post.content, lexical, updated_at: updatedAt(post) };
  }

  #page({ path }: SiteRequest): SiteReply {
    const { store, title: site, baseUrl } = this.#context;
    const post = store.byKey(path.replaceAll('/', ''));
    const isThere = path === '/' || (post !== undefined && isSeen(post));
    const image = post?.featured ? `<img class="feature" src="${escapeHtml(post.featured)}">` : '';
    const text = post ? tagLinks(post.content, baseUrl) : '';
    const article = {
      title: post?.title ?? '',
      html: image + text,
      tags: post?.tags ?? [],
      footer: post?.excerpt ?? '',
    };
    const body = isThere && post ? renderArticle(article) : `<h1>${isThere ? site : 'Page not found'}</h1>`;
    const head = '<meta name="generator" content="Ghost 6.65">';
    return {
      status: isThere ? 200 : 404,
      headers: { 'content-type': 'text/html; charset=utf-8' },
      body: renderPage({ site, title: post?.title ?? site, body, head }),
    };
  }
}

const isSeen = ({ isDraft, publishAt }: StoredPost) => !isDraft && (publishAt ?? 0) <= Date.now();
const idOf = ({ id }: StoredPost) => String(id).padStart(24, '0');
/** Each change makes it a second younger. */
const updatedAt = ({ createdAt, summary }: StoredPost) => new Date(createdAt + Number(summary) * 1_000).toISOString();

const json = (status: number, body: object): SiteReply => ({
  status,
  headers: { 'content-type': 'application/json; charset=utf-8' },
  body: JSON.stringify(body),
});
const failure = (status: number, type: string, message: string) => json(status, { errors: [{ message, type }] });

const bodyOf = ({ body }: SiteRequest) => (JSON.parse(body) as { posts: [Record<string, unknown>] }).posts[0];

function fieldsIn(request: SiteRequest, before?: StoredPost): { title: string; content: string; tags: string[] } {
  const { title, html, lexical, tags } = bodyOf(request);
  const names = Array.isArray(tags) ? tags.map((tag: { name: string }) => tag.name) : (before?.tags ?? []);
  const content = lexical === undefined ? html : JSON.parse(String(lexical)).root.children[0].html;
  return { title: String(title ?? before?.title ?? ''), content: String(content ?? ''), tags: names };
}

function dressIn(request: SiteRequest): Pick<StoredPost, 'isDraft' | 'publishAt' | 'excerpt' | 'featured'> {
  const { status, published_at, custom_excerpt, feature_image } = bodyOf(request);
  const publishAt = published_at === undefined ? undefined : Date.parse(String(published_at));
  const featured = feature_image === undefined ? undefined : String(feature_image);
  return { isDraft: status === 'draft', publishAt, excerpt: String(custom_excerpt ?? ''), featured };
}

const cleanSlug = (text: string) =>
  text
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 100) || 'untitled';

/** Ghost writes its own name into addresses that lead elsewhere (outbound link tagging). */
function tagLinks(html: string, baseUrl: string): string {
  const own = new URL(baseUrl).hostname;
  return html.replace(/<a href="(https?:[^"]+)"/g, (whole, url: string) =>
    /[?&;](?:ref|source|utm_source)=/.test(url) || url.startsWith(baseUrl)
      ? whole
      : `<a href="${url}${url.includes('?') ? '&amp;' : '?'}ref=${own}"`,
  );
}
