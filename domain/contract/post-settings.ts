import { z } from 'zod';
import { carrierProblem } from '../rules/carrier-sentences.ts';
import { categoryProblem } from '../rules/categories.ts';
import type { Problem } from './projects/rules.ts';

export const keywordWays = ['carrier', 'wait'] as const;
export const postStatuses = ['publish', 'timed', 'draft'] as const;
/** Longest wait of a timed post, in hours: a year. */
const longestWait = 8_760;
export const addressScripts = ['latin', 'own'] as const;
export const excerptSources = ['', 'firstParagraph'] as const;

/** How posts are dressed (D-ENG-24, D-ENG-26), with the defaults of a new project; a platform takes what it knows. */
export const postSettings = z.object({
  /** What becomes of a link whose keyword the article lacks. */
  whenKeywordMissing: z.enum(keywordWays).default('carrier'),
  /** One per line, spin syntax allowed, "{anchor}" stands for the link; empty: built-in ones by the article's script. */
  carrierSentences: z.string().max(20_000).default(''),
  authorBlock: z.boolean().default(true),
  /** A name for all sites, and lines "site = name" for single ones. */
  category: z.string().max(10_000).default(''),
  excerptFrom: z.enum(excerptSources).default(''),
  postStatus: z.enum(postStatuses).default('publish'),
  /** Timed posts: the site shows them this long after they were sent. */
  publishAfterHours: z.number().int().nullable().default(24),
  /** Script of a post's address. */
  addressScript: z.enum(addressScripts).default('latin'),
  /** The first image put in stands above the post instead of in it. */
  featuredImage: z.boolean().default(false),
  /** Images stay where they are instead of being uploaded. */
  hotlinkImages: z.boolean().default(false),
  /** The sign by which a lost post is found again is taken out once its links are proved. */
  cleanAfterProof: z.boolean().default(false),
});
export type PostSettings = z.infer<typeof postSettings>;

/** Broken rules of these settings. */
export function postSettingProblems(form: PostSettings): Problem[] {
  const at = (field: string, message: string | undefined): Problem[] =>
    message === undefined ? [] : [{ tab: 'general', field, message }];
  return [
    ...at('carrierSentences', carrierProblem(form.carrierSentences)),
    ...at('category', categoryProblem(form.category)),
    ...at('publishAfterHours', waitProblem(form)),
  ];
}

function waitProblem({ postStatus, publishAfterHours }: PostSettings): string | undefined {
  if (postStatus !== 'timed') return undefined;
  if (publishAfterHours === null) return 'Please enter the hours until posts are shown';
  const isGood = publishAfterHours >= 1 && publishAfterHours <= longestWait;
  return isGood ? undefined : `Must be between 1 and ${longestWait.toLocaleString('en')}`;
}
