import type { ProjectStatus } from '../../states/project.ts';
import type { Schedule } from '../schedules.ts';
import type { SiteKey } from '../sites.ts';
import type { ProjectTally } from '../tallies.ts';
import { topicOf } from '../topic.ts';
import type { SiteRow } from './projects.ts';
import type { ProjectRow } from './row.ts';

/** projectStatusChanged travels on project/{id} and campaign/{id}. */
export interface ProjectStatusChanged {
  action: 'projectStatusChanged';
  projectId: number;
  status: ProjectStatus;
  lastError: string | null;
  schedule: Schedule | null;
  /** Of the project's row; a reader keeps the highest, since answers and events may overtake each other. */
  version: number;
}
/** Run state of one site row; carries the proof too, so that the row turns live in place. */
export interface SiteStatusChanged {
  action: 'siteStatusChanged';
  projectId: number;
  id: SiteKey;
  email: string | null;
  status: SiteRow['status'];
  waitInfo: string | null;
  postUrl: string | null;
  proof: SiteRow['proof'];
  /** Only while the post waits for its time. */
  dueAt: string | null;
  /** Of the site's row; a reader keeps the highest. */
  version: number;
}

/** Events of topic project/{id}. */
export type ProjectEventBody =
  | ProjectStatusChanged
  | SiteStatusChanged
  /** How far it is; told at most once a second. */
  | { action: 'projectTallies'; tallies: ProjectTally[] }
  /** Too many rows changed to tell them one by one: load them again. */
  | { action: 'sitesChanged'; projectId: number }
  /** What the proof of a post read of the dofollow of its site. */
  | { action: 'dofollowRead'; projectId: number; id: SiteKey; dofollow: boolean; dofollowReadAt: string }
  | { action: 'verificationProgressed'; projectId: number; status: string }
  /** An indexing service was told of links of the project: how far it is can be read again. */
  | { action: 'linksSubmitted'; projectId: number }
  | { action: 'projectSaved'; projectId: number; uuid: string }
  | { action: 'projectEdited'; project: ProjectRow };
/** What happens in one project. */
export const projectTopic = topicOf<ProjectEventBody>('project');
