import type { Dictionary, ShownVerb } from './dictionary/dictionary.ts';
import { articleOf, massNouns, type VerbForm } from './dictionary/forms.ts';
import { taggedWords, type Word } from './tag-words.ts';
import { blankMarkup, rangesOfWords } from './untouched.ts';

interface Edit {
  start: number;
  end: number;
  text: string;
}

/** What a spin did. */
export interface SpunText {
  /** With `{a|b}` where a word has alternatives. */
  text: string;
  /** Words that could have some: nouns, verbs, adjectives and adverbs that are no names and not protected. */
  nEligible: number;
  nSpun: number;
}

const partOf = { NOUN: 'n', VERB: 'v', ADJ: 'a', ADV: 'r' } as const;
/** Behind these an adjective or a verb stands with a meaning of its own: "free of", "deal with", "think that". */
const binds = new Set(
  `about after against around as at away back by down for from how if in into like of off on out over than that through to up upon
   what whether who why with`.split(/\s+/),
);
const persons = new Set(['me', 'you', 'him', 'her', 'us']);
/** Words that hold a sentence together: nothing may stand for them. */
const joints = new Set(
  'as even few first how less more most not one other own same second so such then there too when where why'.split(' '),
);
const longestPhrase = 4;

/**
 * Alternatives from the dictionary for the English words of a text, as spin syntax; markup, links, addresses, protected
 * words and braces that stand there stay as they are, words within braces are spun where they are.
 */
export function spinText(text: string, protectedWords: readonly string[], dictionary: Dictionary): SpunText {
  const kept = rangesOfWords(text, protectedWords);
  const edits: Edit[] = [];
  let nEligible = 0;
  let keptAt = 0;
  for (const words of taggedWords(text, blankMarkup(text), dictionary.known))
    for (const [at, word] of words.entries()) {
      while ((kept[keptAt]?.end ?? Number.POSITIVE_INFINITY) <= word.start) keptAt += 1;
      if ((kept[keptAt]?.start ?? Number.POSITIVE_INFINITY) < word.end || !isEligible(word)) continue;
      nEligible += 1;
      const alternatives = alternativesOf(words, at, dictionary);
      const others = [...new Set(alternatives)].filter((other) => other !== word.normal);
      if (others.length === 0 || isPhrase(words, at, dictionary)) continue;
      edits.push(editOf(text, words, at, others));
    }
  return { text: applied(text, edits), nEligible, nSpun: edits.length };
}

function isEligible({ text, normal, tag }: Word): boolean {
  // Words in capitals are names or meant to be loud.
  return tag in partOf && /^[A-Z]?[a-z]{2,}$/.test(text) && !joints.has(normal);
}

function alternativesOf(words: readonly Word[], at: number, dictionary: Dictionary): readonly string[] {
  const word = words[at] as Word;
  const next = words[at + 1]?.followsOn ? words[at + 1] : undefined;
  const part = partOf[word.tag as keyof typeof partOf];
  if (part === 'v') return verbsFor(words, at, next, dictionary);
  if (part === 'n') return nounsFor(words, at, next, dictionary);
  if (part === 'a' && next && binds.has(next.normal)) return [];
  return dictionary.alternatives.get(`${part} ${word.normal}`) ?? [];
}

/** Part of several words with a meaning of their own, in this form or with the base form of a verb: "took place". */
function isPhrase(words: readonly Word[], at: number, { phrases, bases }: Dictionary): boolean {
  for (let from = at; from >= 0 && from > at - longestPhrase; from -= 1) {
    const head = words[from]?.normal ?? '';
    let rest = '';
    for (let to = from + 1; to < from + longestPhrase && words[to]?.followsOn; to += 1) {
      rest += ` ${words[to]?.normal}`;
      if (to >= at && (phrases.has(head + rest) || phrases.has((bases.get(head) ?? head) + rest))) return true;
    }
    // Nothing before a break belongs to the same phrase.
    if (!words[from]?.followsOn) return false;
  }
  return false;
}

function verbsFor(words: readonly Word[], at: number, next: Word | undefined, dictionary: Dictionary): string[] {
  const shown = dictionary.verbs.get(words[at]?.normal ?? '');
  if (!shown) return [];
  const isBound = next && (binds.has(next.normal) || persons.has(next.normal));
  if (isBound && next.normal !== 'to') return [];
  const form = formOf(shown, words, at);
  const part = next?.normal === 'to' ? 't' : 'v';
  const alternatives = form ? dictionary.alternatives.get(`${part} ${shown.base}`) : undefined;
  return alternatives && form ? alternatives.map((verb) => dictionary.verbAs(verb, form)) : [];
}

/** Of forms that look the same the one that fits behind what stands before; undefined where that does not say it. */
function formOf({ forms }: ShownVerb, words: readonly Word[], at: number): VerbForm | undefined {
  if (forms.length === 1) return forms[0];
  // "was quickly chosen": what stands between the two is passed over.
  let before = at;
  while (words[before]?.followsOn && words[before - 1]?.tag === 'ADV') before -= 1;
  const isHelped = words[before]?.followsOn && words[before - 1]?.tag === 'AUX';
  if (!forms.includes('Infinitive')) return isHelped ? 'Participle' : 'PastTense';
  return words[at]?.followsOn && words[at - 1]?.normal === 'to' ? 'Infinitive' : undefined;
}

function nounsFor(words: readonly Word[], at: number, next: Word | undefined, dictionary: Dictionary) {
  // The first of two nouns says what kind of thing the second is.
  if (next?.tag === 'NOUN') return [];
  const { normal = '', followsOn } = words[at] ?? {};
  const own = dictionary.alternatives.get(`n ${normal}`);
  const singular = own ? undefined : dictionary.singulars.get(normal);
  const all = own ?? dictionary.alternatives.get(`n ${singular}`) ?? [];
  const isOne = followsOn && /^an?$/.test(words[at - 1]?.normal ?? '');
  const fitting = singular !== undefined || isOne ? all.filter((noun) => !massNouns.has(noun)) : all;
  return singular === undefined ? fitting : fitting.map((noun) => dictionary.pluralOf(noun));
}

/** `{big|large}`, or with its article where that depends on the word: `{a {big|large}|an enormous}`. */
function editOf(source: string, words: readonly Word[], at: number, alternatives: readonly string[]): Edit {
  const word = words[at] as Word;
  const isCapital = /^[A-Z]/.test(word.text);
  const capital = (text: string) => `${text[0]?.toUpperCase()}${text.slice(1)}`;
  const all = [word.text, ...alternatives.map((text) => (isCapital ? capital(text) : text))];
  const alone = (options: readonly string[]) => ({ start: word.start, end: word.end, text: choice(options) });
  const needs = [...new Set(all.map(articleOf))];
  const article = word.followsOn ? words[at - 1] : undefined;
  const between = source.slice(Math.max(article?.end ?? 0, word.start - 20), word.start);
  const isBehind = /^an?$/i.test(article?.text ?? '');
  // Markup or braces between the two: an article there stays, and with it the sound that follows.
  if (needs.length > 1 && (isBehind ? !/^\s+$/.test(between) : /\}\s*$/.test(between)))
    return alone(all.filter((text) => articleOf(text) === articleOf(word.text)));
  if (!article || !isBehind || needs.length === 1) return alone(all);
  const groups = needs.map((needed) => {
    const own = all.filter((text) => articleOf(text) === needed);
    return `${/^A/.test(article.text) ? capital(needed) : needed} ${choice(own)}`;
  });
  return { start: article.start, end: word.end, text: choice(groups) };
}

const choice = (options: readonly string[]) => (options.length === 1 ? (options[0] ?? '') : `{${options.join('|')}}`);

function applied(text: string, edits: readonly Edit[]): string {
  const parts: string[] = [];
  let at = 0;
  for (const edit of edits) {
    parts.push(text.slice(at, edit.start), edit.text);
    at = edit.end;
  }
  return [...parts, text.slice(at)].join('');
}
