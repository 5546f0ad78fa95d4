import { z } from 'zod';
import { profile } from './accounts.ts';
import { defineCall, id, idParams, idsBody, idsOrAllBody, idsReply, requiredName } from './call.ts';
import { urlList } from './links.ts';
import { projectRow } from './projects/row.ts';
import { utcMinute } from './schedules.ts';
import { strategy } from './strategies.ts';
import { campaignTally, projectTally } from './tallies.ts';
import { topic } from './topic.ts';

export const campaignStatus = z.enum(['ACTIVE', 'PAUSED']);
export const creatingType = z.enum(['Manually', 'XWizard']);
export const projectCount = z.object({
  scheduled: z.number(),
  running: z.number(),
  starting: z.number(),
  failed: z.number(),
});

export const campaign = z.object({
  id,
  name: z.string(),
  campaignStatus,
  creatingType,
  /** Compressed wizard; only in GET /rest/campaign/{id}. */
  wizardString: z.string().nullable(),
  schedule: z.object({ nDay: z.number(), startDate: utcMinute }).nullable(),
  projectCount,
  tally: campaignTally,
});
export type Campaign = z.infer<typeof campaign>;

export const campaignName = requiredName('Please enter campaign name');
/** Advice on the captcha provider, shown while another or none is in use (D-NAME-04, D-CAMP-07). */
export const captchaAdvice = z.object({ text: z.string(), link: z.string() });

export const listCampaigns = defineCall({
  id: 'listCampaigns',
  method: 'GET',
  path: '/rest/campaigns',
  summary: 'All campaigns, and the strategies a new one may use',
  reply: z.object({
    campaigns: z.array(campaign),
    strategies: z.array(strategy),
    captchaAdvice: captchaAdvice.nullable(),
  }),
});

export const createCampaign = defineCall({
  id: 'createCampaign',
  method: 'PUT',
  path: '/rest/campaigns',
  summary: 'Create a campaign by hand',
  takes: 'envelope',
  /** `uuid`: of the dialog. It makes one campaign of a name: asked again, as where the answer was lost, it is told of that one. */
  body: z.object({
    name: campaignName,
    creatingType: z.literal('Manually').default('Manually'),
    uuid: z.string().max(100).default(''),
  }),
  reply: z.object({ campaign }),
});

export const renameCampaign = defineCall({
  id: 'renameCampaign',
  method: 'POST',
  path: '/rest/campaigns',
  summary: 'Rename a campaign',
  body: z.object({ id, name: campaignName }),
  reply: z.object({ campaign }),
});

export const deleteCampaigns = defineCall({
  id: 'deleteCampaigns',
  method: 'POST',
  path: '/rest/delete/campaigns',
  summary: 'Delete campaigns with all they hold',
  body: idsBody(id),
  reply: idsReply,
});

export const getCampaign = defineCall({
  id: 'getCampaign',
  method: 'GET',
  path: '/rest/campaign/:id',
  summary: 'One campaign with its projects, profiles and link sets',
  params: idParams,
  reply: z.object({
    campaign,
    projects: z.array(projectRow),
    tallies: z.array(projectTally),
    profiles: z.array(profile),
    urlLists: z.array(urlList),
  }),
});

/** `changed`: false when it was so before. */
const campaignStatusReply = z.object({ campaignStatus, changed: z.boolean() });
export const pauseCampaign = defineCall({
  id: 'pauseCampaign',
  method: 'GET',
  path: '/action/pause/campaign/:id',
  summary: 'The scheduler starts nothing of the campaign until resumed (D-CAMP-06)',
  params: idParams,
  reply: campaignStatusReply,
});
export const resumeCampaign = defineCall({
  id: 'resumeCampaign',
  method: 'GET',
  path: '/action/resume/campaign/:id',
  summary: 'Overdue schedules start at once',
  params: idParams,
  reply: campaignStatusReply,
});

export const exportCampaignBacklinks = defineCall({
  id: 'exportCampaignBacklinks',
  method: 'POST',
  path: '/action/export/backlinks_from_campaigns',
  summary: 'Zip with one CSV per project (D-CAMP-04)',
  body: idsBody(id),
  answer: 'file',
});

export const exportProjectBacklinks = defineCall({
  id: 'exportProjectBacklinks',
  method: 'POST',
  path: '/action/export/backlinks_from_projects/:id',
  summary: 'Zip with one CSV per project of a campaign; no ids means all (D-CAMP-03)',
  params: idParams,
  body: idsOrAllBody(id),
  answer: 'file',
});

/** Answers of the two captcha checks on campaign load (API-063, API-064). */
export const checkPrimaryCaptcha = defineCall({
  id: 'checkPrimaryCaptcha',
  method: 'GET',
  path: '/action/check_balance/primary_captcha',
  summary: 'Balance of the stored image captcha service',
  reply: z.object({
    error: z.object({ message: z.string() }).nullable(),
    useCaptcha: z.boolean(),
    balance: z.number().nullable(),
  }),
});
export const checkPrimaryGoogleCaptcha = defineCall({
  id: 'checkPrimaryGoogleCaptcha',
  method: 'GET',
  path: '/action/check_balance/primary_google_captcha',
  summary: 'Balance of the stored Google captcha service',
  reply: z.object({
    error: z.object({ message: z.string() }).nullable(),
    useGoogleCaptcha: z.boolean(),
    balance: z.number().nullable(),
  }),
});

/** Events of topic campaigns. */
export type CampaignsEventBody =
  | { action: 'addNew'; campaign: Campaign }
  | { action: 'rename'; id: number; name: string }
  | { action: 'campaignsDeleted'; ids: number[] }
  | {
      action: 'statusChanged';
      id: number;
      campaignStatus: Campaign['campaignStatus'];
      projectCount: Campaign['projectCount'];
      tally: Campaign['tally'];
      /** Place of the reading in the store's history; a reader keeps the highest. */
      version: number;
    };
/** What happens to campaigns. */
export const campaignsTopic = topic<CampaignsEventBody>('campaigns');
