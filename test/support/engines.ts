import { randomUUID } from 'node:crypto';
import { ProjectsInWork } from '#server/engine/close-run.ts';
import { Engine, type Jobs } from '#server/engine/engine.ts';
import { readProject } from '#server/features/projects/project-forms.ts';
import { checkLink, settleHeldChecks } from '#server/jobs/check-link.ts';
import { createCountsTeller } from '#server/jobs/tell-counts.ts';
import { verifySite } from '#server/jobs/verify-site.ts';
import { workOnPost } from '#server/jobs/work-on-post.ts';
import type { TestApp } from './start-app.ts';

/** A further engine on the store of a test, as another process would run it, with some jobs replaced. */
export async function startEngine(
  { app: { store, live, log, ...app } }: TestApp,
  replaced: Partial<Jobs> = {},
): Promise<Engine> {
  const bootId = randomUUID();
  const own = { ...app, store, live, log, bootId };
  const counts = createCountsTeller(own);
  const together = { counts, projects: new ProjectsInWork() };
  const engine = new Engine({
    store,
    live,
    log,
    bootId,
    roles: 'engine',
    jobs: {
      workOnPost: (post, signal) => workOnPost(own, together, post, signal),
      checkLink: (check, signal) => checkLink(own, check, signal),
      settleHeldChecks: () => settleHeldChecks(own),
      verifySite: (signal) => verifySite(own, signal),
      tellCounts: () => counts.tell(),
      readProject,
      ...replaced,
    },
  });
  await engine.start();
  return engine;
}
