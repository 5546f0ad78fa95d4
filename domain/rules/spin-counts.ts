import { parseSpintax, type SpinNode } from './spintax.ts';
import { inside, nStates, type Read, readOn } from './word-count.ts';

/** A number of texts: exact up to 10^60, beyond that by its logarithm. */
export interface Variants {
  exact: bigint | null;
  log10: number;
}

interface Range {
  min: number;
  max: number;
}

/** What comes of a text with spin syntax. */
export interface SpinCounts {
  /** Ways to draw it: two that read the same count as two. */
  variants: Variants;
  /** Words of the draws; those of shuffled parts as they stand. */
  words: Range;
  /** Links of the draws, by their tags. */
  links: Range;
}

/** Letters after which two readings of a text are mostly in the same state. */
const headLength = 6;
const mostExact = 10n ** 60n;
const one: Variants = { exact: 1n, log10: 0 };

const bounded = (exact: bigint | null) => (exact !== null && exact <= mostExact ? exact : null);
const times = (left: Variants, right: Variants): Variants => ({
  exact: left.exact === null || right.exact === null ? null : bounded(left.exact * right.exact),
  log10: left.log10 + right.log10,
});

function plus(left: Variants, right: Variants): Variants {
  const [less, more] = left.log10 < right.log10 ? [left, right] : [right, left];
  return {
    exact: left.exact === null || right.exact === null ? null : bounded(left.exact + right.exact),
    log10: more.log10 + Math.log10(1 + 10 ** (less.log10 - more.log10)),
  };
}

/** In how many orders so many parts can stand. */
function orders(nParts: number): Variants {
  let all = one;
  for (let part = 2; part <= nParts; part += 1) all = times(all, { exact: BigInt(part), log10: Math.log10(part) });
  return all;
}

function variantsOf(nodes: readonly SpinNode[]): Variants {
  let all = one;
  for (const node of nodes) {
    if (typeof node === 'string') continue;
    const [first = one, ...others] = node.options.map(variantsOf);
    const own = node.shuffle
      ? others.reduce(times, times(first, orders(node.options.length)))
      : others.reduce(plus, first);
    all = times(all, own);
  }
  return all;
}

/** Least and most of words (doubled) and of links, for each state that the reading may have come to. */
interface Reach {
  /** Bits of the states. */
  states: number;
  /** For each state: fewest words, most words, fewest links, most links. */
  values: number[];
}

const noReach = (): Reach => ({ states: 0, values: new Array<number>(nStates * 4).fill(0) });

/** Says that a state can be come to with such numbers. */
function reachState(
  reach: Reach,
  state: number,
  [least, most, fewest, many]: readonly [number, number, number, number],
) {
  const at = state * 4;
  const { values } = reach;
  const isNew = (reach.states & (1 << state)) === 0;
  values[at] = isNew ? least : Math.min(values[at] ?? 0, least);
  values[at + 1] = isNew ? most : Math.max(values[at + 1] ?? 0, most);
  values[at + 2] = isNew ? fewest : Math.min(values[at + 2] ?? 0, fewest);
  values[at + 3] = isNew ? many : Math.max(values[at + 3] ?? 0, many);
  reach.states |= 1 << state;
}

/** Reads on from all states. After a few letters it is mostly the same where a reading began: the rest is read once. */
function readText(from: Reach, text: string): Reach {
  const next = noReach();
  const head = text.length > headLength ? text.slice(0, headLength) : text;
  const rest = text.slice(head.length);
  let known: { from: number; read: Read } | undefined;
  for (let state = 0; state < nStates; state += 1) {
    if ((from.states & (1 << state)) === 0) continue;
    const first = readOn(head, state);
    if (known?.from !== first.state) known = { from: first.state, read: readOn(rest, first.state) };
    const words = first.halves + known.read.halves;
    const links = first.links + known.read.links;
    const at = state * 4;
    const { values } = from;
    reachState(next, known.read.state, [
      (values[at] ?? 0) + words,
      (values[at + 1] ?? 0) + words,
      (values[at + 2] ?? 0) + links,
      (values[at + 3] ?? 0) + links,
    ]);
  }
  return next;
}

function join(reach: Reach, { states, values }: Reach): void {
  for (let state = 0; state < nStates; state += 1) {
    if ((states & (1 << state)) === 0) continue;
    const at = state * 4;
    reachState(reach, state, [values[at] ?? 0, values[at + 1] ?? 0, values[at + 2] ?? 0, values[at + 3] ?? 0]);
  }
}

function readNodes(nodes: readonly SpinNode[], from: Reach): Reach {
  let reach = from;
  for (const node of nodes) {
    if (typeof node === 'string') {
      reach = readText(reach, node);
    } else if (node.shuffle) {
      for (const [at, part] of node.options.entries()) reach = readNodes(part, at > 0 ? readText(reach, ' ') : reach);
    } else {
      const joined = noReach();
      for (const option of node.options) join(joined, readNodes(option, reach));
      reach = joined;
    }
  }
  return reach;
}

/** The least and most over all states, of words or of links. */
function rangeOf({ states, values }: Reach, first: 0 | 2): Range {
  const reached = Array.from({ length: nStates }, (_, state) => state).filter((state) => states & (1 << state));
  return {
    min: Math.min(...reached.map((state) => values[state * 4 + first] ?? 0)),
    max: Math.max(...reached.map((state) => values[state * 4 + first + 1] ?? 0)),
  };
}

/** Counts what comes of a text. Linear in its length. */
export function countSpin(text: string): SpinCounts {
  const nodes = parseSpintax(text);
  const start = noReach();
  reachState(start, inside.nothing, [0, 0, 0, 0]);
  const reach = readNodes(nodes, start);
  const words = rangeOf(reach, 0);
  return {
    variants: variantsOf(nodes),
    words: { min: Math.floor(words.min / 2), max: Math.floor(words.max / 2) },
    links: rangeOf(reach, 2),
  };
}
