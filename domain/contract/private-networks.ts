import { z } from 'zod';
import { defineCall, id, idParams, idsBody, idsReply, requiredName } from './call.ts';
import { refusedLine } from './imports.ts';
import { module } from './modules.ts';
import { permission } from './sites.ts';
import { topic, topicOf } from './topic.ts';

/** A network of the operator's own blogs (part L). */
export const privateNetwork = z.object({ id, name: z.string(), count: z.number(), version: z.number() });
export type PrivateNetwork = z.infer<typeof privateNetwork>;

/** Names a site of a network; letters count alike in both cases. */
export const privateSiteKey = z.object({ siteId: z.string().max(255), email: z.string().max(255) });
export type PrivateSiteKey = z.infer<typeof privateSiteKey>;

/** A site of a network: a login at a site of the catalogue (docs/decisions/0025). */
export const privateSite = z.object({
  privateGroupId: id,
  siteId: z.string(),
  email: z.string(),
  group: module,
  platform: z.string(),
  siteUrl: z.string(),
  username: z.string(),
  password: z.string(),
  selfHosted: z.boolean(),
  /** Modules of the projects that can post to it; none while its site does not stand under Custom Sites. */
  serves: z.array(module),
  /** What the last check of its site found; null while that does not stand under Custom Sites. */
  status: z.enum(['NEW', 'WORKING', 'FAILED']).nullable(),
  statusReason: z.string().nullable(),
  /** Why posting with this login is stopped until a project starts with it again; null: it is not. */
  stopped: z.string().nullable(),
  version: z.number(),
});
export type PrivateSite = z.infer<typeof privateSite>;

/** Addresses that one import asks for their platform: each is a question over the network. */
export const maxProbes = 2_000;

/** What the calls answer where an import cannot begin, and why lines are refused. */
export const networkTexts = {
  list: 'Please enter the list of sites',
  profile: 'Please select an account profile',
  form: 'Not a line of the form site|email|username|password',
  tooLong: 'Its site or its email is longer than 255 characters',
  bar: 'Its username holds a bar',
  notListed: 'No site of this name or address stands under Custom Sites',
  serves: (platform: string) => `${platform} takes no posts of private projects`,
  tooMany: `At most ${maxProbes} new addresses can be looked at in one import`,
} as const;

export const networkName = requiredName('Please enter private network name');

export const listPrivateNetworks = defineCall({
  id: 'listPrivateNetworks',
  method: 'GET',
  path: '/rest/private_networks',
  summary: 'All private networks',
  reply: z.object({ privateNetworks: z.array(privateNetwork) }),
});
export const createPrivateNetwork = defineCall({
  id: 'createPrivateNetwork',
  method: 'PUT',
  path: '/rest/private_networks',
  summary: 'Create a private network',
  body: z.object({ name: networkName }),
  reply: z.object({ privateNetwork }),
});
export const renamePrivateNetwork = defineCall({
  id: 'renamePrivateNetwork',
  method: 'POST',
  path: '/rest/private_networks',
  summary: 'Rename a private network',
  body: z.object({ id, name: networkName }),
  reply: z.object({ privateNetwork }),
});
export const deletePrivateNetworks = defineCall({
  id: 'deletePrivateNetworks',
  method: 'DELETE',
  path: '/rest/private_networks',
  summary: 'Delete private networks with their sites',
  body: idsBody(id),
  reply: idsReply,
});
export const getPrivateNetwork = defineCall({
  id: 'getPrivateNetwork',
  method: 'GET',
  path: '/rest/private_network/:id',
  summary: 'A private network with its sites',
  params: idParams,
  reply: z.object({ privateNetwork, sites: z.array(privateSite) }),
});
export const deletePrivateSites = defineCall({
  id: 'deletePrivateSites',
  method: 'DELETE',
  path: '/rest/private_network/:id',
  summary: 'Take sites out of a private network (D-PBN-04); they stay under Custom Sites',
  params: idParams,
  body: idsBody(privateSiteKey),
  reply: z.object({ ids: z.array(privateSiteKey) }),
});

/** The operator's word on sites that no network held yet: asked once for the whole list (D-ENG-18). */
const permissionOfList = {
  permission: permission.default('owned'),
  permissionNote: z.string().max(2_000).default(''),
};
/** What an import answers: refused lines as typed, the first of them, with their reasons beside. */
const importedSites = z.object({
  errorList: z.array(z.string()),
  refused: z.array(refusedLine),
  /** How many were refused in all. */
  rejected: z.number(),
  /** How many were taken; of equal ones the last counts. */
  count: z.number(),
  /** The sites that were added or have a new login, the first of them. */
  sites: z.array(privateSite),
});
export type ImportedSites = z.infer<typeof importedSites>;
export const uploadPrivateSites = defineCall({
  id: 'uploadPrivateSites',
  method: 'PUT',
  path: '/rest/private_network_bulk_upload/:id',
  summary: 'Add sites to a private network, one site|email|username|password per line (D-PBN-01, D-PBN-05)',
  params: idParams,
  body: z.object({
    selfHosted: z.boolean().default(false),
    siteList: z.string().max(5_000_000),
    ...permissionOfList,
  }),
  reply: importedSites,
});
export const importPrivateSites = defineCall({
  id: 'importPrivateSites',
  method: 'POST',
  path: '/action/import/private_network/:id',
  summary: 'Add the accounts of a profile whose sites stand under Custom Sites to a private network',
  params: idParams,
  body: z.object({ profileId: id, ...permissionOfList }),
  reply: importedSites,
});
export const exportPrivateSites = defineCall({
  id: 'exportPrivateSites',
  method: 'GET',
  path: '/action/export/private_group/:id',
  summary: 'The sites of a private network as the manual import reads them (D-PBN-03)',
  params: idParams,
  answer: 'file',
  changes: false,
});

/** Events of topic private_networks. */
export type PrivateNetworksEventBody =
  | { action: 'addNew'; privateNetwork: PrivateNetwork }
  | { action: 'rename'; id: number; name: string; version: number }
  | { action: 'deleted'; ids: number[] }
  | { action: 'countChanged'; id: number; count: number; version: number };
/** Events of topic private_network/{id}; without sites: too many, the list is to be read again. */
export type PrivateNetworkEventBody =
  | { action: 'sitesAdded'; sites: PrivateSite[] | null }
  | { action: 'sitesDeleted'; ids: PrivateSiteKey[] };

/** What happens to private networks. */
export const privateNetworksTopic = topic<PrivateNetworksEventBody>('private_networks');
/** What happens in one private network. */
export const privateNetworkTopic = topicOf<PrivateNetworkEventBody>('private_network');
