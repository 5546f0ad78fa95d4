/** What the reading of a text is in: between words, in one, or in markup that is no word. */
export const inside = { nothing: 0, word: 1, lessThan: 2, linkName: 3, tag: 4, ampersand: 5, entity: 6 } as const;
/** How many states the reading has. */
export const nStates = 7;

const kinds = { other: 0, letter: 1, joining: 2, unspaced: 3 } as const;
const ascii = Uint8Array.from({ length: 128 }, (_, code) => kindOf(String.fromCharCode(code)));
const others = new Map<number, number>();

function kindOf(letter: string): number {
  // Scripts without spaces write a word with about two letters.
  if (/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u.test(letter))
    return /\p{L}/u.test(letter) ? kinds.unspaced : kinds.joining;
  if (/[\p{L}\p{N}]/u.test(letter)) return kinds.letter;
  return /[\p{M}'’-]/u.test(letter) ? kinds.joining : kinds.other;
}

function kindOfCode(code: number): number {
  const known = code < 128 ? ascii[code] : others.get(code);
  if (known !== undefined) return known;
  const kind = kindOf(String.fromCodePoint(code));
  others.set(code, kind);
  return kind;
}

/** What a text adds to what was read before it. */
export interface Read {
  state: number;
  /** Words, doubled: a letter of a script without spaces is half a word. */
  halves: number;
  links: number;
}

const signsOf = { less: 60, more: 62, and: 38, semicolon: 59, hash: 35 } as const;

/**
 * Reads a text on from a state: words as `judgeLength` counts them, markup left out, and the tags that begin links. Adds up:
 * two texts one behind the other come to what they come to together.
 */
export function readOn(text: string, from: number): Read {
  const read: Read = { state: from, halves: 0, links: 0 };
  for (let at = 0; at < text.length; at += 1) {
    let code = text.charCodeAt(at);
    if (code >= 0xd800 && code < 0xdc00) {
      code = text.codePointAt(at) ?? code;
      if (code > 0xffff) at += 1;
    }
    if (!readMarkup(read, code)) readWords(read, code);
  }
  return read;
}

/** Reads a character inside of markup; false where it stands outside. */
function readMarkup(read: Read, code: number): boolean {
  if (read.state === inside.tag) {
    if (code === signsOf.more) read.state = inside.nothing;
    return true;
  }
  if (read.state === inside.lessThan) {
    const isLetter = (code | 32) >= 97 && (code | 32) <= 122;
    // "<" before anything else is a sign of its own: "<" and "/", "!", "?" begin what is no element.
    if (!isLetter && code !== 47 && code !== 33 && code !== 63) return false;
    read.state = (code | 32) === 97 && isLetter ? inside.linkName : inside.tag;
    return true;
  }
  if (read.state === inside.linkName) {
    const isSpace = code === 32 || (code >= 9 && code <= 13);
    if (isSpace) read.links += 1;
    read.state = code === signsOf.more ? inside.nothing : inside.tag;
    return true;
  }
  return false;
}

function readWords(read: Read, code: number): void {
  const kind = kindOfCode(code);
  if (kind === kinds.unspaced) read.halves += 1;
  if (kind === kinds.letter || kind === kinds.unspaced) {
    if (read.state !== inside.word && read.state !== inside.entity) read.halves += 2;
    read.state = read.state === inside.ampersand || read.state === inside.entity ? inside.entity : inside.word;
  } else if (kind === kinds.joining && (read.state === inside.word || read.state === inside.entity)) {
    read.state = inside.word;
  } else if (code === signsOf.semicolon && read.state === inside.entity) {
    // What began as a word was the name of a sign.
    read.halves -= 2;
    read.state = inside.nothing;
  } else if (code === signsOf.less) read.state = inside.lessThan;
  else if (code === signsOf.and || (code === signsOf.hash && read.state === inside.ampersand))
    read.state = inside.ampersand;
  else read.state = inside.nothing;
}
