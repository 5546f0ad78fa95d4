import * as accounts from './accounts.ts';
import type { Call } from './call.ts';
import * as campaigns from './campaigns.ts';
import * as connectors from './connectors.ts';
import * as content from './content.ts';
import * as dryRuns from './dry-runs.ts';
import * as email from './email-settings.ts';
import * as indexing from './indexing.ts';
import * as linkFiles from './link-files.ts';
import * as links from './links.ts';
import * as blockedSites from './options/blocked-sites.ts';
import * as captcha from './options/captcha.ts';
import * as options from './options/options.ts';
import * as proxies from './options/proxies.ts';
import * as previews from './previews.ts';
import * as networks from './private-networks.ts';
import { randomInfo } from './projects/account.ts';
import { projectKinds } from './projects/kinds.ts';
import * as projects from './projects/projects.ts';
import * as schedules from './schedules.ts';
import * as session from './session.ts';
import * as siteSettings from './site-settings.ts';
import * as sites from './sites.ts';
import * as tallies from './tallies.ts';
import * as tasks from './tasks.ts';
import * as wayIn from './way-in.ts';

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
  networks,
  schedules,
  tallies,
  accounts,
  links,
  linkFiles,
  content,
  connectors,
  dryRuns,
  indexing,
  captcha,
  options,
  proxies,
  blockedSites,
  siteSettings,
  sites,
  tasks,
  wayIn,
].flatMap((noun) => Object.values(noun).filter(isCall));
