import { z } from 'zod';
import { projectStatus } from '../states/project.ts';
import { defineCall, id } from './call.ts';
import { module } from './modules.ts';
import { siteKey } from './sites.ts';

const named = z.object({ id, name: z.string() });

/** What the store holds of the way from an empty product to the first proved link. */
export const wayIn = z.object({
  /** A site that may be posted to. */
  site: z.object({ id: siteKey, url: z.string(), connector: z.string() }).nullable(),
  campaign: named.nullable(),
  /** Accounts of that campaign. */
  profile: named.extend({ hasAccount: z.boolean() }).nullable(),
  group: named.extend({ hasArticle: z.boolean() }).nullable(),
  /** Links to be placed, with the anchor of one of them. */
  links: named.extend({ anchor: z.string().nullable() }).nullable(),
  /** Where made pages are kept. */
  output: named.nullable(),
  project: z.object({ id, name: z.string(), module, status: projectStatus, isReady: z.boolean() }).nullable(),
  /** Some link was read back on a public page. */
  isProved: z.boolean(),
  /** The page where the project's first link was seen. */
  provedPage: z.string().nullable(),
});
export type WayIn = z.infer<typeof wayIn>;

export const getWayIn = defineCall({
  id: 'getWayIn',
  method: 'GET',
  path: '/rest/way_in',
  summary: 'How far the store is on the way to the first proved link, and what each next step can use',
  reply: wayIn,
});
