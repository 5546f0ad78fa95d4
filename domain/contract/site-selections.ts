import { z } from 'zod';
import { boundedInt, defineCall, edition, id, idParams, idsBody, idsReply, readEdition, requiredName } from './call.ts';
import { module } from './modules.ts';
import { site, siteKey } from './sites.ts';
import { topic } from './topic.ts';

export const selectByText = 'Please select a profile';
/** How a selection names its sites: by their platforms, or one by one. */
export const selectionType = z.enum(['Condition', 'Manually'], selectByText);
export type SelectionType = z.infer<typeof selectionType>;

/** A named choice of sites (part L); the flags and `minPR` narrow a choice by platforms (D-SITE-01). */
export const siteSelection = z.object({
  id,
  name: z.string(),
  siteSelectionType: selectionType,
  img: z.boolean(),
  video: z.boolean(),
  dofollow: z.boolean(),
  minPR: z.number(),
  version: z.number(),
  edition,
});
export type SiteSelection = z.infer<typeof siteSelection>;

/** A platform of a type of sites: what a choice by platforms is made of. */
export const platformKey = z.object({ platform: z.string().min(1).max(100), module });
export type PlatformKey = z.infer<typeof platformKey>;
/** A platform among the sites there are, with how many sites it has. */
export const platformRow = platformKey.extend({ checked: z.boolean(), nSites: z.number() });
export type PlatformRow = z.infer<typeof platformRow>;

const inSelection = { siteSelectionId: id };
const selectedSite = z.object({ id: siteKey, ...inSelection });
const selectedPlatform = z.object({ id: platformKey, ...inSelection, prob: z.literal(100) });

/** Most sites or platforms that one selection names. */
export const mostSelected = 200_000;
const marks = <T extends z.ZodType>(mark: T) => z.array(z.object({ id: mark })).max(mostSelected);

export const siteSelectionName = requiredName('Please enter site selection name');
const selectionReply = z.object({ siteSelection });

export const listSiteSelections = defineCall({
  id: 'listSiteSelections',
  method: 'GET',
  path: '/rest/site_selections',
  summary: 'All site selections',
  reply: z.object({ site_selections: z.array(siteSelection) }),
});
export const createSiteSelection = defineCall({
  id: 'createSiteSelection',
  method: 'PUT',
  path: '/rest/site_selections',
  summary: 'Create a site selection, which chooses no site yet',
  body: z.object({ name: siteSelectionName }),
  reply: selectionReply,
});
export const renameSiteSelection = defineCall({
  id: 'renameSiteSelection',
  method: 'POST',
  path: '/action/rename/site_selection',
  summary: 'Rename a site selection',
  body: z.object({ id, name: siteSelectionName }),
  reply: selectionReply,
});
export const deleteSiteSelections = defineCall({
  id: 'deleteSiteSelections',
  method: 'DELETE',
  path: '/rest/site_selections',
  summary: 'Delete site selections; the sites stay',
  body: idsBody(id),
  reply: idsReply,
});
/** `selectedSites` and `selectedPlatforms` also name what is not in the catalogue now: it counts again when it comes back. */
export const getSiteSelection = defineCall({
  id: 'getSiteSelection',
  method: 'GET',
  path: '/rest/site_selections/:id',
  summary: 'A site selection with all sites and platforms, and what of them it chooses',
  params: idParams,
  reply: z.object({
    siteSelection,
    sites: z.array(site.extend({ checked: z.boolean() })),
    selectedSites: z.array(selectedSite),
    platforms: z.array(platformRow),
    selectedPlatforms: z.array(selectedPlatform),
  }),
});
/** A list left out stays as it is; so do a name and flags that are left out. */
export const saveSiteSelection = defineCall({
  id: 'saveSiteSelection',
  method: 'POST',
  path: '/rest/site_selections/:id',
  summary: 'Save what a site selection chooses',
  params: idParams,
  body: z.object({
    siteSelection: z.object({
      name: siteSelectionName.optional(),
      siteSelectionType: selectionType,
      img: z.boolean().optional(),
      video: z.boolean().optional(),
      dofollow: z.boolean().optional(),
      minPR: boundedInt(0, 100, 'Min PR must be a number between 0 and 100').optional(),
      edition: readEdition,
    }),
    selectedSites: marks(siteKey).optional(),
    selectedPlatforms: marks(platformKey).optional(),
  }),
  reply: selectionReply,
});
export const resolveSiteSelection = defineCall({
  id: 'resolveSiteSelection',
  method: 'GET',
  path: '/rest/site_selections/:id/sites',
  summary: 'The sites that a site selection means now (D-SITE-02)',
  params: idParams,
  query: z.object({ module: module.optional() }),
  reply: z.object({ siteSelection, ids: z.array(siteKey) }),
});

/** Events of topic site_selections. */
export type SiteSelectionsEventBody =
  | { action: 'addNew' | 'edited'; siteSelection: SiteSelection }
  | { action: 'deleted'; ids: number[] };

/** What happens to the list of site selections. */
export const siteSelectionsTopic = topic<SiteSelectionsEventBody>('site_selections');
