import { isSpinBroken } from '../spin-braces.ts';
import { parseSpintax, type SpinNode } from '../spintax.ts';

/** A stretch of a text that must come back as it is. */
export interface Stretch {
  from: number;
  to: number;
  /** It stands between paragraphs, not inside of a sentence. */
  isBlock?: boolean;
}

/** A text in which words of our own, the marks, stand for what must come back as it is. */
export interface Masked {
  /** What is sent. */
  text: string;
  /** The marks, in their order. */
  marks: string[];
  /** The pieces put back; null where a mark is missing, twice or elsewhere in any draw, or where the spin syntax is broken. */
  unmask(spun: string): string | null;
}

interface Piece {
  text: string;
  isBlock: boolean;
  /** Spaces put before and behind its mark, where the text had none: it stood beside a letter there, or beside a sign. */
  spaced: [before: Spaced, behind: Spaced];
}

type Spaced = 'letter' | 'sign' | null;

/**
 * Puts a mark in the place of each stretch: a word that no dictionary has, so that spinners leave it. The stretches come in their
 * order and do not overlap. Linear in the length of the text, both ways.
 */
export function maskPieces(text: string, stretches: readonly Stretch[]): Masked {
  const head = unusedHead(text);
  const markOf = (at: number) => `${head}${at}Q`;
  const pieces: Piece[] = [];
  let sent = '';
  let from = 0;
  for (const stretch of joined(text, stretches)) {
    const { isBlock = false } = stretch;
    const isFirst = stretch.from === 0;
    const isLast = stretch.to === text.length;
    const spaced: Piece['spaced'] = [
      isFirst ? null : spacedBeside(text[stretch.from - 1]),
      isLast ? null : spacedBeside(text[stretch.to]),
    ];
    const [before, behind] = spaced.map((one) => (isBlock ? '\n\n' : one ? ' ' : ''));
    const mark = markOf(pieces.length);
    sent += `${text.slice(from, stretch.from)}${isFirst ? '' : before}${mark}${isLast ? '' : behind}`;
    pieces.push({ text: text.slice(stretch.from, stretch.to), isBlock, spaced });
    from = stretch.to;
  }
  sent += text.slice(from);
  const shape = new RegExp(`${head}(\\d{1,7})Q`, 'gi');
  return {
    text: sent,
    marks: pieces.map((_, at) => markOf(at)),
    unmask(spun) {
      const wanted = pieces.map((_, at) => `${at},`).join('');
      if (isSpinBroken(spun) || orderOf(parseSpintax(spun), shape) !== wanted) return null;
      return putBack(spun, shape, pieces);
    },
  };
}

const isSpace = (letter = '') => /\s/.test(letter);
const isLetter = (letter = '') => /[\p{L}\p{N}]/u.test(letter);
const spacedBeside = (letter: string | undefined): Spaced =>
  isSpace(letter) ? null : isLetter(letter) ? 'letter' : 'sign';
/** A space of ours goes away; but where other words came to stand beside a mark than before, they need theirs. */
const isOurs = (spaced: Spaced | undefined, letter: string | undefined) =>
  spaced === 'letter' || (spaced === 'sign' && !isLetter(letter));

/** Letters with which no word of the text begins a mark. */
function unusedHead(text: string): string {
  let head = 'LWK';
  const upper = text.toUpperCase();
  while (upper.includes(head)) head += 'K';
  return head;
}

/** Stretches with nothing but spaces between them are one; one between paragraphs takes the spaces around with it. */
function joined(text: string, stretches: readonly Stretch[]): Stretch[] {
  const all: Stretch[] = [];
  for (const { from, to, isBlock = false } of stretches) {
    const last = all.at(-1);
    if (last && text.slice(last.to, from).trim() === '') {
      last.to = to;
      last.isBlock ||= isBlock;
    } else all.push({ from, to, isBlock });
  }
  return all.map((stretch, at) => {
    if (!stretch.isBlock) return stretch;
    let { from, to } = stretch;
    const least = all[at - 1]?.to ?? 0;
    while (from > least && isSpace(text[from - 1])) from -= 1;
    while (isSpace(text[to])) to += 1;
    return { ...stretch, from, to };
  });
}

/** The marks of every draw, as "0,1,2,"; null where draws differ in them. */
function orderOf(nodes: SpinNode[], shape: RegExp): string | null {
  let order = '';
  for (const node of nodes) {
    if (typeof node === 'string') {
      for (const [, number] of node.matchAll(shape)) order += `${Number(number)},`;
      continue;
    }
    const [first = '', ...others] = node.options.map((option) => orderOf(option, shape));
    if (first === null || others.some((one) => one !== first)) return null;
    // Braces around marks that leave no choice hold more than words, and what is shuffled has no order.
    if (first !== '' && (others.length === 0 || node.shuffle)) return null;
    order += first;
  }
  return order;
}

function putBack(spun: string, shape: RegExp, pieces: readonly Piece[]): string {
  let whole = '';
  let from = 0;
  let last: Piece | undefined;
  for (const match of spun.matchAll(shape)) {
    const piece = pieces[Number(match[1])];
    if (!piece) continue;
    whole += between(spun.slice(from, match.index), last, piece) + piece.text;
    from = match.index + match[0].length;
    last = piece;
  }
  return whole + between(spun.slice(from), last, undefined);
}

/** What stands between two marks, without the spaces that were put there for them. */
function between(text: string, before: Piece | undefined, behind: Piece | undefined): string {
  let own = text;
  if (before?.isBlock) own = own.trimStart();
  else if (isSpace(own[0]) && isOurs(before?.spaced[1], own[1])) own = own.slice(1);
  if (behind?.isBlock) own = own.trimEnd();
  else if (isSpace(own.at(-1)) && isOurs(behind?.spaced[0], own.at(-2))) own = own.slice(0, -1);
  return own;
}
