import { z } from 'zod';
import { projectStatus } from '../states/project.ts';
import { defineCall, id, idParams } from './call.ts';
import { refusalCode } from './refusals.ts';
import { scheduleInput } from './schedules.ts';

/** Sites by how far they are: those chosen, and of them those with a post, failed, for the operator to decide, and seen live. */
export const siteTally = z.object({
  chosen: z.number(),
  done: z.number(),
  failed: z.number(),
  unknown: z.number(),
  live: z.number(),
  lastRunAt: z.string().nullable(),
});
export type SiteTally = z.infer<typeof siteTally>;
/** Tally of nothing. */
export const noTally: SiteTally = { chosen: 0, done: 0, failed: 0, unknown: 0, live: 0, lastRunAt: null };

/** How far a project is; the version grows with every change. */
export const projectTally = siteTally.extend({ projectId: id, version: z.number() });
export type ProjectTally = z.infer<typeof projectTally>;

/** Sums over the projects of a campaign. */
export const campaignTally = siteTally.extend({
  projects: z.number(),
  /** When the next scheduled project starts; null without one, or while the campaign is paused. */
  nextRunAt: z.string().nullable(),
});
export type CampaignTally = z.infer<typeof campaignTally>;
/** Tally of a campaign without projects. */
export const noCampaignTally: CampaignTally = { ...noTally, projects: 0, nextRunAt: null };

/** Posts of one day (UTC). */
export const dayTally = z.object({ day: z.iso.date(), planned: z.number(), done: z.number(), failed: z.number() });
export type DayTally = z.infer<typeof dayTally>;

export const getOutlook = defineCall({
  id: 'getOutlook',
  method: 'GET',
  path: '/rest/outlook/:id',
  summary: 'How far a project is, what happens next, and its posts by day (id = project id)',
  params: idParams,
  reply: z.object({
    tally: projectTally,
    /** The earliest post that waits for its time. */
    nextPost: z.object({ at: z.string(), siteId: z.string() }).nullable(),
    /** When its schedule starts it; null without one that waits for a date. */
    nextRunAt: z.string().nullable(),
    /** True while its campaign is paused: no schedule starts it, whatever its date. */
    isPaused: z.boolean(),
    /** The 366 days with posts that are nearest to today. */
    days: z.array(dayTally),
    /** Planned on days after those. */
    later: z.object({ days: z.number(), posts: z.number() }),
    /** What a schedule that waits will spread over days, by what is chosen now; null without one. */
    spread: z.object({ nPosts: z.number(), nDays: z.number() }).nullable(),
  }),
});
export type Outlook = z.output<typeof getOutlook.reply>;

/** Projects that one call may start, stop or schedule. */
export const maxProjectsAtOnce = 500;
const projectIds = z.array(id).min(1).max(maxProjectsAtOnce);
const resultsReply = z.object({
  /** One for each id, in the order asked for. */
  results: z.array(
    z.object({
      id,
      /** What it is now; null where there is no such project in the campaign. */
      status: projectStatus.nullable(),
      /** False when nothing had to be done, since it was so already. */
      changed: z.boolean(),
      /** Why nothing was done; null when it was. */
      error: z.object({ code: refusalCode, message: z.string() }).nullable(),
    }),
  ),
});
/** What became of each project of a bulk call. */
export type BulkResult = z.output<typeof resultsReply>['results'][number];

export const startProjects = defineCall({
  id: 'startProjects',
  method: 'POST',
  path: '/action/start/projects/:id',
  summary:
    'Start projects of a campaign (id = campaign id); COMPLETED ones need again=true; answers what became of each',
  params: idParams,
  body: z.object({ ids: projectIds, again: z.boolean().default(false) }),
  reply: resultsReply,
});
export const stopManyProjects = defineCall({
  id: 'stopManyProjects',
  method: 'POST',
  path: '/action/stop/projects/:id',
  summary: 'Stop projects of a campaign (id = campaign id); answers what became of each',
  params: idParams,
  body: z.object({ ids: projectIds }),
  reply: resultsReply,
});
export const scheduleProjects = defineCall({
  id: 'scheduleProjects',
  method: 'POST',
  path: '/rest/schedules/:id',
  summary: 'Give projects of a campaign one schedule (id = campaign id); answers what became of each',
  params: idParams,
  body: z.object({ ids: projectIds, schedule: scheduleInput }),
  reply: resultsReply,
});
