/** A part of a text, from its first character to the one behind its last. */
export interface Range {
  start: number;
  end: number;
}

const blocks =
  'address|article|aside|blockquote|br|dd|div|dl|dt|figcaption|figure|footer|h[1-6]|header|hr|li|main|nav|ol|p|section|table|tbody|td|tfoot|th|thead|tr|ul';
/** Markup whose text is not prose: anchors are the campaign's own words. */
const untouched = /<(a|code|pre|script|style|textarea|svg|math|iframe|object)(?=[\s/>])[^>]*>[\s\S]*?(?:<\/\1\s*>|$)/gi;
const markup = /<!--[\s\S]*?(?:-->|$)|<\/?[a-z][^>]*(?:>|$)/gi;
const isBlock = new RegExp(`^</?(?:${blocks})(?=[\\s/>])`, 'i');
/** Longer than any word: over such a run the tagger takes the square of its time. */
const noWord = /[^\s]{60,}/g;
/** Character references, addresses, placeholders and the signs of spin syntax. */
const signs =
  /&#?\w{1,32};|\b(?:https?|ftp):\/\/[^\s<>"]+|\bwww\.[^\s<>"]+|(?<![\w.+-])[\w.+-]{1,64}@[\w-]+\.[\w.-]+|%[a-z_]+%|[{}|~]/gi;

/**
 * The text with white space where markup, addresses and signs of spin syntax stand: of the same length, so that a place in
 * one is the same place in the other. A block of markup ends a sentence.
 */
export function blankMarkup(text: string): string {
  const spaces = (part: string) => ' '.repeat(part.length);
  // One line break is no end of a sentence to the tagger where no full stop stands; two are.
  const ends = (part: string) => (part.length < 2 ? spaces(part) : `\n\n${' '.repeat(part.length - 2)}`);
  return (
    text
      .replace(untouched, spaces)
      .replace(markup, (part) => (isBlock.test(part) ? ends(part) : spaces(part)))
      // What stands in one option has nothing to do with the next one.
      .replace(signs, (part) => (part === '|' ? '\n' : spaces(part)))
      .replace(noWord, spaces)
  );
}

/** Where protected words and phrases stand, whole and in any case, in the order of the text. */
export function rangesOfWords(text: string, words: readonly string[]): Range[] {
  const wanted = [...new Set(words.map((word) => word.trim()).filter((word) => word !== ''))];
  if (wanted.length === 0) return [];
  // The longest first: of "Green Tea House" and "green tea" the whole name counts.
  wanted.sort((a, b) => b.length - a.length);
  const escaped = wanted.map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(/\s+/g, '\\s+'));
  const found = text.matchAll(new RegExp(`(?<![\\p{L}\\p{N}])(?:${escaped.join('|')})(?![\\p{L}\\p{N}])`, 'giu'));
  return [...found].map((match) => ({ start: match.index, end: match.index + match[0].length }));
}
