import { escapeHtml, renderPage } from './public-page.ts';
import { renderDokuwiki } from './render-dokuwiki.ts';
import type { SiteContext, SiteReply, SiteRequest, SiteSoftware } from './site-software.ts';
import type { StoredPost } from './site-store.ts';
import { fault, readParams, reply, type Value } from './xml-rpc-answers.ts';

const endpoint = '/lib/exe/xmlrpc.php';
const html = { 'content-type': 'text/html; charset=utf-8' };

/** DokuWiki as far as a poster uses it: the remote interface with its session, pages, and the form that makes accounts. */
export function dokuwikiSoftware(context: SiteContext): SiteSoftware {
  return new DokuWikiSite(context);
}

class DokuWikiSite implements SiteSoftware {
  readonly #context: SiteContext;
  /** Signed-in names by cookie. */
  readonly #sessions = new Map<string, string>();

  constructor(context: SiteContext) {
    this.#context = context;
  }

  isInterface(request: SiteRequest): boolean {
    return request.path === endpoint || isRegistration(request);
  }

  wouldPost(request: SiteRequest): boolean {
    return isRegistration(request) || (request.path === endpoint && /<methodName>wiki\.putPage</.test(request.body));
  }

  endSessions(): void {
    this.#sessions.clear();
  }

  refuseContent(): SiteReply {
    return fault(134, 'Positive wordblock check');
  }

  addressOf(post: StoredPost): string {
    return `${this.#context.baseUrl}/doku.php?id=${encodeURIComponent(post.key)}`;
  }

  handle(request: SiteRequest): SiteReply {
    if (request.path === endpoint) return this.#call(request);
    if (isRegistration(request)) return this.#register(new URLSearchParams(request.body));
    if (request.query.get('do') === 'register') return this.#show('Register', registerForm, 200);
    const id = request.query.get('id') ?? '';
    const post = this.#context.store.byKey(id);
    if (post === undefined)
      return this.#show(id || 'start', '<p>This topic does not exist yet</p>', id === '' ? 200 : 404);
    const head = `<link rel="canonical" href="${escapeHtml(this.addressOf(post))}">`;
    return this.#show(post.title, `<article>${renderDokuwiki(post.content)}</article>`, 200, head);
  }

  #call(request: SiteRequest): SiteReply {
    const method = /<methodName>([\w.]+)</.exec(request.body)?.[1] ?? '';
    const params = readParams(request.body);
    if (method === 'wiki.getRPCVersionSupported') return reply(2);
    if (method === 'dokuwiki.login') return this.#logIn(String(params[0]), String(params[1]));
    const user = this.#sessions.get(/DokuWiki=([\w-]+)/.exec(request.headers.cookie ?? '')?.[1] ?? '');
    // Refusals are empty structures, as in the releases up to 2022.
    if (user === undefined) return { ...reply({}), status: 401 };
    return this.#carryOut(method, params, user);
  }

  #logIn(name: string, password: string): SiteReply {
    const { users, username, refusesLogin, ...context } = this.#context;
    const isGood = (name === username && password === context.password) || users.byName(name)?.password === password;
    if (!isGood || refusesLogin()) return reply(false);
    const session = crypto.randomUUID();
    this.#sessions.set(session, name);
    const answer = reply(true);
    return { ...answer, headers: { ...answer.headers, 'set-cookie': `DokuWiki=${session}; path=/; HttpOnly` } };
  }

  #carryOut(method: string, params: Value[], user: string): SiteReply {
    const { store } = this.#context;
    const id = String(params[0]);
    const page = store.byKey(id);
    if (method === 'wiki.aclCheck') return reply(8);
    if (method === 'wiki.getPageInfo')
      return reply(page ? { name: id, version: Math.floor(page.createdAt / 1_000) } : {});
    if (method === 'wiki.getPageVersions') {
      const sums = Number(params[1]) > 0 || !page ? [] : page.summary.split('\n');
      return reply(sums.map((sum) => ({ user, sum, type: 'E', version: 1 })));
    }
    if (method === 'wiki.putPage') return this.#put(id, String(params[1]), { user, sum: sumOf(params[2]) });
    return fault(-32603, 'Method does not exist');
  }

  #put(id: string, text: string, { user, sum }: { user: string; sum: string }): SiteReply {
    const { store } = this.#context;
    const page = store.byKey(id);
    const content = text.trim();
    if (content === '') {
      if (page) store.delete(page.id);
      return reply(page !== undefined);
    }
    const title = /^====== (.*?) ======/.exec(content)?.[1] ?? id;
    if (page) store.put({ ...page, title, content, summary: `${sum}\n${page.summary}` });
    else store.add({ key: id, title, content, summary: sum, tags: [], url: '', author: user });
    return { ...reply(true), created: page === undefined };
  }

  /** Makes the password itself and sends it by mail (autopasswd). */
  #register(form: URLSearchParams): SiteReply {
    const { users, username, mail, title, baseUrl } = this.#context;
    const [name, email] = [(form.get('login') ?? '').toLowerCase(), form.get('email') ?? ''];
    const refuse = (text: string) => this.#show('Register', `<div class="error">${text}</div>${registerForm}`, 200);
    if (name === '' || email === '' || !form.get('fullname')) return refuse('Sorry, you must fill in all fields.');
    if (name === username.toLowerCase() || users.byName(name))
      return refuse('Sorry, a user with this login already exists.');
    const password = crypto.randomUUID().slice(0, 12);
    users.add({ name, email, password, about: {} });
    const text = `Hi!\n\nHere is your userdata for ${title} at ${baseUrl}/\n\nLogin    : ${name}\nPassword : ${password}\n`;
    mail({ to: email, subject: 'Your DokuWiki password', text });
    const done = '<div class="success">The user has been created and the password was sent by email.</div>';
    return { ...this.#show('Login', done, 200), created: true };
  }

  #show(title: string, body: string, status: number, more = ''): SiteReply {
    const own = '<meta name="generator" content="DokuWiki"><script src="/lib/exe/js.php?t=dokuwiki" defer></script>';
    const page = renderPage({ site: this.#context.title, title, body, head: `${own}${more}` });
    return { status, headers: html, body: page };
  }
}

const isRegistration = ({ method, path, body }: SiteRequest) =>
  method === 'POST' && path === '/doku.php' && /(^|&)do=register(&|$)/.test(body);
const sumOf = (value: Value | undefined) => (typeof value === 'object' && 'sum' in value ? String(value.sum) : '');
const registerForm =
  '<form id="dw__register" method="post" action="/doku.php"><input type="hidden" name="do" value="register"><input type="hidden" name="save" value="1"><input type="text" name="login" required><input type="text" name="fullname" required><input type="email" name="email" required><button type="submit">Register</button></form>';
