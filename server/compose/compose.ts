import type { PlacedLink, PostContent, Publishing } from '#connectors/kit/contract/platforms.ts';
import { isMarkup, type MarkupName, toMarkup } from '#connectors/kit/markup/to-markup.ts';
import type { Finding } from '#domain/contract/findings.ts';
import type { PostSettings } from '#domain/contract/post-settings.ts';
import type { LinkPosition } from '#domain/contract/projects/posting.ts';
import { splitCommaText } from '#domain/rules/comma-text.ts';
import { type Random, seededRandom } from '#domain/rules/random.ts';
import { spin } from '#domain/rules/spintax.ts';
import { addressOf, authorBlock, excerptOf, shownFrom } from './dress/dress-post.ts';
import { directionOf, withDirection } from './dress/writing-direction.ts';
import { toBlocks } from './html-blocks.ts';
import { judgeLength, judgeSpin, judgeTokens } from './judge-text.ts';
import { createCarriers } from './links/carrier-sentences.ts';
import { type MissingKeyword, placeLinks } from './links/place-links.ts';
import { chooseMedia, creditOf, type MediaWish, placeImages, placeVideos } from './place-media.ts';

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
  accepts: Publishing['accepts'];
  /** When it is composed, in ms since 1970: timed posts count from it. */
  now: number;
  /** How it is dressed; the category is that of its site. */
  settings: PostSettings;
}

/** A finished text, and what its operator should know of it. */
export interface Composed {
  content: PostContent;
  findings: Finding[];
}

/** Turns article, links and media into the finished text of one post; pure and repeatable from the seed. */
export function compose(input: ComposeInput): Composed {
  const { accepts, article, settings } = input;
  const random = seededRandom(input.seed);
  const title = cut(spin(article.title, random).replace(/\s+/g, ' ').trim(), accepts.titleMaxLength);
  const body = toBlocks(spin(article.body, random));
  const links = input.links.slice(0, accepts.maxLinks ?? input.links.length);
  const isBookmark = accepts.markup === 'bookmark';
  // A bookmark is its first link; the text only describes it (D-ENG-12).
  const carriers = createCarriers(settings.carrierSentences, body.join(' '), random);
  const plan = { position: isBookmark ? ('Bottom' as const) : input.position, random, carriers };
  const { blocks: written, missing } = placeLinks(body, isBookmark ? [] : links, plan);
  const { blocks: shown, featured } = withMedia(written, input, title, random);
  const author = { name: spin(article.authorName, random).trim(), bio: spin(article.authorBio, random).trim() };
  const blocks = settings.authorBlock && !accepts.author ? [...shown, ...authorBlock(author)] : shown;
  const html = withDirection(blocks).join('\n');
  const content: PostContent = {
    marker: input.marker,
    title,
    html,
    ...(isMarkup(accepts.markup) ? { markup: markupOf(html, accepts.markup) } : {}),
    tags: accepts.tags ? splitCommaText(spin(input.tags, random)) : [],
    links: isBookmark ? links.slice(0, 1).map((link) => ({ ...link, anchor: title, rel: '' })) : links,
    author,
    ...(accepts.filing ? filing(input, body) : {}),
    ...(accepts.editorial ? { ...editorial(input, title, body), ...(featured ? { featured } : {}) } : {}),
  };
  return { content, findings: judge(input, { title, body, missing }) };
}

/** Wikitext has no attributes of paragraphs: a box around them says which way they are written. DokuWiki has no boxes. */
function markupOf(html: string, name: MarkupName): string {
  const text = toMarkup(html, name);
  const direction = name === 'wikitext' ? directionOf(html) : '';
  return direction === '' ? text : `<div${direction}>\n${text}\n</div>`;
}

/** What the platforms take that have editors of their own. */
function editorial({ settings, now, images }: ComposeInput, title: string, body: string[]): Partial<PostContent> {
  const slug = addressOf(title, settings.addressScript);
  return {
    ...(slug === '' ? {} : { slug }),
    ...filing({ settings }, body),
    ...(settings.postStatus === 'draft' ? { status: 'draft' as const } : {}),
    ...(settings.postStatus === 'timed' ? { publishAt: shownFrom(now, settings.publishAfterHours ?? 1) } : {}),
    ...(settings.hotlinkImages || images?.mustLink ? { hotlink: true as const } : {}),
  };
}

/** Where a post is filed, and what lists say of it. */
function filing({ settings }: Pick<ComposeInput, 'settings'>, body: string[]): Partial<PostContent> {
  return {
    ...(settings.category === '' ? {} : { category: settings.category }),
    ...(settings.excerptFrom === '' ? {} : { excerpt: excerptOf(body) }),
  };
}

/** The blocks with images and videos; the first image stands above the post where that is wished and possible. */
function withMedia(blocks: string[], input: ComposeInput, title: string, random: Random) {
  const { accepts, settings } = input;
  const images = input.images && accepts.images ? chooseMedia(input.images, random) : [];
  const [first] = images;
  const featured =
    first !== undefined && settings.featuredImage && accepts.editorial && !input.images?.mustLink
      ? { url: first, alt: input.images?.about?.[first]?.alt || title }
      : undefined;
  let result = placeImages(blocks, featured ? images.slice(1) : images, { of: input.images, title, random });
  // Above the post there is no room for a line: it stands at the end.
  const credit = featured ? creditOf(input.images?.about?.[featured.url]) : '';
  if (credit !== '') result = [...result, `<p>${credit}</p>`];
  if (input.videos && accepts.markup === 'html' && !accepts.file)
    result = placeVideos(result, chooseMedia(input.videos, random), { of: input.videos, random });
  return { blocks: result, featured };
}

interface Text {
  title: string;
  body: string[];
  missing: MissingKeyword[];
}

function judge({ article, settings, accepts }: ComposeInput, { title, body, missing }: Text): Finding[] {
  const { title: rawTitle, authorName, authorBio } = article;
  const keywords = missing.map(({ anchor, sentence }) => ({
    kind: 'keyword' as const,
    text:
      settings.whenKeywordMissing === 'wait'
        ? 'The keyword is not in the article'
        : `The keyword "${anchor}" is not in the article: it goes into a sentence of its own, "${sentence}"`,
    stops: settings.whenKeywordMissing === 'wait',
  }));
  const isNamed = settings.authorBlock || accepts.author;
  const author: Record<string, string> = isNamed ? { 'author name': authorName, 'author bio': authorBio } : {};
  return [
    ...judgeSpin({ title: rawTitle, body: article.body, ...author }),
    ...judgeTokens(title, body, `${rawTitle} ${article.body}`),
    ...keywords,
    ...judgeLength(body.join('\n')),
  ];
}

/** Cuts at a word when a title is longer than the platform takes. */
function cut(title: string, maxLength: number): string {
  if (title.length <= maxLength) return title;
  const space = title.lastIndexOf(' ', maxLength);
  return title.slice(0, space > maxLength / 2 ? space : maxLength);
}
