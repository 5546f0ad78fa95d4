import { pickOne, type Random, shuffle } from './random.ts';
import { matchBraces } from './spin-braces.ts';

/** A parsed text: literal strings and choices of alternatives. */
export type SpinNode = string | { shuffle: boolean; options: SpinNode[][] };

/**
 * Parses spin syntax (D-CONT-12): `{a|b}` picks one, nesting and empty options allowed,
 * `{~a|b|c}` shuffles; unbalanced braces stay as text. Linear in the length of the text.
 */
function parseSpintax(text: string): SpinNode[] {
  const closing = matchBraces(text);
  let at = 0;
  const readSequence = (end: number, stopAtBar: boolean): SpinNode[] => {
    const nodes: SpinNode[] = [];
    let literalFrom = at;
    const flush = () => {
      if (at > literalFrom) nodes.push(text.slice(literalFrom, at));
    };
    while (at < end) {
      const close = closing.get(at);
      if (close !== undefined) {
        flush();
        nodes.push(readChoice(close));
        literalFrom = at;
      } else if (stopAtBar && text[at] === '|') {
        break;
      } else {
        at += 1;
      }
    }
    flush();
    return nodes;
  };
  const readChoice = (close: number): SpinNode => {
    at += 1;
    const shuffled = text[at] === '~';
    if (shuffled) at += 1;
    const options = [readSequence(close, true)];
    while (at < close) {
      at += 1;
      options.push(readSequence(close, true));
    }
    at = close + 1;
    return { shuffle: shuffled, options };
  };
  return readSequence(text.length, false);
}

function render(nodes: SpinNode[], random: Random): string {
  let result = '';
  for (const node of nodes) {
    if (typeof node === 'string') result += node;
    else if (node.shuffle)
      result += shuffle(random, node.options)
        .map((part) => render(part, random))
        .join(' ');
    else result += render(pickOne(random, node.options), random);
  }
  return result;
}

/** Resolves spin syntax with the given source of randomness. */
export function spin(text: string, random: Random): string {
  return text.includes('{') ? render(parseSpintax(text), random) : text;
}
