import { describe, expect, it, test } from 'vitest';
import { badGrowth, growthOf } from '#test/fuzz/measure-parser.ts';
import { attributeOf, findElements } from './find-elements.ts';
import { readJson, shortDetail } from './read-answer.ts';
import { isSameSite } from './same-site.ts';

const million = 1_000_000;
/** Texts on which a search that looks twice takes minutes. */
const worst: [string, string][] = [
  '<',
  '<link ',
  '<link <link',
  '<link rel="EditURI" ',
  '<link rel="EditURI" >',
  '<link>',
  ' href',
  ' href = ',
  '&amp;',
  '"',
  ' ',
  '\n',
  '[',
  '{"a":',
  '"\\',
].map((piece) => [piece, piece.repeat(million / piece.length)]);

describe('a stranger cannot make us search for long', () => {
  const search = (text: string) => {
    for (const element of findElements(`<link ${text}>${text}`, 'link')) attributeOf(element, 'href');
    attributeOf(text.slice(0, 4_096), 'href');
    expect(shortDetail(text).length).toBeLessThanOrEqual(200);
    expect(readJson(text)).toBeUndefined();
  };
  test.each(worst)('%j', async (_, text) => {
    search(text);
    const parser = { name: 'search', most: million, run: search };
    expect(await growthOf(parser, (length) => text.slice(0, length))).toBeLessThan(badGrowth);
  });
});

describe('findElements', () => {
  it('finds elements by name, their attributes in any order and with either quote mark', () => {
    const html = `<LINK href='/a?x=1&amp;y=2' rel="one">\n<linker rel="no"><link\n rel = "two" data-href="no" href="/b">`;
    const found = findElements(html, 'link');
    expect(found.map((element) => [attributeOf(element, 'rel'), attributeOf(element, 'href')])).toEqual([
      ['one', '/a?x=1&y=2'],
      ['two', '/b'],
    ]);
  });
});

describe('a login entered for a site', () => {
  test.each([
    ['http://a.test/', 'http://a.test/wp-json/', true],
    ['http://a.test/blog', 'https://a.test/wp-json/', true],
    ['http://a.test', 'https://www.a.test/wp-json/', true],
    ['https://www.a.test', 'https://a.test/', true],
    ['https://a.test', 'http://a.test/', false],
    ['http://a.test', 'http://a.test:8080/', false],
    ['http://a.test:8080', 'https://a.test/', false],
    ['http://a.test', 'http://b.test/', false],
    ['http://a.test', 'http://a.test.b.test/', false],
    ['http://a.test', 'http://a.test@b.test/', false],
    ['http://a.test', 'http://x.a.test/', false],
    ['http://127.0.0.1:1', 'http://127.0.0.1:2/', false],
    ['http://a.test', 'nonsense', false],
  ])('for %s may go to %s: %s', (site, target, may) => {
    expect(isSameSite(site, target)).toBe(may);
  });
});
