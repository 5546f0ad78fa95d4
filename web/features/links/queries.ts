import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import type { z } from 'zod';
import { importLinks, rejectedLinks } from '#domain/contract/link-files.ts';
import type { LinkSetEventBody } from '#domain/contract/links.ts';
import {
  addLinks,
  type CheckRhythm,
  checkLinkSet,
  deleteLinks,
  editLink,
  type linkFilter,
  type linkInput,
  linkSetMix,
  listLinks,
  saveCheckRhythm,
  stopCheckLinkSet,
  type UrlItem,
} from '#domain/contract/links.ts';
import { topics } from '#domain/contract/live.ts';
import { fitsProof } from '#domain/contract/proofs.ts';
import { send } from '#web/lib/call.ts';
import { byId } from '#web/lib/lists.ts';
import { compareNatural } from '#web/lib/natural-order.ts';
import type { Placing } from '#web/lib/pages.ts';
import { queryClient } from '#web/lib/query-client.ts';
import { useTopic } from '#web/lib/use-topic.ts';
import type { ImportKind } from '#web/ui/import/use-import.ts';
import { type Change, type ListView, useLongList } from '#web/ui/long-list/use-long-list.ts';
import { texts } from './texts.ts';

/** One page of links with the facts about the whole set. */
export type LinksData = z.output<typeof listLinks.reply>;
/** What the list is narrowed to beside the search. */
export type LinksFilter = Omit<z.output<z.ZodObject<typeof linkFilter>>, 'search'>;
/** What the list shows: search, order, filter. */
export type LinksView = ListView & LinksFilter;

const rowsOf = (page: LinksData) => page.urlItems;
const headKey = (id: number) => ['link-set', id];

function placingOf(view: LinksView): Placing<LinksData, UrlItem> {
  const direction = view.order === 'asc' ? 1 : -1;
  const text = view.search.toLowerCase();
  const order = (a: UrlItem, b: UrlItem) =>
    (view.sort === 'url' ? compareNatural(a.url, b.url) : Date.parse(a.dateAdded) - Date.parse(b.dateAdded)) ||
    a.id - b.id;
  return {
    rowsOf,
    withRows: (page, urlItems) => ({ ...page, urlItems }),
    keyOf: byId,
    textOf: (row) => row.url,
    compare: (a, b) => direction * order(a, b),
    accepts: (row) =>
      (!view.proof || fitsProof(row.proof, view.proof, row.placed !== null)) &&
      (!view.site || (row.site ?? '').toLowerCase().startsWith(view.site.toLowerCase())) &&
      (!view.since || row.dateAdded.slice(0, 10) >= view.since) &&
      (!view.until || row.dateAdded.slice(0, 10) <= view.until) &&
      (!view.anchor || (row.anchor === '') === (view.anchor === 'empty')) &&
      (text === '' || `${row.url}\n${row.anchor}`.toLowerCase().includes(text)),
  };
}

function changeOf(event: LinkSetEventBody): Change<UrlItem> {
  if (event.action === 'urlItemsChanged') return 'reload';
  if (event.action === 'urlItemsDeleted') return { gone: event.ids };
  if (event.action === 'urlItemsAdded') return event.urlItems ? { put: event.urlItems } : 'reload';
  return event.action === 'urlItemEdited' ? { put: [event.urlItem] } : null;
}

/** Links of a set, kept fresh by its topic. */
export function useLinks(id: number, view: LinksView, filter: string) {
  const { sort, order, ...narrowed } = view;
  const list = useLongList({
    queryKey: ['links', id, view],
    load: (ask, signal) => send(listLinks, { params: { id }, query: { limit: 200, ...view, ...ask }, signal }),
    filter,
    placing: placingOf(view),
    topic: topics.linkSet(id),
    changeOf,
    isGoneForGood: true,
    deleteSome: async (rows) => (await send(deleteLinks, { params: { id }, body: { ids: rows.map(byId) } })).ids,
    deleteAll: () => send(deleteLinks, { params: { id }, body: { all: true, ...narrowed } }),
    countAll: async () =>
      (await send(listLinks, { params: { id }, query: { ...narrowed, limit: 1, count: true } })).total,
  });
  return {
    list,
    addOne: async (link: z.output<typeof linkInput>) => {
      list.put((await send(addLinks, { params: { id }, body: link })).urlItems);
    },
    addBatch: async (links: string) => {
      const { urlItems } = await send(addLinks, { params: { id }, body: { links } });
      list.put(urlItems);
      return urlItems.length;
    },
    edit: async (linkId: number, link: z.output<typeof linkInput> & { edition: number | undefined }) => {
      list.put([(await send(editLink, { params: { id: linkId }, body: link, quietOn: [404] })).urlItem]);
    },
  };
}

/** How files of links are imported. */
export const linkImport: ImportKind = {
  importCall: importLinks,
  rejectsCall: rejectedLinks,
  noun: 'links',
  one: 'link',
  canUpdate: false,
  forms: [
    'url,anchor,linksOnPage,site,username,password,dateAdded (CSV, as exported)',
    'url|x|anchor|x|linksOnPage, url|x|anchor, or the url alone',
  ],
  repeatedHint: 'Repeated links are taken too: they will stand in the set twice.',
  imported: texts.imported,
  failed: texts.importFailed,
};

/** How the links of the set were placed so far; looked at again when its tab opens or a project ends. */
export function usePlacedMix(id: number, { campaignId, isOpen }: { campaignId: number; isOpen: boolean }) {
  const queryKey = ['link-set-mix', id];
  const query = useQuery({
    queryKey,
    queryFn: ({ signal }) => send(linkSetMix, { params: { id }, signal }),
    enabled: isOpen,
  });
  useTopic(isOpen ? topics.campaign(campaignId) : null, (events) => {
    if (events.some((event) => event.action === 'projectStatusChanged'))
      void queryClient.invalidateQueries({ queryKey });
  });
  return query;
}

function patchHead(id: number, change: (data: LinksData) => LinksData): void {
  queryClient.setQueryData<LinksData>(headKey(id), (data) => data && change(data));
}

/** Facts of the whole set: campaign, count, keywords, progress of a check, counts by proof. */
export function useLinkSetHead(id: number) {
  const query = useQuery({
    queryKey: headKey(id),
    queryFn: ({ signal }) => send(listLinks, { params: { id }, query: { limit: 1 }, signal, quietOn: [404] }),
  });
  const campaignId = query.data?.campaign.id;
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  // Counts by proof are not in the events; they are asked for again, at most once a second.
  const refreshSoon = () => {
    timer.current ??= setTimeout(() => {
      timer.current = undefined;
      void queryClient.invalidateQueries({ queryKey: headKey(id) });
    }, 1_000);
  };
  useTopic(topics.linkSet(id), (events) => {
    for (const event of events) {
      if (event.action === 'keywordsSaved') keepKeywords(id, event.keywords);
      if (event.action === 'checkRhythmSaved') keepRhythm(id, event);
      if (event.action !== 'checkProgressed') continue;
      const { state, total, done } = event;
      patchHead(id, (data) => ({ ...data, check: { state, total, done } }));
    }
    refreshSoon();
  });
  useTopic(campaignId ? topics.campaign(campaignId) : null, (events) => {
    for (const event of events)
      if (event.action === 'urlListEdited' && event.urlList.id === id)
        patchHead(id, (data) => ({ ...data, urlList: event.urlList }));
  });
  return query;
}

/** Keeps a saved keyword mix on the screen. */
export function keepKeywords(id: number, keywords: LinksData['keywords']): void {
  patchHead(id, (data) => ({ ...data, keywords }));
}

function keepRhythm(id: number, { checkEveryDays, nextCheckAt }: CheckRhythm): void {
  patchHead(id, (data) => ({ ...data, rhythm: { checkEveryDays, nextCheckAt } }));
}

/** Has the set checked by itself every so many days; 0: not any more. */
export async function setRhythm(id: number, checkEveryDays: number): Promise<void> {
  keepRhythm(id, (await send(saveCheckRhythm, { params: { id }, body: { checkEveryDays } })).rhythm);
}

/** Reads the pages of these links, or of all, again. */
export async function startCheck(id: number, ids: number[]): Promise<void> {
  const { check } = await send(checkLinkSet, { params: { id }, body: ids.length > 0 ? { ids } : {} });
  patchHead(id, (data) => ({ ...data, check }));
}

/** Calls off the rest of a check. */
export async function stopCheck(id: number): Promise<void> {
  await send(stopCheckLinkSet, { params: { id } });
}
