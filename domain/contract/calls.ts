import * as accounts from './accounts.ts';
import * as articleDownloads from './article-downloads.ts';
import * as balances from './balances.ts';
import type { Call } from './call.ts';
import * as campaigns from './campaigns.ts';
import * as cloudBlogs from './cloud-blogs.ts';
import * as clouds from './clouds.ts';
import * as connectors from './connectors.ts';
import * as content from './content.ts';
import * as dryRuns from './dry-runs.ts';
import * as email from './email-settings.ts';
import * as generator from './generator.ts';
import * as indexing from './indexing.ts';
import * as linkFiles from './link-files.ts';
import * as links from './links.ts';
import * as mailboxes from './mailboxes.ts';
import * as mediaSearch from './media-search.ts';
import * as articleSources from './options/article-sources.ts';
import * as blockedSites from './options/blocked-sites.ts';
import * as captcha from './options/captcha.ts';
import * as options from './options/options.ts';
import * as proxies from './options/proxies.ts';
import * as spinner from './options/spinner.ts';
import * as previews from './previews.ts';
import * as networks from './private-networks.ts';
import { randomInfo } from './projects/account.ts';
import { projectKinds } from './projects/kinds.ts';
import * as projects from './projects/projects.ts';
import * as schedules from './schedules.ts';
import * as session from './session.ts';
import * as sitePermissions from './site-permissions.ts';
import * as siteSelections from './site-selections.ts';
import * as siteSettings from './site-settings.ts';
import * as sites from './sites.ts';
import * as strategies from './strategies.ts';
import * as tallies from './tallies.ts';
import * as tasks from './tasks.ts';
import * as wayIn from './way-in.ts';
import * as wizards from './wizards.ts';

const isCall = (value: unknown): value is Call =>
  typeof value === 'object' && value !== null && 'path' in value && 'method' in value && 'reply' in value;

/** Every declared call, for the OpenAPI document, the routes check and the property tests. */
export const allCalls: Call[] = [
  session,
  campaigns,
  projects,
  previews,
  { randomInfo },
  Object.values(projectKinds).map(({ save }) => save),
  email,
  mailboxes,
  networks,
  schedules,
  strategies,
  tallies,
  accounts,
  links,
  linkFiles,
  content,
  articleDownloads,
  generator,
  connectors,
  clouds,
  cloudBlogs,
  dryRuns,
  indexing,
  captcha,
  articleSources,
  mediaSearch,
  options,
  balances,
  proxies,
  spinner,
  blockedSites,
  sitePermissions,
  siteSelections,
  siteSettings,
  sites,
  tasks,
  wizards,
  wayIn,
].flatMap((noun) => Object.values(noun).filter(isCall));
