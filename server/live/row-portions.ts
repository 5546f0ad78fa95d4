import { maxRowsInEvent } from '#domain/contract/live.ts';

/** Rows as events may carry them, so many at a time: none is told as "load again" that was named by the operator. */
export function rowPortions<T>(rows: readonly T[]): T[][] {
  return Array.from({ length: Math.ceil(rows.length / maxRowsInEvent) }, (_, at) =>
    rows.slice(at * maxRowsInEvent, (at + 1) * maxRowsInEvent),
  );
}
