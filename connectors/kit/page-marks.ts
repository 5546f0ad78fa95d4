import type { PageMark } from '#domain/contract/form-definitions.ts';
import { matchesWildcards } from '#domain/rules/wildcards.ts';
import type { OutsideAnswer } from './contract/tools.ts';
import { attributeOf, decodeEntities, findElements } from './find-elements.ts';
import { isSameSite } from './same-site.ts';

/** A page is read so far. */
export const maxPage = 1_024 * 1_024;

/** A page, or a part of one. */
export type Page = Pick<OutsideAnswer, 'text' | 'url'>;

/** Words of a page as they are read: no markup, no scripts, one line. */
export function wordsOf(html: string): string {
  const shown = html
    .slice(0, maxPage)
    .split(/<(?:script|style)(?=[\s>])/i)
    .map((part, at) => (at === 0 ? part : afterEnd(part)))
    .join(' ');
  return decodeEntities(shown.replace(/<[^<>]*>/g, ' '))
    .replace(/\s+/g, ' ')
    .trim();
}

/** What follows the end of a script or style. */
function afterEnd(part: string): string {
  const end = part.search(/<\/(?:script|style)/i);
  return end < 0 ? '' : part.slice(end);
}

const folded = (text: string) => text.replace(/\s+/g, ' ').trim().toLowerCase();

/** Path of a page with its query. */
export function pathOf(url: string): string {
  const { pathname, search } = new URL(url);
  return `${pathname}${search}`;
}

/** True when an address has a path as a pattern says; its query may be left out of the pattern. */
export function hasPath(url: string, pattern: string): boolean {
  return matchesWildcards(pathOf(url), pattern) || matchesWildcards(new URL(url).pathname, pattern);
}

/** The first of the marks that a page has. */
export function markOn<M extends PageMark>(page: Page, marks: readonly M[]): M | undefined {
  const words = marks.some(({ text }) => text !== undefined) ? wordsOf(page.text).toLowerCase() : '';
  return marks.find(
    ({ text, address, element }) =>
      (text === undefined || words.includes(folded(text))) &&
      (address === undefined || hasPath(page.url, address)) &&
      (element === undefined || hasElement(page.text, element)),
  );
}

/** Elements of a kind that a mark is looked for in. */
const maxMarked = 2_000;

function hasElement(html: string, { tag, attribute, contains }: NonNullable<PageMark['element']>): boolean {
  if (!/^[\w-]+$/.test(attribute)) return false;
  return findElements(html, tag)
    .slice(0, maxMarked)
    .some((element) => attributeOf(element, attribute)?.includes(contains));
}

/** What a page says from a mark on, for the operator. */
export function saidAt(page: Page, { text }: PageMark): string {
  const words = wordsOf(page.text);
  const at = text === undefined ? -1 : words.toLowerCase().indexOf(folded(text));
  return words.slice(Math.max(at, 0), Math.max(at, 0) + 160).trim();
}

/** Links of a page that are looked at. */
const maxLinks = 3_000;

/** Links of a page, or of a part of one, as whole addresses. */
export function linksOn({ text, url }: Page): string[] {
  const elements = findElements(text, 'a').slice(0, maxLinks);
  return elements.flatMap((element) => {
    const href = attributeOf(element, 'href');
    return href !== undefined && URL.canParse(href, url) ? [new URL(href, url).href] : [];
  });
}

/** The first link of a page to a page of its site with such a path, and with none of the others. */
export function linkLike(page: Page, pattern: string, except: readonly string[] = []): string | undefined {
  return linksOn(page).find(
    (link) => isSameSite(page.url, link) && hasPath(link, pattern) && !except.some((path) => hasPath(link, path)),
  );
}
