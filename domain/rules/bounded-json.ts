import { limits } from '../limits.ts';

/** A JSON text that is deeper, or holds more values or names, than any call needs. */
export class JsonTooLarge extends Error {
  override name = 'JsonTooLarge';
}

const quote = 0x22;
const backslash = 0x5c;
const colon = 0x3a;
const comma = 0x2c;
const openBracket = 0x5b;
const closeBracket = 0x5d;
const openBrace = 0x7b;
const closeBrace = 0x7d;

/**
 * Parses JSON after counting its depth, its values and its names in one pass next to without memory: nested or many small
 * values take up to a hundred times their text once they are parsed, and each new name costs as much time as a hundred
 * letters (RFC 8259, section 9 allows such bounds).
 */
export function parseBounded(json: string, maxValues: number = limits.jsonValues): unknown {
  let depth = 0;
  let values = 1;
  let [text, textEnd] = [0, 0];
  const names = json.length < limits.jsonNames ? undefined : new NameCount();
  for (let at = 0; at < json.length; at += 1) {
    const code = json.charCodeAt(at);
    if (code === quote) {
      text = at + 1;
      at = endOfString(json, at);
      textEnd = at;
      continue;
    }
    if (code === openBracket || code === openBrace) {
      depth += 1;
      values += 1;
      if (depth > limits.jsonDepth) throw new JsonTooLarge(`The JSON is nested deeper than ${limits.jsonDepth}`);
    } else if (code === closeBracket || code === closeBrace) depth -= 1;
    else if (code === comma) values += 1;
    else if (code === colon) names?.note(json, text, textEnd);
    if (values > maxValues) throw new JsonTooLarge(`The JSON holds more than ${maxValues} values`);
  }
  return JSON.parse(json);
}

/** Position of the quote mark that closes a string; the end of the text when there is none. */
function endOfString(json: string, from: number): number {
  for (let at = from + 1; at < json.length; at += 1) {
    const code = json.charCodeAt(at);
    if (code === backslash) at += 1;
    else if (code === quote) return at;
  }
  return json.length;
}

/** Different in each process: nobody can look for names that count as one. */
const seed = Math.floor(Math.random() * 0xffff_ffff);
const nBits = 1 << 17;

/** Counts different names by a bit for each: a few that share one are counted as one. */
class NameCount {
  readonly #bits = new Uint32Array(nBits / 32);
  #count = 0;

  /** Notes the text that stands before a colon. */
  note(json: string, from: number, to: number): void {
    let hash = seed;
    for (let at = from; at < to; at += 1) hash = Math.imul(hash ^ json.charCodeAt(at), 0x0100_0193);
    hash = (hash ^ (hash >>> 15)) & (nBits - 1);
    const [at, bit] = [hash >>> 5, 1 << (hash & 31)];
    const word = this.#bits[at] ?? 0;
    if ((word & bit) !== 0) return;
    this.#bits[at] = word | bit;
    this.#count += 1;
    if (this.#count > limits.jsonNames) throw new JsonTooLarge(`The JSON holds more than ${limits.jsonNames} names`);
  }
}
