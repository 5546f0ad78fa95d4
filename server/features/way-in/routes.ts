import { getWayIn } from '#domain/contract/way-in.ts';
import type { App } from '../../app.ts';
import { type Route, route } from '../../calls/route.ts';
import { readWayIn } from './way-in.ts';

/** Calls of the way from an empty product to the first proved link. */
export function wayInRoutes(app: App): Route[] {
  return [route(getWayIn, () => readWayIn(app.store.db))];
}
