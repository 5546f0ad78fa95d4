import type { Verdict } from '#domain/contract/imports.ts';
import type { UploadedFile } from '../calls/route.ts';
import type { ImportTally } from './import-tally.ts';
import { judgeLines, type LineReader, type ReadLine } from './judge-lines.ts';
import { SeenLines } from './seen-lines.ts';

/** When two rows of one kind of file are the same, and what becomes of the later one. */
export interface Sameness<T> {
  /** Equal for equal rows. */
  keyOf(row: T): string;
  /** Keys of those of these rows that the store holds. */
  held(rows: T[]): Promise<ReadonlySet<string>>;
  /** The word on a row that stood on this line of the file before. */
  repeats(line: number): string;
  /** The verdict on a row that the store holds, with its reason. */
  ofHeld: [verdict: Verdict, reason: string | null];
}

interface Tallied<T extends object> {
  reader: LineReader<T>;
  tally: ImportTally<T>;
  sameness: Sameness<T>;
}

/**
 * Reads a file in batches, counts the verdict on each of its lines, and hands on the good rows. What the store holds is
 * asked before a batch is handed on, so that a row is not taken for one that it holds because of itself.
 */
export async function* tallyLines<T extends object>(
  file: UploadedFile,
  { reader, tally, sameness }: Tallied<T>,
): AsyncIterable<T[]> {
  const seen = new SeenLines();
  const note = (line: ReadLine<T>, held: ReadonlySet<string>) => {
    if (line.row === null) return tally.note(line, 'refused');
    const key = sameness.keyOf(line.row);
    const before = seen.seenAt(key, line.number);
    if (before !== undefined) tally.note(line, 'repeated', sameness.repeats(before));
    else if (held.has(key)) tally.note(line, ...sameness.ofHeld);
    else tally.note(line, 'new');
  };
  for await (const batch of judgeLines(file, reader)) {
    const rows = batch.flatMap((line) => line.row ?? []);
    const held = await sameness.held(rows);
    for (const line of batch) note(line, held);
    yield rows;
  }
  tally.readAs(file.encoding);
}
