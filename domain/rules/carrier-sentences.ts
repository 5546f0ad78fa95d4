import { spinProblem } from './spin-braces.ts';

/** Stands for the link in a carrier sentence. */
export const anchorToken = '{anchor}';

/** Longest carrier sentence. */
const maxCarrier = 1_000;

/** Sentences of a text area, one per line. */
export function carrierLines(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);
}

/** What is wrong with the carrier sentences of a form, undefined when nothing is. */
export function carrierProblem(text: string): string | undefined {
  for (const [index, line] of carrierLines(text).entries()) {
    const number = index + 1;
    if (line.length > maxCarrier) return `Sentence ${number} is longer than ${maxCarrier} characters`;
    const broken = spinProblem(line);
    if (broken) return `Sentence ${number}: ${broken}`;
    const [before = '', ...rest] = line.split(anchorToken);
    // Inside a choice another one could be picked, and the link be lost.
    if (rest.length !== 1 || depthOf(before) !== 0)
      return `Sentence ${number} must hold {anchor} once, outside of other braces`;
  }
  return undefined;
}

const depthOf = (text: string) => text.split('{').length - text.split('}').length;
