import { showOneFile, showOnePost } from '#domain/contract/previews.ts';
import type { App } from '../../app.ts';
import { fileRoute, type Route, route } from '../../calls/route.ts';
import { showFile, showOne } from './show-one.ts';

/** The calls that show a post before any is sent. */
export function previewRoutes(app: App): Route[] {
  return [
    route(showOnePost, async ({ params: { id }, body }) => ({ post: await showOne(app, id, body) })),
    fileRoute(showOneFile, ({ params: { id }, body }) => showFile(app, id, body)),
  ];
}
