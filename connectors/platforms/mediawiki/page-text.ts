import type { PostContent } from '#connectors/kit/contract/platforms.ts';
import { markerSign } from '#connectors/kit/marker.ts';
import { toMarkup } from '#connectors/kit/markup/to-markup.ts';

/** Longest title in bytes (mediawiki.org, Help:Page_name). */
const maxTitleBytes = 255;
/** Names of files may have 240 bytes with all that stands behind them (filename-toolong). */
const maxNameBytes = 200;

/** The page as wikitext, with the marker in a comment that no reader sees, and the tags as categories left out: wikis name their categories themselves. */
export function pageText(content: PostContent): string {
  const text = content.markup ?? toMarkup(content.html, 'wikitext');
  return content.marker === '' ? text : `${text}\n<!-- ${markerSign(content.marker)} -->`;
}

/** Edit summary with the marker, found again in the account's contributions. */
export function editSummary(content: PostContent): string {
  return `New page (${markerSign(content.marker)})`;
}

/** Titles to try: the content's own, then one made unique by the end of the marker. */
export function titlesOf(content: PostContent): [string, string] {
  const suffix = ` (${content.marker.slice(-8)})`;
  const own = cleanTitle(content.title);
  return [cutBytes(own, maxTitleBytes), cutBytes(own, maxTitleBytes - suffix.length) + suffix];
}

/** The name of a file: the title and the end of the marker, so that no two posts share one and a look-up finds it. */
export function fileNameOf(content: PostContent): string {
  const own = cleanTitle(content.title).replace(/[/\\]+/g, '-');
  return `${cutBytes(own, maxNameBytes)} (${content.marker.slice(-8)}).pdf`;
}

/** Takes out what a title may not hold: # < > [ ] | { }, a namespace's colon, tildes, percent codes, leading dots. */
function cleanTitle(title: string): string {
  const clean = title
    .slice(0, maxTitleBytes)
    .replace(/[#<>[\]|{}\u0000-\u001f\u007f\ufffd]/g, ' ')
    .replace(/\s*:\s*/g, ' – ')
    .replace(/~{3,}/g, '~')
    .replace(/%(?=[0-9a-f]{2})/gi, '')
    .replace(/&(?=#?\w+;)/g, 'and ')
    .replace(/[\s_]+/g, ' ')
    .replace(/^[\s./–-]+|[\s–]+$/g, '');
  return clean === '' ? 'Page' : clean;
}

function cutBytes(text: string, maxBytes: number): string {
  let nBytes = 0;
  let result = '';
  for (const character of text) {
    nBytes += Buffer.byteLength(character);
    if (nBytes > maxBytes) break;
    result += character;
  }
  return result.trim();
}
