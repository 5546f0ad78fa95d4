import { randomUUID } from 'node:crypto';
import { Engine, type Jobs } from '#server/engine/engine.ts';
import { CurrentOptions } from '#server/engine/options.ts';
import { signOffProcess } from '#server/engine/rescue.ts';
import type { TaskRuns } from '#server/engine/tasks/task-work.ts';
import { createJobs } from '#server/jobs/jobs.ts';
import type { TestApp } from './start-app.ts';

/** A further engine on the store of a test, as another process would run it, with some jobs replaced. */
export async function startEngine({ app }: TestApp, replaced: Partial<Jobs> = {}): Promise<Engine> {
  // A process of its own reads the options anew.
  const own = {
    ...app,
    bootId: randomUUID(),
    options: await CurrentOptions.open(app.store.db, app.config.privilegedAccounts),
  };
  const { store, live, log, tasks, options, bootId } = own;
  const jobs = { ...createJobs(own), ...replaced };
  const engine = new Engine({ store, live, log, bootId, roles: 'engine', tasks, options, jobs });
  await engine.start();
  const stop = engine.stop.bind(engine);
  engine.stop = async (forMs) => {
    own.options.close();
    await stop(forMs);
    await jobs.tellCounts();
    await signOffProcess(store, bootId);
  };
  return engine;
}

/** Tasks of every kind that are done at once; a test replaces the one it is about. */
export const noTasks: TaskRuns = {
  removeLinks: async () => {},
  confirmAccounts: async () => {},
  submitLinks: async () => {},
  cloudBlog: async () => {},
  backUp: async () => {},
  checkMailboxes: async () => {},
  checkProxies: async () => {},
  checkBalances: async () => {},
  generateArticles: async () => {},
};
