import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cpuMs } from '#test/support/spent.ts';
import { limits } from '../limits.ts';
import { JsonTooLarge, parseBounded } from './bounded-json.ts';

const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth);

test('reads what JSON.parse reads', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 6, stringUnit: 'binary' }), (value) => {
      const json = JSON.stringify(value);
      expect(parseBounded(json)).toEqual(JSON.parse(json));
    }),
    { seed: 1 },
  );
  expect(() => parseBounded('{"a":')).toThrow(SyntaxError);
  expect(() => parseBounded('"open \\')).toThrow(SyntaxError);
});

test('refuses depth and number, not what stands in texts', () => {
  expect(parseBounded(nested(limits.jsonDepth))).toEqual(JSON.parse(nested(limits.jsonDepth)));
  expect(() => parseBounded(nested(limits.jsonDepth + 1))).toThrow(JsonTooLarge);
  expect(() => parseBounded('{"a":'.repeat(limits.jsonDepth + 1))).toThrow(JsonTooLarge);
  expect(() => parseBounded(`[${'0,'.repeat(limits.jsonValues)}0]`)).toThrow(JsonTooLarge);
  const text = `${'[{,'.repeat(limits.jsonValues)}\\"`;
  expect(parseBounded(JSON.stringify({ text }))).toEqual({ text });
});

test.each([
  ['brackets', '['],
  ['pairs', '[],'],
  ['numbers', '0,'],
  ['quote marks', '"'],
  ['escapes', '"\\\\'],
])('20 MB of %s are refused before they take memory', (_, piece) => {
  const text = `[${piece.repeat(20_000_000 / piece.length)}`;
  const before = process.memoryUsage().heapUsed;
  // 50 ms per megabyte, and no more memory than the text itself.
  expect(cpuMs(() => expect(() => parseBounded(text)).toThrow())).toBeLessThan(1_000);
  expect(process.memoryUsage().heapUsed - before).toBeLessThan(200 * 1_024 * 1_024);
});

test.each([
  ['one object', (names: string[]) => `{${names.map((name) => `"${name}":0`).join()}}`],
  ['many objects, with blanks', (names: string[]) => `[${names.map((name) => `{"${name}" \n: 0}`).join()}]`],
])('different names in %s are counted: each costs as much as a hundred letters', (_, textOf) => {
  const names = (count: number) => Array.from({ length: count }, (_, at) => `name ${at}`);
  const few = textOf(names(limits.jsonNames / 2));
  expect(parseBounded(few)).toEqual(JSON.parse(few));
  expect(() => parseBounded(textOf(names(limits.jsonNames * 2)))).toThrow('names');
  const same = `[${'{"a":1,"b":{"c":2}},'.repeat(100_000)}0]`;
  expect(parseBounded(same)).toEqual(JSON.parse(same));
});
