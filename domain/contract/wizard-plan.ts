import { z } from 'zod';
import { anchorTypes } from './links.ts';

/** Tabs of the wizard in their order; from Sites on they are checked in it (3-wizards section 4). */
export const wizardTabs = [
  'strategy',
  'sites',
  'links',
  'content',
  'accounts',
  'emails',
  'indexer',
  'schedule',
  'confirm',
] as const;
export type WizardTab = (typeof wizardTabs)[number];

/** One thing that keeps a campaign from being made, and where it is mended. */
export const wizardProblem = z.object({
  tab: z.enum(wizardTabs),
  message: z.string(),
  /** From 1. */
  tier: z.number().optional(),
  field: z.string().optional(),
  /** Id of the project in the diagram. */
  node: z.string().optional(),
  /** Which link set, from 0. */
  set: z.number().optional(),
});
export type WizardProblem = z.infer<typeof wizardProblem>;

const linkCounts = z.object({ total: z.number(), byType: z.record(z.enum(anchorTypes), z.number()) });
export type LinkCounts = z.infer<typeof linkCounts>;

/** What a tier, or a project of it, will do. Days are those of UTC, `YYYY-MM-DD`. */
const share = z.object({
  sites: z.number(),
  /** Null: as many as go (D-SCHED-08). */
  posts: z.number().nullable(),
  links: linkCounts,
  firstDay: z.string().nullable(),
  lastDay: z.string().nullable(),
});
export const plannedTier = share.extend({ tier: z.number(), projects: z.number(), accounts: z.number() });
export type PlannedTier = z.infer<typeof plannedTier>;

/** What a campaign that is made from a wizard will do: by the functions that plan its runs. */
export const campaignPlan = z.object({
  tiers: z.array(plannedTier),
  nodes: z.array(share.extend({ id: z.string(), tier: z.number() })),
  accounts: z.number(),
  /** Posts by day; the days without any are left out. */
  days: z.array(z.object({ day: z.string(), posts: z.number() })),
  /** What will not come out as one may expect, though it keeps nothing from being made. */
  warnings: z.array(wizardProblem),
});
export type CampaignPlan = z.infer<typeof campaignPlan>;
