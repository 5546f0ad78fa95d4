import { setImmediate as nextTurn } from 'node:timers/promises';
import { readCsvLine } from '#domain/rules/csv-line.ts';
import type { UploadedFile } from '../calls/route.ts';
import { isCut, readRecords } from './reading/read-records.ts';
import { TextReader } from './reading/text-reader.ts';

/** Lines judged before their batch is handed on: few enough for the memory, enough for one statement. */
const batchSize = 1_000;
/** Work after which the event loop gets a turn, in ms. */
const maxWorkMs = 10;

/** Names of the columns of a CSV file in lower case, in their order. */
export type Columns = readonly string[];

/** The names in a record that is a header row: all that must be there, and no other than what may be there. */
export function namesIn(record: string, needed: readonly string[], allowed: readonly string[]): Columns | null {
  const names = readCsvLine(record.trim())?.map((cell) => cell.trim().toLowerCase());
  if (!names || new Set(names).size < names.length) return null;
  return needed.every((name) => names.includes(name)) && names.every((name) => allowed.includes(name)) ? names : null;
}

/** How the lines of one kind of file are read. */
export interface LineReader<T extends object> {
  /** Names of the columns in their order where the record is a header row, null where it is none. */
  header(record: string): Columns | null;
  /** The row of a line, or why there is none; by the columns of the header above it where there was one. */
  read(record: string, columns: Columns | null): T | string;
  /** The line for people, its password masked. */
  show(record: string, row: T | null, columns: Columns | null): string;
  /** True for a line that belongs to a CSV file rather than to one of lines. */
  isCsv(record: string): boolean;
}

/** A line of a file with what was read from it: a row, or the reason why there is none. */
export interface ReadLine<T> {
  number: number;
  record: string;
  row: T | null;
  reason: string | null;
  columns: Columns | null;
}

/** Reads a file as a stream, in batches; headers and empty lines are passed over. Never holds the event loop. */
export async function* judgeLines<T extends object>(
  file: UploadedFile,
  reader: LineReader<T>,
): AsyncIterable<ReadLine<T>[]> {
  let batch: ReadLine<T>[] = [];
  let number = 1;
  let columns: Columns | null = null;
  let workedFrom = performance.now();
  const decoder = new TextReader();
  for await (const record of readRecords(file.stream, decoder)) {
    file.encoding = decoder.encoding;
    const header = reader.header(record);
    columns = header ?? columns;
    if (record.trim() !== '' && !header) batch.push(judgeLine({ number, record, columns }, reader));
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

function judgeLine<T extends object>(
  line: Pick<ReadLine<T>, 'number' | 'record' | 'columns'>,
  reader: LineReader<T>,
): ReadLine<T> {
  const { record, columns } = line;
  const row = isCut(record)
    ? 'The line is too long'
    : record.includes('\0')
      ? 'The line holds a NUL character'
      : record.includes('\uFFFD')
        ? 'The line holds letters that cannot be read: save the file as UTF-8'
        : reader.read(record, columns);
  return typeof row === 'string' ? { ...line, row: null, reason: row } : { ...line, row, reason: null };
}

function countBreaks(record: string): number {
  let count = 0;
  for (let at = record.indexOf('\n'); at >= 0; at = record.indexOf('\n', at + 1)) count += 1;
  return count;
}
