import { escapeHtml, renderPage } from './public-page.ts';
import type { SiteContext, SiteReply, SiteRequest } from './site-software.ts';
import { json } from './wordpress-answers.ts';

/** Own profiles of a rehearsed WordPress (wp/v2/users/me), and the pages on which its theme shows them (/author/name/). */
export class WordPressProfiles {
  readonly #context: SiteContext;
  readonly #texts = new Map<string, { url: string; description: string }>();

  constructor(context: SiteContext) {
    this.#context = context;
  }

  isFilled(request: SiteRequest): boolean {
    return request.method === 'POST' && request.path.endsWith('/wp/v2/users/me');
  }

  /** The answer to users/me for a name. */
  me(name: string, request: SiteRequest, readBody: () => Record<string, unknown>): SiteReply {
    const before = this.#of(name);
    if (this.isFilled(request)) {
      const { url = before.url, description = before.description } = readBody();
      this.#texts.set(name.toLowerCase(), { url: String(url), description: kses(String(description)) });
    }
    const view = { id: 1, name, link: this.#addressOf(name), ...this.#of(name) };
    const reply = json(200, { ...view, capabilities: { edit_posts: true, publish_posts: true } });
    return this.isFilled(request) ? { ...reply, created: true } : reply;
  }

  /** The page of an account; undefined for any other address. */
  page({ path }: SiteRequest): SiteReply | undefined {
    const name = /^\/author\/([^/]+)\/?$/.exec(path)?.[1];
    if (name === undefined) return undefined;
    const { description } = this.#of(decodeURIComponent(name));
    const text = description
      .split('\n\n')
      .map((part) => `<p>${part}</p>`)
      .join('');
    const body = `<h1>Author: ${escapeHtml(name)}</h1><div class="archive-description">${text}</div>`;
    const page = renderPage({ site: this.#context.title, title: name, body, head: '' });
    return { status: 200, headers: { 'content-type': 'text/html; charset=UTF-8' }, body: page };
  }

  #of(name: string): { url: string; description: string } {
    return this.#texts.get(name.toLowerCase()) ?? { url: '', description: '' };
  }

  #addressOf(name: string): string {
    return `${this.#context.baseUrl}/author/${encodeURIComponent(name.toLowerCase())}/`;
  }
}

/** Of the markup of a biography WordPress keeps little, and of a link its address and title (wp_filter_kses). */
const kses = (html: string) =>
  html.replace(/<(?!\/?(?:a|b|em|i|strong|code|q)\b)[^>]*>/g, '').replace(/ (?:rel|class|style|target)="[^"]*"/g, '');
