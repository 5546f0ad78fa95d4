import type { PlacedLink } from '#connectors/kit/contract/platforms.ts';
import type { LinkPosition } from '#domain/contract/projects/posting.ts';
import { pickOne, type Random, randomInt } from '#domain/rules/random.ts';
import { escapeHtml, textRanges } from '../html-blocks.ts';
import type { Carriers } from './carrier-sentences.ts';

const linkTag = '[link]';
const isParagraph = (block: string) => block.startsWith('<p>');

/** The anchor element of a link. */
function anchorHtml(link: PlacedLink): string {
  const rel = link.rel === '' ? '' : ` rel="${link.rel}"`;
  return `<a href="${escapeHtml(link.url)}"${rel}>${escapeHtml(link.anchor)}</a>`;
}

/** How links are put into a text. */
export interface LinkPlan {
  position: LinkPosition;
  random: Random;
  carriers: Carriers;
}

/** A link whose keyword does not occur, and the sentence into which it went. */
export interface MissingKeyword {
  anchor: string;
  sentence: string;
}

/** The blocks with their links. */
export interface Placed {
  blocks: string[];
  missing: MissingKeyword[];
}

/**
 * Puts links into blocks at one of the seven positions (D-ENG-08). A link that takes no place of the text stands in a
 * sentence of its own that carries it, never bare between others (D-ENG-24). Spare [link] tags are removed.
 */
export function placeLinks(blocks: string[], links: PlacedLink[], plan: LinkPlan): Placed {
  const placing = new Placing(blocks.length > 0 ? [...blocks] : ['<p></p>'], plan);
  if (plan.position === 'InBlurbOnly') placing.addBlurb(links);
  else for (const link of links) placing.add(link);
  return { blocks: removeTags(placing.blocks), missing: placing.missing };
}

class Placing {
  readonly blocks: string[];
  readonly missing: MissingKeyword[] = [];
  readonly #plan: LinkPlan;
  /** Sentences put in: a further one does not go behind them while other places are left. */
  readonly #put = new Set<string>();

  constructor(blocks: string[], plan: LinkPlan) {
    this.blocks = blocks;
    this.#plan = plan;
  }

  add(link: PlacedLink): void {
    const { position } = this.#plan;
    if (position === 'ReplaceKeyword') {
      if (replaceKeyword(this.blocks, link)) return;
      this.missing.push({ anchor: link.anchor, sentence: this.#afterParagraph(link) });
    } else if (position === 'ReplaceLinkTag') {
      if (!replaceTag(this.blocks, link)) this.#afterSentence(link);
    } else if (position === 'Top') this.#intoParagraph(firstParagraph(this.blocks), link);
    else if (position === 'Bottom') this.#intoParagraph(lastParagraph(this.blocks), link);
    else if (position === 'RandomParagraph') this.#afterParagraph(link);
    else this.#afterSentence(link);
  }

  /** One closing sentence that holds all links. */
  addBlurb(links: PlacedLink[]): void {
    const { more, comma, stop } = this.#plan.carriers.blurb;
    if (links.length > 0) this.blocks.push(`<p>${more}${links.map(anchorHtml).join(comma)}${stop}</p>`);
  }

  #carry(link: PlacedLink): { html: string; text: string } {
    const [before, after] = this.#plan.carriers.next();
    const html = `${escapeHtml(before)}${anchorHtml(link)}${escapeHtml(after)}`;
    this.#put.add(html);
    return { html, text: `${before}${link.anchor}${after}` };
  }

  /** A paragraph of its own after another one that is not such a one too, where there is one. */
  #afterParagraph(link: PlacedLink): string {
    const { html, text } = this.#carry(link);
    const isOwn = (block = '') => this.#put.has(block.slice('<p>'.length, -'</p>'.length));
    const all = this.blocks.flatMap((block, index) => (isParagraph(block) ? [index] : []));
    const free = all.filter((index) => !isOwn(this.blocks[index]) && !isOwn(this.blocks[index + 1]));
    const places = free.length > 0 ? free : all;
    const index = places.length > 0 ? pickOne(this.#plan.random, places) : this.blocks.length - 1;
    this.blocks.splice(index + 1, 0, `<p>${html}</p>`);
    return text;
  }

  /** At the end of a paragraph. */
  #intoParagraph(index: number, link: PlacedLink): void {
    const text = (this.blocks[index] ?? '<p></p>').slice('<p>'.length, -'</p>'.length).trim();
    this.blocks[index] = `<p>${joined(text, this.#carry(link).html)}</p>`;
  }

  /** After the end of a random sentence of a random paragraph. */
  #afterSentence(link: PlacedLink): void {
    const { random } = this.#plan;
    const paragraphs = this.blocks.flatMap((block, index) => (isParagraph(block) ? [index] : []));
    if (paragraphs.length === 0) {
      this.blocks.push(`<p>${this.#carry(link).html}</p>`);
      return;
    }
    const index = pickOne(random, paragraphs);
    const block = this.blocks[index] ?? '';
    const ends = sentenceEnds(block);
    const at = ends[randomInt(random, 0, ends.length - 1)];
    if (at === undefined) this.#intoParagraph(index, link);
    else this.blocks[index] = joined(block.slice(0, at), this.#carry(link).html) + block.slice(at);
  }
}

/** Ends of sentences in a block's text: full stops of Latin, Arabic and Indian scripts, and those that need no space. */
function sentenceEnds(block: string): number[] {
  return textRanges(block).flatMap(({ from, to }) =>
    [...block.slice(from, to).matchAll(/[.!?؟।۔]+(?=\s|$)|[。！？]+/gu)].map(
      (match) => from + match.index + match[0].length,
    ),
  );
}

/** Two sentences, one after the other; Chinese and Japanese put no space between. */
function joined(first: string, second: string): string {
  return first === '' || /[。！？]$/u.test(first) ? first + second : `${first} ${second}`;
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

/** Letters that stand next to those of the next word: no edge of a word can be seen there. */
const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}]/u;

/** First whole-word match of the anchor text that is not inside a tag, a link or a heading. */
function replaceKeyword(blocks: string[], link: PlacedLink): boolean {
  const words = escapeHtml(link.anchor.trim());
  if (words === '') return false;
  const source = words.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(/\s+/gu, '\\s+');
  const before = unspaced.test(words.charAt(0)) ? '' : '(?<![\\p{L}\\p{N}])';
  const after = unspaced.test(words.charAt(words.length - 1)) ? '' : '(?![\\p{L}\\p{M}\\p{N}])';
  const pattern = new RegExp(`${before}${source}${after}`, 'iu');
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

function removeTags(blocks: string[]): string[] {
  return blocks.map((block) => block.replaceAll(linkTag, '')).filter((block) => block !== '<p></p>');
}
