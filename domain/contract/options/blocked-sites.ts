import { z } from 'zod';
import { defineCall, idsBody } from '../call.ts';
import { topic } from '../topic.ts';

/** A host that is neither posted to, registered on nor told to indexing services; its sub-domains go with it (ENG-09). */
export const blockedSite = z.object({ id: z.string() });
export type BlockedSite = z.infer<typeof blockedSite>;

export const blockedTexts = {
  enter: 'Please enter blocked sites',
  notAHost: (line: number) => `Line ${line} is not a valid host`,
  tooMany: (max: number) => `At most ${max} sites can be blocked`,
  /** Why a post is not made. */
  isBlocked: 'The site is blocked: see the tab Blocked Sites in Options',
} as const;

/** Hosts that are kept, at most. */
export const mostBlocked = 50_000;

export const addBlockedSites = defineCall({
  id: 'addBlockedSites',
  method: 'POST',
  path: '/rest/blocked_sites',
  summary: 'Block sites, one host per line; one bad line refuses all',
  body: z.object({ sites: z.string().trim().min(1, blockedTexts.enter).max(2_000_000) }),
  reply: z.object({ blockedSites: z.array(blockedSite) }),
});
export const deleteBlockedSites = defineCall({
  id: 'deleteBlockedSites',
  method: 'DELETE',
  path: '/rest/blocked_sites',
  summary: 'Unblock sites',
  body: idsBody(z.string().max(255)),
  reply: z.object({ ids: z.array(z.string()) }),
});

/** Events of topic blocked_sites (part N); null: more than an event holds, load again. */
export type BlockedSitesEventBody =
  | { action: 'blockedSitesAdded'; blockedSites: BlockedSite[] | null }
  | { action: 'blockedSitesDeleted'; ids: string[] | null };
export const blockedSitesTopic = topic<BlockedSitesEventBody>('blocked_sites');
