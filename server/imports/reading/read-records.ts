import type { Readable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { closingQuote } from '#domain/rules/csv-line.ts';
import { TextReader } from './text-reader.ts';

/** Records above this length are cut: no honest line is that long. */
const maxRecord = 200_000;

/** True for a record that may have lost its end. */
export const isCut = (record: string): boolean => record.length >= maxRecord;

/**
 * Splits a stream into records: lines, where a line break inside quotes belongs to its CSV
 * cell (RFC 4180). Drops a byte-order mark. Gives the event loop a turn after every chunk.
 */
export async function* readRecords(stream: Readable, decoder = new TextReader()): AsyncIterable<string> {
  let rest = '';
  let first = true;
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    let text = rest + decoder.write(chunk);
    if (first && text !== '') {
      text = text.replace(/^\uFEFF/, '');
      first = false;
    }
    const { records, tail } = splitRecords(text);
    yield* records;
    rest = tail.length > maxRecord ? tail.slice(0, maxRecord) : tail;
    await nextTurn();
  }
  const last = decoder.end();
  yield* lastRecords(rest + (first ? last.replace(/^\uFEFF/, '') : last));
}

/** What stands after the last line break: one record, or the lines behind a quote mark that is never closed. */
function lastRecords(text: string): string[] {
  if (text === '') return [];
  const { records, tail } = splitRecords(`${text}\n`);
  const lines = tail === '' ? [] : tail.slice(0, -1).split(/\r?\n/);
  // Files with the line ends of old Macs hold no other ones.
  return [...records, ...lines].flatMap((record) => (record.includes('"') ? [record] : record.split('\r')));
}

/** Complete records of a text, and what remains after the last line break outside quotes. */
function splitRecords(text: string): { records: string[]; tail: string } {
  const records: string[] = [];
  let from = 0;
  while (from < text.length) {
    const end = endOfRecord(text, from);
    if (end < 0) break;
    records.push(text.slice(from, text[end - 1] === '\r' ? end - 1 : end));
    from = end + 1;
  }
  return { records, tail: text.slice(from) };
}

/**
 * Position of the line break that ends the record at `from`, or -1. Only a record with an open quoted cell spans
 * lines, and only up to the longest honest record: a stray quote must not swallow the file.
 */
function endOfRecord(text: string, from: number): number {
  const firstEnd = text.indexOf('\n', from);
  if (firstEnd < 0 || !(text.startsWith('"', from) || text.slice(from, firstEnd).includes(',"'))) return firstEnd;
  for (let at = from, end = firstEnd; ; ) {
    if (text[at] === '"') {
      const close = closingQuote(text, at);
      if ((close < 0 ? text.length : close) - from > maxRecord) return firstEnd;
      if (close < 0) return -1;
      at = close + 1;
      if (at > end) end = text.indexOf('\n', at);
    }
    const comma = text.indexOf(',', at);
    if (end < 0 || comma < 0 || comma > end) return end;
    at = comma + 1;
  }
}
