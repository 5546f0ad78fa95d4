import { registry } from '#connectors/registry.ts';
import { listConnectors, testAccount } from '#domain/contract/connectors.ts';
import type { App } from '../../app.ts';
import { type Route, route } from '../../calls/route.ts';
import { askSite } from './ask-site.ts';
import { describeConnectors } from './catalogue.ts';

export function connectorRoutes(app: App): Route[] {
  const connectors = describeConnectors(registry);
  return [
    route(listConnectors, async () => ({ connectors })),
    route(testAccount, ({ body, user }) => askSite(app, user, body)),
  ];
}
