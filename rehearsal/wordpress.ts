import { escapeHtml, renderArticle, renderPage } from './public-page.ts';
import type { SiteContext, SiteReply, SiteRequest, SiteSoftware } from './site-software.ts';
import type { StoredPost } from './site-store.ts';
import { failure, json } from './wordpress-answers.ts';
import { addressOfFile, isPdfUpload, WordPressMedia } from './wordpress-media.ts';
import { WordPressProfiles } from './wordpress-profiles.ts';
import { WordPressTerms } from './wordpress-terms.ts';
import { WordPressUsers } from './wordpress-users.ts';

const prefix = '/wp-json';

/** WordPress's REST interface as far as a poster uses it: index, users/me, tags, categories, media, posts (WP-API/docs). */
export function wordpressSoftware(context: SiteContext): SiteSoftware {
  return new WordPressSite(context);
}

class WordPressSite implements SiteSoftware {
  readonly #context: SiteContext;
  readonly #tags = new WordPressTerms();
  readonly #categories = new WordPressTerms();
  readonly #media: WordPressMedia;
  readonly #users: WordPressUsers;
  readonly #profiles: WordPressProfiles;
  readonly #login: string;

  constructor(context: SiteContext) {
    this.#context = context;
    this.#login = Buffer.from(`${context.username}:${context.password}`).toString('base64');
    for (const post of context.store.all()) for (const tag of post.tags) this.#tags.idOf(tag);
    this.#users = new WordPressUsers(context);
    this.#profiles = new WordPressProfiles(context);
    this.#media = new WordPressMedia(context);
    this.#categories.idOf('Uncategorized');
  }

  isInterface(request: SiteRequest): boolean {
    return request.path.startsWith(prefix) || request.path === '/wp-login.php';
  }

  wouldPost(request: SiteRequest): boolean {
    return (
      this.#users.isRegistration(request) ||
      this.#profiles.isFilled(request) ||
      isPdfUpload(request) ||
      (request.method === 'POST' && request.path === `${prefix}/wp/v2/posts`)
    );
  }

  refuseContent(): SiteReply {
    return failure(400, 'rest_invalid_param', 'Invalid parameter(s): content');
  }

  addressOf(post: StoredPost): string {
    return post.file ? addressOfFile(this.#context.baseUrl, post) : `${this.#context.baseUrl}/${post.key}/`;
  }

  handle(request: SiteRequest): SiteReply {
    const ofUsers = this.#users.handle(request);
    if (ofUsers !== undefined) return ofUsers;
    if (!request.path.startsWith(prefix)) return this.#profiles.page(request) ?? this.#page(request);
    const route = request.path.slice(prefix.length).replace(/\/$/, '');
    if (route === '') return this.#index();
    const refusal = this.#refuseLogin(request);
    if (refusal !== undefined) return refusal;
    if (route === '/wp/v2/users/me') return this.#profiles.me(loginOf(request).name, request, () => readBody(request));
    if (route === '/wp/v2/tags' && request.method === 'POST') return this.#tags.make(readBody(request).name);
    if (route === '/wp/v2/categories')
      return request.method === 'POST'
        ? this.#categories.make(readBody(request).name)
        : this.#categories.search(request.query.get('search') ?? '');
    const media = /^\/wp\/v2\/media(?:\/(\d+))?$/.exec(route);
    if (media) return this.#media.handle(request, media[1] === undefined ? undefined : Number(media[1]));
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
    const { name, password } = loginOf(request);
    const isKnown = sent === this.#login || this.#users.knows(name, password);
    if (isKnown && !this.#context.refusesLogin()) return undefined;
    // As seen on 6.1.9: a wrong application password leaves the caller a stranger.
    return request.method === 'GET'
      ? failure(401, 'rest_not_logged_in', 'You are not currently logged in.')
      : failure(401, 'rest_cannot_create', 'Sorry, you are not allowed to create posts as this user.');
  }

  #create(request: SiteRequest): SiteReply {
    const body = readBody(request);
    const [title, content] = [String(body.title ?? ''), String(body.content ?? '')];
    if (title === '' && content === '') return failure(400, 'empty_content', 'Content, title, and excerpt are empty.');
    const key = this.#freeSlug(String(body.slug || title || 'post'));
    const author = this.#context.username;
    const dress = {
      tags: this.#tags.namesOf(body.tags),
      categories: this.#categories.namesOf(body.categories ?? [1]),
      excerpt: String(body.excerpt ?? ''),
      featured: this.#media.addressOf(body.featured_media),
      isDraft: body.status === 'draft',
      publishAt: body.status === 'future' ? Date.parse(`${body.date_gmt}Z`) : undefined,
    };
    const post = this.#context.store.add({ key, title, content, ...dress, url: '', summary: '', author });
    return { ...json(201, this.#view(post)), created: true };
  }

  #freeSlug(wanted: string): string {
    const slug = cleanSlug(wanted);
    if (this.#context.store.byKey(slug) === undefined) return slug;
    let count = 2;
    while (this.#context.store.byKey(`${slug}-${count}`) !== undefined) count += 1;
    return `${slug}-${count}`;
  }

  #view(post: StoredPost): Record<string, unknown> {
    const content = { raw: post.content, rendered: post.content };
    const status = statusOf(post);
    const { baseUrl } = this.#context;
    const link = status === 'publish' ? this.addressOf(post) : `${baseUrl}/?p=${post.id}`;
    return { id: post.id, link, status, slug: post.key, permalink_template: `${baseUrl}/%postname%/`, content };
  }

  #viewOf(key: string): Record<string, unknown>[] {
    const post = this.#context.store.byKey(key);
    return post && !post.file ? [this.#view(post)] : [];
  }

  #list(request: SiteRequest): SiteReply {
    const { store } = this.#context;
    const slug = request.query.get('slug');
    const search = request.query.get('search');
    const count = Number(request.query.get('per_page') ?? 10);
    if (slug !== null)
      return json(
        200,
        slug.split(',').flatMap((one) => this.#viewOf(cleanSlug(one))),
      );
    if (search === null)
      return json(
        200,
        store.latest(count).map((post) => this.#view(post)),
      );
    const hits = store.all().filter((post) => !post.file && `${post.title} ${post.content}`.includes(search));
    return json(
      200,
      hits.slice(0, count).map((post) => this.#view(post)),
    );
  }

  #single(request: SiteRequest, id: number): SiteReply {
    const post = this.#context.store.byId(id);
    if (post === undefined || post.file) return failure(404, 'rest_post_invalid_id', 'Invalid post ID.');
    if (request.method === 'GET') return json(200, this.#view(post));
    if (request.method === 'DELETE') {
      this.#context.store.delete(id);
      return json(200, { deleted: true, previous: this.#view(post) });
    }
    const body = readBody(request);
    const tags = body.tags === undefined ? post.tags : this.#tags.namesOf(body.tags);
    const changed = {
      ...post,
      title: String(body.title ?? post.title),
      content: String(body.content ?? post.content),
      tags,
      ...(body.status === 'publish' ? { isDraft: false, publishAt: undefined } : {}),
    };
    this.#context.store.put(changed);
    return json(200, this.#view(changed));
  }

  #page(request: SiteRequest): SiteReply {
    const file = this.#media.file(request.path);
    if (file) return file;
    const link = `<${this.#context.baseUrl}${prefix}/>; rel="https://api.w.org/"`;
    const headers = { 'content-type': 'text/html; charset=UTF-8', link };
    const key = request.path.replace(/^\/|\/$/g, '');
    const posts =
      key === ''
        ? this.#context.store.latest(20)
        : [this.#context.store.byKey(key)].flatMap((post) =>
            post && !post.file && statusOf(post) === 'publish' ? [post] : [],
          );
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
    const above = post.featured ? `<img class="wp-post-image" src="${escapeHtml(post.featured)}" alt="">` : '';
    const filed = post.categories?.length ? `, in ${post.categories.join(', ')}` : '';
    return renderArticle({ title: post.title, html: above + post.content, tags: post.tags, footer: footer + filed });
  }
}

/** Name and password of a request (RFC 7617). */
function loginOf({ headers }: SiteRequest): { name: string; password: string } {
  const sent = /^Basic (.+)$/.exec(headers.authorization ?? '')?.[1] ?? '';
  const [, name = '', password = ''] = /^([^:]*):(.*)$/s.exec(Buffer.from(sent, 'base64').toString()) ?? [];
  return { name, password };
}

/** A post of a time is shown from then on. */
function statusOf({ isDraft, publishAt }: StoredPost): 'draft' | 'future' | 'publish' {
  if (isDraft) return 'draft';
  return publishAt !== undefined && publishAt > Date.now() ? 'future' : 'publish';
}

function readBody(request: SiteRequest): Record<string, unknown> {
  try {
    return JSON.parse(request.body) as Record<string, unknown>;
  } catch {
    return {};
  }
}

function cleanSlug(wanted: string): string {
  return wanted
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, '-')
    .replace(/^-+|-+$/g, '');
}
