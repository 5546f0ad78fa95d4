import { expect, it } from 'vitest';
import { hasMarker, withMarker } from './marker.ts';

it.each([
  ['<p>a</p>', '<p>a<!--ref:m1--></p>'],
  ['<p>a</p>\n', '<p>a<!--ref:m1--></p>'],
  ['<ul><li>a</li></ul>', '<ul><li>a</li></ul><!--ref:m1-->'],
  ['', '<!--ref:m1-->'],
])('puts the marker into %j', (html, expected) => {
  expect(withMarker({ html, marker: 'm1' })).toBe(expected);
  expect(hasMarker(expected, 'm1')).toBe(true);
});

it.each([
  ['New page (ref:m1)', true],
  ['<!-- ref:m1 -->', true],
  ['ref:m1', true],
  ['ref:m12 and ref:m1.', true],
  ['<!--ref:m12-->', false],
  ['m1', false],
  ['', false],
])('sees in %j whether the marker stands there', (text, expected) => {
  expect(hasMarker(text, 'm1')).toBe(expected);
});
