import * as downloads from '#domain/contract/article-downloads.ts';
import * as contract from '#domain/contract/content.ts';
import * as generator from '#domain/contract/generator.ts';
import type { App } from '../../app.ts';
import { type Route, route } from '../../calls/route.ts';
import { commit } from '../../live/commit.ts';
import { offeredSpinners } from '../options/spinners/spinners.ts';
import { articlePage, deleteArticles, emptyArticle, getArticle, saveArticle } from './articles.ts';
import { readBanks } from './builder/read-banks.ts';
import { goneSignal } from './downloads/ask-source.ts';
import { downloadArticle, listCategories } from './downloads/download-article.ts';
import { importCampaign, readCampaigns, updateCampaigns } from './downloads/km-campaigns.ts';
import { readJob } from './generator/job-rows.ts';
import { startGenerating, stopGenerating } from './generator/start-generating.ts';
import { createGroup, deleteGroups, getGroup, listGroups, renameGroup, saveGroup } from './groups.ts';
import { spinArticle } from './spin-article.ts';
import { uploadArticles } from './upload-articles.ts';

/** Calls on content groups and their articles. */
export function contentRoutes(app: App): Route[] {
  const { db } = app.store;
  return [
    ...articleRoutes(app),
    ...downloadRoutes(app),
    route(generator.generateArticles, async ({ body }) => ({ generatorJob: await startGenerating(app, body) })),
    route(generator.stopGenerating, async ({ params: { id } }) => ({ generatorJob: await stopGenerating(app, id) })),
    route(contract.listContentGroups, async () => ({ contentGroups: await listGroups(db) })),
    route(contract.createContentGroup, async ({ body }) => ({
      contentGroup: await commit(app, (tx, note) => createGroup(tx, note, body.name)),
    })),
    route(contract.saveContentGroup, async ({ body }) => ({
      contentGroup: await commit(app, (tx, note) => saveGroup(tx, note, body)),
    })),
    route(contract.renameContentGroup, async ({ body }) => ({
      contentGroup: await commit(app, (tx, note) => renameGroup(tx, note, body.id, body.name)),
    })),
    route(contract.deleteContentGroups, async ({ body }) => ({
      ids: await commit(app, (tx, note) => deleteGroups(tx, note, body.ids)),
    })),
    route(contract.getContentGroup, async ({ params: { id }, query }) => ({
      contentGroup: await getGroup(db, id),
      generatorJob: await readJob(db, id),
      kmCampaigns: await readCampaigns(db),
      ...(await articlePage(db, id, query)),
    })),
    route(contract.uploadArticles, ({ params: { id }, files }) => uploadArticles(app, id, files, 'firstLine')),
    route(contract.uploadArticlesByFileName, ({ params: { id }, files }) => uploadArticles(app, id, files, 'fileName')),
  ];
}

function articleRoutes(app: App): Route[] {
  const { db } = app.store;
  return [
    route(contract.getArticle, async ({ params: { id } }) => {
      const article = await getArticle(db, id);
      const contentGroup = await getGroup(db, article.contentGroupId);
      return {
        article,
        contentGroup,
        articleBuilderCategories: builtInCategories(),
        spinners: await offeredSpinners(app),
      };
    }),
    route(contract.newArticle, async ({ params: { id } }) => ({
      article: emptyArticle(id),
      contentGroup: await getGroup(db, id),
      articleBuilderCategories: builtInCategories(),
      spinners: await offeredSpinners(app),
    })),
    route(contract.spinArticle, ({ params: { id }, body, reply }) => spinArticle(app, id, body, goneSignal(reply.raw))),
    route(contract.saveArticle, ({ body }) => commit(app, (tx, note) => saveArticle(tx, note, body))),
    route(contract.deleteArticle, ({ params: { id } }) =>
      commit(app, async (tx, note) => {
        const { contentGroupId } = await getArticle(tx, id);
        return { ids: await deleteArticles(tx, note, contentGroupId, [id]) };
      }),
    ),
    route(contract.deleteArticles, async ({ params: { id }, body }) => ({
      ids: await commit(app, (tx, note) => deleteArticles(tx, note, id, body.ids)),
    })),
  ];
}

/** The categories of the built-in builder, as the page of an article carries them (D-GEN-21). */
const builtInCategories = () =>
  JSON.stringify([...readBanks().values()].map(({ id, label }) => ({ value: id, name: label })));

function downloadRoutes(app: App): Route[] {
  return [
    route(downloads.downloadArticle, ({ body, reply }) => downloadArticle(app, body, reply.raw)),
    route(downloads.listArticleCategories, () => listCategories(app)),
    route(downloads.updateKmCampaigns, () => updateCampaigns(app)),
    route(downloads.importKmArticles, ({ params: { id }, body }) => importCampaign(app, id, body.inputInfo)),
  ];
}
