import type { PlacedLink, Platform, PostContent } from '#connectors/kit/contract/platforms.ts';
import { htmlToWikitext } from '#connectors/kit/html-to-wikitext.ts';
import type { LinkPosition } from '#domain/contract/projects/posting.ts';
import { splitCommaText } from '#domain/rules/comma-text.ts';
import { seededRandom } from '#domain/rules/random.ts';
import { spin } from '#domain/rules/spintax.ts';
import { toBlocks } from './html-blocks.ts';
import { placeLinks } from './place-links.ts';
import { type MediaWish, placeImages, placeVideos } from './place-media.ts';

/** All that a finished text is made of. */
export interface ComposeInput {
  /** Same seed, same text. */
  seed: string;
  marker: string;
  article: { title: string; body: string; authorName: string; authorBio: string };
  links: PlacedLink[];
  position: LinkPosition;
  /** Comma-joined. */
  tags: string;
  images: MediaWish | null;
  videos: MediaWish | null;
  accepts: Platform['accepts'];
}

/** Turns article, links and media into the finished text of one post; pure and repeatable from the seed. */
export function compose(input: ComposeInput): PostContent {
  const random = seededRandom(input.seed);
  const title = cut(spin(input.article.title, random).replace(/\s+/g, ' ').trim(), input.accepts.titleMaxLength);
  const body = spin(input.article.body, random);
  const links = input.links.slice(0, input.accepts.maxLinks ?? input.links.length);
  const bookmarks = input.accepts.markup === 'bookmark';
  // A bookmark is its first link; the text only describes it (D-ENG-12).
  let blocks = bookmarks
    ? placeLinks(toBlocks(body), [], 'Bottom', random)
    : placeLinks(toBlocks(body), links, input.position, random);
  if (input.images && input.accepts.images) blocks = placeImages(blocks, input.images, title, random);
  if (input.videos && input.accepts.markup === 'html') blocks = placeVideos(blocks, input.videos, random);
  const html = blocks.join('\n');
  return {
    marker: input.marker,
    title,
    html,
    ...(input.accepts.markup === 'wikitext' ? { wikitext: htmlToWikitext(html) } : {}),
    tags: input.accepts.tags ? splitCommaText(spin(input.tags, random)) : [],
    links: bookmarks ? links.slice(0, 1).map((link) => ({ ...link, anchor: title, rel: '' })) : links,
    author: { name: input.article.authorName, bio: input.article.authorBio },
  };
}

/** Cuts at a word when a title is longer than the platform takes. */
function cut(title: string, maxLength: number): string {
  if (title.length <= maxLength) return title;
  const space = title.lastIndexOf(' ', maxLength);
  return title.slice(0, space > maxLength / 2 ? space : maxLength);
}
