import { renderArticle, renderPage } from './public-page.ts';
import type { SiteContext, SiteReply, SiteRequest, SiteSoftware } from './site-software.ts';
import type { StoredPost } from './site-store.ts';
import { fault, readParams, reply, type Struct, type Value } from './xml-rpc-answers.ts';

const endpoint = '/xmlrpc.php';

/** A blog with blogger.* and metaWeblog.* over XML-RPC (xmlrpc.com/metaWeblogApi, faults as WordPress has them). */
export function xmlrpcBlogSoftware(context: SiteContext): SiteSoftware {
  return new XmlRpcBlog(context);
}

class XmlRpcBlog implements SiteSoftware {
  readonly #context: SiteContext;

  constructor(context: SiteContext) {
    this.#context = context;
  }

  isInterface(request: SiteRequest): boolean {
    return request.path === endpoint && request.method === 'POST';
  }

  wouldPost(request: SiteRequest): boolean {
    return this.isInterface(request) && request.body.includes('<methodName>metaWeblog.newPost<');
  }

  refuseContent(): SiteReply {
    return fault(400, 'Content, title, and excerpt are empty.');
  }

  addressOf(post: StoredPost): string {
    return `${this.#context.baseUrl}/${post.key}`;
  }

  handle(request: SiteRequest): SiteReply {
    if (request.path === endpoint && request.query.has('rsd')) return this.#rsd();
    if (request.path === endpoint && request.method !== 'POST')
      return { status: 405, body: 'XML-RPC server accepts POST requests only.' };
    if (!this.isInterface(request)) return this.#page(request);
    const method = /<methodName>([\w.]+)</.exec(request.body)?.[1] ?? '';
    const params = readParams(request.body);
    const at = places[method];
    if (at === undefined) return fault(-32601, `server error. requested method ${method} does not exist.`);
    const [username, password] = params.slice(at);
    const { refusesLogin, ...context } = this.#context;
    if (username !== context.username || password !== context.password || refusesLogin())
      return fault(403, 'Incorrect username or password.');
    return this.#carryOut(method, params);
  }

  #carryOut(method: string, params: Value[]): SiteReply {
    const { store, baseUrl, title } = this.#context;
    if (method === 'blogger.getUsersBlogs')
      return reply([{ isAdmin: true, url: `${baseUrl}/`, blogid: '1', blogName: title }]);
    if (method === 'metaWeblog.getCategories') return reply([{ categoryId: '1', description: 'Uncategorized' }]);
    if (method === 'metaWeblog.getRecentPosts')
      return reply(store.latest(Number(params[3])).map((post) => this.#view(post)));
    if (method === 'metaWeblog.newPost') return this.#create(params[3] as Struct);
    const post = store.byId(Number(params[method === 'blogger.deletePost' ? 1 : 0]));
    if (post === undefined) return fault(404, 'Sorry, no such post.');
    if (method === 'metaWeblog.getPost') return reply(this.#view(post));
    if (method === 'blogger.deletePost') store.delete(post.id);
    else store.put({ ...post, ...fieldsOf(params[3] as Struct) });
    return reply(true);
  }

  #create(struct: Struct): SiteReply {
    const fields = fieldsOf(struct);
    const { store, username } = this.#context;
    const wanted =
      fields.title
        .toLowerCase()
        .replace(/[^a-z0-9]+/g, '-')
        .replace(/^-+|-+$/g, '') || 'post';
    let key = wanted;
    for (let count = 2; store.byKey(key) !== undefined; count += 1) key = `${wanted}-${count}`;
    const post = store.add({ ...fields, key, url: '', summary: '', author: username });
    return { ...reply(String(post.id)), created: true };
  }

  #view(post: StoredPost): Struct {
    const link = this.addressOf(post);
    const { title, content, tags } = post;
    const created = new Date(post.createdAt);
    const own = { postid: String(post.id), title, description: content, mt_keywords: tags.join(', ') };
    return { ...own, link, permaLink: link, post_status: 'publish', date_created_gmt: created };
  }

  #rsd(): SiteReply {
    const { baseUrl } = this.#context;
    const body = `<?xml version="1.0"?><rsd version="1.0"><service><engineName>Rehearsal</engineName><apis>
<api name="Blogger" blogID="1" preferred="false" apiLink="${baseUrl}${endpoint}" />
<api name="MetaWeblog" blogID="1" preferred="true" apiLink="${baseUrl}${endpoint}" /></apis></service></rsd>`;
    return { status: 200, headers: { 'content-type': 'text/xml' }, body };
  }

  #page(request: SiteRequest): SiteReply {
    const { store, title: site } = this.#context;
    const key = request.path.slice(1);
    const posts = key === '' ? store.latest(20) : [store.byKey(key)].filter((post) => post !== undefined);
    const isMissing = key !== '' && posts.length === 0;
    const body = posts.map((post) =>
      renderArticle({ title: post.title, html: post.content, tags: post.tags, footer: `By ${post.author}` }),
    );
    const head = `<link rel="EditURI" type="application/rsd+xml" title="RSD" href="${endpoint}?rsd">`;
    return {
      status: isMissing ? 404 : 200,
      headers: { 'content-type': 'text/html; charset=UTF-8' },
      body: renderPage({ site, title: posts[0]?.title ?? site, body: body.join('') || '<h1>Nothing here</h1>', head }),
    };
  }
}

/** Which parameter the login begins at, by call. */
const places: Record<string, number> = {
  'blogger.getUsersBlogs': 1,
  'blogger.deletePost': 2,
  'metaWeblog.getCategories': 1,
  'metaWeblog.getRecentPosts': 1,
  'metaWeblog.newPost': 1,
  'metaWeblog.getPost': 1,
  'metaWeblog.editPost': 1,
};

function fieldsOf(struct: Struct): { title: string; content: string; tags: string[] } {
  const { title = '', description = '', mt_keywords: words = [] } = struct;
  const tags = Array.isArray(words) ? words.map(String) : String(words).split(',');
  return { title: String(title), content: String(description), tags: tags.map((tag) => tag.trim()).filter(Boolean) };
}
