import { maxRowsInEvent } from '#domain/contract/live.ts';

/** Rows that are told one by one, however many events that takes; above it a window is told to load again. */
export const mostRowsTold = 20 * maxRowsInEvent;

/** Rows as events may carry them, so many at a time: none is told as "load again" that was named by the operator. */
export function rowPortions<T>(rows: readonly T[]): T[][] {
  return Array.from({ length: Math.ceil(rows.length / maxRowsInEvent) }, (_, at) =>
    rows.slice(at * maxRowsInEvent, (at + 1) * maxRowsInEvent),
  );
}
