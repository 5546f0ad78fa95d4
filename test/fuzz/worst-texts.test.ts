import { describe, expect, test } from 'vitest';
import { badGrowth, growthOf } from './measure-parser.ts';
import { parsers } from './parsers.ts';
import { type Recipe, textOf } from './worst-text.ts';

const recipe = (piece: string, parts: Partial<Recipe> = {}): Recipe => ({
  ...{ head: '', middle: '', second: '', tail: '' },
  ...parts,
  piece,
});

/** What `bench/parsers.ts` found to be worst, for the parser in whose mending it was found and for all others. */
const worst: Recipe[] = [
  recipe('<b></c>'),
  recipe('<b>'),
  recipe('<b><div></b>'),
  recipe('z\u0316\u0300'),
  recipe('\u0316\u0300'),
  recipe('"\u0003",'),
  recipe('"a', { second: '"",' }),
  recipe(',"', { head: '"', second: '"",' }),
  recipe(' ', { tail: '<i hidden>' }),
  recipe('<a href=\u0003>\u0003<p>'),
  recipe('<noscript><a href=\u0003>x</noscript>'),
  recipe('<a href="/\u0003">x</a>', { head: '<noscript>' }),
  recipe('<a href="/1">x</a>/|}', { head: '<textarea>'.repeat(16), middle: '</div>', second: '<noscript>' }),
  recipe('<  a', { middle: '<blockquote><blockquote>', second: '<a href="/1">x</a>' }),
  recipe(".{{'''", { second: '<a href=http://a.test/\u0003>\u0003' }),
  recipe('< a=b\r\n', { second: '~~~<b></c>' }),
  recipe('{a|'),
  recipe('{'),
  recipe('<link '),
  recipe('<!--'),
  recipe('://'),
  recipe('[', { second: ']' }),
  recipe(' \u0003=', { head: '<a' }),
  recipe(',', { head: 'https://a.test/' }),
  recipe('\n', { head: '=?utf-8?B?' }),
];

describe('the worst texts that were found cost in proportion to their length', () => {
  test.each(parsers.map((parser) => [parser.name, parser] as const))('%s', async (_, parser) => {
    for (const one of worst) {
      const growth = await growthOf(parser, (length) => textOf(one, length));
      expect(growth, JSON.stringify(one)).toBeLessThan(badGrowth);
    }
  });
});

test('a parser that looks anew from every letter is found', async () => {
  let seen = 0;
  const run = (text: string) => {
    for (let from = 0; from < text.length; from += 64)
      for (let at = 0; at < text.length; at += 16) seen += text.charCodeAt(at) & from;
    return seen;
  };
  const growth = await growthOf({ name: 'square', most: 256 * 1_024, run }, (length) => 'x'.repeat(length));
  expect(growth).toBeGreaterThan(badGrowth);
});
