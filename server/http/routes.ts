import type { App } from '../app.ts';
import type { Route } from '../calls/route.ts';
import { accountRoutes } from '../features/accounts/routes.ts';
import { campaignRoutes } from '../features/campaigns/routes.ts';
import { cloudRoutes } from '../features/clouds/routes.ts';
import { connectorRoutes } from '../features/connectors/routes.ts';
import { contentRoutes } from '../features/content/routes.ts';
import { emailRoutes } from '../features/emails/routes.ts';
import { linkRoutes } from '../features/links/routes.ts';
import { optionRoutes } from '../features/options/routes.ts';
import { previewRoutes } from '../features/previews/routes.ts';
import { networkRoutes } from '../features/private-networks/routes.ts';
import { projectRoutes } from '../features/projects/routes.ts';
import { sessionRoutes } from '../features/session/routes.ts';
import { siteSelectionRoutes } from '../features/site-selections/routes.ts';
import { siteRoutes } from '../features/sites/routes.ts';
import { strategyRoutes } from '../features/strategies/routes.ts';
import { taskRoutes } from '../features/tasks/routes.ts';
import { wayInRoutes } from '../features/way-in/routes.ts';
import { wizardRoutes } from '../features/wizards/routes.ts';

/** Every bound call: one line per noun. */
export function routes(app: App): Route[] {
  return [
    sessionRoutes,
    campaignRoutes,
    projectRoutes,
    previewRoutes,
    emailRoutes,
    strategyRoutes,
    networkRoutes,
    accountRoutes,
    linkRoutes,
    contentRoutes,
    cloudRoutes,
    connectorRoutes,
    optionRoutes,
    siteRoutes,
    siteSelectionRoutes,
    taskRoutes,
    wayInRoutes,
    wizardRoutes,
  ].flatMap((bind) => bind(app));
}
