import { useQuery } from '@tanstack/react-query';
import type { z } from 'zod';
import { topics } from '#domain/contract/live.ts';
import {
  createPrivateNetwork,
  deletePrivateNetworks,
  deletePrivateSites,
  getPrivateNetwork,
  type ImportedSites,
  importPrivateSites,
  listPrivateNetworks,
  type PrivateNetwork,
  type PrivateNetworkEventBody,
  type PrivateNetworksEventBody,
  type PrivateSite,
  type PrivateSiteKey,
  renamePrivateNetwork,
  uploadPrivateSites,
} from '#domain/contract/private-networks.ts';
import type { CustomSitesEventBody, SiteKey } from '#domain/contract/sites.ts';
import { send } from '#web/lib/call.ts';
import { byId, upsert, without } from '#web/lib/lists.ts';
import { queryClient } from '#web/lib/query-client.ts';
import { useTopic } from '#web/lib/use-topic.ts';
import { newer } from '#web/lib/versions.ts';

const key = ['private-networks'];
type Data = { privateNetworks: PrivateNetwork[] };

/** All private networks, kept fresh by the topic. */
export function useNetworks() {
  useTopic(topics.privateNetworks, apply);
  return useQuery({ queryKey: key, queryFn: ({ signal }) => send(listPrivateNetworks, { signal }) });
}

function apply(events: PrivateNetworksEventBody[]): void {
  queryClient.setQueryData<Data>(
    key,
    (data) => data && { privateNetworks: events.reduce(applyOne, data.privateNetworks) },
  );
}

function applyOne(list: PrivateNetwork[], event: PrivateNetworksEventBody): PrivateNetwork[] {
  if (event.action === 'deleted') return without(list, event.ids, byId);
  if (event.action === 'addNew') return upsert(list, [event.privateNetwork], byId);
  return list.map((row) => changed(row, event));
}

/** A network with its new name or count, unless a newer one is held. */
function changed(row: PrivateNetwork, event: PrivateNetworksEventBody): PrivateNetwork {
  if (event.action !== 'rename' && event.action !== 'countChanged') return row;
  const { action: _, ...change } = event;
  return row.id === event.id ? newer(row, { ...row, ...change }) : row;
}

/** Creates a network; its id. */
export async function create(name: string): Promise<number> {
  const { privateNetwork } = await send(createPrivateNetwork, { body: { name } });
  apply([{ action: 'addNew', privateNetwork }]);
  return privateNetwork.id;
}

/** Renames a network. */
export async function rename(id: number, name: string): Promise<void> {
  const { privateNetwork } = await send(renamePrivateNetwork, { body: { id, name } });
  apply([{ action: 'rename', id, name: privateNetwork.name, version: privateNetwork.version }]);
}

/** Deletes networks with their sites; answers how many were there. */
export async function remove(ids: number[]): Promise<number> {
  const gone = await send(deletePrivateNetworks, { body: { ids } });
  apply([{ action: 'deleted', ids }]);
  return gone.ids.length;
}

/** Sites with what is known of theirs under Custom Sites now. */
function withFindings(sites: PrivateSite[], event: Exclude<CustomSitesEventBody, { action: 'verifierStatusChanged' }>) {
  const nameOf = (of: SiteKey) => `${of.module} ${of.siteId}`;
  const gone = new Set(event.action === 'sitesDeleted' ? event.ids.map(nameOf) : []);
  const found = event.action === 'sitesAdded' ? (event.sites ?? []) : [];
  const findings = new Map(found.map(({ id, status, statusReason }) => [nameOf(id), { status, statusReason }]));
  return sites.map((site) => {
    const name = nameOf({ module: site.group, siteId: site.siteId });
    return gone.has(name) ? { ...site, status: null, statusReason: null } : { ...site, ...findings.get(name) };
  });
}

type Detail = z.output<typeof getPrivateNetwork.reply>;

/** Identity of a site in its network as text. */
export const keyOfSite = ({ siteId, email }: PrivateSiteKey) =>
  JSON.stringify([siteId.toLowerCase(), email.toLowerCase()]);

const keyOf = (id: number) => ['private-network', id];
const reload = (id: number) => void queryClient.invalidateQueries({ queryKey: keyOf(id) });

function patch(id: number, change: (data: Detail) => Detail): void {
  queryClient.setQueryData<Detail>(keyOf(id), (data) => data && change(data));
}

function keep(id: number, sites: PrivateSite[]): void {
  patch(id, (data) => ({ ...data, sites: upsert(data.sites, sites, keyOfSite) }));
}

function applySites(id: number, events: PrivateNetworkEventBody[]): void {
  for (const event of events) {
    if (event.action === 'sitesDeleted')
      patch(id, (data) => ({ ...data, sites: without(data.sites, event.ids.map(keyOfSite), keyOfSite) }));
    else if (event.sites === null) reload(id);
    else keep(id, event.sites);
  }
}

/** One network with its sites, kept fresh; `onGone` once it was deleted while it was shown. */
export function useNetwork(id: number, onGone: () => void) {
  const query = useQuery({
    queryKey: keyOf(id),
    queryFn: ({ signal }) => send(getPrivateNetwork, { params: { id }, signal, quietOn: [404] }),
    gcTime: 0,
  });
  useTopic(topics.privateNetworks, (events) => {
    for (const event of events) {
      if (event.action === 'deleted' && event.ids.includes(id)) onGone();
      patch(id, (data) => ({ ...data, privateNetwork: changed(data.privateNetwork, event) }));
    }
  });
  useTopic(topics.privateNetwork(id), (events) => applySites(id, events));
  useTopic(topics.customSites, (events) => {
    for (const event of events) {
      if (event.action === 'sitesDeleted' || (event.action === 'sitesAdded' && event.sites))
        patch(id, (data) => ({ ...data, sites: withFindings(data.sites, event) }));
      else if (event.action === 'sitesAdded') reload(id);
    }
  });
  return { query, actions: actionsOn(id) };
}

function actionsOn(id: number) {
  const shown = async (call: Promise<ImportedSites>) => {
    const answer = await call;
    if (answer.count > answer.sites.length) reload(id);
    keep(id, answer.sites);
    return answer;
  };
  return {
    removeSites: async (ids: PrivateSiteKey[]) => {
      const gone = await send(deletePrivateSites, { params: { id }, body: { ids } });
      applySites(id, [{ action: 'sitesDeleted', ids }]);
      return gone.ids.length;
    },
    upload: (body: z.input<typeof uploadPrivateSites.body>) =>
      shown(send(uploadPrivateSites, { params: { id }, body })),
    takeProfile: (body: z.input<typeof importPrivateSites.body>) =>
      shown(send(importPrivateSites, { params: { id }, body })),
  };
}
