import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readCsvLine, safeCsvLine } from './csv-line.ts';
import { readCell } from './line-formats.ts';

const pieces = ['"', '""', ',', "'", '=', '+', '-', '@', '\t', '\r', '\n', ';', 'a', 'ü', ' '];
const soup = fc.oneof(
  fc.string(),
  fc.array(fc.constantFrom(...pieces), { maxLength: 12 }).map((parts) => parts.join('')),
);

describe('readCsvLine', () => {
  it.each([
    ['a,b', ['a', 'b']],
    ['', ['']],
    [',', ['', '']],
    ['"a,b",c', ['a,b', 'c']],
    ['"a ""b""",""', ['a "b"', '']],
    ['"a\nb",c', ['a\nb', 'c']],
    ['5" pipe,b', ['5" pipe', 'b']],
    ['"a"b,c', null],
    ['"a,b', null],
    ['a,"b', null],
  ])('%j', (line, cells) => {
    expect(readCsvLine(line)).toEqual(cells);
  });

  it('reads back whatever is quoted', () => {
    const quoted = (cell: string) => `"${cell.replaceAll('"', '""')}"`;
    fc.assert(
      fc.property(fc.array(soup, { minLength: 1 }), (cells) => {
        expect(readCsvLine(cells.map(quoted).join(','))).toEqual(cells);
      }),
    );
  });
});

describe('safeCsvLine', () => {
  it.each([
    ['=1+1,a', "'=1+1,a"],
    ['a,"=1+1"', 'a,"\'=1+1"'],
    ["a,'=1", "a,'=1"],
    ['"""=1",-2', '"""=1",\'-2'],
    ['""=1+1', '""\'=1+1'],
    ['"a,=b",c', '"a,=b",c'],
    ['"a,=b', '"a,\'=b'],
  ])('%j', (line, safe) => {
    expect(safeCsvLine(line)).toBe(safe);
  });

  it('keeps the meaning of every line, and is done once', () => {
    const meaning = (line: string) => readCsvLine(line)?.map(readCell) ?? null;
    fc.assert(
      fc.property(soup, (line) => {
        expect(meaning(safeCsvLine(line))).toEqual(meaning(line));
        expect(safeCsvLine(safeCsvLine(line))).toBe(safeCsvLine(line));
      }),
      { numRuns: 1_000 },
    );
  });

  it('leaves no cell that a spreadsheet runs', () => {
    fc.assert(
      fc.property(soup, (line) => {
        for (const cell of readCsvLine(safeCsvLine(line)) ?? []) expect(cell).not.toMatch(/^[=+\-@\t\r]/);
      }),
      { numRuns: 1_000 },
    );
  });
});
