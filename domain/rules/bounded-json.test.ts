import fc from 'fast-check';
import { expect, test } from 'vitest';
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
  const began = performance.now();
  expect(() => parseBounded(text)).toThrow();
  // 50 ms per megabyte, and no more memory than the text itself.
  expect(performance.now() - began).toBeLessThan(1_000);
  expect(process.memoryUsage().heapUsed - before).toBeLessThan(200 * 1_024 * 1_024);
});
