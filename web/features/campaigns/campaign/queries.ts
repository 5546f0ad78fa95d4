import { useQuery } from '@tanstack/react-query';
import { createProfile, deleteProfiles, renameProfile } from '#domain/contract/accounts.ts';
import type { CampaignEventBody } from '#domain/contract/campaign-topic.ts';
import { getCampaign, pauseCampaign, resumeCampaign } from '#domain/contract/campaigns.ts';
import { createLinkSet, deleteLinkSets, renameLinkSet } from '#domain/contract/links.ts';
import { topics } from '#domain/contract/live.ts';
import type { Module } from '#domain/contract/modules.ts';
import { createProject, deleteProjects, duplicateProject, renameProject } from '#domain/contract/projects/projects.ts';
import { send } from '#web/lib/call.ts';
import { answerAndKeepUp, loadAndKeepUp, tellLoads } from '#web/lib/keep-up.ts';
import { queryClient } from '#web/lib/query-client.ts';
import { useTopic } from '#web/lib/use-topic.ts';
import { applyCampaignEvent, type CampaignData } from './live.ts';

const keyOf = (id: number) => ['campaign', id];

/** One campaign with its lists, kept fresh by its topic. */
export function useCampaign(id: number) {
  useTopic(topics.campaign(id), (events) => apply(id, ...events));
  return useQuery({
    queryKey: keyOf(id),
    queryFn: ({ signal }) =>
      loadAndKeepUp(
        `campaign/${id}`,
        () => send(getCampaign, { params: { id }, signal, quietOn: [404] }),
        applyCampaignEvent,
      ),
  });
}

function apply(id: number, ...events: CampaignEventBody[]): void {
  tellLoads(`campaign/${id}`, events);
  queryClient.setQueryData<CampaignData>(keyOf(id), (data) => data && events.reduce(applyCampaignEvent, data));
}

const answered = (id: number, call: () => Promise<CampaignEventBody>) =>
  answerAndKeepUp(`campaign/${id}`, call, (events) => apply(id, ...events));

/** Pauses or resumes the scheduler of a campaign; false when it was so already. */
export async function switchScheduler(id: number, isActive: boolean): Promise<boolean> {
  let isChanged = false;
  await answered(id, async () => {
    const { campaignStatus, changed } = await send(isActive ? resumeCampaign : pauseCampaign, { params: { id } });
    isChanged = changed;
    return { action: 'campaignStatusChanged', campaignId: id, campaignStatus };
  });
  return isChanged;
}

/** What can be done with one kind of thing of a campaign. */
export interface NounActions {
  rename: (id: number, name: string) => Promise<void>;
  /** Answers how many were there. */
  remove: (ids: number[]) => Promise<number>;
}

/** Actions on projects. */
export function projectActions(campaignId: number) {
  return {
    create: async (module: Module, name: string) => {
      const { project } = await send(createProject, { body: { campaignId, module, name } });
      apply(campaignId, { action: 'newProject', project });
      return project;
    },
    duplicate: async (id: number, name: string) => {
      const { project } = await send(duplicateProject, { params: { id }, body: { name } });
      apply(campaignId, { action: 'newProject', project });
    },
    rename: (id: number, name: string) =>
      answered(campaignId, async () => {
        const { project } = await send(renameProject, { params: { id }, body: { campaignId, name } });
        return { action: 'projectEdited', project };
      }),
    remove: async (ids: number[]) => {
      const gone = await send(deleteProjects, { params: { id: campaignId }, body: { ids } });
      apply(campaignId, { action: 'projectsDeleted', ids });
      return gone.ids.length;
    },
  };
}

/** Actions on account profiles. */
export function profileActions(campaignId: number) {
  return {
    create: async (name: string) => {
      const { profile } = await send(createProfile, { body: { campaignId, name } });
      apply(campaignId, { action: 'newProfile', profile });
      return profile.id;
    },
    rename: (id: number, name: string) =>
      answered(campaignId, async () => {
        const { profile } = await send(renameProfile, { params: { id }, body: { name } });
        return { action: 'profileEdited', profile };
      }),
    remove: async (ids: number[]) => {
      const gone = await send(deleteProfiles, { params: { id: campaignId }, body: { ids } });
      apply(campaignId, { action: 'profilesDeleted', ids });
      return gone.ids.length;
    },
  };
}

/** Actions on link sets. */
export function linkSetActions(campaignId: number) {
  return {
    create: async (name: string) => {
      const { urlList } = await send(createLinkSet, { body: { campaignId, name } });
      apply(campaignId, { action: 'newUrlList', urlList });
      return urlList.id;
    },
    rename: (id: number, name: string) =>
      answered(campaignId, async () => {
        const { urlList } = await send(renameLinkSet, { params: { id }, body: { name } });
        return { action: 'urlListEdited', urlList };
      }),
    remove: async (ids: number[]) => {
      const gone = await send(deleteLinkSets, { params: { id: campaignId }, body: { ids } });
      apply(campaignId, { action: 'urlListsDeleted', ids });
      return gone.ids.length;
    },
  };
}
