import * as contract from '#domain/contract/projects/projects.ts';
import * as schedules from '#domain/contract/schedules.ts';
import type { App } from '../../app.ts';
import { type Route, route } from '../../http/route.ts';
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

export function projectRoutes(app: App): Route[] {
  return [
    route(contract.getProject, ({ params: { id } }) => getProjectPage(app, id)),
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
