import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anchorTypes, newKeywords } from '../../contract/links.ts';
import { largestRemainder } from '../quota.ts';
import { seededRandom } from '../random.ts';
import { type DrawnSet, drawLinks } from './draw-links.ts';
import { spreadOver } from './run-plan.ts';

const set = (linkSetId: number, changes: Partial<DrawnSet> = {}): DrawnSet => ({
  linkSetId,
  linkProb: 100,
  minLinks: 1,
  maxLinks: 1,
  keywords: null,
  ...changes,
});
const keywords = {
  ...newKeywords,
  useKeyword: true,
  primaryPercentage: 50,
  brandedPercentage: 30,
  nakedUrlPercentage: 20,
};

describe('drawLinks', () => {
  it('deals out anchor types by exact quota over the run', () => {
    for (const nPosts of [1, 7, 10, 33, 100]) {
      const draws = drawLinks(seededRandom(`q${nPosts}`), [set(1, { keywords })], { min: 0, max: 20, nPosts }).flat();
      const counts = anchorTypes.map((type) => draws.filter((draw) => draw.anchorType === type).length);
      expect(counts).toEqual(
        largestRemainder(
          nPosts,
          anchorTypes.map((type) => keywords[`${type}Percentage`]),
        ),
      );
    }
  });

  it('gives a post no type twice while the run has others left, and keeps the quota', () => {
    const [links, nPosts] = [{ minLinks: 2, maxLinks: 2, keywords }, 200];
    const posts = drawLinks(seededRandom('twice'), [set(1, links)], { min: 0, max: 20, nPosts });
    const twice = posts.filter(([first, second]) => first?.anchorType === second?.anchorType);
    expect(twice.length).toBeLessThan(5);
    const counts = anchorTypes.map((type) => posts.flat().filter((draw) => draw.anchorType === type).length);
    expect(counts).toEqual([200, 0, 120, 0, 80]);
  });

  it('gives no type where keywords are not used', () => {
    const unused = { ...keywords, useKeyword: false };
    for (const sets of [[set(1)], [set(1, { keywords: unused })]])
      for (const draw of drawLinks(seededRandom('x'), sets, { min: 0, max: 20, nPosts: 5 }).flat())
        expect(draw).toEqual({ linkSetId: 1, anchorType: null });
  });

  it('takes a set with its probability', () => {
    const draws = drawLinks(seededRandom('p'), [set(1, { linkProb: 30 })], { min: 0, max: 20, nPosts: 2_000 });
    const share = draws.filter((links) => links.length > 0).length / 2_000;
    expect(Math.abs(share - 0.3)).toBeLessThan(0.04);
  });

  it('keeps every post within the bounds of project and sets', () => {
    const sets = fc.array(fc.record({ linkProb: fc.integer({ min: 1, max: 100 }), a: fc.nat(20), b: fc.nat(20) }), {
      maxLength: 5,
    });
    fc.assert(
      fc.property(sets, fc.nat(20), fc.nat(20), fc.nat(30), fc.string(), (given, low, high, nPosts, seed) => {
        const bounds = { min: Math.min(low, high), max: Math.max(low, high), nPosts };
        const drawn = given.map(({ linkProb, a, b }, at) =>
          set(at, { linkProb, minLinks: Math.min(a, b), maxLinks: Math.max(a, b), keywords }),
        );
        const room = drawn.reduce((sum, { maxLinks }) => sum + maxLinks, 0);
        const posts = drawLinks(seededRandom(seed), drawn, bounds);
        expect(posts).toHaveLength(nPosts);
        for (const links of posts) {
          expect(links.length).toBeLessThanOrEqual(bounds.max);
          expect(links.length).toBeGreaterThanOrEqual(Math.min(bounds.min, room));
          for (const { linkSetId, maxLinks } of drawn)
            expect(links.filter((draw) => draw.linkSetId === linkSetId).length).toBeLessThanOrEqual(maxLinks);
        }
        expect(drawLinks(seededRandom(seed), drawn, bounds)).toEqual(posts);
      }),
    );
  });
});

describe('spreadOver', () => {
  const dayMs = 86_400_000;
  it('begins everything at once without a spread', () => {
    expect(spreadOver(seededRandom('x'), 3, null)).toEqual([0, 0, 0]);
    expect(spreadOver(seededRandom('x'), 2, { durationType: 'Once', nDay: 5 })).toEqual([0, 0]);
  });

  it('divides evenly over the days, at whole minutes', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 500 }),
        fc.integer({ min: 1, max: 60 }),
        fc.string(),
        (nPosts, nDay, seed) => {
          const delays = spreadOver(seededRandom(seed), nPosts, { durationType: 'Spread', nDay });
          const perDay = Array.from(
            { length: nDay },
            (_, day) => delays.filter((ms) => Math.floor(ms / dayMs) === day).length,
          );
          expect(perDay.reduce((sum, count) => sum + count, 0)).toBe(nPosts);
          expect(Math.max(...perDay) - Math.min(...perDay)).toBeLessThanOrEqual(1);
          expect(delays.every((ms) => ms % 60_000 === 0)).toBe(true);
        },
      ),
    );
  });
});
