import { z } from 'zod';
import { defineCall, id, idParams, idsBody, idsReply, requiredName } from './call.ts';
import { module } from './modules.ts';
import { topic, topicOf } from './topic.ts';

/** A network of the operator's own blogs (part L). */
export const privateNetwork = z.object({ id, name: z.string(), count: z.number() });
export type PrivateNetwork = z.infer<typeof privateNetwork>;

/** A site of a network; identity = siteId + email in lower case. */
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
});
export type PrivateSite = z.infer<typeof privateSite>;

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
export const uploadPrivateSites = defineCall({
  id: 'uploadPrivateSites',
  method: 'PUT',
  path: '/rest/private_network_bulk_upload/:id',
  summary: 'Add sites to a private network, one site|email|username|password per line (D-PBN-01, D-PBN-05)',
  params: idParams,
  body: z.object({ selfHosted: z.boolean().default(false), siteList: z.string().max(5_000_000) }),
  reply: z.object({ errorList: z.array(z.string()), sites: z.array(privateSite) }),
});

/** Events of topic private_networks. */
export type PrivateNetworksEventBody =
  | { action: 'addNew'; privateNetwork: PrivateNetwork }
  | { action: 'deleted'; ids: number[] }
  | { action: 'countChanged'; id: number; count: number };
/** Events of topic private_network/{id}. */
export type PrivateNetworkEventBody = { action: 'sitesAdded'; sites: PrivateSite[] };

/** What happens to private networks. */
export const privateNetworksTopic = topic<PrivateNetworksEventBody>('private_networks');
/** What happens in one private network. */
export const privateNetworkTopic = topicOf<PrivateNetworkEventBody>('private_network');
