import { parseArgs } from 'node:util';
import mel from 'mel-spintax';
import { parseSpintax as unspin } from 'spintax-template-processor';
import { pickOne, type Random, seededRandom } from '#domain/rules/random.ts';
import { countSpin } from '#domain/rules/spin-counts.ts';
import { parseSpintax, renderSpin, type SpinNode, spin } from '#domain/rules/spintax.ts';

/**
 * Our spin syntax beside two public packages: which texts come of small ones against all that are written out here, and how
 * many are drawn a second of texts of 1 kB, 10 kB and 235 kB. A package that fails says so.
 * node bench/spintax.ts --ms=1000
 */
const { values } = parseArgs({ options: { ms: { type: 'string', default: '1000' } } });
const spentMs = Number(values.ms);

type Engine = (text: string) => () => string;
const engines: Record<string, Engine> = {
  'ours, parsed once': (text) => {
    const nodes = parseSpintax(text);
    return () => renderSpin(nodes, Math.random);
  },
  'ours, parsed for each': (text) => () => spin(text, Math.random),
  'mel-spintax': (text) => () => mel.unspin(text),
  'spintax-template-processor': (text) => () => unspin(text),
};

/** All texts that a small one stands for, found by replacing the innermost choice by each of its options. */
function writeOut(text: string): Set<string> {
  const inner = /\{(~?)([^{}]*)\}/.exec(text);
  if (!inner) return new Set([text]);
  const parts = (inner[2] ?? '').split('|');
  const options = inner[1] ? permutations(parts).map((order) => order.join(' ')) : parts;
  const put = (option: string) => text.slice(0, inner.index) + option + text.slice(inner.index + inner[0].length);
  return new Set(options.flatMap((option) => [...writeOut(put(option))]));
}

const permutations = (items: string[]): string[][] =>
  items.length < 2
    ? [items]
    : items.flatMap((item, at) => permutations(items.toSpliced(at, 1)).map((others) => [item, ...others]));

const small: Record<string, string> = {
  plain: 'A {quick|slow} {fox|dog}',
  nested: '{a|{b|{c|d}}} e',
  'empty options': 'x{|y}{|}',
  spaces: 'x{ a| b }y',
  'one option': '{a} {}',
  twice: '{a|b} {a|b}',
  'ten deep': `${'{a|'.repeat(12)}b${'}'.repeat(12)}`,
  shuffled: '{~a|b|c}',
};

function judge(engine: Engine, text: string): string {
  const wanted = writeOut(text);
  const found = new Set<string>();
  try {
    const draw = engine(text);
    for (let turn = 0; turn < 40_000; turn += 1) found.add(draw());
  } catch (error) {
    return `fails: ${String(error).slice(0, 60)}`;
  }
  const wrong = [...found].filter((one) => !wanted.has(one)).length;
  const missing = [...wanted].filter((one) => !found.has(one)).length;
  return wrong + missing === 0 ? 'same' : `${wrong} wrong, ${missing} missing`;
}

/** An article with a choice for about every sixth word, some in each other. */
function articleOf(length: number, random: Random): string {
  const words = 'garden water flowers morning soil careful gentle winter small green plants slowly'.split(' ');
  const word = () => pickOne(random, words);
  let text = '';
  while (text.length < length) {
    const dice = random();
    if (dice < 0.12) text += `{${word()}|${word()}|${word()} ${word()}} `;
    else if (dice < 0.16) text += `{${word()}|{${word()}|${word()}} ${word()}} `;
    else text += `${word()}${dice > 0.95 ? '.\n' : ''} `;
  }
  return text.slice(0, text.lastIndexOf(' {'));
}

/** Draws a second; null where the engine fails. */
function rate(engine: Engine, text: string): number | null {
  try {
    const draw = engine(text);
    // Asked for its last letter a text is put together, which V8 does only when it must.
    const read = (one: string) => one.charCodeAt(one.length - 1);
    let sum = read(draw());
    const began = performance.now();
    let nDraws = 0;
    // Parsing is paid within the time.
    const timed = engine(text);
    while (performance.now() - began < spentMs) {
      sum += read(timed());
      nDraws += 1;
    }
    return sum > 0 ? (nDraws * 1_000) / (performance.now() - began) : null;
  } catch {
    return null;
  }
}

console.log('Texts that come of small ones');
for (const [what, text] of Object.entries(small)) {
  console.log(`  ${what.padEnd(14)} ${text.slice(0, 30).padEnd(32)} ${writeOut(text).size} texts`);
  for (const [name, engine] of Object.entries(engines)) console.log(`    ${name.padEnd(28)} ${judge(engine, text)}`);
}

const nChoices = (nodes: readonly SpinNode[]): number =>
  nodes.reduce(
    (sum, node) => (typeof node === 'string' ? sum : sum + node.options.reduce((all, one) => all + nChoices(one), 1)),
    0,
  );
const perKb = new Map<string, number[]>();
for (const length of [1_000, 10_000, 235_000]) {
  const text = articleOf(length, seededRandom(`${length}`));
  console.log(`\n${length / 1_000} kB, ${nChoices(parseSpintax(text))} choices: texts a second`);
  const rates = Object.entries(engines).map(([name, engine]) => ({ name, perSecond: rate(engine, text) }));
  const fastest = Math.max(...rates.slice(2).map(({ perSecond }) => perSecond ?? 0));
  for (const [at, { name, perSecond }] of rates.entries()) {
    const told = perSecond === null ? 'fails' : perSecond.toFixed(perSecond < 100 ? 2 : 0);
    const ratio = at < 2 ? `  ${((perSecond ?? 0) / fastest).toFixed(1)} times the faster package` : '';
    console.log(`  ${name.padEnd(28)} ${told.padStart(10)}${ratio}`);
    if (perSecond !== null)
      perKb.set(name, [...(perKb.get(name) ?? []), 1_000_000 / perSecond / (text.length / 1_000)]);
  }
  const began = performance.now();
  countSpin(text);
  console.log(`  variants, words and links counted in ${(performance.now() - began).toFixed(1)} ms`);
}
console.log('\nµs a kB, from the shortest to the longest text, and how much more the longest takes');
for (const [name, all] of perKb) {
  const growth = (all.at(-1) ?? 0) / (all[0] ?? 1);
  console.log(`  ${name.padEnd(28)} ${all.map((one) => one.toFixed(2)).join(' ')}  ratio ${growth.toFixed(2)}`);
}
