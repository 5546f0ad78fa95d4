import { type ImportReply, type LineVerdict, maxShownLines, type Verdict, verdicts } from '#domain/contract/imports.ts';
import type { LineReader, ReadLine } from './judge-lines.ts';
import { RefusedList } from './refused-list.ts';

const maxShownLength = 300;

/** Counts the verdicts on the lines of an import and keeps the first ones of each kind to be shown. */
export class ImportTally<T extends object> {
  readonly #reader: LineReader<T>;
  readonly #counts: Record<Verdict, number> = { refused: 0, repeated: 0, updates: 0, new: 0 };
  readonly #shown: Record<Verdict, LineVerdict[]> = { refused: [], repeated: [], updates: [], new: [] };
  readonly #refused = new RefusedList();
  #encoding: string | undefined;

  constructor(reader: LineReader<T>) {
    this.#reader = reader;
  }

  /** Notes what becomes of a line; one without a row is refused for its own reason. */
  note(line: ReadLine<T>, verdict: Verdict, reason: string | null = line.reason): void {
    this.#counts[verdict] += 1;
    // More are counted but not sent back; the file of rejects holds them all.
    if (verdict === 'refused') this.#refused.add(line.record);
    const shown = this.#shown[verdict];
    if (shown.length >= maxShownLines) return;
    const text = this.#reader.show(line.record, line.row, line.columns);
    shown.push({
      line: line.number,
      verdict,
      reason,
      text: text.length > maxShownLength ? `${text.slice(0, maxShownLength).toWellFormed()}…` : text,
    });
  }

  /** Notes how a file was read; only what is not usual is told. */
  readAs(encoding: string | undefined): void {
    if (encoding !== 'utf-8') this.#encoding ??= encoding;
  }

  /** All that was noted, refused lines first. */
  reply(): ImportReply {
    const { refused, repeated, updates, new: added } = this.#counts;
    return {
      count: repeated + updates + added,
      errorList: this.#refused.list,
      added,
      updated: updates,
      repeated,
      rejected: refused,
      verdicts: verdicts.flatMap((verdict) => this.#shown[verdict]),
      ...(this.#encoding === undefined ? {} : { encoding: this.#encoding }),
    };
  }
}
