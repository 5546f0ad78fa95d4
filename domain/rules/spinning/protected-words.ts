import { parseSpintax, type SpinNode } from '../spintax.ts';
import type { Stretch } from './mask-pieces.ts';

const firstWord = /[\p{L}\p{N}]+/u;
const eachWord = /[\p{L}\p{N}]+/gu;

/** A word or phrase, found as a whole and in any case. */
interface Wanted {
  word: string;
  /** Letters before its first word: of ".NET" one. */
  lead: number;
  /** Made when the first word of it was found. */
  shape: RegExp | undefined;
}

interface Found extends Stretch {
  word: string;
}

/** Looks for many words and phrases in one pass; a longer one goes before those that it holds. */
class WordFinder {
  readonly #byFirst = new Map<string, Wanted[]>();

  constructor(words: readonly string[]) {
    const unique = [...new Set(words.map((word) => word.trim()))];
    for (const word of unique.toSorted((one, other) => other.length - one.length)) {
      const first = firstWord.exec(word);
      if (!first) continue;
      const key = first[0].toLowerCase();
      const all = this.#byFirst.get(key) ?? [];
      this.#byFirst.set(key, [...all, { word, lead: first.index, shape: undefined }]);
    }
  }

  find(text: string): Found[] {
    const found: Found[] = [];
    if (this.#byFirst.size === 0) return found;
    let least = 0;
    eachWord.lastIndex = 0;
    for (let match = eachWord.exec(text); match; match = eachWord.exec(text)) {
      const one = this.#at(text, match.index, { least, key: match[0].toLowerCase() });
      if (!one) continue;
      found.push(one);
      least = one.to;
      eachWord.lastIndex = one.to;
    }
    return found;
  }

  #at(text: string, index: number, { least, key }: { least: number; key: string }): Found | undefined {
    for (const wanted of this.#byFirst.get(key) ?? []) {
      const from = index - wanted.lead;
      if (from < least) continue;
      wanted.shape ??= shapeOf(wanted.word);
      wanted.shape.lastIndex = from;
      const match = wanted.shape.exec(text);
      if (match) return { from, to: from + match[0].length, word: wanted.word };
    }
    return undefined;
  }
}

function shapeOf(word: string): RegExp {
  const letters = word.replace(/[.*+?^${}()|[\]\\/-]/g, '\\$&').replace(/\s+/g, '\\s+');
  return new RegExp(`(?<![\\p{L}\\p{N}])${letters}(?![\\p{L}\\p{N}])`, 'iuy');
}

/** Where words and phrases stand in a text, in any case: a longer one before those that it holds. */
export const stretchesOfWords = (text: string, wanted: readonly string[]): Stretch[] =>
  new WordFinder(wanted).find(text).map(({ from, to }) => ({ from, to }));

/** The first word that some draw of a spun text has less often than the text had it; undefined where all stand. */
export function missingWord(text: string, spun: string, wanted: readonly string[]): string | undefined {
  const needed = countsOf(new WordFinder(wanted), text);
  if (needed.size === 0) return undefined;
  const least = leastOf(parseSpintax(spun), new WordFinder([...needed.keys()]));
  return [...needed].find(([word, count]) => (least.get(word) ?? 0) < count)?.[0];
}

type Counts = Map<string, number>;

const add = (counts: Counts, others: Counts) => {
  for (const [word, count] of others) counts.set(word, (counts.get(word) ?? 0) + count);
};

function countsOf(finder: WordFinder, text: string): Counts {
  const counts: Counts = new Map();
  for (const { word } of finder.find(text)) counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts;
}

/** How often each word stands in the draw that has it least. */
function leastOf(nodes: SpinNode[], finder: WordFinder): Counts {
  const sum: Counts = new Map();
  for (const node of nodes) {
    if (typeof node === 'string') {
      for (const { word } of finder.find(node)) sum.set(word, (sum.get(word) ?? 0) + 1);
      continue;
    }
    const [first = new Map(), ...others] = node.options.map((option) => leastOf(option, finder));
    if (node.shuffle) for (const counts of others) add(first, counts);
    else
      for (const [word, count] of first) first.set(word, Math.min(count, ...others.map((one) => one.get(word) ?? 0)));
    add(sum, first);
  }
  return sum;
}
