import { useQuery } from '@tanstack/react-query';
import type { z } from 'zod';
import type { CampaignsEventBody } from '#domain/contract/campaigns.ts';
import {
  type Campaign,
  createCampaign,
  deleteCampaigns,
  listCampaigns,
  renameCampaign,
} from '#domain/contract/campaigns.ts';
import { topics } from '#domain/contract/live.ts';
import { send } from '#web/lib/call.ts';
import { answerAndKeepUp, loadAndKeepUp, tellLoads } from '#web/lib/keep-up.ts';
import { byId, upsert, without } from '#web/lib/lists.ts';
import { queryClient } from '#web/lib/query-client.ts';
import { useTopic } from '#web/lib/use-topic.ts';
import { isNewer } from '#web/lib/versions.ts';

const key = ['campaigns'];
type CampaignsData = z.infer<typeof listCampaigns.reply>;

/** All campaigns, kept fresh by the topic. */
export function useCampaigns() {
  useTopic(topics.campaigns, applyEvents);
  return useQuery({
    queryKey: key,
    queryFn: ({ signal }) => loadAndKeepUp('campaigns', () => send(listCampaigns, { signal }), applyToPage),
  });
}

function applyEvents(events: CampaignsEventBody[]): void {
  tellLoads('campaigns', events);
  queryClient.setQueryData<CampaignsData>(key, (data) => data && events.reduce(applyToPage, data));
}

const applyToPage = (data: CampaignsData, event: CampaignsEventBody): CampaignsData => ({
  ...data,
  campaigns: applyEvent(data.campaigns, event),
});

function applyEvent(list: Campaign[], event: CampaignsEventBody): Campaign[] {
  if (event.action === 'addNew') return upsert(list, [event.campaign], byId);
  if (event.action === 'campaignsDeleted') return without(list, event.ids, byId);
  if (event.action === 'rename') return list.map((row) => (row.id === event.id ? { ...row, name: event.name } : row));
  const { campaignStatus, projectCount, tally, version } = event;
  const apply = (row: Campaign) =>
    isNewer(event, row) ? { ...row, campaignStatus, projectCount, tally, version } : row;
  return list.map((row) => (row.id === event.id ? apply(row) : row));
}

/** Creates a campaign by hand; its id. */
export async function create(name: string, uuid: string): Promise<number> {
  const { campaign } = await send(createCampaign, { body: { name, uuid } });
  applyEvents([{ action: 'addNew', campaign }]);
  return campaign.id;
}

/** Renames a campaign. */
export async function rename(id: number, name: string): Promise<void> {
  const call = async (): Promise<CampaignsEventBody> => {
    const { campaign } = await send(renameCampaign, { body: { id, name } });
    return { action: 'rename', id, name: campaign.name };
  };
  await answerAndKeepUp('campaigns', call, applyEvents);
}

/** Deletes campaigns with all they hold; answers how many were there. */
export async function remove(ids: number[]): Promise<number> {
  const gone = await send(deleteCampaigns, { body: { ids } });
  applyEvents([{ action: 'campaignsDeleted', ids }]);
  return gone.ids.length;
}
