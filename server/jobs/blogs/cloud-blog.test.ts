import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readState } from '#connectors/kit/blog/blog.ts';
import { type CloudBlog, listCloudBlogs, undoCloudBlog, uploadCloudBlog } from '#domain/contract/cloud-blogs.ts';
import { addCloudAccount } from '#domain/contract/clouds.ts';
import { type S3Api, startS3 } from '#rehearsal/clouds/s3.ts';
import { readProject } from '#server/features/projects/project-forms.ts';
import { saveProject } from '#server/features/projects/save-project.ts';
import { commit } from '#server/live/commit.ts';
import { readyCampaign } from '#test/support/builders.ts';
import { EngineWorld } from '#test/support/engine-world.ts';
import { startEngine } from '#test/support/engines.ts';
import { until } from '#test/support/until.ts';

const options = { maxNumberOfRetries: 3, timeToWaitBeforeRetry: 1, waitTimeOut: 30 };
const at = new EngineWorld({ wordpress: 0, options, config: { roles: ['http'] } });
let store: S3Api;
let cloudAccountId: number;
beforeAll(async () => {
  store = await startS3();
  const info = { accessKey: store.accessKey, secretKey: store.secretKey, endpoint: store.url };
  const { body } = await at.app.send(addCloudAccount, { body: { friendlyName: 'Store', service: 'S3', info } });
  cloudAccountId = body.account.id;
});
afterAll(() => store.close());

const form = { title: 'Garden', keywords: 'moss', description: 'd', aboutMe: 'a', contact: 'c' };
const blogs = async () => (await at.app.send(listCloudBlogs)).body.blogs as CloudBlog[];
const upload = async (bucketName: string) =>
  (await at.app.send(uploadCloudBlog, { body: { ...form, bucketName, cloudAccountId } })).body.blog as CloudBlog;
const stateOf = async (id: number) => (await blogs()).find((blog) => blog.id === id)?.state;
const puts = () => store.requests.filter(({ method, path }) => method === 'PUT' && /\.\w+$/.test(path));
const textOf = (bucket: string, path: string) => store.buckets.get(bucket)?.files.get(path)?.body.toString() ?? '';

/** A project over one site, which needs no account anywhere. */
async function projectOver(site: NonNullable<CloudBlog['site']>): Promise<number> {
  const { projectId } = await readyCampaign(at.app.app, []);
  const project = await readProject(at.db, projectId);
  await commit(at.app.app, (tx, note) => {
    const sites = [{ id: site, checked: true }];
    return saveProject(tx, note, { kind: 'posting', project, sites, uuid: 'test' }, at.app.app.secrets);
  });
  return projectId;
}

test('an upload that is killed in the middle goes on where it was', async () => {
  const engine = await startEngine(at.app);
  // The fifth file stands there, and its answer never comes.
  const { id } = await upload('killed');
  await until('some files stand', () => puts().length >= 3);
  store.dial({ hangAfterCommit: true });
  const before = puts().length;
  await until('one hangs, or all stand', async () => puts().length > before || (await stateOf(id)) === 'LIVE');
  await engine.stop(0);
  store.dial({ hangAfterCommit: false });
  await sql`with dead as (
      update pgboss.job set state = 'active', started_on = now(), heartbeat_on = now()
      where name = 'cloudBlog' and id = (select task_id from cloud_blogs where id = ${id}) and state <> 'completed' returning id
    ) update task_progress set claimed_by = ${randomUUID()}::uuid where task_id in (select id from dead)`.execute(
    at.db,
  );
  const next = await startEngine(at.app);
  await until('it stands', async () => (await stateOf(id)) === 'LIVE');
  // One file was on its way when the process died: only that may have been sent twice.
  const paths = puts().map(({ path }) => path);
  expect(paths.length - new Set(paths).size).toBeLessThanOrEqual(1);
  await next.stop(0);
}, 120_000);

test('projects post to a blog without an account, two at once too, and all its lists tell of both', async () => {
  const engine = await startEngine(at.app);
  const { id } = await upload('alive');
  await until('it stands', async () => (await stateOf(id)) === 'LIVE');
  const { site, url } = (await blogs()).find((blog) => blog.id === id) as CloudBlog;
  if (!site) return expect.fail('it is no site');
  const projects = [await projectOver(site), await projectOver(site)];
  await Promise.all(projects.map((project) => at.start(project)));
  await Promise.all(projects.map((project) => at.completes(project)));
  const posts = readState(textOf('alive', 'blog.json'))?.posts ?? [];
  expect(posts).toHaveLength(2);
  for (const { path } of posts) {
    for (const list of ['index.html', 'archive.html', 'feed.xml', 'sitemap.xml'])
      expect([list, path, textOf('alive', list).includes(path)]).toEqual([list, path, true]);
    expect(await (await fetch(new URL(path, url))).text()).toContain('href="http://money.example/"');
  }
  const { rows } = await sql<{ state: string; url: string }>`
    select state, url from posts where project_id = any(${projects}::bigint[])`.execute(at.db);
  expect(rows.map(({ state }) => state)).toEqual(['SUCCEEDED', 'SUCCEEDED']);
  // What projects posted goes with the blog.
  await at.app.send(undoCloudBlog, { params: { id } });
  await until('it is gone', async () => (await stateOf(id)) === undefined);
  expect(store.buckets.has('alive')).toBe(false);
  await engine.stop(0);
}, 120_000);

test('a post whose answer was lost is looked up, and stands once', async () => {
  const engine = await startEngine(at.app);
  const { id } = await upload('lost-answer');
  await until('it stands', async () => (await stateOf(id)) === 'LIVE');
  const { site } = (await blogs()).find((blog) => blog.id === id) as CloudBlog;
  if (!site) return expect.fail('it is no site');
  const project = await projectOver(site);
  store.dial({ dropAfterCommit: true, times: 1 });
  await at.start(project);
  await at.completes(project);
  expect(readState(textOf('lost-answer', 'blog.json'))?.posts).toHaveLength(1);
  expect(textOf('lost-answer', 'feed.xml').split('<entry>')).toHaveLength(2);
  await engine.stop(0);
}, 120_000);
