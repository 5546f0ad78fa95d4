import { escapeHtml, renderPage } from './public-page.ts';
import type { SiteContext, SiteReply, SiteRequest } from './site-software.ts';
import { failure, json } from './wordpress-answers.ts';

const html = { 'content-type': 'text/html; charset=UTF-8' };

/** Registration, sign-in and application passwords of a rehearsed WordPress (wp-login.php; wp/v2/users/me/application-passwords). */
export class WordPressUsers {
  readonly #context: SiteContext;
  /** Keys of mailed links, by name; used once. */
  readonly #keys = new Map<string, string>();
  /** Signed-in names by cookie. */
  readonly #sessions = new Map<string, string>();
  /** Application passwords by name. */
  readonly #passwords = new Map<string, string[]>();

  constructor(context: SiteContext) {
    this.#context = context;
  }

  isRegistration(request: SiteRequest): boolean {
    return request.method === 'POST' && isLoginPage(request) && request.query.get('action') === 'register';
  }

  /** True for a login that somebody who registered may use. */
  knows(username: string, password: string): boolean {
    return this.#passwords.get(username.toLowerCase())?.includes(password) ?? false;
  }

  /** The answer to a request about accounts; undefined when it is about something else. */
  handle(request: SiteRequest): SiteReply | undefined {
    if (request.path === '/wp-admin/admin-ajax.php') return { status: 200, headers: html, body: 'nonce-1' };
    if (request.path.endsWith('/wp/v2/users/me/application-passwords')) return this.#makePassword(request);
    if (!isLoginPage(request)) return undefined;
    const action = request.query.get('action') ?? 'login';
    const form = new URLSearchParams(request.body);
    if (action === 'register') return request.method === 'POST' ? this.#register(form) : this.#page('', registerForm);
    if (action === 'rp') return this.#openLink(request);
    if (action === 'resetpass') return this.#setPassword(form);
    return request.method === 'POST' ? this.#signIn(form) : this.#page('', loginForm(''));
  }

  #register(form: URLSearchParams): SiteReply {
    const { users, username, mail, baseUrl, title } = this.#context;
    const [name, email] = [form.get('user_login') ?? '', form.get('user_email') ?? ''];
    if (name === username || users.byName(name))
      return this.#page('This username is already registered.', registerForm);
    if (users.byEmail(email)) return this.#page('This email address is already registered.', registerForm);
    users.add({ name, email, password: '', about: {} });
    const key = crypto.randomUUID().replaceAll('-', '');
    this.#keys.set(name, key);
    const link = `${baseUrl}/wp-login.php?action=rp&key=${key}&login=${encodeURIComponent(name)}`;
    const text = `Username: ${name}\n\nTo set your password, visit the following address:\n\n${link}\n\n${baseUrl}/wp-login.php\n`;
    mail({ to: email, subject: `[${title}] Login Details`, text });
    return {
      status: 302,
      headers: { location: `${baseUrl}/wp-login.php?checkemail=registered` },
      body: '',
      created: true,
    };
  }

  #openLink(request: SiteRequest): SiteReply {
    const [key, name] = [request.query.get('key') ?? '', request.query.get('login') ?? ''];
    if (this.#keys.get(name) !== key)
      return this.#page('Your password reset link appears to be invalid.', loginForm(''));
    const fields = `<input type="hidden" name="rp_key" value="${key}"><input type="hidden" name="rp_login" value="${escapeHtml(name)}">`;
    const form = `<form method="post" action="/wp-login.php?action=resetpass"><input type="password" name="pass1"><input type="password" name="pass2">${fields}</form>`;
    return this.#page('', form);
  }

  #setPassword(form: URLSearchParams): SiteReply {
    const name = form.get('rp_login') ?? '';
    const user = this.#context.users.byName(name);
    if (!user || this.#keys.get(name) !== form.get('rp_key')) return this.#page('Your link is invalid.', loginForm(''));
    user.password = form.get('pass1') ?? '';
    user.isConfirmed = true;
    this.#keys.delete(name);
    return this.#page('', '<p>Your password has been reset.</p>');
  }

  #signIn(form: URLSearchParams): SiteReply {
    const user = this.#context.users.byName(form.get('log') ?? '');
    if (user && user.password !== '' && user.password === form.get('pwd') && !this.#context.refusesLogin()) {
      const session = crypto.randomUUID();
      this.#sessions.set(session, user.name);
      const headers = { location: '/wp-admin/', 'set-cookie': `wordpress_session=${session}; path=/; HttpOnly` };
      return { status: 302, headers, body: '' };
    }
    return this.#page(
      user ? 'The password you entered is incorrect.' : 'The username is not registered on this site.',
      loginForm(user?.name ?? ''),
    );
  }

  #makePassword(request: SiteRequest): SiteReply {
    const session = /wordpress_session=([\w-]+)/.exec(request.headers.cookie ?? '')?.[1] ?? '';
    const name = this.#sessions.get(session)?.toLowerCase();
    if (name === undefined || request.headers['x-wp-nonce'] !== 'nonce-1')
      return failure(401, 'rest_not_logged_in', 'You are not currently logged in.');
    const password = crypto.randomUUID().replaceAll('-', '').slice(0, 24);
    this.#passwords.set(name, [...(this.#passwords.get(name) ?? []), password]);
    return json(201, { uuid: crypto.randomUUID(), password });
  }

  #page(error: string, body: string): SiteReply {
    const shown = error === '' ? '' : `<div id="login_error"><strong>Error:</strong> ${error}</div>`;
    const page = renderPage({ site: this.#context.title, title: 'Log In', body: `${shown}${body}`, head: '' });
    return { status: 200, headers: html, body: page };
  }
}

const isLoginPage = (request: SiteRequest) => request.path === '/wp-login.php';
const registerForm =
  '<form id="registerform" method="post" action="/wp-login.php?action=register"><input type="text" name="user_login"><input type="email" name="user_email"><input type="hidden" name="redirect_to" value=""><input type="submit" name="wp-submit" value="Register"></form>';
const loginForm = (name: string) =>
  `<form id="loginform" method="post" action="/wp-login.php"><input type="text" name="log" value="${escapeHtml(name)}"><input type="password" name="pwd"></form>`;
