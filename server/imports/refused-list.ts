import type { RefusedLine } from '#domain/contract/imports.ts';
import { limits } from '#domain/limits.ts';

/** What an import refused, as it was sent: the first `limits.refused` of it, each cut to `limits.refusedLength` letters. */
export class RefusedList {
  readonly list: string[] = [];
  /** The same with the reason of each, where reasons are told. */
  readonly reasons: RefusedLine[] = [];
  /** How many were refused in all. */
  count = 0;

  /** Notes a line, or the name of a file; what is more than the bound is counted and dropped. */
  add(text: string, why?: { line: number | null; reason: string }): void {
    this.count += 1;
    if (this.list.length >= limits.refused) return;
    const cut = text.slice(0, limits.refusedLength);
    this.list.push(cut);
    if (why) this.reasons.push({ ...why, text: cut });
  }
}
