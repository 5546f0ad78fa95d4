import * as contract from '#domain/contract/content.ts';
import type { App } from '../../app.ts';
import { type Route, route } from '../../calls/route.ts';
import { commit } from '../../live/commit.ts';
import { articlePage, deleteArticles, emptyArticle, getArticle, saveArticle } from './articles.ts';
import { createGroup, deleteGroups, getGroup, listGroups, renameGroup, saveGroup } from './groups.ts';
import { uploadArticles } from './upload-articles.ts';

/** Calls on content groups and their articles. */
export function contentRoutes(app: App): Route[] {
  const { db } = app.store;
  return [
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
      generatorJob: null,
      kmCampaigns: [],
      ...(await articlePage(db, id, query)),
    })),
    route(contract.uploadArticles, ({ params: { id }, files }) => uploadArticles(app, id, files, 'firstLine')),
    route(contract.uploadArticlesByFileName, ({ params: { id }, files }) => uploadArticles(app, id, files, 'fileName')),
    route(contract.getArticle, async ({ params: { id } }) => {
      const article = await getArticle(db, id);
      return { article, contentGroup: await getGroup(db, article.contentGroupId), articleBuilderCategories: '[]' };
    }),
    route(contract.newArticle, async ({ params: { id } }) => ({
      article: emptyArticle(id),
      contentGroup: await getGroup(db, id),
      articleBuilderCategories: '[]',
    })),
    route(contract.saveArticle, async ({ body }) => ({
      id: await commit(app, (tx, note) => saveArticle(tx, note, body)),
    })),
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
