import { showOnePost } from '#domain/contract/previews.ts';
import type { App } from '../../app.ts';
import { type Route, route } from '../../calls/route.ts';
import { showOne } from './show-one.ts';

/** The call that shows a post before any is sent. */
export function previewRoutes(app: App): Route[] {
  return [route(showOnePost, async ({ params: { id }, body }) => ({ post: await showOne(app, id, body) }))];
}
