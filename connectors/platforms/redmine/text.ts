import type { PlacedLink, PostContent } from '#connectors/kit/contract/platforms.ts';
import { Fatal } from '#connectors/kit/errors.ts';
import { escapeHtml } from '#connectors/kit/escape-html.ts';
import { markerSign, withoutMarker } from '#connectors/kit/marker.ts';
import { toMarkup } from '#connectors/kit/markup/to-markup.ts';
import { normalForm } from '#domain/rules/comparable.ts';
import type { Formatting } from './redmine-call.ts';

/** Letters of HTML that are made Markdown where the request is made; Textile was made before, off the event loop. */
const maxMarkdown = 100_000;

/**
 * The text with the marker where no reader sees it: a comment in Textile; in Markdown, which would show that (Redcarpet,
 * seen on 5.0.4), an address that no link refers to.
 */
export function bodyText(content: PostContent, formatting: Formatting): string {
  const isTextile = formatting === 'textile';
  const text = isTextile ? (content.markup ?? toMarkup(content.html, 'textile')) : markdownOf(content);
  if (content.marker === '') return text;
  const sign = markerSign(content.marker);
  return `${text}\n\n${isTextile ? `<!--${sign}-->` : `[${sign}]: #`}`;
}

/** A text of a page or of news without its marker, all else as it is; undefined where it has none. */
export function withoutSign(text: string, marker: string): string | undefined {
  const clean = text.replace(new RegExp(`\\s{0,4}\\[${markerSign(marker)}\\]: #`), '');
  return clean === text ? withoutMarker(text, marker) : clean;
}

function markdownOf({ html }: PostContent): string {
  if (html.length > maxMarkdown)
    throw new Fatal(`The text is too long for a Redmine with Markdown: at most ${maxMarkdown} letters of HTML`);
  return toMarkup(html, 'markdown');
}

/** The same as a page, which shows no title but the one in its text. */
export function pageText(content: PostContent, formatting: Formatting): string {
  const heading = toMarkup(`<h2>${escapeHtml(content.title)}</h2>`, formatting);
  return `${heading.replace(/^(?:h2|##)/, formatting === 'textile' ? 'h1' : '#')}\n\n${bodyText(content, formatting)}`;
}

/** Letters of an address, percent-encoded: some servers take 2,083 in all (WEBrick, MAX_URI_LENGTH). */
const maxTitle = 1_200;

/** Titles to try: of the content, then one made unique by the end of the marker. */
export function titlesOf({ title, marker }: Pick<PostContent, 'title' | 'marker'>): [string, string] {
  const own = cleanTitle(title);
  return [own, `${own}_${marker.slice(-8)}`];
}

/** A title as the wiki takes it: no , . / ? ; | : (app/models/wiki.rb, titleize), no sign that links or addresses mean. */
function cleanTitle(title: string): string {
  const words = normalForm(title.slice(0, 200), 'NFC')
    .replace(/[^\p{L}\p{M}\p{N}'()!-]+/gu, '_')
    .replace(/^_+|_+$/g, '');
  let [length, own] = [0, ''];
  for (const letter of words) {
    length += encodeURIComponent(letter).length;
    if (length > maxTitle) break;
    own += letter;
  }
  return own || 'Page';
}

/** A link as it stands there: its rel is nobody's to choose. */
export const standingLinks = (links: PlacedLink[]): { links?: PlacedLink[] } =>
  links.every(({ rel }) => rel === '') ? {} : { links: links.map((link) => ({ ...link, rel: '' })) };
