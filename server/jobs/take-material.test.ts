import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ReadyCampaign, readyCampaign } from '#test/support/builders.ts';
import { startTestApp, type TestApp } from '#test/support/start-app.ts';

/** What the posts of one moment are given: articles least used first, links least placed first, as if one came after another. */
let app: TestApp;
const bootId = randomUUID();
const site = { platform: 'wordpress' as const, url: 'http://127.0.0.1:9', username: 'a', password: 'b' };
beforeAll(async () => {
  app = await startTestApp({ roles: [] });
});
afterAll(() => app.stop());

const query = async <T>(text: string, values: unknown[] = []) =>
  (await app.app.store.pool.query<T & object>(text, values)).rows;

/** Posts of a project in this process's hands. */
async function claimed(ready: ReadyCampaign, count: number, siteId = 'none'): Promise<number[]> {
  await query('update runs set ended_at = now() where project_id = $1', [ready.projectId]);
  const [run] = await query<{ id: number }>(
    `insert into runs (project_id, seed, planned) values ($1, 's', 0) returning id`,
    [ready.projectId],
  );
  const rows = await query<{ id: number }>(
    `insert into posts (run_id, project_id, module, site_id, email, state, due_at, seed, marker, claimed_by)
     select $1, $2, 'SocialNetwork', $5, '', 'CLAIMED', now(), 's', gen_random_uuid()::text, $3 from generate_series(1, $4) n returning id`,
    [run?.id, ready.projectId, bootId, count, siteId],
  );
  return rows.map((row) => row.id);
}

interface Taken {
  post: number;
  article: { id: number } | null;
  picked: { url: string }[];
}

const take = (ready: ReadyCampaign, posts: number[], nLinks = 1, on = query) =>
  on<Taken>('select * from take_material($1, $2, false)', [
    bootId,
    JSON.stringify(
      posts.map((post, at) => ({
        post,
        grp: ready.groupId,
        place: at / posts.length,
        draws: [{ list: ready.moneyId, n: nLinks }],
      })),
    ),
  ]);

const tally = (values: (string | number)[]) => {
  const counts = Map.groupBy(values, (value) => value);
  return [...counts.values()].map((group) => group.length).toSorted((a, b) => a - b);
};

test('articles are shared out least used first, up to the limit of the group', async () => {
  const ready = await readyCampaign(app.app, [site], { siteName: 'limit', nArticles: 3 });
  await query('update content_groups set max_usage_per_article = 4 where id = $1', [ready.groupId]);
  // One was used three times already: it has one use left.
  await query(
    'update articles set usage_count = 3 where id = (select min(id) from articles where content_group_id = $1)',
    [ready.groupId],
  );
  const taken = await take(ready, await claimed(ready, 16));
  const articles = taken.flatMap(({ article }) => (article ? [article.id] : []));
  expect(tally(articles)).toEqual([1, 4, 4]);
  expect(taken.filter(({ article }) => article === null)).toHaveLength(7);
  const left = await query<{ sum: number }>(
    'select usage_count + reserved as sum from articles where content_group_id = $1',
    [ready.groupId],
  );
  expect(left.map(({ sum }) => sum)).toEqual([4, 4, 4]);
});

test('with more articles than posts nobody gets the same, and a post that comes again keeps its own', async () => {
  const ready = await readyCampaign(app.app, [site], { siteName: 'many', nArticles: 20 });
  const posts = await claimed(ready, 12);
  const first = await take(ready, posts);
  expect(new Set(first.map(({ article }) => article?.id)).size).toBe(12);
  const again = await take(ready, posts);
  const byPost = (rows: Taken[]) => new Map(rows.map(({ post, article }) => [post, article?.id]));
  expect(byPost(again)).toEqual(byPost(first));
  const [sum] = await query<{ sum: number }>(
    'select sum(reserved)::int as sum from articles where content_group_id = $1',
    [ready.groupId],
  );
  expect(sum?.sum).toBe(12);
});

test('links are shared out least placed first, each once in a post', async () => {
  const ready = await readyCampaign(app.app, [site], { siteName: 'links' });
  await query(
    `insert into url_items (url_list_id, url, anchor, links_on_page) select $1, 'http://m.example/' || n, '', '' from generate_series(1, 4) n`,
    [ready.moneyId],
  );
  const taken = await take(ready, await claimed(ready, 10), 2);
  for (const { picked } of taken) expect(new Set(picked.map(({ url }) => url)).size).toBe(2);
  expect(tally(taken.flatMap(({ picked }) => picked.map(({ url }) => url)))).toEqual([4, 4, 4, 4, 4]);
  const counts = await query<{ n: number }>('select placed_count as n from url_items where url_list_id = $1', [
    ready.moneyId,
  ]);
  expect(counts.map(({ n }) => n)).toEqual([4, 4, 4, 4, 4]);
});

test('of pages that posts may link to once they are proved, only those that a stranger saw are given', async () => {
  const ready = await readyCampaign(app.app, [site], { siteName: 'proved' });
  await query(
    `insert into url_items (url_list_id, url, anchor, links_on_page, proof_state)
     select $1, 'http://m.example/' || s, '', '', s from unnest($2::text[]) s`,
    [ready.moneyId, ['NONE', 'LIVE', 'CHANGED', 'MISSING', 'UNREADABLE']],
  );
  const [any] = await take(ready, await claimed(ready, 1), 6);
  expect(any?.picked).toHaveLength(6);
  await query('update url_lists set only_live = true where id = $1', [ready.moneyId]);
  const [live] = await take(ready, await claimed(ready, 1), 6);
  expect(live?.picked.map(({ url }) => url)).toEqual(['http://m.example/LIVE']);
});

test('what was called off, or is in other hands, is given nothing', async () => {
  const ready = await readyCampaign(app.app, [site], { siteName: 'gone' });
  const [called, foreign, own] = (await claimed(ready, 3)) as [number, number, number];
  await query(`update posts set state = 'SKIPPED' where id = $1`, [called]);
  await query('update posts set claimed_by = $1 where id = $2', [randomUUID(), foreign]);
  const taken = await take(ready, [called, foreign, own]);
  expect(taken.map(({ post }) => post)).toEqual([own]);
});

test('a post that somebody holds is left out, the others go on', async () => {
  const ready = await readyCampaign(app.app, [site], { siteName: 'held' });
  const [held, free] = (await claimed(ready, 2)) as [number, number];
  const client = await app.app.store.pool.connect();
  await client.query('begin');
  await client.query('select from posts where id = $1 for update', [held]);
  const taken = await take(ready, [held, free]);
  expect(taken.map(({ post }) => post)).toEqual([free]);
  await client.query('rollback');
  client.release();
});

const articlesOf = (taken: Taken[]) => taken.map(({ article }) => article?.id ?? 0);

test('a site sees every article before it sees one again, however much others use them', async () => {
  const ready = await readyCampaign(app.app, [site], { siteName: 'seen', nArticles: 4 });
  const first = await take(ready, await claimed(ready, 3, 'mine'));
  expect(new Set(articlesOf(first)).size).toBe(3);
  // The one that the site has not seen is the most used of all.
  await query('update articles set usage_count = 50 where content_group_id = $1 and id <> all ($2)', [
    ready.groupId,
    articlesOf(first),
  ]);
  const [fourth] = articlesOf(await take(ready, await claimed(ready, 1, 'mine')));
  expect(articlesOf(first)).not.toContain(fourth);
  // From now on each comes again only when all others did, within one batch as over several.
  const again = [
    ...(await take(ready, await claimed(ready, 5, 'mine'))),
    ...(await take(ready, await claimed(ready, 3, 'mine'))),
  ];
  expect(tally(articlesOf(again))).toEqual([2, 2, 2, 2]);
  const elsewhere = articlesOf(await take(ready, await claimed(ready, 3, 'other')));
  expect(elsewhere).not.toContain(fourth);
});

test('an article whose post failed or was called off may come again', async () => {
  const ready = await readyCampaign(app.app, [site], { siteName: 'failed', nArticles: 2 });
  const [post] = await claimed(ready, 1, 'mine');
  const [lost] = articlesOf(await take(ready, [post as number]));
  await query(`update posts set state = 'FAILED', claimed_by = null where id = $1`, [post]);
  const next = await take(ready, await claimed(ready, 2, 'mine'));
  expect(articlesOf(next)).toContain(lost);
});

test('posts of a moment are given articles of a large, well used group without a search', async () => {
  const ready = await readyCampaign(app.app, [site], { siteName: 'large' });
  await query(
    `insert into articles (content_group_id, title, body, usage_count) select $1, 'T' || n, 'B', 10 from generate_series(1, 20000) n`,
    [ready.groupId],
  );
  await query('update articles set usage_count = 10 where content_group_id = $1', [ready.groupId]);
  // The site has seen nine of ten.
  const seen = await claimed(ready, 18_000, 'mine');
  await query(
    `update posts p set article_id = a.id, state = 'SUCCEEDED' from
      (select id, row_number() over (order by id) as n from articles where content_group_id = $1) a
      join unnest($2::bigint[]) with ordinality k(post, n) on k.n = a.n where p.id = k.post`,
    [ready.groupId, seen],
  );
  await query('analyze articles, posts');
  const fresh = await claimed(ready, 100, 'new');
  const known = await claimed(ready, 100, 'mine');
  const counted = async (posts: number[]) => {
    const client = await app.app.store.pool.connect();
    const ask = async <T>(text: string, values: unknown[] = []) => (await client.query<T & object>(text, values)).rows;
    await ask('begin');
    const articles = articlesOf(await take(ready, posts, 1, ask));
    const [read] = await ask<{ n: number }>(
      `select sum(coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0))::bigint as n
       from pg_stat_xact_user_tables where relname in ('articles', 'posts')`,
    );
    await ask('commit');
    client.release();
    return { articles, nRead: read?.n ?? Number.NaN };
  };
  const easy = await counted(fresh);
  const hard = await counted(known);
  expect([new Set(easy.articles).size, new Set(hard.articles).size]).toEqual([100, 100]);
  const [repeated] = await query<{ n: number }>(
    'select count(*)::int as n from posts where id = any ($1) and article_id = any ($2)',
    [seen, hard.articles],
  );
  expect(repeated?.n).toBe(0);
  // Some 6,000 and 21,000, or 56,000 more where a table is read once; a search reads 18,000 for each of the hundred.
  expect(easy.nRead).toBeLessThan(300_000);
  expect(hard.nRead).toBeLessThan(300_000);
});
