import * as contract from '#domain/contract/site-selections.ts';
import type { App } from '../../app.ts';
import { type Route, route } from '../../calls/route.ts';
import { commit } from '../../live/commit.ts';
import { markedSites, namedPlatforms, namedSites, platformRows, resolveSelection } from './marks.ts';
import {
  createSelection,
  deleteSelections,
  getSelection,
  listSelections,
  renameSelection,
  saveSelection,
} from './selections.ts';

/** Calls on site selections. */
export function siteSelectionRoutes(app: App): Route[] {
  const { db } = app.store;
  return [
    route(contract.listSiteSelections, async () => ({ site_selections: await listSelections(db) })),
    route(contract.createSiteSelection, async ({ body }) => ({
      siteSelection: await commit(app, (tx, note) => createSelection(tx, note, body.name)),
    })),
    route(contract.renameSiteSelection, async ({ body }) => ({
      siteSelection: await commit(app, (tx, note) => renameSelection(tx, note, body.id, body.name)),
    })),
    route(contract.deleteSiteSelections, async ({ body }) => ({
      ids: await commit(app, (tx, note) => deleteSelections(tx, note, body.ids)),
    })),
    route(contract.getSiteSelection, async ({ params: { id } }) => {
      // First the edition, then the marks: one that another window saves in between is refused later, not lost.
      const siteSelection = await getSelection(db, id);
      const [sites, platforms] = [await namedSites(db, id), await namedPlatforms(db, id)];
      return {
        siteSelection,
        sites: markedSites(db, sites),
        selectedSites: sites.map((one) => ({ id: one, siteSelectionId: id })),
        platforms: await platformRows(db, platforms),
        selectedPlatforms: platforms.map((one) => ({ id: one, siteSelectionId: id, prob: 100 as const })),
      };
    }),
    route(contract.saveSiteSelection, async ({ params: { id }, body }) => ({
      siteSelection: await commit(app, (tx, note) => saveSelection(tx, note, id, body)),
    })),
    route(contract.resolveSiteSelection, async ({ params: { id }, query: { module } }) => {
      const siteSelection = await getSelection(db, id);
      return { siteSelection, ids: resolveSelection(db, siteSelection, module) };
    }),
  ];
}
