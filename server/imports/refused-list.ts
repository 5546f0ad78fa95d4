import { limits } from '#domain/limits.ts';

/** What an import refused, as it was sent: the first `limits.refused` of it, each cut to `limits.refusedLength` letters. */
export class RefusedList {
  readonly list: string[] = [];

  /** Notes a line, or the name of a file; what is more than the bound is dropped. */
  add(text: string): void {
    if (this.list.length < limits.refused) this.list.push(text.slice(0, limits.refusedLength));
  }
}
