import type { ProjectStatus } from '../states/project.ts';
import type { Account, Profile } from './accounts.ts';
import type { Campaign } from './campaigns.ts';
import type { ArticleRow, ContentGroup } from './content.ts';
import type { UrlItem, UrlList } from './links.ts';
import type { PrivateNetwork, PrivateSite } from './private-networks.ts';
import type { ProjectRow } from './project-row.ts';
import type { SiteRow } from './projects.ts';
import type { Schedule } from './schedules.ts';
import type { CustomSite, SiteKey } from './sites.ts';

/** projectStatusChanged travels on project/{id} and campaign/{id}. */
export interface ProjectStatusChanged {
  action: 'projectStatusChanged';
  projectId: number;
  status: ProjectStatus;
  lastError: string | null;
  schedule: Schedule | null;
  /** Of the project's row; a reader keeps the highest, since answers and events may overtake each other. */
  version: number;
}
/** Run state of one site row; carries the proof too, so that the row turns live in place. */
export interface SiteStatusChanged {
  action: 'siteStatusChanged';
  projectId: number;
  id: SiteKey;
  email: string | null;
  status: SiteRow['status'];
  waitInfo: string | null;
  postUrl: string | null;
  proof: SiteRow['proof'];
  /** Of the site's row; a reader keeps the highest. */
  version: number;
}

/** Events of topic project/{id}. */
export type ProjectEventBody =
  | ProjectStatusChanged
  | SiteStatusChanged
  /** Too many rows changed to tell them one by one: load them again. */
  | { action: 'sitesChanged'; projectId: number }
  | { action: 'verificationProgressed'; projectId: number; status: string }
  | { action: 'projectSaved'; projectId: number; uuid: string }
  | { action: 'projectEdited'; project: ProjectRow };
/** Events of topic campaigns. */
export type CampaignsEventBody =
  | { action: 'addNew'; campaign: Campaign }
  | { action: 'rename'; id: number; name: string }
  | { action: 'campaignsDeleted'; ids: number[] }
  | {
      action: 'statusChanged';
      id: number;
      campaignStatus: Campaign['campaignStatus'];
      projectCount: Campaign['projectCount'];
      /** Place of the reading in the store's history; a reader keeps the highest. */
      version: number;
    };
/** Events of topic campaign/{id}. */
export type CampaignEventBody =
  | ProjectStatusChanged
  | { action: 'campaignStatusChanged'; campaignId: number; campaignStatus: Campaign['campaignStatus'] }
  | { action: 'rename'; id: number; name: string }
  | { action: 'newProject' | 'projectEdited'; project: ProjectRow }
  | { action: 'projectsDeleted' | 'profilesDeleted' | 'urlListsDeleted'; ids: number[] }
  | { action: 'newProfile' | 'profileEdited'; profile: Profile }
  | { action: 'newUrlList' | 'urlListEdited'; urlList: UrlList };
/** Events of topic profile/{id}. */
export type ProfileEventBody =
  | { action: 'newAccount' | 'accountEdited'; account: Account }
  | { action: 'accountsDeleted'; ids: { siteName: string; email: string }[] | null }
  | { action: 'accountsImported'; accounts: Account[] | null };
/** Events of topic url_list/{id}. */
export type LinkSetEventBody =
  | { action: 'urlItemsAdded'; urlItems: UrlItem[] | null }
  | { action: 'urlItemEdited'; urlItem: UrlItem }
  | { action: 'urlItemsDeleted'; ids: number[] | null }
  | { action: 'checkProgressed'; urlListId: number; state: 'IDLE' | 'CHECKING'; total: number; done: number };
/** Events of topic content_groups. */
export type ContentGroupsEventBody =
  | { action: 'newContentGroup' | 'contentGroupEdited'; contentGroup: ContentGroup }
  | { action: 'contentGroupsDeleted'; ids: number[] };
/** Events of topic content_group/{id}. */
export type ContentGroupEventBody =
  | { action: 'newArticle' | 'editArticle'; article: ArticleRow }
  | { action: 'newArticles'; articles: ArticleRow[] | null }
  | { action: 'articlesDeleted'; ids: number[] };
/** Events of topic custom_sites. */
export type CustomSitesEventBody =
  | { action: 'verifierStatusChanged'; verifierStatus: 'NEW' | 'VERIFYING' | 'STOPPING' }
  | { action: 'sitesAdded'; sites: CustomSite[] | null }
  | { action: 'sitesDeleted'; ids: SiteKey[] };

/** Events of topic private_networks. */
export type PrivateNetworksEventBody =
  | { action: 'addNew'; privateNetwork: PrivateNetwork }
  | { action: 'deleted'; ids: number[] }
  | { action: 'countChanged'; id: number; count: number };
/** Events of topic private_network/{id}. */
export type PrivateNetworkEventBody = { action: 'sitesAdded'; sites: PrivateSite[] };

/** Any event body. */
export type LiveBody =
  | ProjectEventBody
  | CampaignsEventBody
  | CampaignEventBody
  | ProfileEventBody
  | LinkSetEventBody
  | ContentGroupsEventBody
  | ContentGroupEventBody
  | CustomSitesEventBody
  | PrivateNetworksEventBody
  | PrivateNetworkEventBody;

/** One event on its topic; the same shape travels between processes. */
export interface LiveEvent {
  address: string;
  body: LiveBody;
}

/** Topic names (part N). */
export const topics = {
  campaigns: 'campaigns',
  contentGroups: 'content_groups',
  customSites: 'custom_sites',
  privateNetworks: 'private_networks',
  privateNetwork: (id: number) => `private_network/${id}`,
  campaign: (id: number) => `campaign/${id}`,
  project: (id: number) => `project/${id}`,
  profile: (id: number) => `profile/${id}`,
  linkSet: (id: number) => `url_list/${id}`,
  contentGroup: (id: number) => `content_group/${id}`,
};

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
