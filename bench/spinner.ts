import { readdirSync, readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { spinBuiltIn } from '#server/spin/built-in.ts';
import { readDictionary } from '#server/spin/dictionary/dictionary.ts';
import { spinText } from '#server/spin/spin-text.ts';
import { watchLoop } from '#test/support/spent.ts';

/**
 * The built-in spinner on English that nobody wrote for it: paragraphs of the packages' own descriptions. Prints the share
 * of words with alternatives, some paragraphs to read, and the time for 1 MB against reading it once without spinning.
 * node bench/spinner.ts --paragraphs=100 --show=5
 */
const { values } = parseArgs({
  options: { paragraphs: { type: 'string', default: '100' }, show: { type: 'string', default: '3' } },
});
const modules = new URL('../node_modules/', import.meta.url);

/** Paragraphs of prose: several sentences without markup, code or addresses. */
function proseOf(name: string): string[] {
  let text: string;
  try {
    text = readFileSync(new URL(`${name}/README.md`, modules), 'utf8');
  } catch {
    return [];
  }
  return text
    .split(/\n\s*\n/)
    .map((part) => part.replace(/\s+/g, ' ').trim())
    .filter((part) => part.length > 200 && /^[A-Z][^`<>[\]{}#*|_=@/\\]+\.$/.test(part) && part.split('. ').length > 1);
}

const texts = [...new Set(readdirSync(modules).flatMap(proseOf))].slice(0, Number(values.paragraphs));
const dictionary = readDictionary();
const all = texts.map((text) => spinText(text, [], dictionary));
const sum = (pick: (one: (typeof all)[number]) => number) => all.reduce((total, one) => total + pick(one), 0);
for (const { text } of all.slice(0, Number(values.show))) console.log(`${text}\n`);
const share = (100 * sum(({ nSpun }) => nSpun)) / sum(({ nEligible }) => nEligible);
console.log(
  `${texts.length} paragraphs, ${sum(({ nEligible }) => nEligible)} words that could be spun, ${share.toFixed(1)} % were`,
);

const source = texts.join('\n\n');
const megabyte = source.repeat(Math.ceil(1_000_000 / source.length)).slice(0, 1_000_000);
const { signal } = new AbortController();
await spinBuiltIn('A first text, so that the dictionary is read.', { protectedWords: [], signal });
const longestMs = watchLoop();
const began = performance.now();
await spinBuiltIn(megabyte, { protectedWords: ['JavaScript'], signal });
const spent = performance.now() - began;
const beganWords = performance.now();
const words = megabyte.match(/\p{L}+/gu)?.length ?? 0;
const reading = performance.now() - beganWords;
console.log(
  `1 MB (${words} words) in ${(spent / 1_000).toFixed(2)} s, ${(spent / reading).toFixed(0)} times what finding its words takes; event loop held ${longestMs().toFixed(0)} ms at most`,
);
process.exit(0);
