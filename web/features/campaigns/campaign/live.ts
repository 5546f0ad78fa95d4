import type { z } from 'zod';
import type { CampaignEventBody } from '#domain/contract/campaign-topic.ts';
import type { getCampaign } from '#domain/contract/campaigns.ts';
import type { ProjectRow } from '#domain/contract/projects/row.ts';
import { byId, replaced, upsert, without } from '#web/lib/lists.ts';
import { isNewer, newer } from '#web/lib/versions.ts';

/** What the campaign page loads. */
export type CampaignData = z.output<typeof getCampaign.reply>;

/** Applies one event of campaign/{id}; applying it twice changes nothing. */
export function applyCampaignEvent(data: CampaignData, event: CampaignEventBody): CampaignData {
  switch (event.action) {
    case 'campaignStatusChanged':
      return { ...data, campaign: { ...data.campaign, campaignStatus: event.campaignStatus } };
    case 'rename':
      return { ...data, campaign: { ...data.campaign, name: event.name } };
    case 'newProject':
      return { ...data, projects: upsert(data.projects, [event.project], byId) };
    case 'projectEdited':
      return { ...data, projects: replaced(data.projects, event.project, byId) };
    case 'projectsDeleted':
      return { ...data, projects: without(data.projects, event.ids, byId) };
    case 'projectStatusChanged': {
      const { projectId, status, lastError, schedule, version } = event;
      const change = { status, lastError, schedule, version };
      const apply = (row: ProjectRow) => (isNewer(event, row) ? { ...row, ...change } : row);
      return { ...data, projects: data.projects.map((row) => (row.id === projectId ? apply(row) : row)) };
    }
    case 'projectTallies': {
      const held = new Map(data.tallies.map((tally) => [tally.projectId, tally]));
      for (const tally of event.tallies) held.set(tally.projectId, newer(held.get(tally.projectId), tally));
      return { ...data, tallies: [...held.values()] };
    }
    case 'newProfile':
      return { ...data, profiles: upsert(data.profiles, [event.profile], byId) };
    case 'profileEdited':
      return { ...data, profiles: replaced(data.profiles, event.profile, byId) };
    case 'profilesDeleted':
      return { ...data, profiles: without(data.profiles, event.ids, byId) };
    case 'newUrlList':
      return { ...data, urlLists: upsert(data.urlLists, [event.urlList], byId) };
    case 'urlListEdited':
      return { ...data, urlLists: replaced(data.urlLists, event.urlList, byId) };
    case 'urlListsDeleted':
      return { ...data, urlLists: without(data.urlLists, event.ids, byId) };
    default:
      return data;
  }
}
