import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { largestRemainder } from './quota.ts';
import { hashText, pickOne, randomInt, seededRandom, shuffle } from './random.ts';

describe('seededRandom', () => {
  it('gives these numbers for ever: stored seeds must mean the same text tomorrow', () => {
    const random = seededRandom('linkwright');
    expect([random(), random(), random()]).toEqual([0.514712278265506, 0.6215745366644114, 0.7904585753567517]);
    expect(hashText('linkwright')).toBe(hashText('linkwright'));
  });

  it('stays in [0, 1) and differs by seed', () => {
    fc.assert(
      fc.property(fc.string(), (seed) => {
        const random = seededRandom(seed);
        for (let turn = 0; turn < 50; turn += 1) {
          const value = random();
          expect(value >= 0 && value < 1).toBe(true);
        }
      }),
    );
    expect(seededRandom('a')()).not.toBe(seededRandom('b')());
  });

  it('draws whole numbers within their bounds, both included', () => {
    const seen = new Set(Array.from({ length: 200 }, (_, at) => randomInt(seededRandom(String(at)), 2, 4)));
    expect([...seen].sort()).toEqual([2, 3, 4]);
    expect(randomInt(() => 0.999_999, 5, 5)).toBe(5);
  });

  it('shuffles without losing anything, and leaves the given list alone', () => {
    fc.assert(
      fc.property(fc.array(fc.integer()), fc.string(), (items, seed) => {
        const before = [...items];
        const result = shuffle(seededRandom(seed), items);
        expect(items).toEqual(before);
        expect([...result].sort((a, b) => a - b)).toEqual([...items].sort((a, b) => a - b));
        if (items.length > 0) expect(items).toContain(pickOne(seededRandom(seed), items));
      }),
    );
  });
});

describe('largestRemainder', () => {
  it.each([
    [10, [50, 50], [5, 5]],
    [3, [50, 50], [2, 1]],
    [1, [34, 33, 33], [1, 0, 0]],
    [10, [70, 20, 10], [7, 2, 1]],
    [0, [1, 2], [0, 0]],
    [5, [0, 0], [0, 0]],
    [5, [], []],
  ])('%i over %j is %j', (total, shares, expected) => {
    expect(largestRemainder(total, shares)).toEqual(expected);
  });

  it('is whole, sums up, and is within one of the exact share', () => {
    const shares = fc.array(fc.nat(100), { minLength: 1, maxLength: 12 }).filter((parts) => parts.some(Boolean));
    fc.assert(
      fc.property(fc.nat(100_000), shares, (total, parts) => {
        const result = largestRemainder(total, parts);
        const sum = parts.reduce((all, part) => all + part, 0);
        expect(result.reduce((all, part) => all + part, 0)).toBe(total);
        for (const [at, count] of result.entries())
          expect(Math.abs(count - (total * (parts[at] ?? 0)) / sum)).toBeLessThan(1);
      }),
    );
  });
});
