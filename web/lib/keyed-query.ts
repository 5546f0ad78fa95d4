import { type InfiniteData, keepPreviousData, type QueryKey, useInfiniteQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { dropRows, type KeyedPage, loadedRows, type Placing, placeRows } from './pages.ts';
import { queryClient } from './query-client.ts';

interface KeyedListInput<Page extends KeyedPage, Row> {
  queryKey: QueryKey;
  load: (after: string | undefined, signal: AbortSignal) => Promise<Page>;
  placing: Placing<Page, Row>;
}

/** A long list paged by key: its rows so far, how to get more, and how live events change it. */
export function useKeyedList<Page extends KeyedPage, Row>({ queryKey, load, placing }: KeyedListInput<Page, Row>) {
  const query = useInfiniteQuery({
    queryKey,
    queryFn: ({ pageParam, signal }) => load(pageParam, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last: Page) => last.next ?? undefined,
    placeholderData: keepPreviousData,
    // Coming back starts at the first page instead of loading all pages of before again.
    gcTime: 0,
  });
  const { rowsOf, keyOf } = placing;
  const rows = useMemo(() => loadedRows(query.data, { rowsOf, keyOf }), [query.data, rowsOf, keyOf]);
  const patch = (change: (data: InfiniteData<Page, unknown>) => InfiniteData<Page, unknown>) =>
    queryClient.setQueryData<InfiniteData<Page, unknown>>(queryKey, (data) => data && change(data));
  return {
    query,
    rows,
    first: query.data?.pages[0],
    place: (items: readonly Row[]) => patch((data) => placeRows(data, items, placing)),
    drop: (keys: Iterable<string | number>) => patch((data) => dropRows(data, keys, placing)),
    /** Loads again from the first page, for changes too big for an event. */
    reload: () => {
      patch((data) => ({ pages: data.pages.slice(0, 1), pageParams: data.pageParams.slice(0, 1) }));
      void queryClient.invalidateQueries({ queryKey });
    },
    more: {
      hasMore: query.hasNextPage,
      isLoadingMore: query.isFetchingNextPage,
      onMore: () => void query.fetchNextPage(),
      hasFailed: query.isError,
      onRetry: () => void (query.isFetchNextPageError ? query.fetchNextPage() : query.refetch()),
    },
  };
}
