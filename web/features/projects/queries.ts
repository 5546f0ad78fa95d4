import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { listProfiles, type Profile } from '#domain/contract/accounts.ts';
import type { CampaignEventBody } from '#domain/contract/campaign-topic.ts';
import type { ContentGroup } from '#domain/contract/content.ts';
import type { UrlList } from '#domain/contract/links.ts';
import { topics } from '#domain/contract/live.ts';
import { getProject, type ProjectPage, type SiteRow } from '#domain/contract/projects/projects.ts';
import type { ProjectRow } from '#domain/contract/projects/row.ts';
import type { ProjectEventBody, SiteStatusChanged } from '#domain/contract/projects/topic.ts';
import { send } from '#web/lib/call.ts';
import { loadAndKeepUp, tellLoads } from '#web/lib/keep-up.ts';
import { byId, replaced, upsert, without } from '#web/lib/lists.ts';
import { LiveStore } from '#web/lib/live-store.ts';
import { queryClient } from '#web/lib/query-client.ts';
import { useEachEvent, useTopic } from '#web/lib/use-topic.ts';
import { isNewer, isNewerIn, type Versioned } from '#web/lib/versions.ts';
import { applyCampaignEvent, applyGroupEvent, applyNetworkEvent, applyProjectEvent, applyReadings } from './live.ts';

/** What changes fast in a site row. */
export type SiteRun = Pick<SiteRow, 'status' | 'waitInfo' | 'postUrl' | 'proof' | 'dueAt' | 'version'>;

/** Identity of a site row as text. */
export const rowKey = (row: Pick<SiteRow, 'id' | 'email'>) => `${row.id.module}|${row.id.siteId}|${row.email ?? ''}`;
const projectKey = (id: number) => ['project', id];

/** Changes what the page holds of a project. */
function patchProject(id: number, change: (data: ProjectPage) => ProjectPage): void {
  queryClient.setQueryData<ProjectPage>(projectKey(id), (data) => data && change(data));
}

/** A project of two readings: the later form with the later state, which have their own counts. */
function joined<P extends ProjectRow>(held: ProjectRow, came: P): P {
  const form = isNewerIn('edition', came, held) ? came : (held as P);
  const { name, status, lastError, schedule, version } = isNewerIn('version', came, held) ? came : held;
  return { ...form, name, status, lastError, schedule, version };
}

/** Shows a saved project with the sites it was saved with, unless somebody saved it since. */
export function patchSaved(id: number, project: ProjectPage['project'], sites: SiteRow[]): void {
  patchProject(id, (page) => {
    if (!isNewerIn('edition', project, page.project)) return page;
    const campaign = 'selectedCampaignId' in project ? { selectedCampaignId: project.selectedCampaignId } : {};
    return { ...page, project: joined(page.project, project), ...campaign, sites };
  });
}

/** Takes what a call answered of a project's state, unless an event told a later one. */
export function patchState(id: number, answer: Partial<ProjectRow> & Versioned): void {
  patchProject(id, (page) =>
    isNewer(answer, page.project) ? { ...page, project: { ...page.project, ...answer } } : page,
  );
}

/** Offers a profile that was just made, also where the campaign of another project's accounts is chosen. */
export function offerProfile(id: number, profile: Profile): void {
  patchProject(id, (page) => ({ ...page, profiles: upsert(page.profiles, [profile], byId) }));
  queryClient.setQueryData<{ profiles: Profile[] }>(
    ['profiles', profile.campaignId],
    (data) => data && { profiles: upsert(data.profiles, [profile], byId) },
  );
}

/** Offers a link set or content group that was just made. */
export function offer(id: number, made: { urlList: UrlList } | { contentGroup: ContentGroup }): void {
  patchProject(id, (page) =>
    'urlList' in made
      ? applyCampaignEvent(page, { action: 'newUrlList', urlList: made.urlList })
      : applyGroupEvent(page, { action: 'newContentGroup', contentGroup: made.contentGroup }),
  );
}

/** Loads a project again. */
export function reloadProject(id: number): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: projectKey(id) });
}

/** A project with all its page needs; site runs live in a store of their own. */
export function useProject(id: number) {
  const [runs] = useState(() => new LiveStore<SiteRun>());
  // Heard from the first moment on, while the page is still being loaded too.
  useEachEvent(topics.project(id), (event) => {
    if (event.action === 'siteStatusChanged') runs.set(rowKey(event), runOf(event));
    else tellLoads(`project/${id}`, [event]);
  });
  const query = useQuery({
    queryKey: projectKey(id),
    queryFn: async ({ signal }) => {
      const load = () => send(getProject, { params: { id }, signal, quietOn: [404] });
      const data = await loadAndKeepUp(`project/${id}`, load, (page: ProjectPage, event: ProjectEventBody) =>
        applyReadings(applyProjectEvent(page, event), [event]),
      );
      runs.replace(data.sites.map((row) => [rowKey(row), row]));
      const held = queryClient.getQueryData<ProjectPage>(projectKey(id))?.project;
      // Its events may have been quicker than this answer.
      return held ? { ...data, project: joined(held, data.project) } : data;
    },
    gcTime: 0,
  });
  return { query, runs };
}

/** Applies the slow topics of the project page; `onForeignSave` is told of saves by other sessions. */
export function useProjectLive(
  data: Pick<ProjectPage, 'privateNetworks'> & { project: ProjectRow },
  uuid: string,
  onForeignSave: () => void,
): void {
  const { id, campaignId } = data.project;
  useTopic(topics.project(id), (events) => {
    const slow = events.filter((event) => event.action !== 'siteStatusChanged');
    if (slow.some((event) => event.action === 'sitesChanged')) void reloadProject(id);
    if (slow.length > 0) patchProject(id, (page) => applyReadings(slow.reduce(applyProjectEvent, page), slow));
    if (slow.some((event) => event.action === 'projectSaved' && event.uuid !== uuid)) onForeignSave();
  });
  useTopic(topics.campaign(campaignId), (events) =>
    patchProject(id, (page) => events.reduce(applyCampaignEvent, page)),
  );
  useTopic(topics.contentGroups, (events) => patchProject(id, (page) => events.reduce(applyGroupEvent, page)));
  useTopic(data.privateNetworks ? topics.privateNetworks : null, (events) =>
    patchProject(id, (page) => events.reduce(applyNetworkEvent, page)),
  );
}

const runOf = ({ status, waitInfo, postUrl, proof, dueAt, version }: SiteStatusChanged): SiteRun => ({
  status,
  waitInfo,
  postUrl,
  proof,
  dueAt,
  version,
});

/** Account profiles of the campaign chosen in the form, kept fresh by its topic. */
export function useProfiles(campaignId: number | null) {
  const queryKey = ['profiles', campaignId];
  useTopic(campaignId ? topics.campaign(campaignId) : null, (events) =>
    queryClient.setQueryData<{ profiles: Profile[] }>(
      queryKey,
      (data) => data && { profiles: events.reduce(applyProfileEvent, data.profiles) },
    ),
  );
  return useQuery({
    queryKey,
    enabled: campaignId !== null,
    queryFn: ({ signal }) => send(listProfiles, { params: { id: campaignId ?? 0 }, signal }),
  });
}

function applyProfileEvent(list: Profile[], event: CampaignEventBody): Profile[] {
  if (event.action === 'newProfile') return upsert(list, [event.profile], byId);
  if (event.action === 'profileEdited') return replaced(list, event.profile, byId);
  return event.action === 'profilesDeleted' ? without(list, event.ids, byId) : list;
}
