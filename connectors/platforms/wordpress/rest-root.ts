import type { SiteTarget } from '#connectors/kit/contract/platforms.ts';
import type { Tools } from '#connectors/kit/contract/tools.ts';
import { Fatal } from '#connectors/kit/errors.ts';
import { attributeOf, findElements } from '#connectors/kit/find-elements.ts';
import { errorForStatus, listOf, objectOf, readObject, textOf } from '#connectors/kit/read-answer.ts';

/** What an address says of itself without a login. */
export interface RestIndex {
  /** Root of the REST interface; route paths are added by `routeUrl`. */
  root: string;
  name: string;
  /** True when the site offers application passwords (WordPress 5.6+, https or a local environment). */
  hasApplicationPasswords: boolean;
}

/** Address of a route below a root, whether it is /wp-json/ or ?rest_route=/ (sites without pretty permalinks). */
export function routeUrl(root: string, route: string, query: Record<string, string> = {}): string {
  const whole = `${root}${route}`;
  const text = new URLSearchParams(query).toString();
  return text === '' ? whole : `${whole}${whole.includes('?') ? '&' : '?'}${text}`;
}

/** The root for a site, from the account's memory or found now. Fatal when there is no REST interface. */
export async function findRoot(site: SiteTarget, tools: Tools): Promise<string> {
  const known = tools.memory.get(memoryKey(site));
  if (known !== undefined) return known;
  const announced = await readAnnouncement(site, tools);
  const root = announced.root ?? (await tryUsualRoots(announced.home, tools))?.root;
  if (root === undefined) throw new Fatal(`No WordPress REST interface was found at ${site.url}`);
  tools.memory.set(memoryKey(site), root);
  return root;
}

/** Forgets a root that no longer answers. */
export function forgetRoot(site: SiteTarget, tools: Tools): void {
  tools.memory.delete(memoryKey(site));
}

function memoryKey(site: SiteTarget): string {
  return `root ${site.url}`;
}

/** What the front page announces. */
export interface Announcement {
  /** Address of the front page after redirects, ending in "/". */
  home: string;
  root: string | undefined;
  /** True when the page looks like WordPress, announced root or not. */
  looksLikeWordPress: boolean;
}

/** Reads the front page: Link header, else link element (developer.wordpress.org/rest-api/using-the-rest-api/discovery). */
export async function readAnnouncement(site: SiteTarget, tools: Tools): Promise<Announcement> {
  const page = await tools.http({ method: 'GET', url: site.url, raw: true });
  if (page.status === 429 || page.status >= 500) throw errorOf(page.status, page.headers, tools);
  const linked =
    /<([^<>]+)>\s*;\s*rel="?https:\/\/api\.w\.org\/"?/.exec(page.headers.link ?? '')?.[1] ?? linkElement(page.text);
  const [home = page.url] = page.url.split(/[?#]/);
  const folder = home.endsWith('.php') ? home.slice(0, home.lastIndexOf('/') + 1) : home;
  const base = folder.endsWith('/') ? folder : `${folder}/`;
  const root = linked !== undefined && URL.canParse(linked, page.url) ? new URL(linked, page.url).href : undefined;
  return {
    home: base,
    root: root !== undefined && base.startsWith('https:') ? root.replace(/^http:/, 'https:') : root,
    looksLikeWordPress: root !== undefined || /\/wp-(content|includes)\/|content="WordPress/i.test(page.text),
  };
}

function errorOf(status: number, headers: Record<string, string>, tools: Tools): Error {
  const error = errorForStatus({ who: 'WordPress', status, headers, act: false, now: tools.now() });
  return error ?? new Fatal(`WordPress answered ${status}`);
}

function linkElement(html: string): string | undefined {
  const element = findElements(html, 'link').find((found) => found.includes('https://api.w.org/'));
  return element && attributeOf(element, 'href');
}

/** Tries the two usual places. */
export async function tryUsualRoots(home: string, tools: Tools): Promise<RestIndex | undefined> {
  return (await readIndex(`${home}wp-json/`, tools)) ?? (await readIndex(`${home}?rest_route=/`, tools));
}

/** The index at a root, undefined when it is not WordPress's. */
export async function readIndex(root: string, tools: Tools): Promise<RestIndex | undefined> {
  const fields = { _fields: 'name,namespaces,authentication' };
  const answer = await tools.http({ method: 'GET', url: routeUrl(root, '', fields), raw: true });
  if (answer.status === 429 || answer.status >= 500) throw errorOf(answer.status, answer.headers, tools);
  const index = answer.status === 200 ? readObject(answer.text) : undefined;
  const namespaces = index?.namespaces;
  if (!Array.isArray(namespaces) || !namespaces.includes('wp/v2')) return undefined;
  const passwords = objectOf(objectOf(index, 'authentication'), 'application-passwords');
  return { root, name: textOf(index, 'name'), hasApplicationPasswords: passwords !== undefined };
}

/** Rows of a list answer, which WordPress sends without a surrounding object. */
export function rowsOf(value: unknown): Record<string, unknown>[] {
  return listOf({ rows: value }, 'rows');
}
