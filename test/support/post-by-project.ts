import { topics } from '#domain/contract/live.ts';
import type { Module } from '#domain/contract/modules.ts';
import { startProject } from '#domain/contract/projects/projects.ts';
import { readyCampaign } from './builders.ts';
import { startTestApp } from './start-app.ts';

/** What a product of its own tells of the link that a project of a module posted to a site, once it is seen live there. */
export async function postByProject(
  site: { url: string; username: string; password: string; platform: string },
  module: Module,
): Promise<string> {
  const app = await startTestApp();
  const ready = await readyCampaign(app.app, [site], { siteName: site.platform, module });
  const log = await app.listen(topics.linkSet(ready.outputId));
  await app.send(startProject, { params: { id: ready.projectId } });
  const isLive = (body: object) => 'urlItem' in body && JSON.stringify(body).includes('"LIVE"');
  const told = await log.until(isLive, 'the proof of the link');
  await app.stop();
  return JSON.stringify(told);
}
