import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cpuMs } from '#test/support/spent.ts';
import { findBrokenSpin, matchBraces, spinProblems } from './spin-braces.ts';
import { countSpin } from './spin-counts.ts';
import { readMarks } from './spin-marks.ts';
import { parseSpintax, type SpinNode } from './spintax.ts';

/** Every draw, written out; shuffled parts in all orders, or as they stand. */
function draws(nodes: readonly SpinNode[], inOrder: boolean): string[] {
  let all = [''];
  for (const node of nodes) {
    const parts = typeof node === 'string' ? [node] : drawsOf(node, inOrder);
    all = all.flatMap((head) => parts.map((part) => head + part));
  }
  return all;
}

function drawsOf({ shuffle, options }: Exclude<SpinNode, string>, inOrder: boolean): string[] {
  const parts = options.map((option) => draws(option, inOrder));
  if (!shuffle) return parts.flat();
  const join = (lists: string[][]): string[] =>
    lists.reduce(
      (heads, list, at) => heads.flatMap((head) => list.map((part) => (at > 0 ? `${head} ${part}` : part))),
      [''],
    );
  return (inOrder ? [parts] : permutations(parts)).flatMap(join);
}

const permutations = <T>(items: T[]): T[][] =>
  items.length < 2
    ? [items]
    : items.flatMap((item, at) => permutations(items.toSpliced(at, 1)).map((others) => [item, ...others]));

/** Words and links of a finished text, found in another way. */
const words = (text: string) =>
  text
    .replace(/<[a-z/!?][^>]*>?/gi, ' ')
    .replace(/&#*[\p{L}\p{N}]+;/gu, ' ')
    .match(/[\p{L}\p{N}][\p{L}\p{M}\p{N}'’-]*/gu)?.length ?? 0;
const links = (text: string) => (text.match(/<[a-z/!?][^>]*>?/gi) ?? []).filter((tag) => /^<a\s/i.test(tag)).length;

const pieces = [
  '{',
  '{',
  '}',
  '}',
  '|',
  '|',
  '{~',
  '~',
  'a',
  'B',
  'é',
  ' ',
  '-',
  '<',
  '<a ',
  '<b>',
  '>',
  '/',
  '&',
  ';',
  '#',
  '\n',
  '😀',
];
const text = fc.array(fc.constantFrom(...pieces), { maxLength: 24 }).map((parts) => parts.join(''));

describe('what comes of a text', () => {
  it('is what comes of it when every draw is written out', () => {
    fc.assert(
      fc.property(text, (given) => {
        const counts = countSpin(given);
        fc.pre((counts.variants.exact ?? 10_000n) < 3_000n);
        const nodes = parseSpintax(given);
        expect(Number(counts.variants.exact)).toBe(draws(nodes, false).length);
        const all = draws(nodes, true);
        const range = (count: (one: string) => number) => ({
          min: Math.min(...all.map(count)),
          max: Math.max(...all.map(count)),
        });
        expect(counts.words).toEqual(range(words));
        expect(counts.links).toEqual(range(links));
        expect(10 ** counts.variants.log10 / Number(counts.variants.exact)).toBeCloseTo(1, 9);
      }),
      { numRuns: 3_000 },
    );
  });

  it.each([
    ['', 1n, 0, 0, 0],
    ['<p>Water <b>garden flowers</b>, {daily|two times a day}.</p>', 2n, 4, 7, 0],
    ['un{happy|fair} {~one|two|three}', 12n, 4, 4, 0],
    ['<a href="/x">{a|b}</a>{|<a\nhref="/y">c</a>}', 4n, 1, 2, 1],
    ['Tea &amp; milk&nbsp;cold', 1n, 3, 3, 0],
    ['日本語の{文章|文}', 2n, 3, 4, 0],
  ])('%s', (given, variants, min, max, fewestLinks) => {
    const counts = countSpin(given);
    expect(counts.variants.exact).toBe(variants);
    expect(counts.words).toEqual({ min, max });
    expect(counts.links.min).toBe(fewestLinks);
  });

  it('says numbers too long to write by their size', () => {
    expect(countSpin('{a|b}'.repeat(199)).variants.exact).toBe(2n ** 199n);
    const { exact, log10 } = countSpin('{a|b}'.repeat(100_000)).variants;
    expect(exact).toBeNull();
    expect(log10).toBeCloseTo(100_000 * Math.log10(2), 4);
    expect(countSpin(`{~${'a|'.repeat(30)}a}`).variants.exact).toBe(8_222_838_654_177_922_817_725_562_880_000_000n);
  });

  it.each([
    ['many pairs', '{a|b} and '.repeat(100_000)],
    ['nested pairs', '{a'.repeat(190) + '|b}'.repeat(190)],
    ['one big shuffle', `{~${'a|'.repeat(400_000)}b}`],
    ['tags and signs', '<a href="{x|y}">&amp;{b|c'.repeat(40_000)],
  ])('counts 1 MB of %s in linear time', (_, given) => {
    // Quadratic work would take minutes.
    expect(cpuMs(() => countSpin(given))).toBeLessThan(3_000);
  });
});

/** Pairs and lone braces by taking innermost pairs away until none is left. */
function pairsByHand(given: string): { pairs: [number, number][]; lone: number[] } {
  const letters = [...Array(given.length).keys()].filter((at) => /[{}]/.test(given[at] ?? ''));
  const pairs: [number, number][] = [];
  for (;;) {
    const inner = letters.findIndex((at, index) => given[at] === '{' && given[letters[index + 1] ?? -1] === '}');
    if (inner < 0) break;
    const [from = 0, to = 0] = letters.splice(inner, 2);
    pairs.push([from, to]);
  }
  return { pairs: pairs.sort(([one], [other]) => one - other), lone: letters };
}

describe('braces', () => {
  it('find their partners, and those without one are told with line and column', () => {
    fc.assert(
      fc.property(text, (given) => {
        const { pairs, lone } = pairsByHand(given);
        expect([...matchBraces(given)].sort(([one], [other]) => one - other)).toEqual(pairs);
        expect(spinProblems(readMarks(given)).map(({ at }) => at)).toEqual(lone);
        const first = lone[0];
        const place = findBrokenSpin(given);
        if (first === undefined) {
          expect(place).toBeNull();
          return;
        }
        const before = given.slice(0, first).split('\n');
        expect(place).toEqual({
          character: [...given.slice(0, first)].length + 1,
          line: before.length,
          column: [...(before.at(-1) ?? '')].length + 1,
        });
      }),
      { numRuns: 2_000 },
    );
  });

  it('have a level, and so have bars; what is text has none', () => {
    const { level, partner } = readMarks('| {a|{b|c}} } {x|');
    expect([...level]).toEqual([0, 1, 1, 2, 2, 2, 1, 0, 0, 0]);
    expect([...partner]).toEqual([-1, 6, -1, 5, -1, 3, 1, -1, -1, -1]);
  });

  it('nested deeper than 200 are told as that', () => {
    const problems = spinProblems(readMarks('{'.repeat(201) + '}'.repeat(201)));
    expect(problems).toEqual([
      { kind: 'tooDeep', at: 200 },
      { kind: 'tooDeep', at: 201 },
    ]);
  });
});
