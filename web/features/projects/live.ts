import type { CampaignEventBody } from '#domain/contract/campaign-topic.ts';
import type { ContentGroupsEventBody } from '#domain/contract/content.ts';
import type { PrivateNetworksEventBody } from '#domain/contract/private-networks.ts';
import type { ProjectPage } from '#domain/contract/projects/projects.ts';
import type { ProjectEventBody } from '#domain/contract/projects/topic.ts';
import { byId, replaced, upsert, without } from '#web/lib/lists.ts';
import { isNewer, newer } from '#web/lib/versions.ts';

/** Applies one event of project/{id} to what the page holds. */
export function applyProjectEvent(page: ProjectPage, event: ProjectEventBody): ProjectPage {
  if (event.action === 'projectStatusChanged') {
    if (!isNewer(event, page.project)) return page;
    const { status, lastError, schedule, version } = event;
    return { ...page, project: { ...page.project, status, lastError, schedule, version } };
  }
  if (event.action === 'projectEdited') {
    if (!isNewer(event.project, page.project)) return page;
    const { name, status, lastError, schedule, version } = event.project;
    return { ...page, project: { ...page.project, name, status, lastError, schedule, version } };
  }
  if (event.action === 'verificationProgressed' && 'verificationInfo' in page.project) {
    const verificationInfo = { ...page.project.verificationInfo, status: event.status };
    return { ...page, project: { ...page.project, verificationInfo } };
  }
  return page;
}

/** What proofs read of sites, many at once: there may be 50,000 rows. */
export function applyReadings(page: ProjectPage, events: readonly ProjectEventBody[]): ProjectPage {
  const read = new Map<string, { dofollow: boolean; dofollowReadAt: string }>();
  for (const event of events)
    if (event.action === 'dofollowRead') {
      const { id, dofollow, dofollowReadAt } = event;
      read.set(`${id.module}|${id.siteId}`, { dofollow, dofollowReadAt });
    }
  if (read.size === 0) return page;
  const sites = page.sites.map((row) => {
    const found = read.get(`${row.id.module}|${row.id.siteId}`);
    return found ? { ...row, ...found } : row;
  });
  return { ...page, sites };
}

/** Applies one event of the project's campaign: its name, link sets and sibling projects. */
export function applyCampaignEvent(page: ProjectPage, event: CampaignEventBody): ProjectPage {
  switch (event.action) {
    case 'rename':
      return { ...page, campaign: { ...page.campaign, name: event.name } };
    case 'newUrlList':
      return { ...page, urlLists: upsert(page.urlLists ?? [], [event.urlList], byId) };
    case 'urlListEdited':
      return { ...page, urlLists: replaced(page.urlLists ?? [], event.urlList, byId) };
    case 'urlListsDeleted':
      return { ...page, urlLists: without(page.urlLists ?? [], event.ids, byId) };
    case 'newProject':
    case 'projectEdited': {
      const { id, name, module, status } = event.project;
      if (id === page.project.id) return page;
      const sibling = { id, name, module, status };
      const isNew = event.action === 'newProject';
      return {
        ...page,
        siblings: isNew ? upsert(page.siblings, [sibling], byId) : replaced(page.siblings, sibling, byId),
      };
    }
    case 'newProfile':
      return { ...page, profiles: upsert(page.profiles, [event.profile], byId) };
    case 'profileEdited':
      return { ...page, profiles: replaced(page.profiles, event.profile, byId) };
    case 'profilesDeleted':
      return { ...page, profiles: without(page.profiles, event.ids, byId) };
    case 'projectsDeleted':
      return { ...page, siblings: without(page.siblings, event.ids, byId) };
    default:
      return page;
  }
}

/** Applies one event of the private networks. */
export function applyNetworkEvent(page: ProjectPage, event: PrivateNetworksEventBody): ProjectPage {
  const networks = page.privateNetworks;
  if (!networks) return page;
  if (event.action === 'addNew') return { ...page, privateNetworks: upsert(networks, [event.privateNetwork], byId) };
  if (event.action === 'deleted') return { ...page, privateNetworks: without(networks, event.ids, byId) };
  const { action: _, ...change } = event;
  return {
    ...page,
    privateNetworks: networks.map((row) => (row.id === event.id ? newer(row, { ...row, ...change }) : row)),
  };
}

/** Applies one event of the content groups. */
export function applyGroupEvent(page: ProjectPage, event: ContentGroupsEventBody): ProjectPage {
  const groups = page.contentGroups ?? [];
  if (event.action === 'contentGroupsDeleted') return { ...page, contentGroups: without(groups, event.ids, byId) };
  return { ...page, contentGroups: upsert(groups, [event.contentGroup], byId) };
}
