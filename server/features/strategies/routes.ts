import * as contract from '#domain/contract/strategies.ts';
import type { App } from '../../app.ts';
import { fileRoute, type Route, route } from '../../calls/route.ts';
import { commit } from '../../live/commit.ts';
import {
  createStrategy,
  deleteStrategies,
  duplicateStrategy,
  getStrategy,
  listStrategies,
  premiumModules,
  saveStrategy,
} from './strategies.ts';
import { exportStrategy, importStrategies } from './strategy-files.ts';

/** Calls on strategy diagrams. */
export function strategyRoutes(app: App): Route[] {
  const { db } = app.store;
  return [
    route(contract.listStrategies, async () => ({ strategies: await listStrategies(db) })),
    route(contract.getStrategy, async ({ params: { id } }) => ({
      strategy: await getStrategy(db, id),
      premiumModules: await premiumModules(db),
    })),
    route(contract.createStrategy, async ({ body }) => ({
      strategy: await commit(app, (tx, note) => createStrategy(tx, note, body)),
    })),
    route(contract.saveStrategy, async ({ params: { id }, body }) => ({
      strategy: await commit(app, (tx, note) => saveStrategy(tx, note, { ...body, id })),
    })),
    route(contract.deleteStrategies, async ({ body }) => ({
      ids: await commit(app, (tx, note) => deleteStrategies(tx, note, body.ids)),
    })),
    route(contract.duplicateStrategy, async ({ body }) => ({
      strategy: await commit(app, (tx, note) => duplicateStrategy(tx, note, body.id, body.name)),
    })),
    route(contract.importStrategies, ({ files }) => importStrategies(app, files)),
    fileRoute(contract.exportStrategy, ({ params: { id } }) => exportStrategy(app, id)),
  ];
}
