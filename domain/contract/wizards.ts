import { z } from 'zod';
import { defineCall, edition, id, idParams, idsBody, idsReply, readEdition, requiredName, text } from './call.ts';
import { emailSettings, emailSources } from './email-settings.ts';
import { module } from './modules.ts';
import { linkPositions, mediaPositions } from './projects/posting.ts';
import { siteKey } from './sites.ts';
import { strategy } from './strategies.ts';
import { campaignPlan, wizardProblem } from './wizard-plan.ts';

/** A number as typed: an emptied one is told by its rule, not by its type. */
const typed = z.number().nullable();
const share = z.number().default(0);

/** What a wizard holds at most: characters of its texts and of the addresses of a link set, and link sets of a tier. */
export const wizardBounds = { text: 100_000, urls: 2_000_000, linkSets: 100 } as const;

/** A set of links of a tier; lower tiers link to the pages of their parents, so that theirs has keywords alone. */
export const wizardLinkSet = z.object({
  /** One per line; tier 1 only. */
  urls: z.string().max(wizardBounds.urls).default(''),
  primaryKeyword: text.default(''),
  secondaryKeyword: text.default(''),
  brandedKeyword: text.default(''),
  genericKeyword: text.default(''),
  primaryPercentage: z.number().default(100),
  secondaryPercentage: share,
  brandedPercentage: share,
  genericPercentage: share,
  nakedUrlPercentage: share,
});
export type WizardLinkSet = z.infer<typeof wizardLinkSet>;

/** All sites, those of a site selection, or those that were marked. */
export const siteChoices = { all: 1, selection: 2, manual: 3 } as const;
/** Most sites that can be marked for a tier. */
export const mostMarks = 200_000;
const tierSites = z.object({
  type: z.union([z.literal(1), z.literal(2), z.literal(3)]).default(1),
  siteSelectionId: id.nullable().default(null),
  selectedSites: z.array(siteKey).max(mostMarks).default([]),
});
export type TierSites = z.infer<typeof tierSites>;

const tierLinks = z.object({
  linkSets: z.array(wizardLinkSet).max(wizardBounds.linkSets).default([]),
  minLinks: typed.default(1),
  maxLinks: typed.default(3),
  linkPosition: z.enum(linkPositions).nullable().default('ReplaceKeyword'),
  tags: text.default(''),
});
export type TierLinks = z.infer<typeof tierLinks>;

const tierContent = z.object({
  contentGroupId: id.nullable().default(null),
  insertImages: z.boolean().default(false),
  searchForImages: z.boolean().default(true),
  imagePosition: z.enum(mediaPositions).nullable().default('Random'),
  keywordsForImage: text.default(''),
  imagesToInsert: text.default(''),
  minImage: typed.default(1),
  maxImage: typed.default(1),
  insertVideos: z.boolean().default(false),
  searchForVideos: z.boolean().default(true),
  videoPosition: z.enum(mediaPositions).nullable().default('Random'),
  keywordsForVideo: text.default(''),
  videosToInsert: text.default(''),
  minVideo: typed.default(1),
  maxVideo: typed.default(1),
});
export type TierContent = z.infer<typeof tierContent>;

/** What becomes a project: a box of the diagram, or a module of a generic one (D-WIZ-09). */
const wizardNode = z.object({
  /** Id of the box; of a generic project that and its module, with a colon between them. */
  id: z.string().min(1).max(300),
  /** Id of the box it hangs on; null for the Money Site. */
  parentId: z.string().max(300).nullable(),
  name: z.string().max(1_000).default(''),
  module,
  premium: z.boolean().default(false),
  tier: z.number().int().min(1).max(1_000),
  createNewAccount: z.boolean().default(true),
  /** Account Store Name. */
  profileName: z.string().max(255).default(''),
  group: z.string().max(1_000).default(''),
  /** Account profile, or private network. */
  profileId: id.nullable().default(null),
  /** Of private modules; 0: as many as go. */
  numberOfPosts: typed.default(1),
  /** The account profile that a campaign made from the wizard used: a duplicate may use it again (D-WIZ-07). */
  usedProfileId: id.nullable().default(null),
});
export type WizardNode = z.infer<typeof wizardNode>;

/** Most projects that one campaign is made of. */
const mostNodes = 2_000;
const perTier = <T extends z.ZodType>(part: T) => z.array(part).max(1_000).default([]);

/** Fields that every wizard has, and what a strange or an older text may leave out. */
export const wizard = z.object({
  id: id.nullable().default(null),
  name: z.string().max(255).default(''),
  saveWizard: z.boolean().default(false),
  campaignName: z.string().max(255).default(''),
  depth: z.number().int().min(0).max(1_000).default(0),
  strategy: strategy
    .pick({ id: true, name: true, description: true, img: true, strategy: true })
    .extend({ img: z.string().max(10_000_000), strategy: z.string().max(5_000_000) }),
  tierSiteSelection: perTier(tierSites),
  linksAndKeywords: perTier(tierLinks),
  content: perTier(tierContent),
  useIndexers: perTier(z.boolean()),
  indexers: perTier(z.array(z.string().max(60)).max(100)),
  useSameAccounts: perTier(z.boolean()),
  projects: z.array(wizardNode).max(mostNodes).default([]),
  emailSource: z.enum(emailSources).default('PRODUCT'),
  emailAccount: emailSettings.prefault({}),
  /** `DD/MM/YYYY HH:mm` in UTC; of a form that is not filled in yet the day or the time alone, as typed where the operator is, or nothing. */
  startDate: z.string().max(40).default(''),
  nDay: typed.default(1),
  blogName: text.default(''),
  blogTitle: text.default(''),
  username: text.default(''),
  password: text.default(''),
  firstName: text.default(''),
  lastName: text.default(''),
  /** Links and times are drawn from it: what the plan shows is what the runs do. */
  seed: z.string().max(100).default(''),
});
export type Wizard = z.infer<typeof wizard>;

/** A wizard as lists show it. */
export const wizardRow = z.object({ id, name: z.string(), version: z.number(), edition });
export type WizardRow = z.infer<typeof wizardRow>;

export const wizardName = requiredName('Please enter wizard name');
export const wizardTexts = {
  unreadable: 'The wizard could not be read',
  noStrategy: 'Please select a strategy',
} as const;

/** A wizard as compressed text (D-GEN-08), or as it is. */
const packed = z.union([z.string().max(20_000_000), z.record(z.string(), z.unknown())]);

const rowReply = z.object({ wizard: wizardRow });
export const listWizards = defineCall({
  id: 'listWizards',
  method: 'GET',
  path: '/rest/xwizards',
  summary: 'All wizards, and the strategies a new one may use',
  /** `hasProductMail`: addresses can be drawn, so that a new wizard need not ask for a mailbox. */
  reply: z.object({ wizards: z.array(wizardRow), strategies: z.array(strategy), hasProductMail: z.boolean() }),
});
export const getWizard = defineCall({
  id: 'getWizard',
  method: 'GET',
  path: '/rest/xwizards/:id',
  summary: 'One wizard, with all that older ones lack filled in',
  params: idParams,
  reply: z.object({ wizard, edition }),
});
export const saveWizard = defineCall({
  id: 'saveWizard',
  method: 'POST',
  path: '/rest/xwizards',
  summary: 'Save a wizard, complete or not: one without an id is made, another one overwritten (D-WIZ-01)',
  /** `uuid`: of the editing session. It makes one wizard; what it saved last it may save again, as where an answer was lost. */
  body: z.object({ wizard: packed, uuid: z.string().max(100), edition: readEdition }),
  reply: z.object({ id, edition }),
});
export const putWizard = defineCall({
  id: 'putWizard',
  method: 'PUT',
  path: '/rest/xwizards',
  summary: 'Without an id an empty wizard of a strategy; with one that wizard begins anew with the strategy (D-WIZ-01)',
  body: z.object({
    id: id.nullish(),
    strategy: z.int({ error: wizardTexts.noStrategy }).min(1),
    name: wizardName.optional(),
  }),
  reply: z.object({ id, edition }),
});
export const deleteWizards = defineCall({
  id: 'deleteWizards',
  method: 'DELETE',
  path: '/rest/xwizards',
  summary: 'Delete wizards; the campaigns made from them stay',
  body: idsBody(id),
  reply: idsReply,
});
export const renameWizard = defineCall({
  id: 'renameWizard',
  method: 'POST',
  path: '/rest/xwizard/rename',
  summary: 'Rename a wizard',
  body: z.object({ id, name: wizardName }),
  reply: rowReply,
});
export const duplicateWizard = defineCall({
  id: 'duplicateWizard',
  method: 'POST',
  path: '/action/duplicate/xwizard/:id',
  summary: 'Copy a wizard under another name',
  params: idParams,
  body: z.object({ name: wizardName }),
  reply: rowReply,
});
export const planCampaign = defineCall({
  id: 'planCampaign',
  method: 'POST',
  path: '/action/plan/xcampaign',
  summary: 'What a campaign made from a wizard would do, and all that keeps it from being made',
  body: z.object({ wizard: packed }),
  /** `plan`: null while the links, the accounts or the days of the wizard break a rule. */
  reply: z.object({ plan: campaignPlan.nullable(), problems: z.array(wizardProblem) }),
});
export const createWizardCampaign = defineCall({
  id: 'createWizardCampaign',
  method: 'PUT',
  path: '/action/create/xcampaign',
  summary: 'Make a campaign from a wizard, all of it or nothing (D-WIZ-10 to 13)',
  takes: 'envelope',
  body: z.object({
    wizard: packed,
    /** True: the wizard is saved too, in the same transaction (D-WIZ-02). */
    saveWizard: z.boolean(),
    /** Of the editing session: it makes one campaign. Asked again, as where the answer was lost, it is told of that one. */
    uuid: z.string().max(100).default(''),
    edition: readEdition,
  }),
  reply: z.object({ campaignId: id, wizardId: id.nullable() }),
});
