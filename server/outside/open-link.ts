import type { PageLink } from '#domain/rules/page-reading.ts';
import type { Look } from './look-of.ts';

/** A link whose end has not come yet. */
export interface OpenLink {
  href: string;
  rel: string;
  own: Look;
  /** Elements around it; when one of them ends, the link goes on as another piece. */
  depth: number;
  isHidden: boolean;
  isFirst: boolean;
  text: string;
  withImages: string;
  unseenText: string;
  nImages: number;
}

/** A link as it was found, its address not resolved yet; undefined for a further piece without content. */
export function endedLink(link: OpenLink): PageLink | undefined {
  const text = fold(link.text);
  const all = fold(link.withImages);
  if (!link.isFirst && all === '') return undefined;
  // Nothing of its text is shown.
  const isUnseen = all === '' && link.nImages === 0 && fold(link.unseenText) !== '';
  const found: PageLink = {
    url: link.href,
    anchor: text || all || (isUnseen ? fold(link.unseenText) : ''),
    rel: fold(link.rel),
  };
  if (text !== '' && all !== text) found.withImages = all;
  if (link.isHidden || isUnseen) found.hidden = true;
  return found;
}

function fold(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
