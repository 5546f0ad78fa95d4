import * as files from '#domain/contract/link-files.ts';
import * as contract from '#domain/contract/links.ts';
import type { App } from '../../app.ts';
import { type FileAnswer, fileRoute, type Route, route, type SessionUser } from '../../calls/route.ts';
import { tellCheck } from '../../engine/checks/check-progress.ts';
import { rejectsFile } from '../../imports/rejects.ts';
import { commit, commitAndWake } from '../../live/commit.ts';
import { campaignOf } from '../campaigns/campaign-of.ts';
import { noteSecrets } from '../session/note-secrets.ts';
import { readRhythm, saveRhythm } from './checks/check-rhythm.ts';
import { startCheck, stopCheck } from './checks/checks.ts';
import { linkCsv, linkUrls } from './export-links.ts';
import { importLinks } from './import-links.ts';
import { addLinks, deleteLinks, editLink, readBatch, readSingle } from './items.ts';
import { linkReader } from './link-lines.ts';
import { createLinkSet, deleteLinkSets, getLinkSet, listLinkSets, renameLinkSet, saveKeywords } from './links.ts';
import { countThatFit, linkPage, placedMix, toUrlItem } from './queries.ts';

const csv = (name: string, content: FileAnswer['content']) => ({
  name: `${name}_urls.csv`,
  type: 'text/csv; charset=utf-8',
  content,
});
const txt = (name: string, content: FileAnswer['content']) => ({
  name: `${name}_urls.txt`,
  type: 'text/plain; charset=utf-8',
  content,
});

/** Calls on link sets, their links and checks. */
export function linkRoutes(app: App): Route[] {
  const { db } = app.store;
  return [
    route(contract.createLinkSet, async ({ body }) => ({
      urlList: await commit(app, (tx, note) => createLinkSet(tx, note, body.campaignId, body.name)),
    })),
    route(contract.renameLinkSet, async ({ params: { id }, body }) => ({
      urlList: await commit(app, (tx, note) => renameLinkSet(tx, note, id, body.name)),
    })),
    route(contract.deleteLinkSets, async ({ params: { id }, body }) => ({
      ids: await commit(app, (tx, note) => deleteLinkSets(tx, note, { campaignId: id, ids: body.ids }, app.tasks)),
    })),
    route(contract.listLinks, async ({ params: { id }, query, user }) => {
      const set = await getLinkSet(db, id);
      const [campaign, rhythm, { rows, ...neighbours }] = await Promise.all([
        campaignOf(db, set.urlList.campaignId),
        readRhythm(db, id),
        linkPage(db, id, query),
      ]);
      noteSecrets(app, user, `links of set ${id}, shown`, rows.filter((row) => row.password !== null).length);
      const total = query.count ? await countThatFit(db, id, query) : null;
      const urlItems = rows.map((row) => toUrlItem(app.secrets, row));
      return { ...set, campaign, rhythm, urlItems, ...neighbours, total };
    }),
    route(contract.addLinks, async ({ params: { id: listId }, body }) => {
      const links = 'links' in body ? await readBatch(body.links) : [readSingle(body)];
      return { urlItems: await commit(app, (tx, note) => addLinks(tx, note, { listId, links }, app.secrets)) };
    }),
    route(contract.deleteLinks, async ({ params: { id }, body }) => {
      const gone = await commit(app, (tx, note) => deleteLinks(tx, note, id, body));
      if (gone.count > 0) await tellCheck(app, id);
      return gone;
    }),
    route(contract.editLink, async ({ params: { id }, body }) => {
      const link = { ...readSingle(body), id, edition: body.edition };
      return { urlItem: await commit(app, (tx, note) => editLink(tx, note, link, app.secrets)) };
    }),
    route(contract.saveKeywords, async ({ params: { id }, body }) => ({
      keywords: await commit(app, (tx, note) => saveKeywords(tx, note, id, body)),
    })),
    route(contract.linkSetMix, async ({ params: { id } }) => {
      await getLinkSet(db, id);
      return placedMix(db, id);
    }),
    ...fileRoutes(app),
    ...checkRoutes(app),
  ];
}

/** Calls that read the pages again. */
function checkRoutes(app: App): Route[] {
  return [
    route(contract.checkLinkSet, async ({ params: { id }, body }) => ({
      check: await commitAndWake(app, (tx, note) => startCheck(tx, note, id, body.ids)),
    })),
    route(contract.saveCheckRhythm, async ({ params: { id }, body }) => ({
      rhythm: await commit(app, (tx, note) => saveRhythm(tx, note, id, body.checkEveryDays)),
    })),
    route(contract.stopCheckLinkSet, async ({ params: { id } }) => {
      await commit(app, (tx, note) => stopCheck(tx, note, id));
      return { success: true as const };
    }),
  ];
}

/** Calls that take or give files. */
function fileRoutes(app: App): Route[] {
  const { db } = app.store;
  const toldOf = (user: SessionUser, id: number) => (count: number) =>
    noteSecrets(app, user, `links of set ${id}, exported`, count);
  return [
    route(files.importLinks, ({ params: { id }, query, files: sent, request }) =>
      importLinks(app, {
        listId: id,
        files: sent,
        dryRun: query.dryRun,
        isCalledOff: () => request.socket.destroyed,
      }),
    ),
    fileRoute(files.rejectedLinks, async ({ params: { id }, files: sent }) => {
      await getLinkSet(db, id);
      return rejectsFile(sent, linkReader);
    }),
    fileRoute(files.exportLinkUrls, async ({ params: { id }, query }) =>
      txt((await getLinkSet(db, id)).urlList.name, linkUrls(app, { listIds: [id], filter: query })),
    ),
    fileRoute(files.exportLinks, async ({ params: { id }, query, user }) =>
      csv(
        (await getLinkSet(db, id)).urlList.name,
        linkCsv(app, { listIds: [id], filter: query, withProof: true, told: toldOf(user, id) }),
      ),
    ),
    fileRoute(files.exportLinksPr, async ({ params: { id }, query, user }) =>
      csv(
        `${(await getLinkSet(db, id)).urlList.name}_da`,
        linkCsv(app, { listIds: [id], filter: query, withProof: true, withDa: true, told: toldOf(user, id) }),
      ),
    ),
    fileRoute(files.exportLinkSets, async ({ params: { id }, body, user }) => {
      const campaign = await campaignOf(db, id);
      const wanted = new Set(body.ids);
      const ids = (await listLinkSets(db, id))
        .map((set) => set.id)
        .filter((set) => wanted.size === 0 || wanted.has(set));
      const told = (count: number) => noteSecrets(app, user, `links of campaign ${id}, exported`, count);
      return body.fullInfo
        ? csv(campaign.name, linkCsv(app, { listIds: ids, withProof: true, told }))
        : txt(campaign.name, linkUrls(app, { listIds: ids }));
    }),
  ];
}
