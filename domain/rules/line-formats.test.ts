import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cleanCommaText, splitCommaText } from './comma-text.ts';
import { normalizeUrl, numberedLines, parseAccountLine, parseLinkLine, readCell, safeCell } from './line-formats.ts';

describe('parseLinkLine', () => {
  it.each([
    ['http://a.test/', { url: 'http://a.test/', anchor: '', linksOnPage: '' }],
    ['a.test', { url: 'http://a.test', anchor: '', linksOnPage: '' }],
    ['http://a.test/ |x| my anchor ', { url: 'http://a.test/', anchor: 'my anchor', linksOnPage: '' }],
    ['http://a.test/|x|b|x|3', { url: 'http://a.test/', anchor: 'b', linksOnPage: '3' }],
    ['http://a.test/?x=1|2|x|a|b', { url: 'http://a.test/?x=1|2', anchor: 'a|b', linksOnPage: '' }],
    ['http://a.test/|x||x|', { url: 'http://a.test/', anchor: '', linksOnPage: '' }],
    ['no address', null],
    ['word', null],
    ['ftp://a.test/', null],
    ['javascript:alert(1)', null],
    ['http://', null],
    ['|x|anchor', null],
    ['', null],
  ])('%s', (line, expected) => {
    expect(parseLinkLine(line)).toEqual(expected);
  });

  it('takes every web address as it is', () => {
    fc.assert(fc.property(fc.webUrl(), (url) => normalizeUrl(url) === url));
  });
});

describe('normalizeUrl', () => {
  it.each([
    ['localhost:4600/x', 'http://localhost:4600/x'],
    ['HTTP://A.test', 'HTTP://A.test'],
    ['http://[::1]/', 'http://[::1]/'],
    ['http://bücher.test/ü', 'http://bücher.test/ü'],
    [`http://${'a'.repeat(300)}.test/`, null],
    ['a b.test', null],
    ['http://a', null],
    ['http://a.test:99999/', null],
    ['https://name:secret@a.test/', null],
    ['https://a.test/@name', 'https://a.test/@name'],
  ])('%s', (value, expected) => {
    expect(normalizeUrl(value)).toBe(expected);
  });
});

describe('parseAccountLine', () => {
  it.each([
    ['a.test|m@x.test|user|secret', ['a.test', 'm@x.test', 'user', 'secret']],
    [' a.test | m@x.test | user | sec ret ', ['a.test', 'm@x.test', 'user', ' sec ret ']],
    ['a.test|m@x.test|user|se|cr|et', ['a.test', 'm@x.test', 'user', 'se|cr|et']],
    ['a.test|m@x.test|user', null],
    ['a.test||user|secret', null],
    ['', null],
  ])('%s', (line, expected) => {
    expect(parseAccountLine(line)).toEqual(expected);
  });
});

it('numbers lines from 1 and passes over empty ones', () => {
  expect([...numberedLines('a\r\n\n  \rb\n')]).toEqual([
    { line: 'a', number: 1 },
    { line: 'b', number: 4 },
  ]);
});

describe('safeCell', () => {
  it.each(['=1+1', '+1', '-1', '@x', '\tx', '\rx'])('takes the sting out of %j', (value) => {
    expect(safeCell(value)).toBe(`'${value}`);
  });

  it.each(['plain', "'quoted", "''", '', 'a=1', '1-2'])('leaves %j alone', (value) => {
    expect(safeCell(value)).toBe(value);
  });

  it('writes no cell that a spreadsheet runs, and is read back as it was', () => {
    const nasty = fc.oneof(
      fc.string(),
      fc.array(fc.constantFrom("'", '=', '+', '-', '@', '\t', '\r', 'a')).map((parts) => parts.join('')),
    );
    fc.assert(
      fc.property(nasty, (value) => {
        expect(safeCell(value)).not.toMatch(/^[=+\-@\t\r]/);
        expect(readCell(safeCell(value))).toBe(value);
      }),
    );
  });
});

describe('comma text', () => {
  it.each([
    ['a, b ,,c', ['a', 'b', 'c']],
    ['A,a,B,b', ['A', 'B']],
    ['', []],
    [' , ', []],
    ['one two', ['one two']],
  ])('%j', (value, items) => {
    expect(splitCommaText(value)).toEqual(items);
    expect(cleanCommaText(value)).toBe(items.join(','));
  });

  it('changes nothing when cleaned twice', () => {
    fc.assert(fc.property(fc.string(), (value) => cleanCommaText(cleanCommaText(value)) === cleanCommaText(value)));
  });
});
