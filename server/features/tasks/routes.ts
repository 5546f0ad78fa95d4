import * as contract from '#domain/contract/tasks.ts';
import type { App } from '../../app.ts';
import { type Route, route } from '../../http/route.ts';

/** Calls on work in the background. */
export function taskRoutes(app: App): Route[] {
  return [
    route(contract.listTasks, async () => ({ tasks: await app.tasks.list() })),
    route(contract.cancelTask, async ({ params: { id } }) => {
      await app.tasks.cancel(id);
      return { success: true as const };
    }),
    route(contract.retryTask, async ({ params: { id } }) => {
      await app.tasks.retry(id);
      return { success: true as const };
    }),
  ];
}
