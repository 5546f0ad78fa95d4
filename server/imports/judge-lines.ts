import { setImmediate as nextTurn } from 'node:timers/promises';
import type { UploadedFile } from '../calls/route.ts';
import { isCut, readRecords } from './reading/read-records.ts';
import { TextReader } from './reading/text-reader.ts';

/** Lines judged before their batch is handed on: few enough for the memory, enough for one statement. */
const batchSize = 1_000;
/** Work after which the event loop gets a turn, in ms. */
const maxWorkMs = 10;

/** How the lines of one kind of file are read. */
export interface LineReader<T extends object> {
  isHeader(record: string): boolean;
  /** The row of a line, or why there is none. */
  read(record: string): T | string;
  /** The line for people, its password masked. */
  show(record: string, row: T | null): string;
  /** True for a line that belongs to a CSV file rather than to one of lines. */
  isCsv(record: string): boolean;
}

/** A line of a file with what was read from it: a row, or the reason why there is none. */
export interface ReadLine<T> {
  number: number;
  record: string;
  row: T | null;
  reason: string | null;
}

/** Reads a file as a stream, in batches; headers and empty lines are passed over. Never holds the event loop. */
export async function* judgeLines<T extends object>(
  file: UploadedFile,
  reader: LineReader<T>,
): AsyncIterable<ReadLine<T>[]> {
  let batch: ReadLine<T>[] = [];
  let number = 1;
  let workedFrom = performance.now();
  const decoder = new TextReader();
  for await (const record of readRecords(file.stream, decoder)) {
    file.encoding = decoder.encoding;
    if (record.trim() !== '' && !reader.isHeader(record)) batch.push(judgeLine(number, record, reader));
    number += 1 + countBreaks(record);
    if (batch.length >= batchSize) {
      yield batch;
      batch = [];
    }
    if (performance.now() - workedFrom > maxWorkMs) {
      await nextTurn();
      workedFrom = performance.now();
    }
  }
  if (batch.length > 0) yield batch;
}

function judgeLine<T extends object>(number: number, record: string, reader: LineReader<T>): ReadLine<T> {
  const row = isCut(record)
    ? 'The line is too long'
    : record.includes('\0')
      ? 'The line holds a NUL character'
      : record.includes('\uFFFD')
        ? 'The line holds letters that cannot be read: save the file as UTF-8'
        : reader.read(record);
  return typeof row === 'string' ? { number, record, row: null, reason: row } : { number, record, row, reason: null };
}

function countBreaks(record: string): number {
  let count = 0;
  for (let at = record.indexOf('\n'); at >= 0; at = record.indexOf('\n', at + 1)) count += 1;
  return count;
}
