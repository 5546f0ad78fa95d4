import type { InfiniteData } from '@tanstack/react-query';
import { newer } from './versions.ts';

/** What every page of a long list has. */
export interface KeyedPage {
  next: string | null;
  prev: string | null;
  /** Place of its first row; null where it was asked for as the neighbour of another page. */
  offset: number | null;
}

/** How rows of a long list are found, ordered and filtered on this screen. */
export interface Placing<Page extends KeyedPage, Row> {
  rowsOf: (page: Page) => Row[];
  withRows: (page: Page, rows: Row[]) => Page;
  keyOf: (row: Row) => string | number;
  /** Order of the list as loaded; less than 0 when a comes first. */
  compare: (a: Row, b: Row) => number;
  /** What the list is ordered by, where that is a text: letters lead to it. */
  textOf?: (row: Row) => string;
  /** False for rows that the present search or filter hides. */
  accepts: (row: Row) => boolean;
}

/**
 * Puts new or changed rows where they belong among the loaded pages; rows beyond what is loaded come later, and what is
 * older than the held row changes nothing.
 */
export function placeRows<Page extends KeyedPage, Row>(
  data: InfiniteData<Page, unknown>,
  items: readonly Row[],
  by: Placing<Page, Row>,
): InfiniteData<Page, unknown> {
  const fresh = new Map(items.map((row) => [by.keyOf(row), row]));
  const pages = data.pages.map((page) => {
    const rows = by.rowsOf(page);
    if (!rows.some((row) => fresh.has(by.keyOf(row)))) return page;
    const kept = rows.map((row) => {
      const found = fresh.get(by.keyOf(row));
      fresh.delete(by.keyOf(row));
      return found === undefined ? row : newer(row, found);
    });
    return by.withRows(page, kept.filter(by.accepts));
  });
  for (const row of fresh.values()) if (by.accepts(row)) insertRow(pages, row, by);
  return { ...data, pages };
}

function insertRow<Page extends KeyedPage, Row>(pages: Page[], row: Row, by: Placing<Page, Row>): void {
  for (const [index, page] of pages.entries()) {
    const rows = by.rowsOf(page);
    const at = rows.findIndex((other) => by.compare(row, other) < 0);
    const isEnd = index === pages.length - 1 && page.next === null;
    if (at < 0 && !isEnd) continue;
    // It stands above what is loaded.
    if (at === 0 && index === 0 && page.prev !== null) return;
    pages[index] = by.withRows(page, at < 0 ? [...rows, row] : rows.toSpliced(at, 0, row));
    return;
  }
}

/** Takes rows out of the loaded pages. */
export function dropRows<Page extends KeyedPage, Row>(
  data: InfiniteData<Page, unknown>,
  keys: Iterable<string | number>,
  by: Pick<Placing<Page, Row>, 'rowsOf' | 'withRows' | 'keyOf'>,
): InfiniteData<Page, unknown> {
  const gone = new Set(keys);
  const pages = data.pages.map((page) => {
    const rows = by.rowsOf(page);
    const kept = rows.filter((row) => !gone.has(by.keyOf(row)));
    return kept.length === rows.length ? page : by.withRows(page, kept);
  });
  return { ...data, pages };
}

/** All loaded rows in order, each key once. */
export function loadedRows<Page extends KeyedPage, Row>(
  data: InfiniteData<Page, unknown> | undefined,
  by: Pick<Placing<Page, Row>, 'rowsOf' | 'keyOf'>,
): Row[] {
  const seen = new Set<string | number>();
  const result: Row[] = [];
  for (const page of data?.pages ?? [])
    for (const row of by.rowsOf(page)) {
      if (seen.has(by.keyOf(row))) continue;
      seen.add(by.keyOf(row));
      result.push(row);
    }
  return result;
}

/** Place of the first loaded row in the whole list. */
export function offsetOf<Page extends KeyedPage, Row>(
  data: InfiniteData<Page, unknown> | undefined,
  rowsOf: (page: Page) => Row[],
): number {
  const pages = data?.pages ?? [];
  if (!pages[0]?.prev) return 0;
  const known = pages.findIndex((page) => page.offset !== null);
  const above = pages.slice(0, Math.max(0, known)).reduce((sum, page) => sum + rowsOf(page).length, 0);
  return Math.max(0, (pages[known]?.offset ?? 0) - above);
}
