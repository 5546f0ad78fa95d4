import {
  AppstoreOutlined,
  CheckSquareOutlined,
  CloudServerOutlined,
  CloudUploadOutlined,
  ClusterOutlined,
  ExperimentOutlined,
  FileTextOutlined,
  GlobalOutlined,
  HistoryOutlined,
  MailOutlined,
  PartitionOutlined,
  ProfileOutlined,
  RocketOutlined,
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

/** The side menu in the spec's order (1-core section 2, D-NAV-02 to 04). */
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
  {
    text: 'Diagrams',
    to: '/strategies',
    icon: <PartitionOutlined aria-hidden />,
    also: ['strategy'],
  },
  { text: 'Email Manager', to: '/email-manager', icon: <MailOutlined aria-hidden /> },
  { text: 'Custom Sites', to: '/custom-sites', icon: <GlobalOutlined aria-hidden /> },
  {
    text: 'Private Network',
    to: '/private-networks',
    icon: <ClusterOutlined aria-hidden />,
    also: ['private-network'],
  },
  {
    text: 'X-Wizard',
    to: '/xwizards',
    icon: <RocketOutlined aria-hidden />,
    also: ['xwizard', 'newwizard', 'newcampaign', 'duplicatecampaign'],
  },
  { text: 'Wizard', to: '/old/wizards', icon: <ExperimentOutlined aria-hidden />, isReplaced: true },
  { text: 'Turbo Wizard', to: '/old/turbo_wizards', icon: <ThunderboltOutlined aria-hidden />, isReplaced: true },
  {
    text: 'Site Selection',
    to: '/site-selections',
    icon: <CheckSquareOutlined aria-hidden />,
    also: ['site-selection'],
  },
  { text: 'Cloud Accounts', to: '/cloud-accounts', icon: <CloudServerOutlined aria-hidden /> },
  { text: 'Cloud Blog Generator', to: '/cloud-blog-generator', icon: <CloudUploadOutlined aria-hidden /> },
  { text: 'Settings', to: '/options', icon: <SettingOutlined aria-hidden />, opensBeside: true },
];

/** The entry for the list of changes; drawn only when its address is known (D-NAV-06). */
export const changelogEntry = { text: 'Changelog', icon: <HistoryOutlined aria-hidden /> };
