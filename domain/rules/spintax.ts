import { pickOne, type Random, shuffle } from './random.ts';

/** A parsed text: literal strings and choices of alternatives. */
export type SpinNode = string | { shuffle: boolean; options: SpinNode[][] };

/**
 * Parses spin syntax (D-CONT-12): `{a|b}` picks one, nesting and empty options allowed,
 * `{~a|b|c}` shuffles; unbalanced braces stay as text. Linear in the length of the text.
 */
function parseSpintax(text: string): SpinNode[] {
  const closing = matchBraces(text);
  let at = 0;
  const readSequence = (end: number, stopAtBar: boolean): SpinNode[] => {
    const nodes: SpinNode[] = [];
    let literalFrom = at;
    const flush = () => {
      if (at > literalFrom) nodes.push(text.slice(literalFrom, at));
    };
    while (at < end) {
      const close = closing.get(at);
      if (close !== undefined) {
        flush();
        nodes.push(readChoice(close));
        literalFrom = at;
      } else if (stopAtBar && text[at] === '|') {
        break;
      } else {
        at += 1;
      }
    }
    flush();
    return nodes;
  };
  const readChoice = (close: number): SpinNode => {
    at += 1;
    const shuffled = text[at] === '~';
    if (shuffled) at += 1;
    const options = [readSequence(close, true)];
    while (at < close) {
      at += 1;
      options.push(readSequence(close, true));
    }
    at = close + 1;
    return { shuffle: shuffled, options };
  };
  return readSequence(text.length, false);
}

/** Opening brace position to closing position, for balanced pairs up to 200 deep. */
function matchBraces(text: string): Map<number, number> {
  const pairs = new Map<number, number>();
  const open: number[] = [];
  for (let at = 0; at < text.length; at += 1) {
    if (text[at] === '{') open.push(at);
    else if (text[at] === '}') {
      const start = open.pop();
      if (start !== undefined && open.length < 200) pairs.set(start, at);
    }
  }
  return pairs;
}

function render(nodes: SpinNode[], random: Random): string {
  let result = '';
  for (const node of nodes) {
    if (typeof node === 'string') result += node;
    else if (node.shuffle)
      result += shuffle(random, node.options)
        .map((part) => render(part, random))
        .join(' ');
    else result += render(pickOne(random, node.options), random);
  }
  return result;
}

/** Resolves spin syntax with the given source of randomness. */
export function spin(text: string, random: Random): string {
  return text.includes('{') ? render(parseSpintax(text), random) : text;
}

/** Where spin syntax is broken, as a character counted from 1: a brace without its partner, or nested too deep; else null. */
export function findBrokenSpin(text: string): number | null {
  const pairs = matchBraces(text);
  const ends = new Set(pairs.values());
  for (let at = 0; at < text.length; at += 1) {
    const isBroken = (text[at] === '{' && !pairs.has(at)) || (text[at] === '}' && !ends.has(at));
    // People count characters, not the halves that some are stored in.
    if (isBroken) return [...text.slice(0, at)].length + 1;
  }
  return null;
}

/** How often at least and at most a sign stands in what spin syntax makes of a text. */
export function countInSpins(text: string, sign: string): { min: number; max: number } {
  const count = (nodes: SpinNode[]): { min: number; max: number } => {
    const sum = { min: 0, max: 0 };
    for (const node of nodes) {
      const found = typeof node === 'string' ? literal(node) : choice(node);
      sum.min += found.min;
      sum.max += found.max;
    }
    return sum;
  };
  const literal = (node: string) => ({ min: node.split(sign).length - 1, max: node.split(sign).length - 1 });
  const choice = (node: Exclude<SpinNode, string>) => {
    const options = node.options.map(count);
    if (node.shuffle) return { min: sumOf(options, 'min'), max: sumOf(options, 'max') };
    return { min: Math.min(...options.map((one) => one.min)), max: Math.max(...options.map((one) => one.max)) };
  };
  return count(parseSpintax(text));
}

const sumOf = (counts: { min: number; max: number }[], end: 'min' | 'max') =>
  counts.reduce((sum, one) => sum + one[end], 0);
