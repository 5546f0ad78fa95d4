import { z } from 'zod';
import { registry } from '#connectors/registry.ts';
import { listConnectors, testAccount } from '#domain/contract/connectors.ts';
import { readSettingsSchema, type SiteSettingsKind, siteSettingsKinds } from '#domain/contract/site-settings.ts';
import type { App } from '../../app.ts';
import { type Route, route } from '../../calls/route.ts';
import { askSite } from './ask-site.ts';
import { describeConnectors } from './catalogue.ts';

/** As an editor reads it: plain JSON. */
const schemaOf = (kind: SiteSettingsKind) =>
  JSON.parse(JSON.stringify(z.toJSONSchema(siteSettingsKinds[kind].schema, { io: 'input' })));

export function connectorRoutes(app: App): Route[] {
  const connectors = describeConnectors(registry);
  return [
    route(listConnectors, async () => ({ connectors })),
    route(readSettingsSchema, async ({ params }) => schemaOf(params.kind)),
    route(testAccount, ({ body, user }) => askSite(app, user, body)),
  ];
}
