import pg from 'pg';
import { expect, test } from 'vitest';
import { deleteLinkSets } from '#domain/contract/links.ts';
import { topics } from '#domain/contract/live.ts';
import { resolvePost } from '#domain/contract/projects/projects.ts';
import { saveCustomSite, switchHost } from '#domain/contract/sites.ts';
import { closeWhenDone } from '#server/engine/runs/close-run.ts';
import { type ReadyCampaign, readyCampaign } from '#test/support/builders.ts';
import { EngineWorld } from '#test/support/engine-world.ts';
import { until } from '#test/support/until.ts';

/** Posts that may stand and cannot be looked up, and what is withdrawn while a post is prepared. */
const at = new EngineWorld({ wordpress: 2, options: { timeToWaitBeforeRetry: 1, maxNumberOfRetries: 1 } });

const hostOf = (index: number) => new URL(at.world.wordpress[index]?.url ?? '').host;
const states = async (projectId: number) =>
  (await at.db.selectFrom('posts').where('project_id', '=', projectId).select('state').execute()).map(
    (row) => row.state,
  );

/** A project whose one post stands on its site and is UNKNOWN here. */
async function withUnknown(siteName: string): Promise<ReadyCampaign> {
  const ready = await readyCampaign(at.app.app, at.world.wordpress.slice(0, 1), { siteName });
  at.world.wordpress[0]?.dial({ dropAfterCommit: true });
  await at.start(ready.projectId);
  await until('a lost answer', async () => /LOOK/.test((await states(ready.projectId)).join()));
  await at.app.send(switchHost, { body: { host: hostOf(0), stopped: true } });
  await at.stop(ready.projectId);
  await at.comesToRest(ready.projectId);
  at.world.wordpress[0]?.resetDials();
  await at.app.send(switchHost, { body: { host: hostOf(0), stopped: false } });
  return ready;
}

test('a Stop comes to its end while the host of a lost post is stopped: the operator is asked', async () => {
  const ready = await withUnknown('halted');
  expect(await at.statusOf(ready.projectId)).toBe('STOPPED');
  const [row] = await at.rowsOf(ready.projectId);
  expect(row).toMatchObject({
    status: 'UNKNOWN',
    waitInfo: 'It may be on the site: Traffic to this host is stopped',
  });
  expect(await at.db.selectFrom('articles').where('reserved', '!=', 0).select('id').execute()).toEqual([]);
});

test('a further start leaves an open question alone, also after COMPLETED', async () => {
  const ready = await withUnknown('asked');
  await at.db.updateTable('projects').set({ status: 'COMPLETED' }).where('id', '=', ready.projectId).execute();
  at.ledger.length = 0;
  await at.start(ready.projectId);
  await until('planned', async () => !['STARTING', 'RUNNING'].includes(await at.statusOf(ready.projectId)));
  expect(at.acts()).toEqual([]);
  expect((await at.rowsOf(ready.projectId))[0]).toMatchObject({ status: 'UNKNOWN' });
  expect(at.world.wordpress[0]?.posts()).toHaveLength(1);
});

test('without its output link set a project takes no decision: what is missing is named', async () => {
  const ready = await withUnknown('lacking');
  await at.app.send(deleteLinkSets, { params: { id: ready.campaignId }, body: { ids: [ready.outputId] } });
  const where = { id: { module: 'SocialNetwork', siteId: 'lacking-0-0' } };
  for (const decision of [{ decision: 'there', url: at.world.wordpress[0]?.url }, { decision: 'resend' }]) {
    const answer = await at.app.send(resolvePost, { params: { id: ready.projectId }, body: { ...where, ...decision } });
    expect(answer.body.error.message).toBe('You need to choose where to store your backlinks');
  }
  expect((await at.rowsOf(ready.projectId))[0]).toMatchObject({ status: 'UNKNOWN' });
});

test('"it is there" is told where the link and the use of its article are counted', async () => {
  const ready = await withUnknown('counted');
  const [campaign, group] = await Promise.all([
    at.app.listen(topics.campaign(ready.campaignId)),
    at.app.listen(topics.contentGroup(ready.groupId)),
  ]);
  const word = { decision: 'there', url: at.world.wordpress[0]?.url };
  const where = { id: { module: 'SocialNetwork', siteId: 'counted-0-0' } };
  const answer = await at.app.send(resolvePost, { params: { id: ready.projectId }, body: { ...where, ...word } });
  expect(answer.body.error).toBeUndefined();
  await campaign.until((body) => body.action === 'urlListEdited' && body.urlList.count === 1, 'the link');
  await group.until((body) => body.action === 'articlesChanged', 'the article');
});

/** The owner of the second site takes the permission back. */
const withdraw = (siteId: string) =>
  at.app.send(saveCustomSite, {
    body: {
      module: 'SocialNetwork',
      siteId,
      platform: 'wordpress',
      url: at.world.wordpress[1]?.url,
      connector: 'wordpress',
      pr: 10,
      dofollow: true,
      permission: 'none',
      permissionNote: '',
    },
  });

test('a permission that is withdrawn while a post is prepared keeps it from leaving', async () => {
  const site = at.world.wordpress[1];
  const ready = await readyCampaign(at.app.app, at.world.wordpress.slice(1), { siteName: 'withdrawn' });
  site?.dial({ slowMs: 300 });
  await at.start(ready.projectId);
  await until('it is prepared', () => at.ledger.length > 0);
  await withdraw('withdrawn-0-0');
  await at.comesToRest(ready.projectId);
  expect(at.acts()).toEqual([]);
  expect((await at.rowsOf(ready.projectId))[0]).toMatchObject({ status: 'FAILED' });
});

test('what may stand on a site is still looked for when its permission was withdrawn', async () => {
  const ready = await readyCampaign(at.app.app, at.world.wordpress.slice(1), { siteName: 'lost' });
  at.world.wordpress[1]?.dial({ failAfterCommit: true, times: 1 });
  await at.start(ready.projectId);
  await until('the answer is lost', async () => {
    const [post] = await at.db
      .selectFrom('posts')
      .where('project_id', '=', ready.projectId)
      .select('lost_at')
      .execute();
    return post?.lost_at != null;
  });
  await withdraw('lost-0-0');
  await at.comesToRest(ready.projectId);
  expect(at.acts()).toHaveLength(1);
  expect((await at.rowsOf(ready.projectId))[0]).toMatchObject({ status: 'SUCCESS' });
});

test('a password that this installation cannot read fails its post with a word', async () => {
  const ready = await readyCampaign(at.app.app, at.world.wordpress.slice(1), { siteName: 'sealed' });
  await at.db
    .updateTable('accounts')
    .set({ password: 'v1:of-another-key' })
    .where('profile_id', '=', ready.profileId)
    .execute();
  await at.start(ready.projectId);
  await at.comesToRest(ready.projectId);
  const { status, lastError } = (await at.page(ready.projectId)).project;
  expect(status).toBe('FAILED');
  expect(lastError).toContain('cannot be read with the key of this installation');
});

test('posts of a claim whose answer was lost are taken up by the process that does not know of them', async () => {
  const ready = await readyCampaign(at.app.app, at.world.wordpress.slice(1), { siteName: 'unheld', rowsPerSite: 2 });
  await at.app.send(switchHost, { body: { host: hostOf(1), stopped: true } });
  await at.start(ready.projectId);
  const own = () => at.db.updateTable('posts').where('project_id', '=', ready.projectId);
  await until('it is planned', async () => (await at.statusOf(ready.projectId)) === 'RUNNING');
  await own().set({ state: 'CLAIMED', claimed_by: at.app.app.bootId }).execute();
  await at.app.send(switchHost, { body: { host: hostOf(1), stopped: false } });
  await at.comesToRest(ready.projectId);
  expect(await at.statusOf(ready.projectId)).toBe('COMPLETED');
  expect(at.acts()).toHaveLength(2);
});

test('a store that is away right after the last post of a run is no fault: its proof is still read, its run closed later', async () => {
  const away = new pg.Pool({ host: '127.0.0.1', port: 9 });
  const { store, live } = at.app.app;
  await closeWhenDone({ store: { ...store, pool: away }, live }, 1);
  await away.end();
});
