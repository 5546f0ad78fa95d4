import { z } from 'zod';
import { projectStatus } from '../../states/project.ts';
import { profile } from '../accounts.ts';
import { defineCall, id, idParams, idsBody, idsReply, success } from '../call.ts';
import { campaign } from '../campaigns.ts';
import { contentGroup } from '../content.ts';
import { urlList } from '../links.ts';
import { creatableModules, type Module, module } from '../modules.ts';
import { privateNetwork } from '../private-networks.ts';
import { proofState } from '../proofs.ts';
import { siteKey } from '../sites.ts';
import { projectName } from './kind.ts';
import { anyProject, type ProjectKind, type ProjectOf } from './kinds.ts';
import { projectRow } from './row.ts';

/** Run status of a site in a project; UNKNOWN waits for the operator (D-ENG-19), STOPPED was called off (D-ENG-23). */
export const siteStatus = z.enum(['NONE', 'SUCCESS', 'FAILED', 'RUNNING', 'UNKNOWN', 'STOPPED']);
export type SiteStatus = z.infer<typeof siteStatus>;

export const siteRow = z.object({
  id: siteKey,
  email: z.string().nullable(),
  platform: z.string(),
  pr: z.number(),
  dofollow: z.boolean(),
  /** When a proof read its dofollow on a page; null while only its operator says it. */
  dofollowReadAt: z.string().nullable(),
  status: siteStatus,
  waitInfo: z.string().nullable(),
  checked: z.boolean(),
  /** Page of the last success and what a stranger saw there; null before. */
  postUrl: z.string().nullable(),
  proof: proofState.nullable(),
  /** When its planned post goes out; null when that is not known or over. */
  dueAt: z.string().nullable(),
  version: z.number(),
});
export type SiteRow = z.infer<typeof siteRow>;

const sibling = z.object({ id, name: z.string(), module, status: projectStatus });
/** A project with all that its page shows; which optional lists are there depends on its kind (API-003). */
export const projectPage = z.object({
  project: anyProject,
  campaign,
  siblings: z.array(sibling),
  sites: z.array(siteRow),
  profiles: z.array(profile),
  campaigns: z.array(z.object({ id, name: z.string() })).optional(),
  selectedCampaignId: id.nullable().optional(),
  urlLists: z.array(urlList).optional(),
  contentGroups: z.array(contentGroup).optional(),
  privateNetworks: z.array(privateNetwork).optional(),
});
type AnyPage = z.infer<typeof projectPage>;
/** The page of a project of some kind; the kind is that of its module (projectKind). */
export type ProjectPage<K extends ProjectKind = ProjectKind> = Omit<AnyPage, 'project'> & { project: ProjectOf<K> };

export const getProject = defineCall({
  id: 'getProject',
  method: 'GET',
  path: '/rest/project/:id',
  summary: 'A project with all its page needs',
  params: idParams,
  reply: projectPage,
});

/** Also what is missing or cannot be made is a broken rule, with its text. */
const projectModule = z
  .string()
  .max(60)
  .nullish()
  .refine((value) => (creatableModules as string[]).includes(value ?? ''), 'Please select project type')
  .transform((value) => value as Module);
const rowReply = z.object({ project: projectRow });
/** `changed`: false when nothing had to be done, since it was so already. */
const statusReply = z.object({ status: projectStatus, version: z.number(), changed: z.boolean() });
export const createProject = defineCall({
  id: 'createProject',
  method: 'PUT',
  path: '/rest/project',
  summary: 'Create a project',
  body: z.object({
    campaignId: id,
    module: projectModule,
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
  summary: 'Start a project; one that is COMPLETED posts to all its sites again, and needs again=true for it',
  params: idParams,
  query: z.strictObject({ again: z.stringbool().default(false) }),
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
export const startVerifying = defineCall({
  id: 'startVerifying',
  method: 'GET',
  path: '/action/start/verifying/:id',
  summary: 'Confirm the accounts of an account creation project by mail',
  params: idParams,
  reply: statusReply,
});
export const stopVerifying = defineCall({
  id: 'stopVerifying',
  method: 'GET',
  path: '/action/stop/verifying/:id',
  summary: 'Stop confirming by mail',
  params: idParams,
  reply: statusReply,
});
/** The private-site status that a row's dialog shows (D-PROJ-12). */
export const privateSiteStatus = defineCall({
  id: 'privateSiteStatus',
  method: 'POST',
  path: '/rest/privatesitestatus',
  summary: 'State of one site in a private project, with the posts made there',
  body: z.object({ projectId: id, siteId: z.string().max(255), email: z.string().max(255) }),
  reply: z.object({
    site: siteRow.pick({ id: true, email: true, platform: true, status: true, waitInfo: true }),
    posts: z.array(z.object({ url: z.string(), title: z.string(), date: z.string() })),
  }),
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
        .refine((value) => URL.canParse(value) && value.startsWith('http'), 'Please enter a URL'),
    }),
    z.object({ decision: z.literal('resend'), id: siteKey, email: z.string().max(255).nullish() }),
  ]),
  reply: success,
});
