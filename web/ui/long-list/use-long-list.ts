import { type QueryKey, useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { LiveBody } from '#domain/contract/live.ts';
import type { Topic } from '#domain/contract/topic.ts';
import { type PageAsk, useKeyedList } from '#web/lib/keyed-query.ts';
import type { KeyedPage, Placing } from '#web/lib/pages.ts';
import { queryClient } from '#web/lib/query-client.ts';
import { useTopic } from '#web/lib/use-topic.ts';

type Key = string | number;

/** What a long list shows: search text and order, both the server's. */
export interface ListView {
  search: string;
  sort: string;
  order: 'asc' | 'desc';
}

/** What an event does to a list: puts rows into it, takes some out, or is too big to be told by rows. */
export type Change<Row> = { put: readonly Row[] } | { gone: readonly Key[] } | 'reload' | null;

interface LongListSource<Page extends KeyedPage, Row, Body extends LiveBody> {
  queryKey: QueryKey;
  load: (ask: PageAsk & { limit?: number }, signal?: AbortSignal) => Promise<Page>;
  /** Search and filter as one text, '' when all rows are shown: what they leave is counted. */
  filter: string;
  placing: Placing<Page, Row>;
  topic: Topic<Body>;
  changeOf: (event: Body) => Change<Row>;
  /** True where a key that was deleted never comes again: an edit that comes after its deletion brings nothing back. */
  isGoneForGood: boolean;
  /** Deletes rows; the keys of those that are gone. */
  deleteSome: (rows: readonly Row[]) => Promise<readonly Key[]>;
  /** Deletes all that fit, those that are not loaded too. */
  deleteAll: () => Promise<{ count: number }>;
  /** Rows that fit, those that are not loaded too; null when the server did not count. */
  countAll: () => Promise<number | null>;
}

/** Rows of a long list with what can be done to them. */
export interface LongListData<Row> {
  rows: Row[];
  isLoading: boolean;
  /** How the rest is loaded. */
  more: ReturnType<typeof useKeyedList>['more'];
  /** Shows rows that are new or changed. */
  put: (rows: readonly Row[]) => void;
  /** Takes rows away that are known to be gone. */
  drop: (keys: readonly Key[]) => void;
  /** Answer how many were there. */
  remove: (rows: readonly Row[]) => Promise<number>;
  removeAll: () => Promise<number>;
  countAll: () => Promise<number>;
  /** How many rows the filter leaves; null while that is not known, or without one. */
  nFit: number | null;
  /** Rows from one to another one, those that are not loaded too; null where they are too many. */
  between: (from: Row, to: Row) => Promise<Row[] | null>;
  isGone: (key: Key) => boolean;
}

/** Rows that fit are counted anew at most once in this time, in ms. */
const countAgainMs = 1_000;

/** A long list of the server, paged by key and kept fresh by its topic. */
export function useLongList<Page extends KeyedPage, Row, Body extends LiveBody>(
  source: LongListSource<Page, Row, Body>,
): LongListData<Row> {
  const list = useKeyedList(source);
  const [deleted] = useState(() => new Set<Key>());
  const { keyOf } = source.placing;
  const { nFit, countSoon } = useCount(source);
  const put = (rows: readonly Row[]) => {
    if (!source.isGoneForGood) for (const row of rows) deleted.delete(keyOf(row));
    const alive = deleted.size === 0 ? rows : rows.filter((row) => !deleted.has(keyOf(row)));
    if (alive.length > 0) list.place(alive);
  };
  const drop = (keys: readonly Key[]) => {
    for (const key of keys) deleted.add(key);
    if (keys.length > 0) list.drop(keys);
  };
  useTopic(source.topic, (events) => {
    countSoon();
    // A check of a whole set tells of its rows one by one: they are placed together, the last word on each.
    const fresh = new Map<Key, Row>();
    const putFresh = (then = () => {}) => {
      put([...fresh.values()]);
      fresh.clear();
      then();
    };
    for (const event of events) {
      const change = source.changeOf(event);
      if (change === 'reload') list.reload();
      else if (change && 'put' in change) for (const row of change.put) fresh.set(keyOf(row), row);
      else if (change) putFresh(() => drop(change.gone));
    }
    putFresh();
  });
  return {
    rows: list.rows,
    isLoading: list.query.isPending,
    more: list.more,
    nFit,
    isGone: (key) => deleted.has(key),
    between: list.between,
    put,
    drop,
    ...removalsOf(source, drop, list.reload),
    countAll: async () => (await source.countAll()) ?? 0,
  };
}

/** Deletes rows, and says how many of them were there. */
function removalsOf<Page extends KeyedPage, Row, Body extends LiveBody>(
  source: LongListSource<Page, Row, Body>,
  drop: (keys: readonly Key[]) => void,
  reload: () => void,
): Pick<LongListData<Row>, 'remove' | 'removeAll'> {
  return {
    remove: async (rows) => {
      const gone = await source.deleteSome(rows);
      // What another window deleted is gone too.
      drop(rows.map(source.placing.keyOf));
      return gone.length;
    },
    removeAll: async () => {
      const { count } = await source.deleteAll();
      reload();
      return count;
    },
  };
}

/** How many rows the filter leaves, counted again soon after changes. */
function useCount({
  queryKey,
  filter,
  countAll,
}: {
  queryKey: QueryKey;
  filter: string;
  countAll: () => Promise<number | null>;
}) {
  const countKey = ['count', ...queryKey.slice(0, 2), filter];
  const counted = useQuery({ queryKey: countKey, queryFn: countAll, enabled: filter !== '', gcTime: 0 });
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const countSoon = () => {
    if (filter === '') return;
    timer.current ??= setTimeout(() => {
      timer.current = undefined;
      void queryClient.invalidateQueries({ queryKey: countKey });
    }, countAgainMs);
  };
  return { nFit: filter === '' ? null : (counted.data ?? null), countSoon };
}
