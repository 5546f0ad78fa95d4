import { type SqlBool, sql } from 'kysely';
import type { PageQuery } from '#domain/contract/call.ts';
import type { Article, ArticleRow } from '#domain/contract/content.ts';
import { topics } from '#domain/contract/live.ts';
import { isSpinBroken } from '#domain/rules/spin-braces.ts';
import { anyOf } from '../../db/any-of.ts';
import { countThatFit, keyedPage, natural, numeric } from '../../db/keyed-page.ts';
import { likePattern } from '../../db/paging.ts';
import type { Queryable, Tx } from '../../db/store.ts';
import { releaseArticles } from '../../engine/runs/delete-projects.ts';
import { NotFound, refuseStale } from '../../errors/refusal.ts';
import type { Note } from '../../live/commit.ts';
import { getGroup, noteGroup } from './groups.ts';

const rowColumns = ['id', 'title', 'usage_count'] as const;
interface StoredRow {
  id: number;
  title: string;
  usage_count: number;
}
const toRow = (row: StoredRow, isBroken: boolean): ArticleRow => ({
  id: row.id,
  title: row.title,
  usageCount: row.usage_count,
  isBroken,
});

/** Those of some articles with broken spin syntax. Their braces are enough to tell, and short where the texts are long. */
async function brokenOf(db: Queryable, ids: number[]): Promise<Set<number>> {
  const braces = (column: 'title' | 'body') => sql<string>`regexp_replace(${sql.ref(column)}, '[^{}]+', '', 'g')`;
  const rows = await db
    .selectFrom('articles')
    .where('id', '=', anyOf(ids))
    .where(sql<SqlBool>`title || body like any (array['%{%', '%}%'])`)
    .select(['id', braces('title').as('title'), braces('body').as('body')])
    .execute();
  return new Set(rows.filter(({ title, body }) => isSpinBroken(title, body)).map(({ id }) => id));
}

/** Key of each sort. */
const sorts = {
  id: [numeric('id')],
  title: [natural('title_key'), numeric('id')],
  usageCount: [numeric('usage_count'), numeric('id')],
};

/** One page of a group's articles by key; newest first unless sorted. */
export async function articlePage(db: Queryable, groupId: number, page: PageQuery) {
  const sort = page.sort === 'title' || page.sort === 'usageCount' ? page.sort : 'id';
  const found = page.search?.trim() ? sql<SqlBool>`lower(title) like ${likePattern(page.search)}` : sql<SqlBool>`true`;
  const where = sql<SqlBool>`content_group_id = ${groupId} and ${found}`;
  const isDown = page.order ? page.order === 'desc' : sort === 'id';
  const source = { table: 'articles', columns: rowColumns, where, key: sorts[sort], isDown };
  const { rows, ...neighbours } = await keyedPage<StoredRow>(db, source, page);
  const total = page.count ? await countThatFit(db, source) : null;
  const broken = await brokenOf(
    db,
    rows.map(({ id }) => id),
  );
  return { articles: rows.map((row) => toRow(row, broken.has(row.id))), ...neighbours, total };
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
    edition: row.edition,
  };
}

/** An empty article of a group; stores nothing (D-CONT-11). */
export function emptyArticle(contentGroupId: number): Article {
  return { id: null, contentGroupId, title: '', body: '', authorName: '', authorBio: '', usageCount: 0, edition: 0 };
}

/** An article as it is saved; `edition` is the one that was edited, without it the save goes over any. */
type ArticleSave = Omit<Article, 'usageCount' | 'edition'> & { edition?: number | undefined };
type Saved = Pick<Article, 'edition'> & { id: number };

/** Saves an article; id null makes a new one. An article never moves to another group. */
export async function saveArticle(tx: Tx, note: Note, article: ArticleSave): Promise<Saved> {
  const { id, contentGroupId, title, body, authorName, authorBio } = article;
  const values = { title, body, author_name: authorName, author_bio: authorBio };
  await getGroup(tx, contentGroupId);
  const row =
    id === null
      ? await tx
          .insertInto('articles')
          .values({ ...values, content_group_id: contentGroupId })
          .returning([...rowColumns, 'edition'])
          .executeTakeFirstOrThrow()
      : await changeArticle(tx, { ...article, id }, values);
  note(topics.contentGroup(contentGroupId), {
    action: id === null ? 'newArticle' : 'editArticle',
    article: toRow(row, isSpinBroken(title, body)),
  });
  if (id === null) await noteGroup(tx, note, contentGroupId);
  return { id: row.id, edition: row.edition };
}

async function changeArticle(tx: Tx, { id, contentGroupId, edition }: ArticleSave & { id: number }, values: object) {
  const held = await tx
    .selectFrom('articles')
    .where('id', '=', id)
    .where('content_group_id', '=', contentGroupId)
    .select('id')
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!held) throw new NotFound('article');
  refuseStale(edition, await getArticle(tx, id));
  return tx
    .updateTable('articles')
    .set(values)
    .where('id', '=', id)
    .returning([...rowColumns, 'edition'])
    .executeTakeFirstOrThrow();
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
