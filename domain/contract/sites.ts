import { z } from 'zod';
import { hasLogin } from '../rules/line-formats.ts';
import { boundedInt, defineCall, edition, idsBody, readEdition, requiredText, success } from './call.ts';
import { refusedLine } from './imports.ts';
import { module } from './modules.ts';
import { siteSettings } from './site-settings.ts';
import { topic } from './topic.ts';

/** Identity of a site: module and text id. */
export const siteKey = z.object({ module, siteId: z.string().max(255) });
export type SiteKey = z.infer<typeof siteKey>;

/** Site of the catalogue as selections and grids read it (part L). */
export const site = z.object({
  id: siteKey,
  platform: z.string(),
  pr: z.number(),
  dofollow: z.boolean(),
  img: z.boolean(),
  video: z.boolean(),
  url: z.string(),
});
export type Site = z.infer<typeof site>;

/** Whether the operator owns the site or may post to it (D-ENG-18). */
export const permission = z.enum(['owned', 'granted', 'none']);
export type Permission = z.infer<typeof permission>;
export const noPermission = 'Confirm that you own this site or may post to it';

/** A site under Custom Sites: an operator's own entry in the catalogue (D-CUST-01). */
export const customSite = site.extend({
  status: z.enum(['NEW', 'WORKING', 'FAILED']),
  /** Why it failed, or what was recognised; null before the first check. */
  statusReason: z.string().nullable(),
  connector: z.string(),
  permission,
  permissionNote: z.string(),
  permissionAt: z.string().nullable(),
  atOnce: z.number(),
  gapSeconds: z.number(),
  /** True while the switch of its host is off: nothing is sent there. */
  hostStopped: z.boolean(),
  /** When a proof read its dofollow on a page, which goes before what is typed; null while none has. */
  dofollowReadAt: z.string().nullable(),
  /** What its connector needs to know of it beyond the address; null where it needs nothing. */
  settings: siteSettings.nullable(),
  edition,
});
export type CustomSite = z.infer<typeof customSite>;

export const verifierStatus = z.enum(['NEW', 'VERIFYING', 'STOPPING']);

/** Pace by permission (D-ENG-02): granted 1 at once 2 s apart, owned 2 at once without a gap. */
export function defaultPace(value: Permission): { atOnce: number; gapSeconds: number } {
  return value === 'owned' ? { atOnce: 2, gapSeconds: 0 } : { atOnce: 1, gapSeconds: 2 };
}

/** Longest name of a host (RFC 1035, section 2.3.4, as text): longer ones cannot be looked up. */
const maxHost = 253;
const hasHost = (value: string) => !URL.canParse(value) || new URL(value).host.length <= maxHost;
const httpUrl = (value: string) => /^https?:\/\/[^\s/]+/i.test(value) && URL.canParse(value);
const siteUrl = requiredText('Please enter a URL', 2_000)
  .refine(httpUrl, 'Please enter an address that starts with http:// or https://')
  .refine(hasHost, `The host of the address must have at most ${maxHost} characters`)
  // Addresses are shown, exported and stored as they are; passwords are not.
  .refine((value) => !hasLogin(value), 'Please enter the login as an account, not in the address');
export const siteInput = z.object({
  module,
  siteId: requiredText('Please enter site id', 255),
  platform: requiredText('Please enter platform', 100),
  url: siteUrl,
  connector: requiredText('Please select a connector', 60),
  pr: boundedInt(0, 100, 'Must be a number between 0 and 100').default(0),
  dofollow: z.boolean().default(false),
  permission,
  permissionNote: z.string().max(2_000).default(''),
  atOnce: boundedInt(1, 50, 'Must be a number between 1 and 50').optional(),
  gapSeconds: boundedInt(0, 86_400, 'Must be a number between 0 and 86400').optional(),
  settings: siteSettings.nullable().default(null),
});
export type SiteInput = z.infer<typeof siteInput>;

/** Columns of the custom sites file, import and export alike. */
export const siteFileColumns = [
  'module',
  'siteId',
  'platform',
  'url',
  'connector',
  'pr',
  'dofollow',
  'permission',
  'permissionNote',
  'atOnce',
  'gapSeconds',
  'settings',
] as const;

/** A site as it is offered to whoever types its name. */
export const siteOffer = z.object({
  id: siteKey,
  url: z.string(),
  connector: z.string(),
  permission,
  /** True when an account of the typed name is one for this site. */
  isNamed: z.boolean(),
});
export type SiteOffer = z.infer<typeof siteOffer>;

/** Answers 304 to a client that holds the list as it is (D-SITE-05). */
export const listCatalogue = defineCall({
  id: 'listCatalogue',
  method: 'GET',
  path: '/sites.json',
  summary: 'The catalogue as a bare list, cached by ETag',
  reply: z.array(site),
});
export const listCatalogueSites = defineCall({
  id: 'listCatalogueSites',
  method: 'GET',
  path: '/rest/sites',
  summary: 'Catalogue and custom sites without blocked ones',
  reply: z.object({ sites: z.array(site) }),
});
/** Sites for a name that is typed: the one it names first (its id or host, as posting takes it), then those it is part of. */
export const offerSites = defineCall({
  id: 'offerSites',
  method: 'GET',
  path: '/rest/site_offers',
  summary: 'A few sites whose id or host holds a text',
  query: z.strictObject({
    search: z.string().max(200).default(''),
    limit: z.coerce.number().int().min(1).max(100).default(20),
  }),
  reply: z.object({ offers: z.array(siteOffer) }),
});
export const listCustomSites = defineCall({
  id: 'listCustomSites',
  method: 'GET',
  path: '/rest/custom_sites',
  summary: 'Custom sites with the state of the verifier',
  reply: z.object({
    verifierStatus,
    sites: z.array(customSite),
    modules: z.array(module),
  }),
});
export const saveCustomSite = defineCall({
  id: 'saveCustomSite',
  method: 'PUT',
  path: '/rest/custom_sites',
  summary: 'Add a custom site, or change the one with the same module and site id; isNew refuses one that is there',
  body: siteInput.extend({ edition: readEdition, isNew: z.boolean().default(false) }),
  reply: z.object({ site: customSite }),
});
/** What adding answers where it cannot. */
export const siteTexts = {
  exists: 'This site already exists',
  unknownSoftware: 'No platform that can be posted to was recognised at this address',
  alreadyThere: (siteId: string) => `The site ${siteId} is there already`,
  hostStopped: 'Traffic to this host is stopped',
  noAnswer: (seconds: number) => `The site did not answer within ${seconds} s`,
} as const;
export const addSiteByAddress = defineCall({
  id: 'addSiteByAddress',
  method: 'POST',
  path: '/action/add/custom_site',
  summary: 'Add a site by its address: its platform is recognised, its permission must be told',
  body: z.object({
    url: siteUrl,
    permission: z.enum(['owned', 'granted'], noPermission),
    permissionNote: z.string().max(2_000).default(''),
  }),
  reply: z.object({ site: customSite }),
});
export const deleteCustomSites = defineCall({
  id: 'deleteCustomSites',
  method: 'DELETE',
  path: '/rest/custom_sites',
  summary: 'Delete custom sites',
  body: idsBody(siteKey),
  reply: z.object({ ids: z.array(siteKey) }),
});
export const importCustomSites = defineCall({
  id: 'importCustomSites',
  method: 'POST',
  path: '/action/import/custom_sites',
  summary:
    'Import sites as exported; form fields permission and permissionNote speak for rows that name none, field module limits the file to one module',
  takes: 'upload',
  reply: z.object({
    sites: z.array(customSite),
    count: z.number(),
    /** How many of them stood already and were changed. */
    updated: z.number(),
    errorList: z.array(z.string()),
    /** The same lines with the reason of each. */
    refused: z.array(refusedLine),
    /** How many were refused in all. */
    rejected: z.number(),
  }),
});
export const exportCustomSites = defineCall({
  id: 'exportCustomSites',
  method: 'GET',
  path: '/action/export/custom_sites',
  summary: 'CSV of all custom sites',
  answer: 'file',
  changes: false,
});
/** No ids means all sites. */
export const verifyCustomSites = defineCall({
  id: 'verifyCustomSites',
  method: 'POST',
  path: '/action/verify/custom_sites',
  summary: 'Probe sites: reachable, platform recognised, interface open',
  body: z.object({ ids: z.array(siteKey).max(100_000).optional() }),
  reply: z.object({ verifierStatus }),
});
export const stopVerifyingCustomSites = defineCall({
  id: 'stopVerifyingCustomSites',
  method: 'POST',
  path: '/action/stop_verifying/custom_sites',
  summary: 'Call off the rest of the probes',
  reply: z.object({ verifierStatus }),
});
export const switchHost = defineCall({
  id: 'switchHost',
  method: 'POST',
  path: '/action/switch/host',
  summary: 'Stop or allow all traffic to one host (D-ENG-18)',
  body: z.object({ host: requiredText('Please enter the host', 255), stopped: z.boolean() }),
  reply: success,
});

/** Events of topic custom_sites. */
export type CustomSitesEventBody =
  | { action: 'verifierStatusChanged'; verifierStatus: 'NEW' | 'VERIFYING' | 'STOPPING' }
  | { action: 'sitesAdded'; sites: CustomSite[] | null }
  | { action: 'sitesDeleted'; ids: SiteKey[] };

/** What happens to the catalogue of own sites. */
export const customSitesTopic = topic<CustomSitesEventBody>('custom_sites');
