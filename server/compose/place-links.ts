import type { PlacedLink } from '#connectors/kit/contract/platforms.ts';
import type { LinkPosition } from '#domain/contract/projects/posting.ts';
import { pickOne, type Random, randomInt } from '#domain/rules/random.ts';
import { escapeHtml, textRanges } from './html-blocks.ts';

const linkTag = '[link]';
const isParagraph = (block: string) => block.startsWith('<p>');

/** The anchor element of a link. */
function anchorHtml(link: PlacedLink): string {
  const rel = link.rel === '' ? '' : ` rel="${link.rel}"`;
  return `<a href="${escapeHtml(link.url)}"${rel}>${escapeHtml(link.anchor)}</a>`;
}

/**
 * Puts links into blocks at one of the seven positions (D-ENG-08). What a position cannot take
 * (no match, no tag left) goes after a random sentence, so that no drawn link is lost. Spare
 * [link] tags are removed.
 */
export function placeLinks(blocks: string[], links: PlacedLink[], position: LinkPosition, random: Random): string[] {
  const result = blocks.length > 0 ? [...blocks] : ['<p></p>'];
  if (position === 'InBlurbOnly') return removeTags([...result, ...blurb(links)]);
  for (const link of links) placeOne(result, link, position, random);
  return removeTags(result);
}

function placeOne(blocks: string[], link: PlacedLink, position: LinkPosition, random: Random): void {
  if (position === 'Top') intoParagraph(blocks, firstParagraph(blocks), (text) => `${anchorHtml(link)} ${text}`);
  else if (position === 'Bottom') intoParagraph(blocks, lastParagraph(blocks), (text) => `${text} ${anchorHtml(link)}`);
  else if (position === 'RandomParagraph')
    blocks.splice(randomInt(random, 1, blocks.length), 0, `<p>${anchorHtml(link)}</p>`);
  else {
    const placed =
      (position === 'ReplaceKeyword' && replaceKeyword(blocks, link)) ||
      (position === 'ReplaceLinkTag' && replaceTag(blocks, link));
    if (!placed) afterSentence(blocks, link, random);
  }
}

function firstParagraph(blocks: string[]): number {
  const index = blocks.findIndex(isParagraph);
  if (index >= 0) return index;
  blocks.unshift('<p></p>');
  return 0;
}

function lastParagraph(blocks: string[]): number {
  const index = blocks.findLastIndex(isParagraph);
  return index >= 0 ? index : blocks.push('<p></p>') - 1;
}

function intoParagraph(blocks: string[], index: number, change: (text: string) => string): void {
  const text = (blocks[index] ?? '<p></p>').slice('<p>'.length, -'</p>'.length);
  blocks[index] = `<p>${change(text).trim()}</p>`;
}

/** First whole-word match of the anchor text that is not inside a tag, a link or a heading. */
function replaceKeyword(blocks: string[], link: PlacedLink): boolean {
  const words = escapeHtml(link.anchor.trim());
  if (words === '') return false;
  const pattern = new RegExp(
    `(?<![\\p{L}\\p{N}])${words.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}(?![\\p{L}\\p{N}])`,
    'iu',
  );
  for (const [index, block] of blocks.entries())
    for (const { from, to } of textRanges(block)) {
      const match = pattern.exec(block.slice(from, to));
      if (!match) continue;
      const at = from + match.index;
      // The link's own anchor is written, so that the proof can ask for exactly that.
      blocks[index] = block.slice(0, at) + anchorHtml(link) + block.slice(at + match[0].length);
      return true;
    }
  return false;
}

function replaceTag(blocks: string[], link: PlacedLink): boolean {
  const index = blocks.findIndex((block) => block.includes(linkTag));
  if (index < 0) return false;
  blocks[index] = (blocks[index] ?? '').replace(linkTag, () => anchorHtml(link));
  return true;
}

/** After the end of a random sentence of a random paragraph. */
function afterSentence(blocks: string[], link: PlacedLink, random: Random): void {
  const paragraphs = blocks.flatMap((block, index) => (isParagraph(block) ? [index] : []));
  if (paragraphs.length === 0) {
    blocks.push(`<p>${anchorHtml(link)}</p>`);
    return;
  }
  const index = pickOne(random, paragraphs);
  const block = blocks[index] ?? '';
  const ends = textRanges(block).flatMap(({ from, to }) =>
    [...block.slice(from, to).matchAll(/[.!?。！？]+(?=\s|$)/gu)].map((match) => from + match.index + match[0].length),
  );
  if (ends.length === 0) intoParagraph(blocks, index, (text) => `${text} ${anchorHtml(link)}`);
  else {
    const at = pickOne(random, ends);
    blocks[index] = `${block.slice(0, at)} ${anchorHtml(link)}${block.slice(at)}`;
  }
}

/** One closing sentence that holds all links. */
function blurb(links: PlacedLink[]): string[] {
  return links.length === 0 ? [] : [`<p>Read more: ${links.map(anchorHtml).join(', ')}.</p>`];
}

function removeTags(blocks: string[]): string[] {
  return blocks.map((block) => block.replaceAll(linkTag, '')).filter((block) => block !== '<p></p>');
}
