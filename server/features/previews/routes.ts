import { dryRunSite } from '#domain/contract/dry-runs.ts';
import { showOneFile, showOnePost } from '#domain/contract/previews.ts';
import type { App } from '../../app.ts';
import { fileRoute, type Route, route } from '../../calls/route.ts';
import { dryRun } from './dry-run.ts';
import { showFile, showOne } from './show-one.ts';

/** Calls that show a post before any is sent. */
export function previewRoutes(app: App): Route[] {
  return [
    route(showOnePost, async ({ params: { id }, body }) => ({ post: await showOne(app, id, body) })),
    fileRoute(showOneFile, ({ params: { id }, body }) => showFile(app, id, body)),
    route(dryRunSite, async ({ body }) => ({ requests: await dryRun(app, body) })),
  ];
}
