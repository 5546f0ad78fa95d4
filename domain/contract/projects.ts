import { z } from 'zod';
import { projectStatus } from '../states/project.ts';
import { profile } from './accounts.ts';
import { boundedInt, defineCall, id, idParams, idsBody, idsReply, requiredName, success, text } from './call.ts';
import { campaign } from './campaigns.ts';
import { contentGroup } from './content.ts';
import { proof, urlList } from './links.ts';
import { creatableModules, type Module, module } from './modules.ts';
import { projectRow } from './project-row.ts';
import { siteKey } from './sites.ts';

/** Run status of a site in a project; UNKNOWN waits for the operator (D-ENG-19). */
export const siteStatus = z.enum(['NONE', 'SUCCESS', 'FAILED', 'RUNNING', 'UNKNOWN']);
export type SiteStatus = z.infer<typeof siteStatus>;

export const siteRow = z.object({
  id: siteKey,
  email: z.string().nullable(),
  platform: z.string(),
  pr: z.number(),
  dofollow: z.boolean(),
  status: siteStatus,
  waitInfo: z.string().nullable(),
  checked: z.boolean(),
  /** Page of the last success and what a stranger saw there; null before. */
  postUrl: z.string().nullable(),
  proof: proof.shape.state.nullable(),
});
export type SiteRow = z.infer<typeof siteRow>;

export const linkPositions = [
  'ReplaceKeyword',
  'Top',
  'Bottom',
  'RandomSentence',
  'RandomParagraph',
  'ReplaceLinkTag',
  'InBlurbOnly',
] as const;
export type LinkPosition = (typeof linkPositions)[number];
export const mediaPositions = ['Top', 'Bottom', 'Random'] as const;
export type MediaPosition = (typeof mediaPositions)[number];
export const linkRels = ['', 'nofollow', 'sponsored', 'ugc'] as const;
export type LinkRel = (typeof linkRels)[number];

const counts = 'Must be a number between 0 and 20';
const maxBelowMin = 'Max links must be greater or equal to min links';

/**
 * Dialog "Link Sets Profiles" (1-core section 5, D-TXT-03). In a project its bounds are rules of the General tab,
 * so the fields alone have none.
 */
const linkSetProfileFields = z.object({
  linkSetId: id.nullable(),
  name: z.string().max(255).default(''),
  linkProb: z.number().default(100),
  minLinks: z.number().default(1),
  maxLinks: z.number().default(3),
});
const boundedLinkSetProfile = linkSetProfileFields.extend({
  linkProb: boundedInt(1, 100, 'Must be a number between 1 and 100').default(100),
  minLinks: boundedInt(0, 20, counts).default(1),
  maxLinks: boundedInt(0, 20, counts).default(3),
});
export const linkSetProfile = boundedLinkSetProfile.superRefine((value, context) => {
  if (value.linkSetId == null)
    context.addIssue({ code: 'custom', path: ['linkSetId'], message: 'Please select a link set' });
  if (value.maxLinks < value.minLinks) context.addIssue({ code: 'custom', path: ['maxLinks'], message: maxBelowMin });
});
export type LinkSetProfile = z.infer<typeof linkSetProfile>;

export const tabs = { general: 'general', image: 'image', video: 'video', indexer: 'indexer', sites: 'sites' } as const;
/** Order in which the tabs are checked on save; the first failure opens its tab. */
export const tabOrder = ['general', 'image', 'video', 'indexer'] as const;
export type ProjectTab = keyof typeof tabs;

export const projectTexts = {
  fix: 'Please fix the problems below before continue',
  fixSites: 'Please fix all the errors below',
  oneSite: 'You need to select at least one site',
  campaign: 'Please select a campaign',
  profile: 'Please select an account profile',
  network: 'You need to choose a private network',
  output: 'You need to choose where to store your backlinks',
  outputIsInput: 'Output link set must be different to input link set',
  content: 'You need to choose where to get articles from',
  inputs: 'You must select input link sets',
  placement: 'Please select link position',
  tags: 'Please enter tags',
  imageKeywords: 'Enter keywords to search for images',
  imageUrls: 'Please enter the URLs of images to insert',
  imagePosition: 'Please select image position',
  videoKeywords: 'Enter keywords to search for videos',
  videoUrls: 'Please enter the URLs of videos to insert',
  videoPosition: 'Please select video position',
  required: 'Required',
  atLeastZero: 'Must be greater or equal to 0',
  maxBelowMin: 'Max must be greater or equal to min',
  indexers: 'Because you ticked Use Indexing Services. You need to select indexing services to help index your links',
  list: 'Please select an URL list',
} as const;

const maybeInt = z.number().nullable();

/** Fields of the posting form, with the defaults of a new project (part L). */
export const postingFields = z.object({
  selectedCampaignId: id.nullable().default(null),
  profileId: id.nullable().default(null),
  urlListId: id.nullable().default(null),
  contentGroupId: id.nullable().default(null),
  useLinkSet: z.boolean().default(false),
  linkSetProfiles: z.array(linkSetProfileFields).max(1_000).default([]),
  minLinks: z.number().nullable().default(1),
  maxLinks: z.number().nullable().default(3),
  linkPlacement: z.enum(linkPositions).nullable().default('ReplaceKeyword'),
  linkRel: z.enum(linkRels).default(''),
  outputAnchor: text.default(''),
  tags: text.default(''),
  insertImages: z.boolean().default(false),
  searchForImages: z.boolean().default(true),
  keywordsForImage: text.default(''),
  imagesToInsert: text.default(''),
  minImage: maybeInt.default(1),
  maxImage: maybeInt.default(1),
  imagePosition: z.enum(mediaPositions).nullable().default('Random'),
  insertVideos: z.boolean().default(false),
  searchForVideos: z.boolean().default(true),
  keywordsForVideo: text.default(''),
  videosToInsert: text.default(''),
  minVideo: maybeInt.default(1),
  maxVideo: maybeInt.default(1),
  videoPosition: z.enum(mediaPositions).nullable().default('Random'),
  useIndexers: z.boolean().default(false),
  indexers: z.array(z.string().max(60)).max(100).default([]),
});
export type PostingFields = z.infer<typeof postingFields>;

/** Settings of a new posting project. */
export function newPostingFields(campaignId: number): PostingFields {
  return postingFields.parse({ selectedCampaignId: campaignId });
}

/** One broken rule of a project form: where it stands and what it says. */
export interface Problem {
  tab: ProjectTab;
  field: string;
  message: string;
}

const whole = (value: number | null, min: number, max: number) =>
  value != null && Number.isInteger(value) && value >= min && value <= max;

function generalProblems(form: PostingFields, kind: 'posting' | 'private'): Problem[] {
  const found: Problem[] = [];
  const add = (field: string, message: string) => found.push({ tab: 'general', field, message });
  if (kind === 'posting' && form.selectedCampaignId == null) add('selectedCampaignId', projectTexts.campaign);
  if (form.profileId == null) add('profileId', kind === 'posting' ? projectTexts.profile : projectTexts.network);
  if (form.urlListId == null) add('urlListId', projectTexts.output);
  else if (form.useLinkSet && form.linkSetProfiles.some((row) => row.linkSetId === form.urlListId))
    add('urlListId', projectTexts.outputIsInput);
  if (form.contentGroupId == null) add('contentGroupId', projectTexts.content);
  if (form.useLinkSet) {
    if (form.linkSetProfiles.length === 0) add('linkSetProfiles', projectTexts.inputs);
    for (const row of form.linkSetProfiles) {
      const refused = linkSetProfile.safeParse(row).error?.issues[0];
      if (refused) add('linkSetProfiles', refused.message);
    }
    if (form.linkPlacement == null) add('linkPlacement', projectTexts.placement);
    if (!whole(form.minLinks, 0, 20)) add('minLinks', counts);
    if (!whole(form.maxLinks, 0, 20)) add('maxLinks', counts);
    else if (whole(form.minLinks, 0, 20) && (form.maxLinks ?? 0) < (form.minLinks ?? 0)) add('maxLinks', maxBelowMin);
  }
  if (!form.tags.trim()) add('tags', projectTexts.tags);
  return found;
}

const lines = (value: string) => value.split('\n').filter((line) => line.trim() !== '');

function mediaProblems(form: PostingFields, kind: 'image' | 'video'): Problem[] {
  const found: Problem[] = [];
  const add = (field: string, message: string) => found.push({ tab: kind, field, message });
  const image = kind === 'image';
  const name = image ? 'Image' : 'Video';
  const [search, keywords, urls] = image
    ? [form.searchForImages, form.keywordsForImage, form.imagesToInsert]
    : [form.searchForVideos, form.keywordsForVideo, form.videosToInsert];
  if (search && !keywords.trim()) add(`keywordsFor${name}`, projectTexts[`${kind}Keywords`]);
  if (!search && lines(urls).length === 0) add(`${kind}sToInsert`, projectTexts[`${kind}Urls`]);
  const [min, max] = image ? [form.minImage, form.maxImage] : [form.minVideo, form.maxVideo];
  if (min == null) add(`min${name}`, projectTexts.required);
  else if (!whole(min, 0, 1_000)) add(`min${name}`, projectTexts.atLeastZero);
  if (max == null) add(`max${name}`, projectTexts.required);
  else if (!whole(max, 0, 1_000)) add(`max${name}`, projectTexts.atLeastZero);
  else if (min != null && max < min) add(`max${name}`, projectTexts.maxBelowMin);
  if ((image ? form.imagePosition : form.videoPosition) == null)
    add(`${kind}Position`, projectTexts[`${kind}Position`]);
  return found;
}

/**
 * All broken rules of a posting or private project, in save order: General, Image, Video,
 * Indexer, then sites (1-core section 5). The first one names the tab to open.
 */
export function postingProblems(
  form: PostingFields,
  checkedSites: number,
  kind: 'posting' | 'private' = 'posting',
): Problem[] {
  const found = generalProblems(form, kind);
  if (form.insertImages) found.push(...mediaProblems(form, 'image'));
  if (form.insertVideos) found.push(...mediaProblems(form, 'video'));
  if (form.useIndexers && form.indexers.length === 0)
    found.push({ tab: 'indexer', field: 'indexers', message: projectTexts.indexers });
  if (found.length === 0 && checkedSites === 0)
    found.push({ tab: 'sites', field: 'sites', message: projectTexts.oneSite });
  return found;
}

export const projectName = requiredName('Please enter project name');
export const postingProject = projectRow.extend(postingFields.shape);
export type PostingProject = z.infer<typeof postingProject>;

const sibling = z.object({ id, name: z.string(), module, status: projectStatus });
export const projectPage = z.object({
  project: postingProject,
  campaign,
  siblings: z.array(sibling),
  sites: z.array(siteRow),
  profiles: z.array(profile),
  campaigns: z.array(z.object({ id, name: z.string() })).optional(),
  selectedCampaignId: id.nullable().optional(),
  urlLists: z.array(urlList).optional(),
  contentGroups: z.array(contentGroup).optional(),
});
export type ProjectPage = z.infer<typeof projectPage>;

export const getProject = defineCall({
  id: 'getProject',
  method: 'GET',
  path: '/rest/project/:id',
  summary: 'A project with all its page needs',
  params: idParams,
  reply: projectPage,
});

/** Marks of the shown site rows; rows left out keep theirs (D-PROJ-16). */
export const siteMark = z.object({ id: siteKey, email: z.string().max(255).nullish(), checked: z.boolean() });
export const savePostingProject = defineCall({
  id: 'savePostingProject',
  method: 'POST',
  path: '/rest/postingproject',
  summary: 'Save a posting project; uuid names the editing session',
  takes: 'envelope',
  body: z.object({
    project: postingFields.extend({ id, name: projectName.optional() }),
    sites: z.array(siteMark).max(200_000).default([]),
    uuid: z.string().max(100),
  }),
  reply: z.object({ project: postingProject, uuid: z.string() }),
});

const rowReply = z.object({ project: projectRow });
const statusReply = z.object({ status: projectStatus });
export const createProject = defineCall({
  id: 'createProject',
  method: 'PUT',
  path: '/rest/project',
  summary: 'Create a project',
  body: z.object({
    campaignId: id,
    module: z.enum(creatableModules as [Module, ...Module[]], 'Please select project type'),
    name: projectName,
  }),
  reply: rowReply,
});
export const renameProject = defineCall({
  id: 'renameProject',
  method: 'POST',
  path: '/rest/project/rename/:id',
  summary: 'Rename a project; its module never changes',
  params: idParams,
  body: z.object({ campaignId: id.optional(), module: module.optional(), name: projectName }),
  reply: rowReply,
});
export const duplicateProject = defineCall({
  id: 'duplicateProject',
  method: 'POST',
  path: '/action/duplicate/project/:id',
  summary: 'Copy a project with its settings and checked sites (D-PROJ-15)',
  params: idParams,
  body: z.object({ name: projectName }),
  reply: rowReply,
});
export const deleteProjects = defineCall({
  id: 'deleteProjects',
  method: 'DELETE',
  path: '/rest/projects/:id',
  summary: 'Delete projects of a campaign (id = campaign id)',
  params: idParams,
  body: idsBody(id),
  reply: idsReply,
});
export const startProject = defineCall({
  id: 'startProject',
  method: 'GET',
  path: '/action/start/project/:id',
  summary: 'Start a project',
  params: idParams,
  reply: statusReply,
});
export const stopProject = defineCall({
  id: 'stopProject',
  method: 'GET',
  path: '/action/stop/project/:id',
  summary: 'Stop a project; what runs is finished, the rest is skipped',
  params: idParams,
  reply: statusReply,
});
/** Operator's word on an UNKNOWN post (D-ENG-19): "It is there" with the address, or "Send again". */
export const resolvePost = defineCall({
  id: 'resolvePost',
  method: 'POST',
  path: '/action/resolve/post/:id',
  summary: 'Decide about a post whose answer was lost (id = project id)',
  params: idParams,
  body: z.discriminatedUnion('decision', [
    z.object({
      decision: z.literal('there'),
      id: siteKey,
      email: z.string().max(255).nullish(),
      url: z
        .string()
        .trim()
        .max(8_000)
        .refine((value) => URL.canParse(value) && value.startsWith('http'), 'Please enter the url'),
    }),
    z.object({ decision: z.literal('resend'), id: siteKey, email: z.string().max(255).nullish() }),
  ]),
  reply: success,
});
