import { useQuery } from '@tanstack/react-query';
import type { z } from 'zod';
import type { ContentGroupEventBody } from '#domain/contract/content.ts';
import {
  type ArticleRow,
  type ContentGroup,
  deleteArticles,
  getContentGroup,
  type KmCampaign,
  saveContentGroup,
} from '#domain/contract/content.ts';
import type { GeneratorJob } from '#domain/contract/generator.ts';
import { topics } from '#domain/contract/live.ts';
import { send } from '#web/lib/call.ts';
import { type PageAsk, useKeyedList } from '#web/lib/keyed-query.ts';
import { byId } from '#web/lib/lists.ts';
import { compareNatural } from '#web/lib/natural-order.ts';
import type { Placing } from '#web/lib/pages.ts';
import { queryClient } from '#web/lib/query-client.ts';
import { useTopic } from '#web/lib/use-topic.ts';
import { newer } from '#web/lib/versions.ts';

type Data = z.output<typeof getContentGroup.reply>;
/** What the article table shows. */
export interface ArticlesView {
  search: string;
  sort: string;
  order: 'asc' | 'desc';
}

/** Settings as they are saved; without an edition they go over any. */
export interface GroupSettings extends Pick<ContentGroup, 'wordsNottobeChanged' | 'maxUsagePerArticle'> {
  edition: number | undefined;
}

const headKey = (id: number) => ['content-group', id];
const rowsOf = (page: Data) => page.articles;

/** Name and settings of a group; they follow the topic of all groups. */
export function useGroupHead(id: number) {
  const keep = (contentGroup: ContentGroup) =>
    queryClient.setQueryData<Data>(
      headKey(id),
      (data) => data && { ...data, contentGroup: newer(data.contentGroup, contentGroup) },
    );
  useTopic(topics.contentGroups, (events) => {
    for (const event of events)
      if (event.action !== 'contentGroupsDeleted' && event.contentGroup.id === id) keep(event.contentGroup);
  });
  const keepJob = (job: GeneratorJob) =>
    queryClient.setQueryData<Data>(
      headKey(id),
      (data) => data && { ...data, generatorJob: newer(data.generatorJob ?? undefined, job) },
    );
  useTopic(topics.contentGroup(id), (events) => {
    for (const event of events) if (event.action === 'generatorProgress') keepJob(event.generatorJob);
  });
  const query = useQuery({
    queryKey: headKey(id),
    queryFn: ({ signal }) => send(getContentGroup, { params: { id }, query: { limit: 1 }, signal }),
  });
  const save = async (settings: GroupSettings) => {
    const { contentGroup } = await send(saveContentGroup, { body: { id, ...settings } });
    keep(contentGroup);
    return contentGroup;
  };
  const keepCampaigns = (kmCampaigns: KmCampaign[]) =>
    queryClient.setQueryData<Data>(headKey(id), (data) => data && { ...data, kmCampaigns });
  return { query, save, keep, keepCampaigns, keepJob };
}

function placingOf({ search, sort, order }: ArticlesView): Placing<Data, ArticleRow> {
  const direction = order === 'asc' ? 1 : -1;
  const compareBySort = (a: ArticleRow, b: ArticleRow) => {
    if (sort === 'title') return compareNatural(a.title, b.title);
    return sort === 'usageCount' ? a.usageCount - b.usageCount : 0;
  };
  return {
    rowsOf,
    withRows: (page, articles) => ({ ...page, articles }),
    keyOf: byId,
    textOf: (row) => row.title,
    compare: (a, b) => direction * (compareBySort(a, b) || a.id - b.id),
    accepts: (row) => row.title.toLowerCase().includes(search.toLowerCase()),
  };
}

/** Articles of a group, kept fresh by its topic. */
export function useArticles(id: number, view: ArticlesView) {
  const load = (ask: PageAsk & { limit?: number; count?: boolean }, signal?: AbortSignal) =>
    send(getContentGroup, { params: { id }, query: { limit: 100, ...view, ...ask }, signal });
  const list = useKeyedList({
    queryKey: ['articles', id, view],
    load,
    placing: placingOf(view),
  });
  const counted = useQuery({
    queryKey: ['count', 'articles', id, view.search],
    queryFn: async () => (await load({ limit: 1, count: true })).total,
    enabled: view.search !== '',
    gcTime: 0,
  });
  const apply = (events: ContentGroupEventBody[]) => {
    for (const event of events) {
      if (event.action === 'articlesDeleted') list.drop(event.ids);
      else if (event.action === 'newArticles') list.place(event.articles);
      else if (event.action === 'articlesChanged') list.reload();
      else if (event.action !== 'generatorProgress') list.place([event.article]);
    }
  };
  useTopic(topics.contentGroup(id), apply);
  return {
    ...list,
    nFit: counted.data ?? null,
    countAll: async () => (await load({ limit: 1, count: true })).total ?? 0,
    remove: async (ids: number[]) => {
      const gone = await send(deleteArticles, { params: { id }, body: { ids } });
      apply([{ action: 'articlesDeleted', ids }]);
      return gone.ids.length;
    },
  };
}
