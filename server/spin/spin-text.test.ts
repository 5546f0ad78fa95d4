import { expect, test } from 'vitest';
import { findBrokenSpin } from '#domain/rules/spin-braces.ts';
import { spin } from '#domain/rules/spintax.ts';
import { readDictionary } from './dictionary/dictionary.ts';
import { spinText } from './spin-text.ts';

const dictionary = readDictionary();
const spun = (text: string, ...kept: string[]) => spinText(text, kept, dictionary).text;
/** What a text was before it was spun: the first of all alternatives. */
const original = (text: string) => spin(text, () => 0);

test.each([
  ['They often buy big houses.', 'They {often|frequently} {buy|purchase} {big|large} '],
  ['She has carefully chosen it.', '{carefully|with care} {chosen|selected|picked}'],
  ['He began early.', '{began|started}'],
  ['It begins now.', '{begins|starts}'],
  ['He attempted to leave.', '{attempted|tried}'],
  ['A big house', 'A {big|large} '],
  ['Small shops', '{Small|Little} {shops|stores}'],
])('%s', (text, part) => {
  expect(spun(text)).toContain(part);
  expect(original(spun(text))).toBe(text);
});

test('"a" and "an" go with the word that follows', () => {
  expect(spun('It is an enormous variety.')).toContain('{an enormous|a {huge|vast}}');
  expect(spun('A simple plan')).toMatch(/^\{A \{simple\|plain\}\|An easy\} /);
  // In the markup or the braces before it the article cannot change.
  expect(spun('{a|the} simple plan')).toContain('{a|the} {simple|plain} ');
  expect(spun('an <b>enormous</b> success')).toContain('an <b>enormous</b>');
});

test.each([
  'They took place in a meeting.',
  'You can listen to him, deal with it, and think that you need to go.',
  'It is free of charge.',
  'a credit card and a high school',
  'She asked me to help him with it.',
  'THE BIG SHOP',
])('words that belong to others stay: %s', (text) => {
  const found = spun(text);
  for (const word of ['took', 'place', 'listen', 'deal', 'think', 'need', 'free', 'credit', 'high', 'help', 'BIG'])
    expect(found).not.toContain(`{${word}|`);
});

test('protected words stay, whole and in any case', () => {
  const text = 'Buy the Big Shop a new big shopping list; big shops, a small  business and small businesses.';
  const found = spun(text, 'big shop', 'Small Business');
  expect(found).toContain('the Big Shop');
  expect(found).toContain('{big|large} {shops|stores}');
  expect(found).toContain('a small  business and {small|little} {businesses|');
  expect(spun('C++ (big) [big] big.', 'C++', '(big)', '[big')).toBe('C++ (big) [big] {big|large}.');
});

test('markup, links, addresses and spin syntax stay', () => {
  const text =
    '<p class="big shop">A big <a href="https://x.test/big">big shop</a> at https://big.test/shop or big@shop.test.<pre>big shop</pre></p>' +
    '<!-- big shop --><p>{Big|Small} shops &big; {~often|always}</p><script>big shop</script>';
  const found = spun(text);
  expect(original(found)).toBe(original(text));
  expect(found.match(/<[^>]*>/g)).toEqual(text.match(/<[^>]*>/g));
  expect(found).toContain(
    '<a href="https://x.test/big">big shop</a> at https://big.test/shop or big@shop.test.<pre>big shop</pre>',
  );
  expect(found).toContain('{{Big|Large}|{Small|Little}} {shops|stores} &big; {~{often|frequently}|');
  expect(found).toContain('<!-- big shop -->');
  expect(found).toContain('<script>big shop</script>');
  expect(findBrokenSpin(found)).toBeNull();
});

test('at least three of ten words of plain texts have alternatives', () => {
  const { nEligible, nSpun } = spinText(paragraphs, [], dictionary);
  expect(nEligible).toBeGreaterThan(100);
  expect(nSpun / nEligible).toBeGreaterThan(0.3);
});

test.each([
  '',
  '   ',
  '{',
  '}{',
  '<p',
  '<a href',
  '&',
  'a',
  'Ünïcode wörds 日本語 😀',
  '\u0000',
  'a'.repeat(50_000),
  'a@'.repeat(20_000),
])('odd text %#', (text) => expect(original(spun(text)) === original(text) || text.includes('{')).toBe(true));

const paragraphs = `Growing vegetables at home is easier than most people think. You need a sunny corner, some good soil and a little
patience. Start with plants that forgive mistakes, such as lettuce, radishes and beans. Water them early in the morning, because
the sun dries the leaves quickly and keeps disease away.

When you choose a bicycle for daily use, comfort matters more than speed. A simple frame, wide tires and an upright position will
help you enjoy every trip. Many shops allow a test ride, so take your time and compare several models before you buy.

Small companies often struggle with their first website. They want to show everything at once, and visitors leave before they find
what they need. A clear page with one important message usually works better. Describe the problem you solve, explain how you solve
it, and make it easy to contact you.

Coffee tastes best when the beans are fresh. Buy small amounts, store them in a closed container and grind them just before
brewing. The temperature of the water is also important: too hot and the drink becomes bitter, too cold and it remains weak.

A good night's sleep begins several hours earlier. Avoid heavy meals late in the evening, turn off bright screens and keep the
bedroom cool. Regular habits teach the body when it is time to rest.`;
