import type { App } from '../app.ts';
import type { Jobs } from '../engine/engine.ts';
import { ProjectsInWork } from '../engine/runs/close-run.ts';
import { readPlan } from '../features/projects/project-forms.ts';
import { checkLink, settleHeldChecks } from './check-link.ts';
import { confirmAccounts } from './sign-up/confirm-accounts.ts';
import { checkProxies } from './tasks/check-proxies.ts';
import { removeLinks } from './tasks/remove-links.ts';
import { submitLinks } from './tasks/submit-links.ts';
import { createCountsTeller } from './tell-counts.ts';
import { verifySite } from './verify-site.ts';
import { workOnPost } from './work-on-post.ts';

/** Every kind of work of an engine. */
export function createJobs(app: App): Jobs {
  const counts = createCountsTeller(app);
  const together = { counts, projects: new ProjectsInWork() };
  return {
    workOnPost: (post, signal) => workOnPost(app, together, post, signal),
    checkLink: (check, signal) => checkLink(app, check, signal),
    settleHeldChecks: () => settleHeldChecks(app),
    verifySite: (signal) => verifySite(app, signal),
    tellCounts: () => counts.tell(),
    readPlan: (tx, id) => readPlan(tx, id, app),
    tasks: {
      removeLinks: (work) => removeLinks(app, work),
      submitLinks: (work) => submitLinks(app, work),
      checkProxies: (work) => checkProxies(app, work),
      confirmAccounts: (work) => confirmAccounts(app, work),
    },
  };
}
