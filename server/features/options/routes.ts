import {
  checkIndexer,
  listIndexers as listIndexersCall,
  removeIndexer as removeCall,
  saveIndexer,
} from '#domain/contract/indexing.ts';
import type { App } from '../../app.ts';
import { type Route, route } from '../../calls/route.ts';
import { commit } from '../../live/commit.ts';
import { listIndexers, removeIndexer, storeIndexer, validateIndexer } from './indexers.ts';

export function optionRoutes(app: App): Route[] {
  return [
    route(listIndexersCall, async () => ({ indexers: await listIndexers(app.store.db, app.secrets) })),
    route(saveIndexer, async ({ body }) => ({
      indexer: await commit(app, (tx) => storeIndexer(tx, body, app.secrets)),
    })),
    route(removeCall, async ({ body }) => ({
      indexer: await commit(app, (tx) => removeIndexer(tx, body, app.secrets)),
    })),
    route(checkIndexer, ({ body }) => validateIndexer(app, body)),
  ];
}
