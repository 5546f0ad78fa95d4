import { getDocumentProxy } from 'unpdf';
import type { PageLink } from '#domain/rules/page-reading.ts';
import type { ParsedPage } from '../page-parser.ts';
import { writtenOrder } from './visual-text.ts';

/** Beyond these a file is read no further. */
const mostPages = 500;
const mostLinks = 5_000;
const longestAnchor = 10_000;

/** What the types of pdf.js leave open. */
interface Annotation {
  subtype?: string;
  url?: string;
  /** Left, bottom, right, top. */
  rect?: number[];
  /** Letters that it lies over, from left to right. */
  overlaidText?: string;
}
interface Place {
  link: PageLink;
  box: [left: number, bottom: number, right: number, top: number];
}

/** Links of a PDF with the text that they lie over, or why it cannot be read. Its time and memory are bounded by its room. */
export async function readPdf(bytes: Uint8Array): Promise<ParsedPage | string> {
  const options = { useSystemFonts: false, disableFontFace: true, enableXfa: false, verbosity: 0 };
  const opening = getDocumentProxy(bytes, options);
  const pdf = await opening.catch((error: Error) => error);
  if (pdf instanceof Error && pdf.name === 'PasswordException') return 'The PDF asks for a password';
  if (pdf instanceof Error || pdf.numPages === 0) return 'The PDF is damaged: it cannot be read';
  const links: PageLink[] = [];
  let isCut = pdf.numPages > mostPages;
  for (let at = 1; at <= Math.min(pdf.numPages, mostPages) && links.length < mostLinks; at += 1) {
    try {
      const page = await pdf.getPage(at);
      links.push(...withWhole(placesOf((await page.getAnnotations()) as Annotation[])));
      page.cleanup();
    } catch {
      // A page that is broken may hold what is looked for.
      isCut = true;
    }
  }
  isCut ||= links.length >= mostLinks;
  return { links: links.slice(0, mostLinks), robots: null, asksPassword: false, refreshTo: undefined, isCut };
}

function placesOf(annotations: Annotation[]): Place[] {
  return annotations.flatMap(({ subtype, url, rect, overlaidText = '' }) => {
    const [left = 0, bottom = 0, right = 0, top = 0] = rect ?? [];
    if (subtype !== 'Link' || !url) return [];
    const anchor = writtenOrder(overlaidText.slice(0, longestAnchor)).replace(/\s+/g, ' ').trim();
    return [{ link: { url, anchor, rel: '' }, box: [left, bottom, right, top] }];
  });
}

/** Lines that a link is followed over. */
const mostLines = 12;

/**
 * The links of a page. One that goes on in the next lines has a place in each: it stands here as a whole too, the longest
 * first. Nothing in a file tells where one ends and another one of its address begins, so each row of lines is a link.
 */
function withWhole(places: Place[]): PageLink[] {
  const links: PageLink[] = [];
  for (let from = 0; from < places.length; ) {
    let to = from + 1;
    while (to < places.length && to - from < mostLines && goesOn(places[to - 1], places[to])) to += 1;
    const lines = places.slice(from, to).map(({ link }) => link);
    for (let length = lines.length; length > 0; length -= 1)
      for (let at = 0; at + length <= lines.length; at += 1) links.push(joined(lines.slice(at, at + length)));
    from = to;
  }
  return links;
}

function joined(lines: PageLink[]): PageLink {
  const anchor = lines.map((link) => link.anchor).join(' ');
  return { url: lines[0]?.url ?? '', anchor: anchor.slice(0, longestAnchor), rel: '' };
}

/** True for the same address in the line below. */
function goesOn(place: Place | undefined, next: Place | undefined): boolean {
  if (!place || place.link.url !== next?.link.url) return false;
  const height = place.box[3] - place.box[1];
  const below = place.box[1] - next.box[3];
  return below > -height / 2 && below < height;
}
