import fc from 'fast-check';
import { expect, test } from 'vitest';
import { SeenLines } from './seen-lines.ts';

test('tells the first line of a key, as a map would', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ maxLength: 3 }), { maxLength: 400 }), (keys) => {
      const [seen, first] = [new SeenLines(), new Map<string, number>()];
      for (const [at, key] of keys.entries()) {
        expect(seen.seenAt(key, at + 1)).toBe(first.get(key));
        if (!first.has(key)) first.set(key, at + 1);
      }
    }),
  );
});

test('a hundred thousand keys that look alike are told apart', () => {
  const seen = new SeenLines();
  for (let at = 1; at <= 100_000; at += 1) expect(seen.seenAt(`http://s${at % 50}.test/p/${at}`, at)).toBeUndefined();
  for (let at = 1; at <= 100_000; at += 997) expect(seen.seenAt(`http://s${at % 50}.test/p/${at}`, 7)).toBe(at);
});
