import type { AccountFields } from '#domain/contract/projects/account.ts';
import * as contract from '#domain/contract/projects/projects.ts';
import * as schedules from '#domain/contract/schedules.ts';
import type { App } from '../../app.ts';
import { type Route, route } from '../../calls/route.ts';
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
  return [
    route(contract.getProject, async ({ params: { id }, user }) => {
      const page = await getProjectPage(app, id);
      noteSecrets(app, user, `logins of project ${id}, shown`, countLogins(page.project));
      return page;
    }),
    route(contract.savePostingProject, async ({ body }) => ({
      project: await saveProject(app, 'posting', body),
      uuid: body.uuid,
    })),
    route(contract.savePrivateProject, async ({ body }) => ({
      project: await saveProject(app, 'private', body),
      uuid: body.uuid,
    })),
    route(contract.saveIndexerProject, async ({ body }) => ({
      project: await saveProject(app, 'indexer', body),
      uuid: body.uuid,
    })),
    route(contract.saveAccountProject, async ({ body }) => ({
      project: await saveProject(app, 'account', body),
      uuid: body.uuid,
    })),
    route(contract.createProject, async ({ body }) => ({
      project: await createProject(app, body.campaignId, body.module, body.name),
    })),
    route(contract.renameProject, async ({ params: { id }, body }) => ({
      project: await renameProject(app, id, body.name),
    })),
    route(contract.duplicateProject, async ({ params: { id }, body }) => ({
      project: await duplicateProject(app, id, body.name),
    })),
    route(contract.deleteProjects, async ({ params: { id }, body }) => ({
      ids: await deleteProjects(app, id, body.ids),
    })),
    route(contract.startProject, ({ params: { id } }) => startProject(app, id)),
    route(contract.stopProject, ({ params: { id } }) => stopProject(app, id)),
    route(contract.startVerifying, ({ params: { id } }) => startVerifying(app, id)),
    route(contract.stopVerifying, ({ params: { id } }) => stopVerifying(app, id)),
    route(contract.privateSiteStatus, ({ body }) => siteStatusOf(app, body)),
    route(contract.resolvePost, async ({ params: { id }, body }) => {
      await decideUnknown(app, id, body);
      return { success: true as const };
    }),
    route(schedules.saveSchedule, ({ params: { id }, body }) => saveSchedule(app, id, body.schedule)),
    route(schedules.deleteSchedule, ({ params: { id } }) => deleteSchedule(app, id)),
    route(schedules.resetSchedule, ({ params: { id } }) => resetSchedule(app, id)),
  ];
}
