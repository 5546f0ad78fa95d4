import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type ChoiceRule, type ChoosableSite, markOf, siteChoice } from './site-choice.ts';

const module = fc.constantFrom('Wiki', 'SocialNetwork', 'PDF');
const platform = fc.constantFrom('Premium', 'WordPress', 'Media|Wiki', '');
const site: fc.Arbitrary<ChoosableSite> = fc.record({
  id: fc.record({ module, siteId: fc.constantFrom('a', 'b', 'b|c', 'B', '') }),
  platform,
  pr: fc.integer({ min: 0, max: 4 }),
  dofollow: fc.boolean(),
  img: fc.boolean(),
  video: fc.boolean(),
});
const rule: fc.Arbitrary<ChoiceRule> = fc.record({
  siteSelectionType: fc.constantFrom('Condition', 'Manually'),
  img: fc.boolean(),
  video: fc.boolean(),
  dofollow: fc.boolean(),
  minPR: fc.integer({ min: 0, max: 4 }),
});

/** The sentence of D-SITE-02 taken word by word, pair by pair. */
function slowly(sites: ChoosableSite[], chosen: ChoiceRule, platforms: string[][], named: string[][]): ChoosableSite[] {
  const found: ChoosableSite[] = [];
  for (const one of sites) {
    const isIn = (pairs: string[][], name: string) => pairs.some(([m, n]) => m === one.id.module && n === name);
    if (chosen.siteSelectionType === 'Manually') {
      if (isIn(named, one.id.siteId)) found.push(one);
      continue;
    }
    const lacks = (['img', 'video', 'dofollow'] as const).filter((flag) => chosen[flag] && !one[flag]);
    if (isIn(platforms, one.platform) && !(one.pr < chosen.minPR) && lacks.length === 0) found.push(one);
  }
  return found;
}

test('a selection means what the rule says, whatever it names and whatever sites there are', () => {
  const pair = fc.tuple(module, fc.oneof(platform, fc.constantFrom('a', 'b', 'b|c', 'B')));
  fc.assert(
    fc.property(fc.array(site), rule, fc.array(pair), fc.array(pair), (sites, chosen, platforms, named) => {
      const marks = (pairs: string[][]) => new Set(pairs.map(([m = '', n = '']) => markOf(m, n)));
      const means = siteChoice(chosen, { platforms: marks(platforms), sites: marks(named) });
      expect(sites.filter(means)).toEqual(slowly(sites, chosen, platforms, named));
    }),
    { numRuns: 2_000 },
  );
});
