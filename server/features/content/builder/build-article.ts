import { pickOne, type Random, shuffle } from '#domain/rules/random.ts';
import type { Bank, Section } from './read-banks.ts';

/** An article as the built-in builder makes it. */
export interface BuiltArticle {
  /** With spin syntax. */
  title: string;
  /** Simple HTML. */
  body: string;
}

const nIntro = 3;
const nEnds = 2;
/** A section is left with so many sentences at least: a heading over less looks lost. */
const fewest = 3;
/** How far the number of words may be from what was wished, as a part of it; spinning may change it a little more. */
const slack = 0.03;

/** Words of a text, as people count them. */
export const countWords = (text: string): number => text.match(/\S+/g)?.length ?? 0;

/**
 * Builds an article of about so many words (D-CONT-13): an introduction, some of the category's sections in any order, and
 * an end. The same random numbers give the same article.
 */
export function buildArticle(bank: Bank, wordCount: number, random: Random): BuiltArticle {
  const intro = some(bank.intro, nIntro, random).join(' ');
  const end = some(bank.ends, nEnds, random).join(' ');
  const wished = wordCount - countWords(intro) - countWords(end);
  const sections = fitting(shuffle(random, bank.sections), wished, random);
  const parts = sections.flatMap(({ heading, sentences }) => [`<h2>${heading}</h2>`, ...paragraphsOf(sentences)]);
  return {
    title: pickOne(random, bank.titles),
    body: [`<p>${intro}</p>`, ...parts, `<p>${end}</p>`].join('\n'),
  };
}

/** Some of the sentences, in their order. */
function some(sentences: readonly string[], count: number, random: Random): string[] {
  const kept = new Set(shuffle(random, [...sentences.keys()]).slice(0, count));
  return sentences.filter((_, at) => kept.has(at));
}

const wordsOf = (sections: readonly Section[]): number =>
  sections.reduce((sum, { heading, sentences }) => sum + countWords(heading) + countWords(sentences.join(' ')), 0);

/** As many sections as are needed, less the sentences that are too much. */
function fitting(all: readonly Section[], wished: number, random: Random): Section[] {
  let n = 1;
  while (n < all.length && wordsOf(all.slice(0, n)) < wished) n += 1;
  const sections = all.slice(0, n).map((section) => ({ ...section, sentences: [...section.sentences] }));
  while (wordsOf(sections) > wished * (1 + slack)) {
    const longest = Math.max(...sections.map(({ sentences }) => sentences.length));
    if (longest <= fewest) break;
    const from = pickOne(
      random,
      sections.filter(({ sentences }) => sentences.length === longest),
    );
    from.sentences.splice(Math.floor(random() * from.sentences.length), 1);
  }
  return sections;
}

/** Up to five sentences stand together. */
function paragraphsOf(sentences: readonly string[]): string[] {
  if (sentences.length <= 5) return [`<p>${sentences.join(' ')}</p>`];
  const half = Math.ceil(sentences.length / 2);
  return [sentences.slice(0, half), sentences.slice(half)].map((part) => `<p>${part.join(' ')}</p>`);
}
