import type { Random } from './random.ts';
import { countInSpins, findBrokenSpin, spin } from './spintax.ts';

/** Stands for the link in a sentence while its spin syntax is resolved: no text of ours holds it. */
export const anchorSign = '\uE000';
const token = '{anchor}';

/** Longest carrier sentence. */
const maxCarrier = 1_000;

/** Sentences of a text area, one per line. */
export function carrierLines(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);
}

const signed = (line: string) => line.replaceAll(anchorSign, '').replaceAll(token, anchorSign);

/** A carrier sentence with its spin syntax resolved and `anchorSign` where the link goes. */
export function spinCarrier(line: string, random: Random): string {
  return spin(signed(line), random);
}

/** What is wrong with the carrier sentences of a form, undefined when nothing is. */
export function carrierProblem(text: string): string | undefined {
  for (const [index, line] of carrierLines(text).entries()) {
    const number = index + 1;
    if (line.length > maxCarrier) return `Sentence ${number} is longer than ${maxCarrier} characters`;
    const broken = findBrokenSpin(line);
    if (broken !== null) return `Sentence ${number}: Spin syntax is broken at character ${broken}`;
    const { min, max } = countInSpins(signed(line), anchorSign);
    if (min !== 1 || max !== 1) return `Sentence ${number} must hold {anchor} once, whatever its spin syntax picks`;
  }
  return undefined;
}
