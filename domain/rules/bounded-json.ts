import { limits } from '../limits.ts';

/** A JSON text that is deeper, or holds more values, than any call needs. */
export class JsonTooLarge extends Error {
  override name = 'JsonTooLarge';
}

const quote = 0x22;
const backslash = 0x5c;
const comma = 0x2c;
const openBracket = 0x5b;
const closeBracket = 0x5d;
const openBrace = 0x7b;
const closeBrace = 0x7d;

/**
 * Parses JSON after counting its depth and its values in one pass without memory: nested or many small values take up to
 * a hundred times their text once they are parsed (RFC 8259, section 9 allows such bounds).
 */
export function parseBounded(json: string): unknown {
  let depth = 0;
  let values = 1;
  for (let at = 0; at < json.length; at += 1) {
    const code = json.charCodeAt(at);
    if (code === quote) {
      at = endOfString(json, at);
      continue;
    }
    if (code === openBracket || code === openBrace) {
      depth += 1;
      values += 1;
      if (depth > limits.jsonDepth) throw new JsonTooLarge(`The JSON is nested deeper than ${limits.jsonDepth}`);
    } else if (code === closeBracket || code === closeBrace) depth -= 1;
    else if (code === comma) values += 1;
    if (values > limits.jsonValues) throw new JsonTooLarge(`The JSON holds more than ${limits.jsonValues} values`);
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
