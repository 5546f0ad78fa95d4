import type { PlacedLink, PostContent } from '#connectors/kit/contract/platforms.ts';
import { markerSign } from '#connectors/kit/marker.ts';
import { linkTitle } from '#connectors/kit/markup/dokuwiki-markup.ts';
import { toMarkup } from '#connectors/kit/markup/to-markup.ts';

/** A page is a file named by its percent-encoded id, beside others with a date behind it (inc/pageutils.php, wikiFN). */
const maxIdBytes = 180;

/** The page in the wiki's syntax: the title as its first heading, which many wikis show as its name (useheading). */
export function pageText(content: PostContent): string {
  const title = content.title
    .replace(/={2,}/g, '=')
    .replace(/\s+/g, ' ')
    .replace(/^[=\s]+|[=\s]+$/g, '');
  const text = content.markup ?? toMarkup(content.html, 'dokuwiki');
  return `====== ${title || 'Page'} ======\n\n${text}\n`;
}

/** The marker stands in the summary of the edit, which the history of the page keeps. */
export function editSummary(marker: string, verb: 'New' | 'Changed'): string {
  return marker === '' ? verb : `${verb} (${markerSign(marker)})`;
}

/** Ids to try: of the title, then one made unique by the end of the marker. */
export function idsOf({ title, marker }: Pick<PostContent, 'title' | 'marker'>): [string, string] {
  const own = cleanId(title);
  return [own, `${cutEncoded(own, maxIdBytes - 12)}_${marker.slice(-8).toLowerCase()}`];
}

/** A title as the wiki makes an id of it, without namespaces (inc/pageutils.php, cleanID). */
function cleanId(title: string): string {
  const clean = title
    .slice(0, 500)
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}.-]+/gu, '_')
    .replace(/[._-]*_[._-]*/g, '_');
  return trimEnds(cutEncoded(clean, maxIdBytes)) || 'page';
}

const trimEnds = (id: string) => id.replace(/^[._-]+|[._-]+$/g, '');

function cutEncoded(id: string, maxBytes: number): string {
  let [nBytes, result] = [0, ''];
  for (const letter of id) {
    nBytes += /[\w.-]/.test(letter) ? 1 : 3 * Buffer.byteLength(letter);
    if (nBytes > maxBytes) break;
    result += letter;
  }
  return trimEnds(result);
}

/** Links as they stand there: rel is the wiki's own matter (relnofollow), brackets in an anchor become round ones. */
export function standingLinks(links: PlacedLink[]): { links?: PlacedLink[] } {
  const standing = links.map((link) => ({ ...link, anchor: linkTitle(link.anchor), rel: '' }));
  const isSame = standing.every(({ anchor }, at) => links[at]?.rel === '' && links[at]?.anchor === anchor);
  return isSame ? {} : { links: standing };
}
