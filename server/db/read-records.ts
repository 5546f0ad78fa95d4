import type { Readable } from 'node:stream';
import { StringDecoder } from 'node:string_decoder';
import { setImmediate as nextTurn } from 'node:timers/promises';

/** Records above this length are cut: no honest line is that long. */
const maxRecord = 200_000;

/**
 * Splits a stream into records: lines, where a line break inside quotes belongs to its CSV
 * cell (RFC 4180). Drops a byte-order mark. Gives the event loop a turn after every chunk.
 */
export async function* readRecords(stream: Readable): AsyncIterable<string> {
  const decoder = new StringDecoder('utf8');
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
  const last = rest + decoder.end();
  if (last !== '') yield* last.startsWith('"') ? [last.replace(/\r?\n$/, '')] : last.split(/\r\n|\n|\r/);
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
  let end = text.indexOf('\n', from);
  if (end < 0 || !(text.startsWith('"', from) || text.slice(from, end).includes(',"'))) return end;
  const firstEnd = end;
  let quotes = 0;
  let at = text.indexOf('"', from);
  while (end >= 0) {
    for (; at >= 0 && at < end; at = text.indexOf('"', at + 1)) quotes += 1;
    if (quotes % 2 === 0) return end;
    if (end - from > maxRecord) return firstEnd;
    end = text.indexOf('\n', end + 1);
  }
  return -1;
}
