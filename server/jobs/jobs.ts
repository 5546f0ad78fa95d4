import type { App } from '../app.ts';
import type { Jobs } from '../engine/engine.ts';
import { ProjectsInWork } from '../engine/runs/close-run.ts';
import { NotFound } from '../errors/refusal.ts';
import { endAbandonedBlogs } from '../features/clouds/blog-rows.ts';
import { endAbandonedJobs } from '../features/content/generator/job-rows.ts';
import { dueForCheck, startDueCheck } from '../features/links/checks/check-rhythm.ts';
import { readPlan } from '../features/projects/project-forms.ts';
import { commit } from '../live/commit.ts';
import { backUp, createBackupLook } from './back-up.ts';
import { workOnBlog } from './blogs/work-on-blog.ts';
import { checkLink, settleHeldChecks } from './check-link.ts';
import { confirmAccounts } from './sign-up/confirm-accounts.ts';
import { checkBalances, createBalanceLook } from './tasks/check-balances.ts';
import { checkMailboxes, endAbandonedCheck } from './tasks/check-mailboxes.ts';
import { checkProxies } from './tasks/check-proxies.ts';
import { generateArticles } from './tasks/generate-articles.ts';
import { removeLinks } from './tasks/remove-links.ts';
import { submitLinks } from './tasks/submit-links.ts';
import { createCountsTeller } from './tell-counts.ts';
import { freeProbes, verifySite } from './verify-site.ts';
import { workOnPost } from './work-on-post.ts';

/** Every kind of work of an engine. */
export function createJobs(app: App): Jobs {
  const counts = createCountsTeller(app);
  const lookAtBalances = createBalanceLook(app);
  const lookAtBackups = createBackupLook(app);
  const together = { counts, projects: new ProjectsInWork() };
  return {
    workOnPost: (post, signal) => workOnPost(app, together, post, signal),
    checkLink: (check, signal) => checkLink(app, check, signal),
    settleHeldChecks: () => settleHeldChecks(app),
    startDueChecks: async () => {
      await lookAtBalances();
      await lookAtBackups();
      await startDueChecks(app);
    },
    endAbandoned: async () => {
      await endAbandonedJobs(app);
      await endAbandonedBlogs(app);
      await endAbandonedCheck(app);
      await freeProbes(app);
    },
    verifySite: (signal) => verifySite(app, signal),
    tellCounts: () => counts.tell(),
    readPlan: (tx, id) => readPlan(tx, id, app),
    tasks: {
      removeLinks: (work) => removeLinks(app, work),
      submitLinks: (work) => submitLinks(app, work),
      checkBalances: (work) => checkBalances(app, work),
      checkMailboxes: (work) => checkMailboxes(app, work),
      checkProxies: (work) => checkProxies(app, work),
      generateArticles: (work) => generateArticles(app, work),
      confirmAccounts: (work) => confirmAccounts(app, work),
      backUp: (work) => backUp(app, work),
      cloudBlog: (work) => workOnBlog(app, work),
    },
  };
}

/** Link sets that are checked on a rhythm: begins those whose time has come. One that was deleted meanwhile is passed over. */
async function startDueChecks(app: App): Promise<void> {
  for (const id of await dueForCheck(app.store.db))
    await commit(app, (tx, note) => startDueCheck(tx, note, id)).catch((error: unknown) => {
      if (!(error instanceof NotFound)) throw error;
    });
}
