import { profileTopic } from './accounts.ts';
import { balancesTopic } from './balances.ts';
import { campaignTopic } from './campaign-topic.ts';
import { campaignsTopic } from './campaigns.ts';
import { cloudBlogsTopic } from './cloud-blogs.ts';
import { cloudAccountsTopic } from './clouds.ts';
import { contentGroupsTopic, contentGroupTopic } from './content.ts';
import { linkSetTopic } from './links.ts';
import { emailManagerTopic } from './mailboxes.ts';
import { blockedSitesTopic } from './options/blocked-sites.ts';
import { proxiesTopic } from './options/proxies.ts';
import { privateNetworksTopic, privateNetworkTopic } from './private-networks.ts';
import { projectTopic } from './projects/topic.ts';
import { siteSelectionsTopic } from './site-selections.ts';
import { customSitesTopic } from './sites.ts';
import { strategiesTopic } from './strategies.ts';
import { tasksTopic } from './tasks.ts';
import type { BodyOf } from './topic.ts';
import { wizardsTopic, wizardTopic } from './wizard-topics.ts';

/** Every topic of the live channel (part N), each declared with its body beside its noun. */
export const topics = {
  blockedSites: blockedSitesTopic,
  campaigns: campaignsTopic,
  campaign: campaignTopic,
  cloudAccounts: cloudAccountsTopic,
  cloudBlogs: cloudBlogsTopic,
  contentGroups: contentGroupsTopic,
  contentGroup: contentGroupTopic,
  customSites: customSitesTopic,
  emailManager: emailManagerTopic,
  linkSet: linkSetTopic,
  privateNetworks: privateNetworksTopic,
  privateNetwork: privateNetworkTopic,
  profile: profileTopic,
  proxies: proxiesTopic,
  balances: balancesTopic,
  project: projectTopic,
  siteSelections: siteSelectionsTopic,
  strategies: strategiesTopic,
  tasks: tasksTopic,
  wizards: wizardsTopic,
  wizard: wizardTopic,
};

/** Any event body. */
export type LiveBody = BodyOf<(typeof topics)[keyof typeof topics]>;

const names = new Set<string>(Object.values(topics).filter((one) => typeof one === 'string'));
const families = new Set(Object.values(topics).flatMap((one) => (typeof one === 'function' ? one.family : [])));

/** True for an address that a window may listen to: a topic above, with an id where it takes one. */
export function isTopic(address: string): boolean {
  const [family = '', id, ...more] = address.split('/');
  if (id === undefined) return names.has(address);
  return more.length === 0 && families.has(family) && /^[1-9]\d{0,15}$/.test(id);
}

/** One event on its topic; the same shape travels between processes. */
export interface LiveEvent {
  address: string;
  body: LiveBody;
}

/** Frames of the event channel (D-LIVE-02). */
export type ClientFrame = { type: 'register' | 'unregister'; address: string } | { type: 'ping' };
export type ServerFrame =
  | { type: 'rec'; address: string; body: LiveBody }
  | { type: 'pong' }
  | { type: 'err'; address: string; message: string };

/** Lists in events are sent up to this length; above it null means "load again" (part N). */
export const maxRowsInEvent = 1_000;
/** Ping interval and the silence that counts as lost, in ms (D-LIVE-01). */
export const pingEveryMs = 20_000;
export const lostAfterMs = 60_000;
/** Close code of the channel when its session has ended (RFC 6455, section 7.4.2: private use). */
export const sessionOver = 4_401;
