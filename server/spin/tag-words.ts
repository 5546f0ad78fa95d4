import winkModel from 'wink-eng-lite-web-model';
import createTagger, { type PartOfSpeech } from 'wink-nlp';

/** A word with its part of speech (the universal tags: NOUN, VERB, AUX ...) and its place in the text. */
export interface Word {
  text: string;
  /** In small letters. */
  normal: string;
  tag: PartOfSpeech;
  start: number;
  end: number;
  /** False where a sentence or a line begins, or something but white space stands before it. */
  followsOn: boolean;
}

/** So much is tagged at a time, in characters: a tagged text of megabytes is never held. */
const chunkLength = 20_000;
const tagger = createTagger(winkModel, ['sbd', 'pos']);
const { its } = tagger;

/**
 * The words of a text in its order, a chunk at a time. `blank` is the text without its markup, place for place. A capital at
 * the head of a sentence, or of an option in braces, says nothing of a word in `known`: it is tagged as if it were small.
 */
export function* taggedWords(source: string, blank: string, known: ReadonlySet<string>): Generator<Word[]> {
  for (let from = 0; from < source.length; ) {
    const to = endOfChunk(blank, from);
    yield tagged(withoutHeadCapitals(blank.slice(from, to), source.slice(from, to), known), from, source);
    from = to;
  }
}

/** A chunk ends with a line or a sentence where there is one. */
function endOfChunk(text: string, from: number): number {
  const most = from + chunkLength;
  if (most >= text.length) return text.length;
  const chunk = text.slice(from, most);
  for (const end of ['\n', '. ', ' ']) {
    const at = chunk.lastIndexOf(end);
    if (at > 0) return from + at + end.length;
  }
  return most;
}

const heads = /(?<=^\s*|[\n>{|~]\s*|[.!?:]["')\]]?\s+)[A-Z][a-z]+/g;

function withoutHeadCapitals(blank: string, source: string, known: ReadonlySet<string>): string {
  const parts: string[] = [];
  let at = 0;
  for (const { 0: word, index } of source.matchAll(heads)) {
    if (!known.has(word.toLowerCase()) || !blank.startsWith(word, index)) continue;
    parts.push(blank.slice(at, index), word.toLowerCase());
    at = index + word.length;
  }
  return [...parts, blank.slice(at)].join('');
}

function tagged(chunk: string, offset: number, source: string): Word[] {
  const tokens = tagger.readDoc(chunk).tokens();
  const texts = tokens.out(its.value) as string[];
  const tags = tokens.out(its.pos) as PartOfSpeech[];
  const words: Word[] = [];
  let at = 0;
  let follows = false;
  for (const [index, text] of texts.entries()) {
    const start = chunk.indexOf(text, at);
    // A token that is no part of the text cannot be placed.
    if (start < 0) continue;
    const gap = chunk.slice(at, start);
    at = start + text.length;
    const tag = tags[index] as PartOfSpeech;
    if (tag === 'SPACE' || tag === 'PUNCT' || tag === 'SYM') {
      follows = false;
      continue;
    }
    const own = source.slice(offset + start, offset + at);
    const followsOn = follows && gap !== '' && !gap.includes('\n');
    words.push({ text: own, normal: own.toLowerCase(), tag, start: offset + start, end: offset + at, followsOn });
    follows = true;
  }
  return words;
}
