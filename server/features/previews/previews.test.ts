import { afterAll, beforeAll, expect, test } from 'vitest';
import { topics } from '#domain/contract/live.ts';
import { showOneFile, showOnePost } from '#domain/contract/previews.ts';
import type { PostingFields } from '#domain/contract/projects/posting.ts';
import { startProject } from '#domain/contract/projects/projects.ts';
import { startWorld, type World } from '#rehearsal/world.ts';
import { type ReadyCampaign, readyCampaign } from '#test/support/builders.ts';
import { startTestApp, type TestApp } from '#test/support/start-app.ts';

/** "Show me one": what a post would look like, and why it would not go out. */
let app: TestApp;
let world: World;
let nCampaigns = 0;
beforeAll(async () => {
  app = await startTestApp();
  world = await startWorld({ wordpress: 1 });
});
afterAll(async () => {
  await app.stop();
  await world.close();
});

async function ready(fields: Partial<PostingFields> = {}, body?: string): Promise<ReadyCampaign & { siteId: string }> {
  nCampaigns += 1;
  const siteName = `show${nCampaigns}`;
  const made = await readyCampaign(app.app, world.wordpress, { siteName, nArticles: 1, fields });
  if (body !== undefined)
    await app.app.store.db.updateTable('articles').set({ body }).where('content_group_id', '=', made.groupId).execute();
  return { ...made, siteId: `${siteName}-0-0` };
}
const show = ({ projectId, siteId }: { projectId: number; siteId: string }, turn = 0) =>
  app.send(showOnePost, {
    params: { id: projectId },
    body: { site: { module: 'SocialNetwork', siteId }, turn },
  });

test('shows a post as it would be sent, and takes nothing for it', async () => {
  const of = await ready({ category: 'Garden', excerptFrom: 'firstParagraph' });
  const { post } = (await show(of)).body;
  expect(post).toMatchObject({
    title: expect.stringMatching(/^(Good|Fine) title 1$/),
    slug: expect.stringMatching(/^(good|fine)-title-1$/),
    tags: ['one', 'two'],
    category: 'Garden',
    links: [{ url: 'http://money.example/', anchor: 'garden tools', rel: '' }],
    isDraft: false,
  });
  expect(post.html).toContain('<a href="http://money.example/">garden tools</a>');
  expect(post.html).toContain('<strong>Ada</strong>');
  expect(post.findings.map(({ kind, stops }: { kind: string; stops: boolean }) => [kind, stops])).toEqual([
    ['short', false],
  ]);
  const titles = new Set<string>();
  for (let turn = 0; turn < 12; turn += 1) titles.add((await show(of, turn)).body.post.title);
  expect(titles.size).toBe(2);
  const { rows } = await app.app.store.pool.query(
    `select (select sum(usage_count + reserved) from articles where content_group_id = $1)::int as articles,
      (select sum(placed_count) from url_items where url_list_id = $2)::int as links, (select count(*) from posts)::int as posts`,
    [of.groupId, of.moneyId],
  );
  expect(rows).toEqual([{ articles: 0, links: 0, posts: 0 }]);
});

test('warns of all that would stop it, and that first', async () => {
  const fields = {
    insertImages: true,
    searchForImages: false,
    imagesToInsert: 'http://127.0.0.1:9/a.png',
    whenKeywordMissing: 'carrier' as const,
    carrierSentences: 'Look at {anchor}!',
  };
  const of = await ready(fields, 'Nothing {of it.');
  const { findings } = (await show(of)).body.post;
  expect(findings.map(({ text }: { text: string }) => text)).toEqual([
    'Spin syntax is broken at character 9 (line 1, column 9) of the article "{Good|Fine} title 1"',
    'Image not reachable: http://127.0.0.1:9/a.png',
    'The keyword "garden tools" is not in the article: it goes into a sentence of its own, "Look at garden tools!"',
    'The article is short: 3 words of at least 100',
  ]);
  // The run says the same.
  const log = await app.listen(topics.project(of.projectId));
  await app.send(startProject, { params: { id: of.projectId } });
  await log.until((event) => JSON.stringify(event).includes('Spin syntax is broken at character 9'), 'the same word');
});

test('says what is missing', async () => {
  const of = await ready();
  expect((await show({ ...of, siteId: 'none' })).status).toBe(404);
  expect((await show({ ...of, projectId: 999_999 })).status).toBe(404);
  await app.app.store.db.deleteFrom('articles').where('content_group_id', '=', of.groupId).execute();
  expect((await show(of)).body.error).toMatchObject({ code: 'NONE_LEFT' });
  await app.app.store.db
    .updateTable('projects')
    .set({ content_group_id: null })
    .where('id', '=', of.projectId)
    .execute();
  expect((await show(of)).body.error).toMatchObject({ code: 'NOT_SET_UP' });
});

test('a post that is a PDF is shown as one, and its very file can be had', async () => {
  const { projectId } = await readyCampaign(app.app, world.wordpress, {
    module: 'PDF',
    siteName: 'shown',
    nArticles: 1,
  });
  const input = (module: 'PDF' | 'SocialNetwork', siteId: string) => ({
    params: { id: projectId },
    body: { site: { module, siteId }, turn: 3 },
  });
  const { post } = (await app.send(showOnePost, input('PDF', 'shown-0-0'))).body;
  expect(post).toMatchObject({ file: { type: 'application/pdf', length: expect.any(Number) }, tags: [] });
  const answer = await app.fetch(showOneFile.path.replace(':id', String(projectId)), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(input('PDF', 'shown-0-0').body),
  });
  expect(answer.headers.get('content-type')).toBe('application/pdf');
  expect(answer.headers.get('content-disposition')).toContain(`filename="${post.title}.pdf"`);
  expect((await answer.arrayBuffer()).byteLength).toBe(post.file.length);
  const page = await ready();
  expect((await show(page)).body.post.file).toBeNull();
  const refused = await app.send(showOneFile, input('SocialNetwork', page.siteId));
  expect(refused.body.error.message).toBe('This site takes posts as pages, not as files');
});
