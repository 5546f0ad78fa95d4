import {
  AppstoreOutlined,
  ClusterOutlined,
  ExperimentOutlined,
  FileTextOutlined,
  GlobalOutlined,
  HistoryOutlined,
  ProfileOutlined,
  SettingOutlined,
  ThunderboltOutlined,
} from '@ant-design/icons';
import type { ReactNode } from 'react';

/** One entry of the side menu. */
export interface MenuEntry {
  text: string;
  to: string;
  icon: ReactNode;
  /** Further first path parts that belong to the entry. */
  also?: string[];
  /** Another screen took over its work (D-NAV-03): drawn as such. */
  isReplaced?: true;
  /** Opens in a window of its own, beside the work. */
  opensBeside?: true;
  /** Reserved: who may see the entry; ignored while empty (D-NAV-09). */
  authority?: string[];
}

/** The side menu in the spec's order (1-core section 2, D-NAV-02 to 04), without the screens that are not built yet. */
export const menuEntries: MenuEntry[] = [
  {
    text: 'Campaigns',
    to: '/campaigns',
    icon: <AppstoreOutlined aria-hidden />,
    also: ['campaign', 'project', 'acproject', 'privateproject', 'indexerproject', 'accounts', 'url_list'],
  },
  {
    text: 'Content',
    to: '/content-groups',
    icon: <FileTextOutlined aria-hidden />,
    also: ['content-group', 'article', 'new-article'],
  },
  { text: 'Blurbs', to: '/old/blurbs', icon: <ProfileOutlined aria-hidden />, isReplaced: true },
  { text: 'Custom Sites', to: '/custom-sites', icon: <GlobalOutlined aria-hidden /> },
  {
    text: 'Private Network',
    to: '/private-networks',
    icon: <ClusterOutlined aria-hidden />,
    also: ['private-network'],
  },
  { text: 'Wizard', to: '/old/wizards', icon: <ExperimentOutlined aria-hidden />, isReplaced: true },
  { text: 'Turbo Wizard', to: '/old/turbo_wizards', icon: <ThunderboltOutlined aria-hidden />, isReplaced: true },
  { text: 'Settings', to: '/options', icon: <SettingOutlined aria-hidden />, opensBeside: true },
];

/** The entry for the list of changes; drawn only when its address is known (D-NAV-06). */
export const changelogEntry = { text: 'Changelog', icon: <HistoryOutlined aria-hidden /> };

/** Screens named by the specification that come with later versions, by first path part. */
export const laterScreens: Record<string, string> = {
  strategies: 'Diagrams',
  strategy: 'Diagrams',
  'email-manager': 'Email Manager',
  xwizards: 'X-Wizard',
  xwizard: 'X-Wizard',
  newcampaign: 'X-Wizard',
  newwizard: 'X-Wizard',
  duplicatecampaign: 'X-Wizard',
  'site-selections': 'Site Selection',
  'site-selection': 'Site Selection',
  'cloud-accounts': 'Cloud Accounts',
  'cloud-blog-generator': 'Cloud Blog Generator',
};
