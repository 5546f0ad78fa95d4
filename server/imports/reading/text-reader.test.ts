import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readText, TextReader } from './text-reader.ts';

const text = 'Grüße, «Welt» – 10 €\nKörper';
const swapped = (value: string) => Buffer.from(value, 'utf16le').swap16();

test.each([
  ['UTF-8', 'utf-8', Buffer.from(text), text],
  ['UTF-8 with its mark', 'utf-8', Buffer.from(`\uFEFF${text}`), text],
  ['UTF-16 LE with its mark', 'utf-16le', Buffer.from(`\uFEFF${text}`, 'utf16le'), text],
  ['UTF-16 BE with its mark', 'utf-16be', swapped(`\uFEFF${text}`), text],
  ['UTF-16 LE without a mark', 'utf-16le', Buffer.from(text, 'utf16le'), text],
  ['UTF-16 BE without a mark', 'utf-16be', swapped(text), text],
  ['Latin-1', 'windows-1252', Buffer.from('Gr\xfc\xdfe K\xf6rper', 'latin1'), 'Grüße Körper'],
  ['nothing', 'utf-8', Buffer.alloc(0), ''],
  ['UTF-8 with one broken letter', 'utf-8', Buffer.from('Gr\xc3\xbc\xc3\x9fe \xff', 'latin1'), 'Grüße \uFFFD'],
])('reads %s', (_, encoding, bytes, read) => {
  expect(readText(bytes)).toEqual({ text: read, encoding });
});

test('reads the same in whatever pieces it comes', () => {
  const piece = fc.tuple(fc.string({ unit: 'binary' }), fc.integer({ min: 1, max: 5 }));
  fc.assert(
    fc.property(piece, ([value, size]) => {
      const bytes = Buffer.from(`plain ${value.toWellFormed().replaceAll('\0', '')}`);
      const reader = new TextReader();
      let read = '';
      for (let at = 0; at < bytes.length; at += size) read += reader.write(bytes.subarray(at, at + size));
      expect(read + reader.end()).toBe(bytes.toString());
    }),
    { seed: 1 },
  );
});
