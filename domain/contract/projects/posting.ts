import { z } from 'zod';
import { splitCommaText } from '../../rules/comma-text.ts';
import { id, text } from '../call.ts';
import { postSettingProblems, postSettings } from '../post-settings.ts';
import { defineKind, saveCall } from './kind.ts';
import { projectRow } from './row.ts';
import { noSite, type Problem, projectTexts } from './rules.ts';

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

const maybeInt = z.number().nullable();
export const linkCountTexts = {
  bounds: 'Must be a number between 0 and 20',
  maxBelowMin: 'Max links must be greater or equal to min links',
} as const;
const { bounds: counts, maxBelowMin } = linkCountTexts;

export const whole = (value: number | null, min: number, max: number) =>
  value != null && Number.isInteger(value) && value >= min && value <= max;

/**
 * Dialog "Link Sets Profiles" (1-core section 5, D-TXT-03). In a project its bounds are rules of the General tab,
 * so the fields alone have none.
 */
export const linkSetProfileFields = z.object({
  linkSetId: id.nullable(),
  name: z.string().max(255).default(''),
  linkProb: z.number().default(100),
  minLinks: z.number().default(1),
  maxLinks: z.number().default(3),
});
/** A row as the dialog saves it; an emptied number is told by its rule, not by its type. */
export const linkSetProfile = linkSetProfileFields
  .extend({ linkProb: maybeInt.default(100), minLinks: maybeInt.default(1), maxLinks: maybeInt.default(3) })
  .superRefine((value, context) => {
    const refuse = (field: string, message: string) => context.addIssue({ code: 'custom', path: [field], message });
    const { linkSetId, linkProb, minLinks, maxLinks } = value;
    if (linkSetId == null) refuse('linkSetId', 'Please select a link set');
    if (!whole(minLinks, 0, 20)) refuse('minLinks', counts);
    if (!whole(maxLinks, 0, 20)) refuse('maxLinks', counts);
    else if (whole(minLinks, 0, 20) && (maxLinks ?? 0) < (minLinks ?? 0)) refuse('maxLinks', maxBelowMin);
    if (!whole(linkProb, 1, 100)) refuse('linkProb', 'Must be a number between 1 and 100');
  })
  .transform((value) => value as z.infer<typeof linkSetProfileFields>);
export type LinkSetProfile = z.infer<typeof linkSetProfile>;

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
  ...postSettings.shape,
});
export type PostingFields = z.infer<typeof postingFields>;

/** Settings of a new posting project; a private one has no campaign whose accounts it uses (D-PROJ-11). */
export function newPostingFields(campaignId: number | null): PostingFields {
  return postingFields.parse({ selectedCampaignId: campaignId });
}

function generalProblems(form: PostingFields, kind: 'posting' | 'private'): Problem[] {
  const found: Problem[] = [];
  const add = (field: string, message: string) => found.push({ tab: 'general', field, message });
  const miss = (field: string, message: string) => found.push({ tab: 'general', field, message, isMissing: true });
  if (kind === 'posting' && form.selectedCampaignId == null) miss('selectedCampaignId', projectTexts.campaign);
  if (form.profileId == null) miss('profileId', kind === 'posting' ? projectTexts.profile : projectTexts.network);
  if (form.urlListId == null) miss('urlListId', projectTexts.output);
  else if (form.useLinkSet && form.linkSetProfiles.some((row) => row.linkSetId === form.urlListId))
    add('urlListId', projectTexts.outputIsInput);
  if (form.contentGroupId == null) miss('contentGroupId', projectTexts.content);
  if (form.useLinkSet) {
    if (form.linkSetProfiles.length === 0) miss('linkSetProfiles', projectTexts.inputs);
    for (const row of form.linkSetProfiles) {
      const refused = linkSetProfile.safeParse(row).error?.issues[0];
      if (refused) add('linkSetProfiles', refused.message);
    }
    if (form.linkPlacement == null) miss('linkPlacement', projectTexts.placement);
    if (!whole(form.minLinks, 0, 20)) add('minLinks', counts);
    if (!whole(form.maxLinks, 0, 20)) add('maxLinks', counts);
    else if (whole(form.minLinks, 0, 20) && (form.maxLinks ?? 0) < (form.minLinks ?? 0)) add('maxLinks', maxBelowMin);
  }
  if (!form.tags.trim()) miss('tags', projectTexts.tags);
  return [...found, ...postSettingProblems(form)];
}

const lines = (value: string) => value.split('\n').filter((line) => line.trim() !== '');

/** Longest keyword that images and videos are searched by. */
const longestKeyword = 100;

/** What of a form says which images and videos go into a post. */
export type MediaFields = Pick<
  PostingFields,
  | `${'insert' | 'searchFor'}${'Images' | 'Videos'}`
  | `keywordsFor${'Image' | 'Video'}`
  | `${'images' | 'videos'}ToInsert`
  | `${'min' | 'max'}${'Image' | 'Video'}`
  | `${'image' | 'video'}Position`
>;

/** Broken rules of the images or the videos. */
export function mediaProblems(form: MediaFields, kind: 'image' | 'video'): Problem[] {
  const found: Problem[] = [];
  const add = (field: string, message: string) => found.push({ tab: kind, field, message });
  const miss = (field: string, message: string) => found.push({ tab: kind, field, message, isMissing: true });
  const image = kind === 'image';
  const name = image ? 'Image' : 'Video';
  const [search, keywords, urls] = image
    ? [form.searchForImages, form.keywordsForImage, form.imagesToInsert]
    : [form.searchForVideos, form.keywordsForVideo, form.videosToInsert];
  const words = splitCommaText(keywords);
  if (search && words.length === 0) miss(`keywordsFor${name}`, projectTexts[`${kind}Keywords`]);
  if (search && words.some((word) => word.length > longestKeyword))
    add(`keywordsFor${name}`, `A keyword may have at most ${longestKeyword} characters`);
  if (!search && lines(urls).length === 0) miss(`${kind}sToInsert`, projectTexts[`${kind}Urls`]);
  const [min, max] = image ? [form.minImage, form.maxImage] : [form.minVideo, form.maxVideo];
  if (min == null) miss(`min${name}`, projectTexts.required);
  else if (!whole(min, 0, 1_000)) add(`min${name}`, projectTexts.atLeastZero);
  if (max == null) miss(`max${name}`, projectTexts.required);
  else if (!whole(max, 0, 1_000)) add(`max${name}`, projectTexts.atLeastZero);
  else if (min != null && max < min) add(`max${name}`, projectTexts.maxBelowMin);
  if ((image ? form.imagePosition : form.videoPosition) == null)
    miss(`${kind}Position`, projectTexts[`${kind}Position`]);
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
    found.push({ tab: 'indexer', field: 'indexers', message: projectTexts.indexers, isMissing: true });
  if (checkedSites === 0) found.push(noSite);
  return found;
}

export const postingProject = projectRow.extend(postingFields.shape);
export type PostingProject = z.infer<typeof postingProject>;

export const savePostingProject = saveCall({
  id: 'savePostingProject',
  path: '/rest/postingproject',
  summary: 'Save a posting project; uuid names the editing session',
  fields: postingFields,
  project: postingProject,
});

/** A profile or network that holds nothing posts nothing; how many it holds is known where it was looked up. */
export const withoutLogins = (
  { profileId }: PostingFields,
  nAccounts: number | undefined,
  message: string = projectTexts.noAccounts,
): Problem[] =>
  profileId !== null && nAccounts === 0 ? [{ tab: 'general', field: 'profileId', message, isMissing: true }] : [];

/** Posts to sites of the catalogue with the accounts of a profile. */
export const postingKind = defineKind({
  modules: [
    'SocialNetwork',
    'Bookmarking',
    'Wiki',
    'WebProfile',
    'ArticleDirectory',
    'ForumProfile',
    'PressRelease',
    'GooglePlace',
    'PDF',
    'MoneySite',
  ],
  page: 'project',
  fields: postingFields,
  project: postingProject,
  save: savePostingProject,
  newFields: ({ campaignId }) => newPostingFields(campaignId),
  problems: (form, nChecked, nAccounts) => [...withoutLogins(form, nAccounts), ...postingProblems(form, nChecked)],
  act: 'publish',
  asksNumberOfPosts: false,
});
