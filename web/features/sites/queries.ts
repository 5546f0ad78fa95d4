import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { z } from 'zod';
import { topics } from '#domain/contract/live.ts';
import { permitCustomSites } from '#domain/contract/site-permissions.ts';
import type { CustomSitesEventBody } from '#domain/contract/sites.ts';
import {
  type CustomSite,
  deleteCustomSites,
  listCustomSites,
  type SiteInput,
  type SiteKey,
  saveCustomSite,
  stopVerifyingCustomSites,
  switchHost,
  verifyCustomSites,
} from '#domain/contract/sites.ts';
import { send } from '#web/lib/call.ts';
import { upsert, without } from '#web/lib/lists.ts';
import { LiveStore } from '#web/lib/live-store.ts';
import { queryClient } from '#web/lib/query-client.ts';
import { useTopic } from '#web/lib/use-topic.ts';
import { isNewer } from '#web/lib/versions.ts';

type Data = z.output<typeof listCustomSites.reply>;
const key = ['custom-sites'];

/** Identity of a site as text. */
export const siteKeyText = (id: SiteKey) => `${id.module}|${id.siteId}`;
const keyOfSite = (site: CustomSite) => siteKeyText(site.id);

// What decides where a row stands and whether a filter shows it; all else is read live per cell.
const placeOf = (site: CustomSite) => [site.platform, site.url, site.pr, site.dofollow].join('\n');

/** Custom sites: rows for the grid, and a store with each site as it is right now. */
export function useCustomSites() {
  const [store] = useState(() => new LiveStore<CustomSite>());
  const query = useQuery({
    queryKey: key,
    queryFn: async ({ signal }) => {
      const data = await send(listCustomSites, { signal });
      store.replace(data.sites.map((site) => [keyOfSite(site), site]));
      return data;
    },
    gcTime: 0,
  });
  const apply = (events: CustomSitesEventBody[]) => {
    for (const event of events) {
      if (event.action === 'verifierStatusChanged')
        patch((data) => ({ ...data, verifierStatus: event.verifierStatus }));
      else if (event.action === 'sitesDeleted')
        patch((data) => ({ ...data, sites: without(data.sites, event.ids.map(siteKeyText), keyOfSite) }));
      else if (event.sites) keep(event.sites);
      else void queryClient.invalidateQueries({ queryKey: key });
    }
  };
  const keep = (fresh: CustomSite[]) => {
    const moved = fresh.filter((site) => {
      const before = store.get(keyOfSite(site));
      return !before || (isNewer(site, before) && placeOf(before) !== placeOf(site));
    });
    for (const site of fresh) store.set(keyOfSite(site), site);
    if (moved.length > 0) patch((data) => ({ ...data, sites: upsert(data.sites, moved, keyOfSite) }));
  };
  useTopic(topics.customSites, apply);
  return { query, store, actions: actionsWith(apply, keep, store) };
}

function patch(change: (data: Data) => Data): void {
  queryClient.setQueryData<Data>(key, (data) => data && change(data));
}

/** What the screen can do. */
export type SiteActions = ReturnType<typeof actionsWith>;

function actionsWith(
  apply: (events: CustomSitesEventBody[]) => void,
  keep: (sites: CustomSite[]) => void,
  store: LiveStore<CustomSite>,
) {
  return {
    keep,
    add: async (input: SiteInput) => keep([(await send(saveCustomSite, { body: { ...input, isNew: true } })).site]),
    save: async (input: SiteInput, edition?: number) =>
      keep([(await send(saveCustomSite, { body: { ...input, edition }, quietOn: [404] })).site]),
    remove: async (ids: SiteKey[]) => {
      const gone = await send(deleteCustomSites, { body: { ids } });
      apply([{ action: 'sitesDeleted', ids }]);
      return gone.ids.length;
    },
    /** One permission for many; answers how many of them are there. */
    permit: async (ids: SiteKey[], given: Pick<CustomSite, 'permission'> & { permissionNote?: string }) =>
      (await send(permitCustomSites, { body: { ids, ...given } })).count,
    verify: async (ids: SiteKey[]) => {
      const { verifierStatus } = await send(verifyCustomSites, { body: ids.length > 0 ? { ids } : {} });
      apply([{ action: 'verifierStatusChanged', verifierStatus }]);
    },
    stopVerifying: async () => {
      const { verifierStatus } = await send(stopVerifyingCustomSites, {});
      apply([{ action: 'verifierStatusChanged', verifierStatus }]);
    },
    switchHost: async (host: string, stopped: boolean) => {
      await send(switchHost, { body: { host, stopped } });
      const hit = [...store.values()].filter((site) => hostOf(site.url) === host);
      keep(hit.map((site) => ({ ...site, hostStopped: stopped })));
      return true;
    },
  };
}

/** Host of an address; the address itself when it cannot be read. */
export function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : url;
}
