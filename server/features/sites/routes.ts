import { siteModules } from '#domain/contract/modules.ts';
import { permitCustomSites } from '#domain/contract/site-permissions.ts';
import * as contract from '#domain/contract/sites.ts';
import type { App } from '../../app.ts';
import { fileRoute, type Route, route } from '../../calls/route.ts';
import { commit, commitAndWake } from '../../live/commit.ts';
import { addByAddress } from './add-by-address.ts';
import { permitSites } from './permit-sites.ts';
import { importSites, siteCsv } from './site-files.ts';
import {
  catalogueTag,
  deleteSites,
  offerSites,
  saveSite,
  sitePortions,
  switchHost,
  toCustomSite,
  toSite,
} from './sites.ts';
import { startVerifying, stopVerifying, verifierStatus } from './verifier/verify.ts';

/** Calls on the catalogue of sites. */
export function siteRoutes(app: App): Route[] {
  const { db } = app.store;
  return [
    route(contract.listCatalogue, async ({ reply }) => {
      reply.header('etag', await catalogueTag(db)).header('cache-control', 'private, no-cache');
      return sitePortions(db, toSite);
    }),
    route(contract.listCatalogueSites, async () => ({ sites: sitePortions(db, toSite, { withoutBlocked: true }) })),
    route(contract.offerSites, async ({ query }) => ({ offers: await offerSites(db, query) })),
    route(contract.listCustomSites, async () => ({
      verifierStatus: await verifierStatus(db),
      sites: sitePortions(db, toCustomSite),
      modules: siteModules,
    })),
    route(contract.saveCustomSite, async ({ body }) => ({
      site: await commit(app, (tx, note) => saveSite(tx, note, body)),
    })),
    route(contract.addSiteByAddress, async ({ body }) => ({ site: await addByAddress(app, body) })),
    route(contract.deleteCustomSites, async ({ body }) => ({
      ids: await commit(app, (tx, note) => deleteSites(tx, note, body.ids)),
    })),
    route(permitCustomSites, async ({ body }) => ({
      count: await commitAndWake(app, (tx, note) => permitSites(tx, note, body)),
    })),
    route(contract.importCustomSites, ({ files }) => importSites(app, files)),
    fileRoute(contract.exportCustomSites, async () => ({
      name: 'custom_sites.csv',
      type: 'text/csv; charset=utf-8',
      content: siteCsv(app),
    })),
    route(contract.verifyCustomSites, async ({ body }) => ({
      verifierStatus: await commitAndWake(app, (tx, note) => startVerifying(tx, note, body.ids)),
    })),
    route(contract.stopVerifyingCustomSites, async () => ({ verifierStatus: await commit(app, stopVerifying) })),
    route(contract.switchHost, async ({ body }) => {
      await commitAndWake(app, (tx, note) => switchHost(tx, note, body.host, body.stopped));
      return { success: true as const };
    }),
  ];
}
