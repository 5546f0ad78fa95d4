import type { Profile } from './accounts.ts';
import type { Campaign } from './campaigns.ts';
import type { UrlList } from './links.ts';
import type { ProjectRow } from './projects/row.ts';
import type { ProjectStatusChanged } from './projects/topic.ts';
import type { ProjectTally } from './tallies.ts';
import { topicOf } from './topic.ts';

/** Events of topic campaign/{id}. */
export type CampaignEventBody =
  | ProjectStatusChanged
  | { action: 'campaignStatusChanged'; campaignId: number; campaignStatus: Campaign['campaignStatus'] }
  | { action: 'rename'; id: number; name: string }
  | { action: 'newProject' | 'projectEdited'; project: ProjectRow }
  /** How far projects are; told at most once a second. */
  | { action: 'projectTallies'; tallies: ProjectTally[] }
  | { action: 'projectsDeleted' | 'profilesDeleted' | 'urlListsDeleted'; ids: number[] }
  | { action: 'newProfile' | 'profileEdited'; profile: Profile }
  | { action: 'newUrlList' | 'urlListEdited'; urlList: UrlList };
/** What happens in one campaign: its projects, profiles and link sets. */
export const campaignTopic = topicOf<CampaignEventBody>('campaign');
