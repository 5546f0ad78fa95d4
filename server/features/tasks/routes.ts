import * as contract from '#domain/contract/tasks.ts';
import type { App } from '../../app.ts';
import { NotFound, Refusal } from '../../errors/refusal.ts';
import { type Route, route } from '../../http/route.ts';

/** Calls on work in the background. */
export function taskRoutes(app: App): Route[] {
  const find = async (id: string) => {
    const task = await app.tasks.find(id);
    if (!task) throw new NotFound('task');
    return task;
  };
  const success = { success: true as const };
  return [
    route(contract.listTasks, async () => ({ tasks: await app.tasks.list() })),
    route(contract.cancelTask, async ({ params: { id } }) => {
      if (!(await app.tasks.cancel(await find(id)))) throw new Refusal('AT_ITS_END', contract.taskTexts.atItsEnd);
      return success;
    }),
    route(contract.retryTask, async ({ params: { id } }) => {
      if (!(await app.tasks.retry(await find(id)))) throw new Refusal('AT_ITS_END', contract.taskTexts.notFailed);
      return success;
    }),
  ];
}
