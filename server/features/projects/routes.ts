import type { AccountFields } from '#domain/contract/projects/account.ts';
import * as contract from '#domain/contract/projects/projects.ts';
import * as schedules from '#domain/contract/schedules.ts';
import type { App } from '../../app.ts';
import { type Route, route } from '../../calls/route.ts';
import { commit, commitAndWake } from '../../live/commit.ts';
import { noteSecrets } from '../session/note-secrets.ts';
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
import { saveProject } from './save-project.ts';
import { deleteSchedule, resetSchedule, saveSchedule } from './schedules.ts';

/** Passwords in the form of an account creation project; the other kinds hold none. */
function countLogins(project: object): number {
  if (!('verificationInfo' in project)) return 0;
  const { password, verificationInfo } = project as AccountFields;
  return [password, verificationInfo.emailPassword].filter(Boolean).length;
}

export function projectRoutes(app: App): Route[] {
  const { db } = app.store;
  return [
    route(contract.getProject, async ({ params: { id }, user }) => {
      const page = await getProjectPage(db, id, app.secrets);
      noteSecrets(app, user, `logins of project ${id}, shown`, countLogins(page.project));
      return page;
    }),
    route(contract.savePostingProject, async ({ body }) => ({
      project: await commit(app, (tx, note) => saveProject(tx, note, { kind: 'posting', ...body }, app.secrets)),
      uuid: body.uuid,
    })),
    route(contract.savePrivateProject, async ({ body }) => ({
      project: await commit(app, (tx, note) => saveProject(tx, note, { kind: 'private', ...body }, app.secrets)),
      uuid: body.uuid,
    })),
    route(contract.saveIndexerProject, async ({ body }) => ({
      project: await commit(app, (tx, note) => saveProject(tx, note, { kind: 'indexer', ...body }, app.secrets)),
      uuid: body.uuid,
    })),
    route(contract.saveAccountProject, async ({ body }) => ({
      project: await commit(app, (tx, note) => saveProject(tx, note, { kind: 'account', ...body }, app.secrets)),
      uuid: body.uuid,
    })),
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
  ];
}

/** Calls that start, stop, schedule or decide. */
function runRoutes(app: App): Route[] {
  const { db } = app.store;
  return [
    route(contract.startProject, ({ params: { id } }) => commitAndWake(app, (tx, note) => startProject(tx, note, id))),
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
    route(schedules.saveSchedule, ({ params: { id }, body }) =>
      commitAndWake(app, (tx, note) => saveSchedule(tx, note, { id, schedule: body.schedule }, app.secrets)),
    ),
    route(schedules.deleteSchedule, ({ params: { id } }) => commit(app, (tx, note) => deleteSchedule(tx, note, id))),
    route(schedules.resetSchedule, ({ params: { id } }) =>
      commitAndWake(app, (tx, note) => resetSchedule(tx, note, id, app.secrets)),
    ),
  ];
}
