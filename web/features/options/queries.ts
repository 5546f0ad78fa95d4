import { useQuery } from '@tanstack/react-query';
import type { z } from 'zod';
import { topics } from '#domain/contract/live.ts';
import {
  addBlockedSites,
  type BlockedSite,
  type BlockedSitesEventBody,
  deleteBlockedSites,
} from '#domain/contract/options/blocked-sites.ts';
import { getOptions, saveOptions } from '#domain/contract/options/options.ts';
import {
  addProxies,
  checkProxies,
  deleteProxies,
  type ListedProxy,
  type ProxiesEventBody,
  type ProxyKey,
  stopCheckingProxies,
} from '#domain/contract/options/proxies.ts';
import { openTaskStates, type TasksEventBody } from '#domain/contract/tasks.ts';
import { send } from '#web/lib/call.ts';
import { loadAndKeepUp, tellLoads } from '#web/lib/keep-up.ts';
import { replaced, upsert, without } from '#web/lib/lists.ts';
import { queryClient } from '#web/lib/query-client.ts';
import { useTopic } from '#web/lib/use-topic.ts';

const key = ['options'];
export type OptionsData = z.output<typeof getOptions.reply>;
type Event = ProxiesEventBody | BlockedSitesEventBody;

/** The options, the proxies and the blocked sites, kept fresh by their topics. */
export function useOptions() {
  useTopic(topics.proxies, apply);
  useTopic(topics.blockedSites, apply);
  useTopic(topics.tasks, followCheck);
  return useQuery({
    queryKey: key,
    queryFn: ({ signal }) => loadAndKeepUp<OptionsData, Event>('options', () => send(getOptions, { signal }), applyOne),
  });
}

function apply(events: Event[]): void {
  tellLoads('options', events);
  // Lists that are too long for an event are loaded again.
  const isLong = events.some((event) => [proxiesOf(event), blockedOf(event), idsOf(event)].includes(null));
  if (isLong) void queryClient.invalidateQueries({ queryKey: key });
  queryClient.setQueryData<OptionsData>(key, (data) => data && events.reduce(applyOne, data));
}

const proxiesOf = (event: Event) => ('proxies' in event ? event.proxies : undefined);
const blockedOf = (event: Event) => ('blockedSites' in event ? event.blockedSites : undefined);
const idsOf = (event: Event) => ('ids' in event ? event.ids : undefined);

const nameOf = ({ address, port }: ProxyKey) => `${address}:${port}`;
const idOf = ({ id }: BlockedSite) => id;

function applyOne(data: OptionsData, event: Event): OptionsData {
  switch (event.action) {
    case 'addNew':
      return { ...data, proxies: upsert(data.proxies, event.proxies ?? [], nameOf) };
    case 'proxiesDeleted':
      return { ...data, proxies: without(data.proxies, event.proxies.map(nameOf), nameOf) };
    case 'proxyStatusChanged': {
      const { action: _, ...word } = event;
      const held = data.proxies.find((one) => nameOf(one) === nameOf(event));
      return held ? { ...data, proxies: replaced(data.proxies, { ...held, ...word }, nameOf) } : data;
    }
    case 'proxyMonitorStateChanged':
      return { ...data, proxyMonitorState: event.proxyMonitorState };
    case 'blockedSitesAdded':
      return { ...data, blockedSites: upsert(data.blockedSites, event.blockedSites ?? [], idOf) };
    case 'blockedSitesDeleted':
      return { ...data, blockedSites: without(data.blockedSites, event.ids ?? [], idOf) };
  }
}

/** The check is a task: its end is told there, also when it was cancelled from the list of tasks. */
function followCheck(events: TasksEventBody[]): void {
  const isOver = events.some(
    (event) =>
      event.action === 'taskChanged' &&
      event.task.kind === 'checkProxies' &&
      !openTaskStates.includes(event.task.state),
  );
  if (isOver) void queryClient.invalidateQueries({ queryKey: key });
}

/** Shows what is stored now. */
export const reloadOptions = (): Promise<void> => queryClient.invalidateQueries({ queryKey: key });

/** Keeps options over the edition that was read. */
export async function storeOptions(typed: object, edition: number | undefined): Promise<void> {
  const saved = await send(saveOptions, { body: { ...typed, ...(edition === undefined ? {} : { edition }) } });
  queryClient.setQueryData<OptionsData>(key, (data) => data && { ...data, ...saved });
}

/** Adds proxies by lines; the refused lines with their reasons. */
export async function add(proxies: string): Promise<{ added: number; errorList: string[] }> {
  const answer = await send(addProxies, { body: { proxies } });
  apply([{ action: 'addNew', proxies: answer.proxies }]);
  return { added: answer.proxies.length, errorList: answer.errorList };
}

/** Deletes proxies; answers how many were there. */
export async function remove(rows: ListedProxy[]): Promise<number> {
  const { proxies } = await send(deleteProxies, {
    body: { ids: rows.map(({ address, port }) => ({ address, port })) },
  });
  apply([{ action: 'proxiesDeleted', proxies }]);
  return proxies.length;
}

/** Has all proxies checked, or ends that. */
export async function switchCheck(isOn: boolean): Promise<void> {
  const { proxyMonitorState } = await send(isOn ? checkProxies : stopCheckingProxies, {});
  apply([{ action: 'proxyMonitorStateChanged', proxyMonitorState }]);
}

/** Blocks hosts by lines; answers how many were not blocked before. */
export async function block(sites: string): Promise<number> {
  const { blockedSites } = await send(addBlockedSites, { body: { sites } });
  apply([{ action: 'blockedSitesAdded', blockedSites }]);
  return blockedSites.length;
}

/** Unblocks hosts; answers how many were blocked. */
export async function unblock(ids: string[]): Promise<number> {
  const gone = await send(deleteBlockedSites, { body: { ids } });
  apply([{ action: 'blockedSitesDeleted', ids: gone.ids }]);
  return gone.ids.length;
}
