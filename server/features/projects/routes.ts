import type { Call } from '#domain/contract/call.ts';
import * as indexing from '#domain/contract/indexing.ts';
import { kindNames, type ProjectKind, projectKinds } from '#domain/contract/projects/kinds.ts';
import * as contract from '#domain/contract/projects/projects.ts';
import * as schedules from '#domain/contract/schedules.ts';
import * as tallies from '#domain/contract/tallies.ts';
import type { App } from '../../app.ts';
import { type Route, route } from '../../calls/route.ts';
import { commit, commitAndWake } from '../../live/commit.ts';
import { noteSecrets } from '../session/note-secrets.ts';
import { kindOf } from './kinds/kinds.ts';
import { doToMany } from './progress/bulk.ts';
import { outlookOf } from './progress/outlook.ts';
import { continueSubmission, readSubmissions, stopSubmission } from './progress/submissions.ts';
import { getProjectPage } from './project-page.ts';
import { createProject, deleteProjects, duplicateProject, renameProject } from './projects.ts';
import {
  decideUnknown,
  siteStatusOf,
  startProject,
  startVerifying,
  stopProject,
  stopVerifying,
} from './run-project.ts';
import { type Save, saveProject } from './save-project.ts';
import { deleteSchedule, resetSchedule, saveSchedule } from './schedules.ts';

/** Calls on projects, their runs and schedules. */
export function projectRoutes(app: App): Route[] {
  const { db } = app.store;
  return [
    route(contract.getProject, async ({ params: { id }, user }) => {
      const page = await getProjectPage(db, id, app.secrets);
      const nLogins = kindOf(page.project.module).countLogins?.(page.project) ?? 0;
      noteSecrets(app, user, `logins of project ${id}, shown`, nLogins);
      return page;
    }),
    ...kindNames.map((kind) => saveRoute(app, kind)),
    route(contract.createProject, async ({ body }) => ({
      project: await commit(app, (tx, note) => createProject(tx, note, body, app)),
    })),
    route(contract.renameProject, async ({ params: { id }, body }) => ({
      project: await commit(app, (tx, note) => renameProject(tx, note, id, body.name)),
    })),
    route(contract.duplicateProject, async ({ params: { id }, body }) => ({
      project: await commit(app, (tx, note) => duplicateProject(tx, note, id, body.name)),
    })),
    route(contract.deleteProjects, async ({ params: { id }, body }) => ({
      ids: await commit(app, (tx, note) => deleteProjects(tx, note, id, body.ids)),
    })),
    ...runRoutes(app),
    ...submissionRoutes(app),
  ];
}

/** What indexing services are told for a project. */
function submissionRoutes(app: App): Route[] {
  const ok = { success: true as const };
  return [
    route(indexing.listSubmissions, async ({ params: { id } }) => ({
      submissions: await readSubmissions(app.store.db, id),
    })),
    route(indexing.stopSubmission, async ({ params: { id }, body: { indexer } }) => {
      await commitAndWake(app, (tx, note) => stopSubmission(tx, note, { projectId: id, indexer }));
      return ok;
    }),
    route(indexing.continueSubmission, async ({ params: { id }, body: { indexer } }) => {
      await commitAndWake(app, (tx, note) => continueSubmission(tx, note, { projectId: id, indexer }));
      return ok;
    }),
  ];
}

/** The save of a kind; the call and the fields belong together by construction. */
function saveRoute<K extends ProjectKind>(app: App, kind: K): Route {
  return route(projectKinds[kind].save as Call, async ({ body }) => {
    const save = { ...(body as Omit<Save<K>, 'kind'>), kind };
    return { project: await commit(app, (tx, note) => saveProject(tx, note, save, app.secrets)), uuid: save.uuid };
  });
}

/** Calls that start, stop, schedule or decide. */
function runRoutes(app: App): Route[] {
  const { db } = app.store;
  return [
    route(contract.startProject, ({ params: { id }, query: { again } }) =>
      commitAndWake(app, (tx, note) => startProject(tx, note, { id, again }, app.secrets)),
    ),
    route(contract.stopProject, ({ params: { id } }) => commitAndWake(app, (tx, note) => stopProject(tx, note, id))),
    route(contract.startVerifying, ({ params: { id } }) =>
      commitAndWake(app, (tx, note) => startVerifying(tx, note, id)),
    ),
    route(contract.stopVerifying, ({ params: { id } }) =>
      commitAndWake(app, (tx, note) => stopVerifying(tx, note, id)),
    ),
    route(contract.privateSiteStatus, ({ body }) => siteStatusOf(db, body, app.secrets)),
    route(contract.resolvePost, async ({ params: { id }, body }) => {
      await commitAndWake(app, (tx, note) => decideUnknown(tx, note, { ...body, projectId: id }, app.secrets));
      return { success: true as const };
    }),
    route(tallies.getOutlook, ({ params: { id } }) => outlookOf(db, id)),
    route(tallies.startProjects, ({ params, body: { ids, again } }) =>
      doToMany(app, { campaignId: params.id, ids }, (tx, note, id) =>
        startProject(tx, note, { id, again }, app.secrets),
      ),
    ),
    route(tallies.stopManyProjects, ({ params, body: { ids } }) =>
      doToMany(app, { campaignId: params.id, ids }, stopProject),
    ),
    route(tallies.scheduleProjects, ({ params, body: { ids, schedule } }) =>
      doToMany(app, { campaignId: params.id, ids }, (tx, note, id) =>
        saveSchedule(tx, note, { id, schedule }, app.secrets),
      ),
    ),
    route(schedules.saveSchedule, ({ params: { id }, body }) =>
      commitAndWake(app, (tx, note) => saveSchedule(tx, note, { id, schedule: body.schedule }, app.secrets)),
    ),
    route(schedules.deleteSchedule, ({ params: { id } }) => commit(app, (tx, note) => deleteSchedule(tx, note, id))),
    route(schedules.resetSchedule, ({ params: { id }, query: { again } }) =>
      commitAndWake(app, (tx, note) => resetSchedule(tx, note, { id, again }, app.secrets)),
    ),
  ];
}
