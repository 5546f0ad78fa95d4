import { describe, expect, test } from 'vitest';
import { cpuMs } from '#test/support/spent.ts';
import { seededRandom } from '../random.ts';
import { spin } from '../spintax.ts';
import { keptStretches } from './kept-stretches.ts';
import { maskPieces } from './mask-pieces.ts';
import { plainerSpintax } from './plainer-spintax.ts';
import { missingWord, stretchesOfWords } from './protected-words.ts';

const kept = (text: string) => keptStretches(text).map(({ from, to }) => text.slice(from, to));
const masked = (text: string) => maskPieces(text, keptStretches(text));

describe('what a spinner must not touch', () => {
  test.each([
    ['a <b>bold</b> word', ['<b>', '</b>']],
    ['<p class="a>b">x</p><!-- no > one -->', ['<p class="a>b">', '</p>', '<!-- no > one -->']],
    ['see <a href="/x">our <b>shop</b></a> now', ['<a href="/x">our <b>shop</b></a>']],
    ['<a name="x"> without an end', ['<a name="x">']],
    ['<script>if (a < b) c()</script>after', ['<script>if (a < b) c()</script>']],
    ['a < b and c > d', []],
    ['cut <b off', ['<b off']],
    ['{a|{b|c}} d {~e|f}', ['{a|{b|c}}', '{~e|f}']],
    ['loose } and { and |', ['}', '{', '|']],
    ['{<b>a</b>|b} <i>{c|d}</i>', ['{<b>a</b>|b}', '<i>', '{c|d}', '</i>']],
    ['go to http://h.test/a?b=c&d, or www.h.test.', ['http://h.test/a?b=c&d', 'www.h.test']],
    ['a caf&eacute; of R&amp;D & co', ['caf&eacute;', 'R&amp;D']],
    ['mail to ann.b@h.test!', ['ann.b@h.test']],
    ['one [link] of %name% and {title}, 5% [not one]', ['[link]', '%name%', '{title}']],
    ['it’s plain, “quite”', []],
  ])('in %s', (text, pieces) => {
    expect(kept(text)).toEqual(pieces);
  });
});

describe('a masked text', () => {
  const html =
    '<h2>Old {garden|yard}</h2>\n <p>Water <b>it</b>, see <a href="/a">our tools</a>.</p><p>A caf&eacute; | bar</p> ';

  test('is as it was when it comes back as it went', () => {
    for (const text of [html, 'plain', '', '<br>', 'a<b>c</b>d', 'x <i> y </i> z', '<p> a </p>', 'LWK0Q lwkk {a'])
      expect(masked(text).unmask(masked(text).text)).toBe(text);
  });

  test('has words only where the text has prose, with spaces around them', () => {
    const { text, marks } = masked(html);
    expect(text).toBe('LWK0Q\n\nOld\n\nLWK1Q\n\nWater LWK2Q it LWK3Q , see LWK4Q .\n\nLWK5Q\n\nA LWK6Q bar\n\nLWK7Q');
    expect(marks).toHaveLength(8);
  });

  test('takes what was spun around the marks, whatever became of the spaces that were put there', () => {
    const one = masked('<p>Water <b>it</b>, daily.</p>');
    expect(one.text).toBe('LWK0Q\n\nWater LWK1Q it LWK2Q , daily.\n\nLWK3Q');
    expect(one.unmask('LWK0Q {Water|Pour} LWK1Q it lwk2q, {daily|often}.\nLWK3Q\n')).toBe(
      '<p>{Water|Pour} <b>it</b>, {daily|often}.</p>',
    );
    // A sentence of its own in each alternative, with the marks in each.
    const spun = one.unmask('LWK0Q {Water LWK1Q it LWK2Q .|Pour LWK1Q on LWK2Q it.} LWK3Q');
    expect(spun).toBe('<p>{Water <b>it</b>.|Pour <b>on</b> it.}</p>');
  });

  test.each([
    ['lacks a mark', 'LWK0Q Water it LWK2Q daily LWK3Q'],
    ['has one twice', 'LWK0Q Water LWK1Q it LWK1Q LWK2Q daily LWK3Q'],
    ['has two in another order', 'LWK0Q Water LWK2Q it LWK1Q daily LWK3Q'],
    ['has one in one draw alone', 'LWK0Q Water {LWK1Q it LWK2Q|it} daily LWK3Q'],
    ['shuffles them', 'LWK0Q Water {~LWK1Q it LWK2Q|LWK1Q it LWK2Q} daily LWK3Q'],
    ['hides them in braces without a choice', 'LWK0Q Water {LWK1Q it LWK2Q} daily LWK3Q'],
    ['has one that nobody put there', 'LWK0Q Water LWK1Q it LWK2Q LWK9Q daily LWK3Q'],
    ['breaks the syntax', 'LWK0Q Water LWK1Q it LWK2Q {daily|often LWK3Q'],
  ])('is refused when it %s', (_, spun) => {
    expect(masked('<p>Water <b>it</b> daily</p>').unmask(spun)).toBeNull();
  });

  test('of two megabytes takes a time that grows with its length alone', () => {
    const costOf = (text: string) =>
      cpuMs(() => {
        const one = masked(text);
        expect(one.unmask(one.text) === text).toBe(true);
      });
    for (const part of ['<b>a</b> ', '<a ', '{', '}', 'a@', '&amp;', '[a', '<!--', '<a>', '"=<p x="', ' \n']) {
      const [short, long] = [250_000, 2_000_000].map((length) => costOf(part.repeat(length / part.length)));
      // Eight times the length; were it the square, it would be 64 times the time.
      expect([part, Number(long) < 24 * Math.max(20, Number(short))]).toEqual([part, true]);
    }
  });
});

describe('protected words', () => {
  test.each([
    ['Party of the Art, C++ and Öl.', ['art', 'par', 'c++', 'öl', ' ', '++', 'the art'], ['the Art', 'C++', 'Öl']],
    ['Garden tools for a garden', ['garden', 'garden tools'], ['Garden tools', 'garden']],
    ['Use .NET or (big)\n shops, not big ones', ['.net', '(big) shops'], ['.NET', '(big)\n shops']],
    ['none', [], []],
  ])('are found in %s as wholes, in any case', (text, wanted, found) => {
    expect(stretchesOfWords(text, wanted).map(({ from, to }) => text.slice(from, to))).toEqual(found);
  });

  test.each([
    ['one garden', 'one {garden|yard}', 'garden'],
    ['one garden', 'one {small garden|garden}', undefined],
    ['a garden, a garden', 'a garden, a yard', 'garden'],
    ['a garden', 'a {~garden|b}', undefined],
    ['a garden', 'a {big {garden|yard}|garden}', 'garden'],
    ['red garden', '{red|pink} garden', 'red garden'],
    ['no such', 'none', undefined],
  ])('of "%s" in "%s" lack %s', (text, spun, missing) => {
    expect(missingWord(text, spun, ['red garden', 'garden'])).toBe(missing);
  });
});

test('a plainer spintax has no choices of a kind that is not wanted', () => {
  const text = 'A {big {red|pink}|small} dog. {It runs. It jumps.|It moves.}\n{One.\n\nTwo.|Three.}';
  const all = { nested: true, sentences: true, paragraphs: true };
  expect(plainerSpintax(text, all)).toBe(text);
  expect(plainerSpintax(text, { ...all, nested: false })).toContain('{big red|small}');
  expect(plainerSpintax(text, { ...all, sentences: false })).toContain('dog. It runs. It jumps.\n{One.');
  expect(plainerSpintax(text, { ...all, paragraphs: false })).toMatch(/It moves\.\}\nOne\.\n\nTwo\.$/);
  expect(spin(plainerSpintax(text, all), seededRandom('a'))).toBe(spin(text, seededRandom('a')));
});
