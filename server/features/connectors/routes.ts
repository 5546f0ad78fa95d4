import { registry } from '#connectors/registry.ts';
import { listConnectors } from '#domain/contract/connectors.ts';
import type { App } from '../../app.ts';
import { type Route, route } from '../../http/route.ts';
import { describeConnectors } from './catalogue.ts';

export function connectorRoutes(_app: App): Route[] {
  const connectors = describeConnectors(registry);
  return [route(listConnectors, async () => ({ connectors }))];
}
