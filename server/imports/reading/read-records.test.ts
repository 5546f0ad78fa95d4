import { Readable } from 'node:stream';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readRecords } from './read-records.ts';

/** Records of a text that comes in pieces of the given lengths. */
async function records(text: string, sizes: number[] = [1_000]): Promise<string[]> {
  const bytes = Buffer.from(text);
  const chunks: Buffer[] = [];
  for (let from = 0, turn = 0; from < bytes.length; turn += 1) {
    const size = sizes[turn % sizes.length] ?? 1;
    chunks.push(bytes.subarray(from, from + size));
    from += size;
  }
  const found: string[] = [];
  for await (const record of readRecords(Readable.from(chunks))) found.push(record);
  return found;
}

describe('readRecords', () => {
  it.each([
    ['lines', 'a\nb\r\nc', ['a', 'b', 'c']],
    ['a byte-order mark', '\uFEFFa\nb', ['a', 'b']],
    ['a quoted line break', '"a\nb",c\nd', ['"a\nb",c', 'd']],
    ['a quoted line break in the middle', 'a,"b\r\nc",d\r\ne', ['a,"b\r\nc",d', 'e']],
    ['doubled quotes', '"a ""x\ny"" b"\nc', ['"a ""x\ny"" b"', 'c']],
    ['a quote mark inside a plain line', 'say "hi\nnext', ['say "hi', 'next']],
    ['old line ends', 'a\rb', ['a', 'b']],
    ['a quoted line break at the very end', 'a,"b\nc"', ['a,"b\nc"']],
    ['a quote mark that is never closed', 'a\r\n"b\r\nc\r\nd', ['a', '"b', 'c', 'd']],
    ['a stray quote mark before a quoted cell', '5" pipe,"a"\n5" pipe,"b"\n', ['5" pipe,"a"', '5" pipe,"b"']],
    ['text behind a closed quote', '"a"b\nc', ['"a"b', 'c']],
    ['empty lines', 'a\n\nb', ['a', '', 'b']],
    ['nothing', '', []],
  ])('%s', async (_, text, expected) => {
    expect(await records(text)).toEqual(expected);
  });

  it('a stray quote mark does not swallow the file', async () => {
    const lines = ['"never closed', ...Array.from({ length: 30_000 }, (_, at) => `line ${at}`)];
    const found = await records(lines.join('\n'), [65_536]);
    expect(found.at(-1)).toBe('line 29999');
    expect(found.length).toBeGreaterThan(29_000);
  });

  it('reads the same whatever the pieces, also inside a letter', async () => {
    const cell = fc.constantFrom('a', 'ü', '😀', '"x\ny"', '"q""q"', '', 'plain text');
    const row = fc.array(cell, { minLength: 1, maxLength: 4 }).map((cells) => cells.join(','));
    const text = fc.array(row, { minLength: 1, maxLength: 8 }).map((rows) => `${rows.join('\r\n')}\r\n`);
    const sizes = fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 5 });
    await fc.assert(
      fc.asyncProperty(text, sizes, async (given, pieces) => {
        expect(await records(given, pieces)).toEqual(await records(given));
      }),
    );
  });
});
