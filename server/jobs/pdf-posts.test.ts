import { expect, test } from 'vitest';
import { readyCampaign } from '#test/support/builders.ts';
import { EngineWorld } from '#test/support/engine-world.ts';
import { until } from '#test/support/until.ts';

/** Posts that are PDFs: made, sent, found again and proved as all others. */
const at = new EngineWorld({
  wordpress: 2,
  options: { timeToWaitBeforeRetry: 0, maxNumberOfRetries: 2 },
  config: { settleMs: 300 },
});

const money = 'http://money.example/';
const posts = (projectId: number) =>
  at.db.selectFrom('posts').where('project_id', '=', projectId).selectAll().orderBy('id').execute();
const linksOf = (listId: number) =>
  at.db.selectFrom('url_items').where('url_list_id', '=', listId).selectAll().execute();

/** The links of a project's output, all seen live. */
async function proved(listId: number, count: number) {
  const isLive = (link: { proof_state: string }) => link.proof_state === 'LIVE';
  await until('the proofs', async () => (await linksOf(listId)).filter(isLive).length === count);
  return linksOf(listId);
}

test('a project of PDFs makes a file at each site, and a stranger sees its link in it', async () => {
  const ready = await readyCampaign(at.app.app, at.world.wordpress, { module: 'PDF', siteName: 'made' });
  await at.start(ready.projectId);
  await at.completes(ready.projectId);
  const links = await proved(ready.outputId, 2);
  for (const { url } of links) {
    const answer = await fetch(url);
    expect(answer.headers.get('content-type')).toBe('application/pdf');
    const bytes = Buffer.from(await answer.arrayBuffer());
    expect(bytes.toString('latin1')).toContain(`/URI (${money})`);
    const post = (await posts(ready.projectId)).find((one) => one.url === url);
    expect(post?.content).toMatchObject({ file: { type: 'application/pdf', length: bytes.length } });
  }
});

test('a lost answer leads to one file, and a post that did not arrive is sent again with the same bytes', async () => {
  const ready = await readyCampaign(at.app.app, at.world.wordpress, { module: 'PDF', siteName: 'lost' });
  const [lost, late] = at.world.wordpress;
  lost?.dial({ dropAfterCommit: true, times: 1 });
  late?.dial({ dropBeforeAnswer: true, times: 1 });
  await at.start(ready.projectId);
  await at.completes(ready.projectId);
  await proved(ready.outputId, 2);
  expect(at.world.wordpress.map((site) => site.posts().length)).toEqual([1, 1]);
  const acts = at.acts();
  expect(acts.filter(({ site }) => site === lost?.url)).toHaveLength(1);
  expect(acts.filter(({ site }) => site === late?.url)).toHaveLength(2);
  const sent = (await posts(ready.projectId)).find((post) => post.url?.startsWith(late?.url ?? '-'));
  const bytes = await (await fetch(sent?.url ?? '')).arrayBuffer();
  expect(sent?.content).toMatchObject({ file: { length: bytes.byteLength } });
});

test('images of an article are left out, and that is told', async () => {
  const ready = await readyCampaign(at.app.app, at.world.wordpress.slice(0, 1), { module: 'PDF', siteName: 'images' });
  const body = '<p>First <img src="http://127.0.0.1:9/gone.png" alt="a gate"> paragraph of garden tools.</p>';
  const ofGroup = at.db.updateTable('articles').set({ body }).where('content_group_id', '=', ready.groupId);
  await ofGroup.execute();
  await at.start(ready.projectId);
  await at.completes(ready.projectId);
  expect((await at.rowsOf(ready.projectId))[0]).toMatchObject({
    status: 'SUCCESS',
    waitInfo: 'A PDF is made without images: they are left out',
  });
});

test('what is proved of a file is its link with its anchor, and no rel', async () => {
  const ready = await readyCampaign(at.app.app, at.world.wordpress.slice(0, 1), { module: 'PDF', siteName: 'seen' });
  await at.start(ready.projectId);
  await at.completes(ready.projectId);
  const [link] = await proved(ready.outputId, 1);
  expect(link?.proof).toMatchObject({ links: [{ url: money, anchor: 'garden tools', rel: '' }] });
});

test.each([
  ['PDF', 'draft'],
  ['WebProfile', 'draft'],
  ['WebProfile', 'timed'],
] as const)('a %s that was to be %s is not sent: it would be public at once', async (module, postStatus) => {
  const site = at.world.wordpress.slice(0, 1);
  const of = { module, siteName: `${module}-${postStatus}`, fields: { postStatus, publishAfterHours: 1 } };
  const ready = await readyCampaign(at.app.app, site, of);
  await at.start(ready.projectId);
  await at.comesToRest(ready.projectId);
  const [row] = await at.rowsOf(ready.projectId);
  expect([row.status, row.waitInfo]).toEqual(['FAILED', expect.stringContaining('It would be public at once here')]);
  expect(at.acts()).toEqual([]);
});

test('an image that does not answer stops no post that carries none', async () => {
  const site = at.world.wordpress.slice(0, 1);
  const ready = await readyCampaign(at.app.app, site, { module: 'WebProfile', siteName: 'plain' });
  const body = '<p>First <img src="http://127.0.0.1:9/gone.png" alt="a gate"> paragraph of garden tools.</p>';
  await at.db.updateTable('articles').set({ body }).where('content_group_id', '=', ready.groupId).execute();
  await at.start(ready.projectId);
  await at.completes(ready.projectId);
  await proved(ready.outputId, 1);
});
