import * as contract from '#domain/contract/campaigns.ts';
import type { App } from '../../app.ts';
import { fileRoute, type Route, route, type SessionUser } from '../../calls/route.ts';
import { talliesOf } from '../../engine/progress/tallies.ts';
import { commit, commitAndWake } from '../../live/commit.ts';
import { listProfiles } from '../accounts/accounts.ts';
import { listLinkSets } from '../links/links.ts';
import { checkStored } from '../options/captchas.ts';
import { listProjectRows } from '../projects/project-rows.ts';
import { noteSecrets } from '../session/note-secrets.ts';
import { listStrategies } from '../strategies/strategies.ts';
import { adviseCaptcha } from './advise-captcha.ts';
import { backlinksZip } from './backlinks.ts';
import { campaignOf } from './campaign-of.ts';
import {
  createByHand,
  deleteCampaigns,
  getCampaign,
  listCampaigns,
  renameCampaign,
  setCampaignStatus,
} from './campaigns.ts';

/** Calls on campaigns. */
export function campaignRoutes(app: App): Route[] {
  const { db } = app.store;
  const toldOf = (user: SessionUser) => (count: number) =>
    noteSecrets(app, user, 'links of a project, exported', count);
  return [
    route(contract.listCampaigns, async () => ({
      campaigns: await listCampaigns(db),
      strategies: await listStrategies(db),
      captchaAdvice: await adviseCaptcha(app),
    })),
    route(contract.createCampaign, async ({ body }) => ({
      campaign: await commit(app, (tx, note) => createByHand(tx, note, body.name, body.uuid)),
    })),
    route(contract.renameCampaign, async ({ body }) => ({
      campaign: await commit(app, (tx, note) => renameCampaign(tx, note, body.id, body.name)),
    })),
    route(contract.deleteCampaigns, async ({ body }) => ({
      ids: await commit(app, (tx, note) => deleteCampaigns(tx, note, body.ids, app.tasks)),
    })),
    route(contract.getCampaign, async ({ params: { id } }) => ({
      campaign: await getCampaign(db, id, app.secrets),
      projects: await listProjectRows(db, id),
      tallies: await talliesOf(db, id),
      profiles: await listProfiles(db, id),
      urlLists: await listLinkSets(db, id),
    })),
    route(contract.pauseCampaign, ({ params: { id } }) =>
      commitAndWake(app, (tx, note) => setCampaignStatus(tx, note, id, 'PAUSED')),
    ),
    route(contract.resumeCampaign, ({ params: { id } }) =>
      commitAndWake(app, (tx, note) => setCampaignStatus(tx, note, id, 'ACTIVE')),
    ),
    fileRoute(contract.exportCampaignBacklinks, async ({ body, user }) => ({
      name: 'all_links.zip',
      type: 'application/zip',
      content: await backlinksZip(app, { campaignIds: body.ids, told: toldOf(user) }),
    })),
    fileRoute(contract.exportProjectBacklinks, async ({ params: { id }, body, user }) => ({
      name: `${(await campaignOf(db, id)).name}_links.zip`,
      type: 'application/zip',
      content: await backlinksZip(app, { campaignIds: [id], projectIds: body.ids, told: toldOf(user) }),
    })),
    ...captchaRoutes(app),
  ];
}

/** Looked at when a campaign is opened. */
function captchaRoutes(app: App): Route[] {
  return [
    route(contract.checkPrimaryCaptcha, async () => {
      const { isUsed, ...found } = await checkStored(app, 'image');
      return { ...found, useCaptcha: isUsed };
    }),
    route(contract.checkPrimaryGoogleCaptcha, async () => {
      const { isUsed, ...found } = await checkStored(app, 'google');
      return { ...found, useGoogleCaptcha: isUsed };
    }),
  ];
}
