import { type InfiniteData, keepPreviousData, type QueryKey, useInfiniteQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { dropRows, type KeyedPage, loadedRows, offsetOf, type Placing, placeRows } from './pages.ts';
import { queryClient } from './query-client.ts';

/** Which page is asked for: beside a known one, from a place on, or from the first letters of the order on. */
export type PageAsk = { after?: string; before?: string; at?: number; from?: string };

/** Where a list begins to be shown. */
export type Start = Pick<PageAsk, 'at' | 'from'>;

interface KeyedListInput<Page extends KeyedPage, Row> {
  queryKey: QueryKey;
  load: (ask: PageAsk & { limit?: number }, signal?: AbortSignal) => Promise<Page>;
  placing: Placing<Page, Row>;
}

/** Most rows that Shift takes, loaded or not: each is named to the server when something is done to it. */
export const mostInRange = 20_000;

/** A long list paged by key from any row on: its rows so far, how to get more, and how live events change it. */
export function useKeyedList<Page extends KeyedPage, Row>({ queryKey, load, placing }: KeyedListInput<Page, Row>) {
  const view = JSON.stringify(queryKey);
  const [held, setStart] = useState({ view, start: {} as Start, nth: 0 });
  // Another search or order begins at the top.
  const { start, nth } = held.view === view ? held : { start: {}, nth: 0 };
  const key = [...queryKey, start, nth];
  const query = useInfiniteQuery({
    queryKey: key,
    queryFn: ({ pageParam, signal }) => load(pageParam, signal),
    initialPageParam: start as PageAsk,
    getNextPageParam: (last: Page) => (last.next ? { after: last.next } : undefined),
    getPreviousPageParam: (first: Page) => (first.prev ? { before: first.prev } : undefined),
    placeholderData: keepPreviousData,
    // Coming back starts at the first page instead of loading all pages of before again.
    gcTime: 0,
  });
  const { rowsOf, keyOf } = placing;
  const rows = useMemo(() => loadedRows(query.data, { rowsOf, keyOf }), [query.data, rowsOf, keyOf]);
  const patch = (change: (data: InfiniteData<Page, unknown>) => InfiniteData<Page, unknown>) =>
    queryClient.setQueryData<InfiniteData<Page, unknown>>(key, (data) => data && change(data));
  return {
    query,
    rows,
    place: (items: readonly Row[]) => patch((data) => placeRows(data, items, placing)),
    /** Rows from one to another one that is loaded, both included; null where they are more than a range may hold. */
    between: (from: Row, to: Row) => rowsBetween(query.data, { load, placing, from, to }),
    drop: (keys: Iterable<string | number>) => patch((data) => dropRows(data, keys, placing)),
    /** Loads again from where it began, for changes too big for an event. */
    reload: () => {
      patch(whereItBegan);
      void queryClient.invalidateQueries({ queryKey: key });
    },
    more: {
      /** Place of the first loaded row in the whole list. */
      offset: offsetOf(query.data, rowsOf),
      start: query.isPlaceholderData ? null : { ...start, nth },
      /** The letters of the last jump when no row begins with them: it led to where they would stand. */
      missed: query.isPlaceholderData ? null : missedLetters(query.data, start, placing),
      jump: (next: Start) => setStart({ view, start: next, nth: nth + 1 }),
      hasMore: query.hasNextPage,
      isLoadingMore: query.isFetchingNextPage,
      onMore: () => void query.fetchNextPage(),
      hasBefore: query.hasPreviousPage,
      isLoadingBefore: query.isFetchingPreviousPage,
      onBefore: () => void query.fetchPreviousPage(),
      hasFailed: query.isError,
      onRetry: () => void (query.isFetchNextPageError ? query.fetchNextPage() : query.refetch()),
    },
  };
}

/** Letters that the first row of the page they led to does not begin with. */
function missedLetters<Page extends KeyedPage, Row>(
  data: InfiniteData<Page, unknown> | undefined,
  { from }: Start,
  { rowsOf, textOf }: Placing<Page, Row>,
): string | null {
  if (from === undefined || !data || !textOf) return null;
  const page = data.pages.find(({ offset }) => offset !== null);
  const first = page && rowsOf(page)[0];
  const text = first === undefined ? '' : textOf(first).toLowerCase();
  return text.startsWith(from.toLowerCase()) ? null : from;
}

function whereItBegan<Page extends KeyedPage>({ pages, pageParams }: InfiniteData<Page, unknown>) {
  const found = pages.findIndex((page) => page.offset !== null);
  const at = Math.max(0, found);
  return { pages: pages.slice(at, at + 1), pageParams: pageParams.slice(at, at + 1) };
}

interface RangeInput<Page extends KeyedPage, Row> extends Pick<KeyedListInput<Page, Row>, 'load' | 'placing'> {
  from: Row;
  to: Row;
}

/**
 * Walks from a loaded row to another one, beyond what is loaded by the keys of the pages: places would lead elsewhere as
 * soon as rows were added or deleted above. It ends at that row, or behind where it stood.
 */
async function rowsBetween<Page extends KeyedPage, Row>(
  data: InfiniteData<Page, unknown> | undefined,
  { load, placing, from, to }: RangeInput<Page, Row>,
): Promise<Row[] | null> {
  const { rowsOf, keyOf, compare } = placing;
  const isUp = compare(from, to) < 0;
  const along = (rows: Row[]) => (isUp ? rows.toReversed() : rows);
  const loaded = along(loadedRows(data, placing));
  const at = loaded.findIndex((row) => keyOf(row) === keyOf(to));
  let rows = at < 0 ? [] : loaded.slice(at);
  let cursor = at < 0 ? null : isUp ? data?.pages[0]?.prev : data?.pages.at(-1)?.next;
  const found: Row[] = [];
  for (;;) {
    for (const row of rows) {
      if (keyOf(row) === keyOf(from)) return [...found, row];
      const order = compare(row, from);
      if (isUp ? order < 0 : order > 0) return found;
      if (found.length === mostInRange) return null;
      found.push(row);
    }
    if (!cursor) return found;
    const page = await load({ [isUp ? 'before' : 'after']: cursor, limit: 1_000 });
    rows = along(rowsOf(page));
    cursor = isUp ? page.prev : page.next;
  }
}
