import { z } from 'zod';
import { isWhole, percentagesProblem, percentageTexts } from '../rules/percentages.ts';
import {
  boundedInt,
  defineCall,
  deletedReply,
  edition,
  id,
  idParams,
  idsBody,
  idsOrFilterBody,
  idsReply,
  pageNeighbours,
  pageQuery,
  readEdition,
  requiredName,
  requiredText,
  searchText,
  success,
  text,
} from './call.ts';
import { proof, proofCounts, proofFilter } from './proofs.ts';
import { topicOf } from './topic.ts';

/** A link set: target URLs with anchors, or the pages that a project made (part L). */
export const urlList = z.object({ id, name: z.string(), campaignId: id, count: z.number(), version: z.number() });
export type UrlList = z.infer<typeof urlList>;

export const urlItem = z.object({
  id,
  urlListId: id,
  url: z.string(),
  anchor: z.string(),
  linksOnPage: z.string(),
  site: z.string().nullable(),
  username: z.string().nullable(),
  password: z.string().nullable(),
  dateAdded: z.string(),
  proof,
  edition,
  /** Of a link that posts place: on how many pages, on how many a stranger sees it, and when it was seen last. */
  placed: z.object({ pages: z.number(), live: z.number(), seenAt: z.string().nullable() }).nullable(),
});
export type UrlItem = z.infer<typeof urlItem>;

export const anchorTypes = ['primary', 'secondary', 'branded', 'generic', 'nakedUrl'] as const;
export type AnchorType = (typeof anchorTypes)[number];

const percentage = (min: number, message: string) =>
  z
    .number()
    .refine((value) => Number.isInteger(value) && value >= min && value <= 100, message)
    .meta({ type: 'integer', minimum: min, maximum: 100 });

const keywordFields = z.object({
  useKeyword: z.boolean().default(false),
  primaryKeyword: text.default(''),
  secondaryKeyword: text.default(''),
  brandedKeyword: text.default(''),
  genericKeyword: text.default(''),
  primaryPercentage: percentage(0, 'Must be a number between 0 and 100').default(100),
  secondaryPercentage: percentage(0, 'Must be a number between 0 and 100').default(0),
  brandedPercentage: percentage(0, 'Must be a number between 0 and 100').default(0),
  genericPercentage: percentage(0, 'Must be a number between 0 and 100').default(0),
  nakedUrlPercentage: percentage(0, 'Must be a number between 0 and 100').default(0),
});
export type LinkSetKeywords = z.infer<typeof keywordFields>;

/** Keyword mix of a link set; rules of 1-core section 5 and D-LINK-01 to 03. */
export const linkSetKeywords = keywordFields.superRefine((value, context) => {
  const refuse = (field: string, message: string) => context.addIssue({ code: 'custom', path: [field], message });
  if (value.useKeyword) for (const { field, message } of percentagesProblem(value)) refuse(field, message);
  else if (!isWhole(value)) refuse('primaryPercentage', percentageTexts.total);
});

/** Keywords of a new link set. */
export const newKeywords: LinkSetKeywords = keywordFields.parse({});

export const linkSetName = requiredName('Please enter your link set name');
export const linkInput = z.object({
  url: requiredText('Please enter the url', 8_000),
  anchor: requiredText('Please enter the anchor', 8_000),
  linksOnPage: z.string().max(20_000).default(''),
});
export const linkTexts = {
  batchRequired: 'Please enter links',
  notALink: (line: number) => `Line ${line} is not a valid link`,
} as const;

/** State of a check of a whole link set. */
export const linkCheck = z.object({
  state: z.enum(['IDLE', 'CHECKING']),
  total: z.number(),
  done: z.number(),
});
/** How often a whole link set is checked by itself, in days (0: only when somebody asks for it), and when next. */
const checkRhythm = z.object({ checkEveryDays: z.number(), nextCheckAt: z.iso.datetime().nullable() });
export type CheckRhythm = z.infer<typeof checkRhythm>;
/** Placed links of a set by anchor type; `total` counts those with their own anchor too. */
export const linkSetMix = defineCall({
  id: 'linkSetMix',
  method: 'GET',
  path: '/rest/url_list_mix/:id',
  summary: 'How the links of a set were placed, by anchor type (id = link set id)',
  params: idParams,
  reply: z.object({ placed: z.record(z.enum(anchorTypes), z.number()), total: z.number() }),
});

const listReply = z.object({ urlList });
export const createLinkSet = defineCall({
  id: 'createLinkSet',
  method: 'PUT',
  path: '/rest/url_list',
  summary: 'Create a link set',
  body: z.object({ campaignId: id, name: linkSetName }),
  reply: listReply,
});
export const renameLinkSet = defineCall({
  id: 'renameLinkSet',
  method: 'POST',
  path: '/rest/url_list/:id',
  summary: 'Rename a link set',
  params: idParams,
  body: z.object({ name: linkSetName }),
  reply: listReply,
});
export const deleteLinkSets = defineCall({
  id: 'deleteLinkSets',
  method: 'DELETE',
  path: '/rest/url_list/:id',
  summary: 'Delete link sets of a campaign (id = campaign id)',
  params: idParams,
  body: idsBody(id),
  reply: idsReply,
});
const day = z
  .string()
  .regex(/^\d{4}-\d\d-\d\d$/, 'Must be a date')
  .refine((value) => !Number.isNaN(Date.parse(value)), 'Must be a date');
/** What a list of links is narrowed to, its deletions and exports too. Days are those of UTC, both ends included. */
export const linkFilter = {
  search: searchText,
  proof: proofFilter.optional(),
  /** First letters of the site. */
  site: z.string().max(255).optional(),
  since: day.optional(),
  until: day.optional(),
  /** 'empty': links without an anchor, 'given': the others. */
  anchor: z.enum(['empty', 'given']).optional(),
};

/** Sorts: added (default, newest first) and url. */
export const listLinks = defineCall({
  id: 'listLinks',
  method: 'GET',
  path: '/rest/url_items/:id',
  summary: 'One page of the links of a link set (id = link set id)',
  params: idParams,
  query: pageQuery.extend(linkFilter),
  reply: z.object({
    campaign: z.object({ id, name: z.string() }),
    urlList,
    urlItems: z.array(urlItem),
    keywords: keywordFields,
    ...pageNeighbours,
    total: z.number().nullable(),
    check: linkCheck,
    rhythm: checkRhythm,
    proofCounts,
  }),
});
export const addLinks = defineCall({
  id: 'addLinks',
  method: 'PUT',
  path: '/rest/url_items/:id',
  summary: 'Add one link, or a batch of lines url|x|anchor|x|linksOnPage (id = link set id)',
  params: idParams,
  body: z.union([z.object({ links: z.string().max(20_000_000) }), linkInput]),
  reply: z.object({ urlItems: z.array(urlItem) }),
});
export const deleteLinks = defineCall({
  id: 'deleteLinks',
  method: 'DELETE',
  path: '/rest/url_items/:id',
  summary: 'Delete links of a link set, named or all that fit (id = link set id)',
  params: idParams,
  body: idsOrFilterBody(id, linkFilter),
  reply: deletedReply(id),
});
export const editLink = defineCall({
  id: 'editLink',
  method: 'POST',
  path: '/rest/url_item/:id',
  summary: 'Edit one link (id = link id)',
  params: idParams,
  body: linkInput.extend({ edition: readEdition }),
  reply: z.object({ urlItem }),
});
export const saveKeywords = defineCall({
  id: 'saveKeywords',
  method: 'POST',
  path: '/rest/url_list_keyword/:id',
  summary: 'Save the keyword mix of a link set (id = link set id)',
  params: idParams,
  body: linkSetKeywords,
  reply: z.object({ keywords: keywordFields }),
});
export const checkLinkSet = defineCall({
  id: 'checkLinkSet',
  method: 'POST',
  path: '/action/check/url_list/:id',
  summary: 'Read every page of the link set again as a stranger and store what is there',
  params: idParams,
  body: z.object({ ids: z.array(id).max(100_000).optional() }),
  reply: z.object({ check: linkCheck }),
});
export const stopCheckLinkSet = defineCall({
  id: 'stopCheckLinkSet',
  method: 'POST',
  path: '/action/stop_checking/url_list/:id',
  summary: 'Call off the rest of a check',
  params: idParams,
  reply: success,
});

export const saveCheckRhythm = defineCall({
  id: 'saveCheckRhythm',
  method: 'POST',
  path: '/rest/url_list_rhythm/:id',
  summary: 'Check a link set by itself every so many days, 0 for not any more (id = link set id)',
  params: idParams,
  body: z.object({ checkEveryDays: boundedInt(0, 365, 'Must be between 0 and 365') }),
  reply: z.object({ rhythm: checkRhythm }),
});

/** Events of topic url_list/{id}. */
export type LinkSetEventBody =
  /** Null after an import of more than an event may name. */
  | { action: 'urlItemsAdded'; urlItems: UrlItem[] | null }
  | { action: 'urlItemEdited'; urlItem: UrlItem }
  | { action: 'urlItemsDeleted'; ids: number[] }
  /** Too many links changed to tell them one by one: load them again. */
  | { action: 'urlItemsChanged'; urlListId: number }
  | { action: 'keywordsSaved'; keywords: LinkSetKeywords }
  | ({ action: 'checkRhythmSaved' } & CheckRhythm)
  | { action: 'checkProgressed'; urlListId: number; state: 'IDLE' | 'CHECKING'; total: number; done: number };
/** What happens in one link set. */
export const linkSetTopic = topicOf<LinkSetEventBody>('url_list');
