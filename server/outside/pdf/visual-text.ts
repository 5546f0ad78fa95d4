import bidiFactory from 'bidi-js';

const bidi = bidiFactory();
const rightToLeft = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}]/gu;

/** Letters of the shapes that they are set in: ligatures, and the forms of Arabic at the ends of words. */
const shaped = /[\ufb00-\ufdff\ufe70-\ufefc]/g;

/** A text in the order in which it is written, given the order in which its letters stand from left to right. */
export function writtenOrder(shown: string): string {
  const nTurned = shown.match(rightToLeft)?.length ?? 0;
  if (nTurned === 0) return plainLetters(shown);
  const base = nTurned * 2 > (shown.match(/\p{L}/gu)?.length ?? 0) ? 'rtl' : 'ltr';
  const letters = shown.split('');
  // What turns a written text into a shown one turns it back.
  for (const [from, to] of bidi.getReorderSegments(shown, bidi.getEmbeddingLevels(shown, base)))
    letters.splice(from, to - from + 1, ...letters.slice(from, to + 1).reverse());
  return plainLetters(letters.join(''));
}

const plainLetters = (text: string) => text.replace(shaped, (letter) => letter.normalize('NFKC'));
