import { z } from 'zod';
import { defineCall } from './call.ts';
import { siteInput } from './sites.ts';

/** A field as it would be sent. */
const shownField = z.object({
  name: z.string(),
  /** '' for a secret. */
  value: z.string(),
  /** A token is sent as the page gives it, another one each time perhaps. */
  kind: z.enum(['value', 'secret', 'token']),
});
export type ShownField = z.infer<typeof shownField>;

/** One request as it would be sent. */
export const shownRequest = z.object({
  /** What it is for: "Sign in", "Step 1 of 2". */
  title: z.string(),
  method: z.enum(['GET', 'POST']),
  /** Where it goes; where no page could tell, what is known of it. */
  address: z.string(),
  fields: z.array(shownField),
  /** What the operator should know of it. */
  notes: z.array(z.string()),
  /** Why it would not be sent. */
  problems: z.array(z.string()),
});
export type ShownRequest = z.infer<typeof shownRequest>;

/** Reads the form pages of the site as a stranger; signs in nowhere. */
export const dryRunSite = defineCall({
  id: 'dryRunSite',
  method: 'POST',
  path: '/action/dry_run/custom_site',
  summary: 'Show what a post to a site would send, request by request, with sample content; sends nothing',
  body: siteInput,
  reply: z.object({ requests: z.array(shownRequest) }),
});
/** What a dry run answers where it cannot. */
export const dryRunTexts = {
  notShown: (label: string) => `${label} shows no dry run`,
} as const;
