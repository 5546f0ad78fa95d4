import { pickOne, type Random, shuffle } from './random.ts';
import { readMarks, signs } from './spin-marks.ts';

/** A parsed text: literal strings and choices of alternatives. */
export type SpinNode = string | SpinChoice;
interface SpinChoice {
  shuffle: boolean;
  options: SpinNode[][];
}

const tilde = 126;

/**
 * Parses spin syntax (D-CONT-12): `{a|b}` picks one, nesting and empty options allowed,
 * `{~a|b|c}` shuffles; unbalanced braces stay as text. Linear in the length of the text.
 */
export function parseSpintax(text: string): SpinNode[] {
  const { at, sign, level } = readMarks(text);
  const root: SpinNode[] = [];
  /** The choices that are open here, and the parts that each stands in. */
  const choices: SpinChoice[] = [];
  const outside: SpinNode[][] = [];
  let nodes = root;
  let from = 0;
  for (let mark = 0; mark < at.length; mark += 1) {
    if (level[mark] === 0) continue;
    const here = at[mark] ?? 0;
    if (here > from) nodes.push(text.slice(from, here));
    from = here + 1;
    if (sign[mark] === signs.open) {
      const isShuffled = text.charCodeAt(from) === tilde;
      if (isShuffled) from += 1;
      const options: SpinNode[] = [];
      const choice = { shuffle: isShuffled, options: [options] };
      nodes.push(choice);
      outside.push(nodes);
      choices.push(choice);
      nodes = options;
    } else if (sign[mark] === signs.bar) {
      nodes = [];
      choices.at(-1)?.options.push(nodes);
    } else {
      choices.pop();
      nodes = outside.pop() ?? root;
    }
  }
  if (text.length > from) nodes.push(text.slice(from));
  return root;
}

/** One text of those that a parsed one stands for. Parsed once, many may be drawn. */
export function renderSpin(nodes: readonly SpinNode[], random: Random): string {
  let result = '';
  for (const node of nodes) {
    if (typeof node === 'string') result += node;
    else if (node.shuffle)
      result += shuffle(random, node.options)
        .map((part) => renderSpin(part, random))
        .join(' ');
    else {
      const option = pickOne(random, node.options);
      // Most alternatives are a word.
      const [only] = option;
      result += option.length === 1 && typeof only === 'string' ? only : renderSpin(option, random);
    }
  }
  return result;
}

/** Resolves spin syntax with the given source of randomness. */
export function spin(text: string, random: Random): string {
  return text.includes('{') ? renderSpin(parseSpintax(text), random) : text;
}
