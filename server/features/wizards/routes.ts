import * as contract from '#domain/contract/wizards.ts';
import type { App } from '../../app.ts';
import { type Route, route } from '../../calls/route.ts';
import { commit, commitAndWake } from '../../live/commit.ts';
import { hasProductMail } from '../emails/emails.ts';
import { listStrategies } from '../strategies/strategies.ts';
import { createFromWizard } from './create-campaign.ts';
import { openWizard } from './packed/packed.ts';
import { planCampaign } from './plan-campaign.ts';
import {
  deleteWizards,
  duplicateWizard,
  getWizard,
  listWizards,
  putWizard,
  renameWizard,
  saveWizard,
} from './wizards.ts';

/** Calls on wizards, and on campaigns that are made from them. */
export function wizardRoutes(app: App): Route[] {
  const { db } = app.store;
  return [
    route(contract.listWizards, async () => ({
      wizards: await listWizards(db),
      strategies: await listStrategies(db),
      hasProductMail: hasProductMail(app),
    })),
    route(contract.getWizard, ({ params: { id } }) => getWizard(db, id, app.secrets)),
    route(contract.saveWizard, async ({ body }) => {
      const save = { ...body, wizard: await openWizard(body.wizard) };
      const { id, edition } = await commit(app, (tx, note) => saveWizard(tx, note, save, app.secrets));
      return { id, edition };
    }),
    route(contract.putWizard, async ({ body }) => {
      const { id, edition } = await commit(app, (tx, note) => putWizard(tx, note, body, app));
      return { id, edition };
    }),
    route(contract.deleteWizards, async ({ body }) => ({
      ids: await commit(app, (tx, note) => deleteWizards(tx, note, body.ids)),
    })),
    route(contract.renameWizard, async ({ body }) => ({
      wizard: await commit(app, (tx, note) => renameWizard(tx, note, body.id, body.name)),
    })),
    route(contract.duplicateWizard, async ({ params: { id }, body }) => ({
      wizard: await commit(app, (tx, note) => duplicateWizard(tx, note, { id, name: body.name }, app.secrets)),
    })),
    route(contract.planCampaign, async ({ body }) => {
      const { whole, problems } = await planCampaign(db, await openWizard(body.wizard), false, app);
      return { plan: whole?.plan ?? null, problems };
    }),
    route(contract.createWizardCampaign, async ({ body }) => {
      const create = { ...body, wizard: await openWizard(body.wizard) };
      return commitAndWake(app, (tx, note) => createFromWizard(tx, note, create, app));
    }),
  ];
}
