import { parseArgs } from 'node:util';
import { seededRandom } from '#domain/rules/random.ts';
import { evolve } from '#test/fuzz/evolve.ts';
import { mostTimes, staysInMemory } from '#test/fuzz/measure-memory.ts';
import { leastCost, type Parser } from '#test/fuzz/measure-parser.ts';
import { parsers } from '#test/fuzz/parsers.ts';
import { type Recipe, textOf } from '#test/fuzz/worst-text.ts';

/**
 * Looks for the worst text of every parser of foreign input for a minute each, and judges it: the event loop is held for
 * at most 50 ms a megabyte, memory is at most ten times the text (4 MB of it, where a text may be so long), and four times the text costs at most eight times as much.
 * node bench/parsers.ts --seconds=60 --seed=1
 * node bench/parsers.ts --only=page --seconds=10
 * Exit code 1: a parser broke one of the three.
 */
const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '60' },
    seed: { type: 'string', default: '1' },
    only: { type: 'string', default: '' },
  },
});
const mib = 1_024 * 1_024;
let nBroken = 0;
for (const parser of parsers.filter(({ name }) => name.includes(values.only))) {
  const found = await evolve(
    parser,
    seededRandom(`parsers ${values.seed} ${parser.name}`),
    Number(values.seconds) * 1_000,
  );
  const told = [];
  for (const { recipe } of found.slice(0, 3)) told.push(await judge(parser, recipe));
  const worst = told.toSorted((a, b) => b.badness - a.badness)[0];
  if (worst === undefined) continue;
  const broken = told.flatMap(({ broken }) => broken);
  if (broken.length > 0) nBroken += 1;
  console.log(`${broken.length > 0 ? 'BROKEN' : 'ok    '} ${parser.name}: ${worst.text}`);
  console.log(`         ${JSON.stringify(worst.recipe)}`);
}
console.log(`${nBroken} of ${parsers.length} parsers broke a bound`);
process.exit(nBroken === 0 ? 0 : 1);

async function judge(parser: Parser, recipe: Recipe) {
  const length = Math.min(parser.most, mib);
  const quarter = textOf(recipe, length / 4);
  const text = textOf(recipe, length);
  const small = await leastCost(parser, quarter, 3);
  // What grows with the square is not waited for.
  const half = small.ms > 2_000 ? small : await leastCost(parser, textOf(recipe, length / 2), 3);
  const whole = half.ms > 4_000 ? { heldMs: half.heldMs * 4, ms: half.ms * 4 } : await leastCost(parser, text, 3);
  const megabytes = Buffer.byteLength(text) / mib;
  const { aside } = parser;
  const heldMs = aside ? (await leastCost({ ...parser, run: aside }, text, 3)).heldMs : whole.heldMs;
  const held = heldMs / megabytes;
  const growth = whole.ms / small.ms;
  const broken = [];
  if (heldMs > 5 && held > 50) broken.push('holds');
  if (!(await staysInMemory(parser.name, recipe, Math.min(parser.most, 4 * mib)))) broken.push('takes memory');
  if (whole.ms > 5 && whole.ms / megabytes > 20 && growth > 8) broken.push('grows');
  return {
    recipe,
    broken,
    badness: held,
    text: `${held.toFixed(1)} ms/MB held, ${(whole.ms / megabytes).toFixed(1)} ms/MB in all, growth ${growth.toFixed(1)} for 4x, at ${megabytes.toFixed(2)} MB; ${broken.includes('takes memory') ? 'over' : 'within'} ${mostTimes} times its memory ${broken.join(', ')}`,
  };
}
