import { describe, expect, it } from 'vitest';
import { type AnchorType, newKeywords } from '#domain/contract/links.ts';
import { seededRandom } from '#domain/rules/random.ts';
import { chooseAnchor } from './choose-anchor.ts';

const link = { url: 'http://a.test/', anchor: '{one|two}' };
const keywords = {
  ...newKeywords,
  useKeyword: true,
  primaryKeyword: 'red, {blue|green}',
  secondaryKeyword: 'a {b,c|d}, e',
  brandedKeyword: 'Brand',
};
const found = (type: AnchorType | null, of = link) =>
  [
    ...new Set(Array.from({ length: 100 }, (_, seed) => chooseAnchor(seededRandom(String(seed)), of, type, keywords))),
  ].sort();

describe('chooseAnchor', () => {
  it.each<[AnchorType | null, string[]]>([
    [null, ['one', 'two']],
    ['primary', ['blue', 'green', 'red']],
    ['secondary', ['a b,c', 'a d', 'e']],
    ['branded', ['Brand']],
    ['generic', ['http://a.test/']],
    ['nakedUrl', ['http://a.test/']],
  ])('of type %s', (type, anchors) => {
    expect(found(type)).toEqual(anchors);
  });

  it('is the address when the link has no anchor of its own', () => {
    expect(found(null, { ...link, anchor: ' ' })).toEqual(['http://a.test/']);
    expect(chooseAnchor(seededRandom('x'), { ...link, anchor: 'own' }, 'primary', null)).toBe('own');
  });
});
