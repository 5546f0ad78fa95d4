import { type SqlBool, sql } from 'kysely';
import type { PageQuery } from '#domain/contract/call.ts';
import type { Article, ArticleRow } from '#domain/contract/content.ts';
import { topics } from '#domain/contract/live.ts';
import { anyOf } from '../../db/any-of.ts';
import { likePattern, readCursor, writeCursor } from '../../db/paging.ts';
import type { Queryable, Tx } from '../../db/store.ts';
import { releaseArticles } from '../../engine/runs/delete-projects.ts';
import { NotFound } from '../../errors/refusal.ts';
import type { Note } from '../../live/commit.ts';
import { getGroup, noteGroup } from './groups.ts';

const rowColumns = ['id', 'title', 'usage_count'] as const;
const toRow = (row: { id: number; title: string; usage_count: number }): ArticleRow => ({
  id: row.id,
  title: row.title,
  usageCount: row.usage_count,
});

/** Order of each sort, and the key of a row in it. */
const sorts = {
  id: { order: 'id', types: ['number'] as const, key: (row: ArticleRow) => [row.id] },
  title: {
    order: 'left(title, 200), id',
    types: ['string', 'number'] as const,
    key: (row: ArticleRow) => [[...row.title].slice(0, 200).join(''), row.id],
  },
  usageCount: {
    order: 'usage_count, id',
    types: ['number', 'number'] as const,
    key: (row: ArticleRow) => [row.usageCount, row.id],
  },
};

/** One page of a group's articles by key; newest first unless sorted. */
export async function articlePage(db: Queryable, groupId: number, page: PageQuery) {
  const sort = sorts[page.sort === 'title' || page.sort === 'usageCount' ? page.sort : 'id'];
  const down = page.order ? page.order === 'desc' : sort === sorts.id;
  const after = readCursor(page.after, sort.types) as (string | number)[] | undefined;
  const order = sort.order.split(/, (?=\w+$)/).map((name) => sql`${sql.raw(name)} ${sql.raw(down ? 'desc' : 'asc')}`);
  const rows = await db
    .selectFrom('articles')
    .where('content_group_id', '=', groupId)
    .$if(Boolean(page.search?.trim()), (query) =>
      query.where(sql<SqlBool>`lower(title) like ${likePattern(page.search ?? '')}`),
    )
    .$if(after !== undefined, (query) =>
      query.where(sql<SqlBool>`(${sql.raw(sort.order)}) ${sql.raw(down ? '<' : '>')} (${sql.join(after ?? [])})`),
    )
    .select(rowColumns)
    .orderBy(sql.join(order))
    .limit(page.limit + 1)
    .execute();
  const articles = rows.slice(0, page.limit).map(toRow);
  const last = articles.at(-1);
  return { articles, next: rows.length > page.limit && last ? writeCursor(sort.key(last)) : null };
}

/** One article; 404 when it does not exist. */
export async function getArticle(db: Queryable, id: number): Promise<Article> {
  const row = await db.selectFrom('articles').where('id', '=', id).selectAll().executeTakeFirst();
  if (!row) throw new NotFound('article');
  return {
    id: row.id,
    contentGroupId: row.content_group_id,
    title: row.title,
    body: row.body,
    authorName: row.author_name,
    authorBio: row.author_bio,
    usageCount: row.usage_count,
  };
}

/** An empty article of a group; stores nothing (D-CONT-11). */
export function emptyArticle(contentGroupId: number): Article {
  return { id: null, contentGroupId, title: '', body: '', authorName: '', authorBio: '', usageCount: 0 };
}

/** Saves an article; id null makes a new one. An article never moves to another group. */
export async function saveArticle(tx: Tx, note: Note, article: Omit<Article, 'usageCount'>): Promise<number> {
  const values = {
    title: article.title,
    body: article.body,
    author_name: article.authorName,
    author_bio: article.authorBio,
  };
  await getGroup(tx, article.contentGroupId);
  const row =
    article.id === null
      ? await tx
          .insertInto('articles')
          .values({ ...values, content_group_id: article.contentGroupId })
          .returning(rowColumns)
          .executeTakeFirst()
      : await tx
          .updateTable('articles')
          .set(values)
          .where('id', '=', article.id)
          .where('content_group_id', '=', article.contentGroupId)
          .returning(rowColumns)
          .executeTakeFirst();
  if (!row) throw new NotFound('article');
  const action = article.id === null ? 'newArticle' : 'editArticle';
  note(topics.contentGroup(article.contentGroupId), { action, article: toRow(row) });
  if (article.id === null) await noteGroup(tx, note, article.contentGroupId);
  return row.id;
}

/** Deletes articles of one group; ids of other groups are passed over (D-CONT-10). */
export async function deleteArticles(tx: Tx, note: Note, groupId: number, ids: number[]): Promise<number[]> {
  await getGroup(tx, groupId);
  await releaseArticles(tx, sql`select id from articles where content_group_id = ${groupId} and id = ${anyOf(ids)}`);
  const gone = await tx
    .deleteFrom('articles')
    .where('content_group_id', '=', groupId)
    .where('id', '=', anyOf(ids))
    .returning('id')
    .execute();
  const goneIds = gone.map((row) => row.id);
  if (goneIds.length > 0) note(topics.contentGroup(groupId), { action: 'articlesDeleted', ids: goneIds });
  await noteGroup(tx, note, groupId);
  return goneIds;
}
