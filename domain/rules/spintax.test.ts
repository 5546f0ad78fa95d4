import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cpuMs } from '#test/support/spent.ts';
import { seededRandom } from './random.ts';
import { spin } from './spintax.ts';

/** All texts that come out over many seeds. */
function results(text: string, nSeeds = 200): string[] {
  return [...new Set(Array.from({ length: nSeeds }, (_, seed) => spin(text, seededRandom(String(seed)))))].sort();
}

describe('spin', () => {
  it.each([
    ['one of several', '{a|b|c}', ['a', 'b', 'c']],
    ['in a text', 'x {a|b} y', ['x a y', 'x b y']],
    ['nested', '{a|{b|c}}', ['a', 'b', 'c']],
    ['empty options', 'x{|y}', ['x', 'xy']],
    ['one option', '{a}', ['a']],
    ['nothing in braces', '{}', ['']],
    ['shuffled', '{~a|b}', ['a b', 'b a']],
    ['shuffled with choices inside', '{~a|{b|c}}', ['a b', 'a c', 'b a', 'c a']],
    ['a tilde later is a tilde', '{a~|b}', ['a~', 'b']],
    ['bars outside stay', 'a|b', ['a|b']],
    ['an open brace stays', 'a {b|c', ['a {b|c']],
    ['a closing brace stays', 'a} b', ['a} b']],
    ['an open brace before a pair stays', '{ {a|b}', ['{ a', '{ b']],
    ['a closing brace after a pair stays', '{a|b} }', ['a }', 'b }']],
    ['no braces at all', 'plain', ['plain']],
  ])('%s', (_, text, expected) => {
    expect(results(text)).toEqual(expected);
  });

  const text = fc
    .array(fc.constantFrom('{', '}', '|', '~', 'a', ' ', 'ü'), { maxLength: 60 })
    .map((parts) => parts.join(''));

  it('is the same for the same seed', () => {
    fc.assert(
      fc.property(text, fc.string(), (given, seed) => {
        expect(spin(given, seededRandom(seed))).toBe(spin(given, seededRandom(seed)));
      }),
    );
  });

  it('leaves no pair of braces, and invents no letter', () => {
    fc.assert(
      fc.property(text, fc.string(), (given, seed) => {
        const spun = spin(given, seededRandom(seed));
        expect(spun).not.toMatch(/\{[^{}]*\}/);
        const count = (letter: string, where: string) => where.split(letter).length;
        for (const letter of ['a', 'ü', '{', '}'])
          expect(count(letter, spun)).toBeLessThanOrEqual(count(letter, given));
      }),
    );
  });

  it('chooses every option about equally often', () => {
    const random = seededRandom('even');
    const counts = new Map<string, number>();
    for (let turn = 0; turn < 3_000; turn += 1) {
      const word = spin('{a|b|c}', random);
      counts.set(word, (counts.get(word) ?? 0) + 1);
    }
    for (const count of counts.values()) expect(Math.abs(count - 1_000)).toBeLessThan(150);
  });

  it.each([
    ['open braces', '{'.repeat(200_000)],
    ['closing braces', '}'.repeat(200_000)],
    ['nested pairs', '{'.repeat(100_000) + '}'.repeat(100_000)],
    ['many pairs', '{a|b}'.repeat(40_000)],
    ['many bars', `{${'|'.repeat(200_000)}}`],
    ['open after open', '{|'.repeat(100_000)],
  ])('reads 200 kB of %s in linear time', (_, given) => {
    // Quadratic work would take minutes.
    expect(cpuMs(() => spin(given, seededRandom('x')))).toBeLessThan(2_000);
  });
});
