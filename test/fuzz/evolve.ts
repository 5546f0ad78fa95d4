import { type Random, randomInt } from '#domain/rules/random.ts';
import { leastCost, type Parser } from './measure-parser.ts';
import { mutated, type Recipe, randomRecipe, textOf } from './worst-text.ts';

/** A recipe with what its text costs. */
export interface Found {
  recipe: Recipe;
  /** Of a letter, in ms. */
  costPerLetter: number;
  length: number;
}

const population = 12;
/** A text that takes longer is tried no longer. */
const enoughMs = 150;

/**
 * Looks for the texts on which a parser is slowest: keeps the recipes whose text costs most per letter, and changes them a
 * little. Texts grow while they are cheap, so that what grows faster than its length wins.
 */
export async function evolve(parser: Parser, random: Random, forMs: number): Promise<Found[]> {
  const until = performance.now() + forMs;
  let best: Found[] = [];
  while (performance.now() < until) {
    const [one, other] = [best[randomInt(random, 0, best.length - 1)], best[randomInt(random, 0, best.length - 1)]];
    const isNew = !one || !other || random() < 0.2;
    const recipe = isNew
      ? randomRecipe(random, parser.seeds ?? [])
      : mutated(random, one.recipe, other.recipe, parser.seeds ?? []);
    const found = await judge(parser, recipe);
    const same = best.findIndex((known) => JSON.stringify(known.recipe) === JSON.stringify(found.recipe));
    if (same >= 0) continue;
    best = [...best, found].toSorted((a, b) => b.costPerLetter - a.costPerLetter).slice(0, population);
  }
  return best;
}

/** What a letter costs at the length at which it costs most. */
async function judge(parser: Parser, recipe: Recipe): Promise<Found> {
  let found: Found = { recipe, costPerLetter: 0, length: 0 };
  for (let length = 4_000; length <= Math.min(parser.most, 256_000); length *= 4) {
    const text = textOf(recipe, length);
    const { ms } = await leastCost(parser, text, 1);
    if (length === 4_000 && ms < 0.05) return { recipe, costPerLetter: ms / text.length / 4, length };
    if (ms / text.length > found.costPerLetter) found = { recipe, costPerLetter: ms / text.length, length };
    if (ms > enoughMs) break;
  }
  return found;
}
