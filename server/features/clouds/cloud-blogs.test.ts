import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import * as contract from '#domain/contract/cloud-blogs.ts';
import { addCloudAccount, deleteCloudAccount } from '#domain/contract/clouds.ts';
import { createContentGroup, saveArticle } from '#domain/contract/content.ts';
import { listCustomSites } from '#domain/contract/sites.ts';
import { listTasks, type Task } from '#domain/contract/tasks.ts';
import { type S3Api, startS3 } from '#rehearsal/clouds/s3.ts';
import { startTestApp, type TestApp } from '#test/support/start-app.ts';
import { until } from '#test/support/until.ts';

let app: TestApp;
let store: S3Api;
let cloudAccountId: number;
/** Files beyond so many are refused. */
let refuseFrom: number;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());
beforeEach(async () => {
  refuseFrom = Number.POSITIVE_INFINITY;
  store = await startS3({ refuses: () => puts().length > refuseFrom });
  const info = { accessKey: store.accessKey, secretKey: store.secretKey, endpoint: store.url };
  const { body } = await app.send(addCloudAccount, { body: { friendlyName: 'Store', service: 'S3', info } });
  cloudAccountId = body.account.id;
});
afterEach(async () => {
  await app.send(deleteCloudAccount, { params: { id: cloudAccountId } });
  await store.close();
});

const form = {
  bucketName: 'garden-{one|two|three}',
  title: '{Garden|Garden} notes',
  keywords: 'moss, stone, Moss',
  description: 'About {moss|moss}',
  aboutMe: 'I am <b>Ann</b><script>alert(1)</script>\n\nSecond.',
  contact: '<p onclick="x()">Write to me</p>',
  facebook: 'https://social.example/ann',
};
const upload = async (changes: object = {}) =>
  (await app.send(contract.uploadCloudBlog, { body: { ...form, cloudAccountId, ...changes } })).body;
const blogOf = async (id: number) =>
  ((await app.send(contract.listCloudBlogs)).body.blogs as contract.CloudBlog[]).find((blog) => blog.id === id);
const untilState = async (id: number, ...states: string[]) => {
  await until(`blog ${id} ${states}`, async () => states.includes((await blogOf(id))?.state ?? 'GONE'));
  return (await blogOf(id)) as contract.CloudBlog;
};
const live = async (changes: object = {}) => {
  const { blog } = await upload(changes);
  return untilState(blog.id, 'LIVE');
};
const send = async (call: typeof contract.undoCloudBlog, id: number) => (await app.send(call, { params: { id } })).body;
const sites = async () => (await app.send(listCustomSites)).body.sites;
const puts = () => store.requests.filter(({ method, path }) => method === 'PUT' && /\.\w+$/.test(path));

describe('an upload', () => {
  test('makes the bucket, uploads the pages and enters Custom Sites', async () => {
    const { url, blog } = await upload();
    expect(url).toMatch(new RegExp(`^${store.url}/garden-(one|two|three)/index.html$`));
    expect(blog).toMatchObject({ state: 'UPLOADING', title: 'Garden notes', url, account: 'Store' });
    await untilState(blog.id, 'LIVE');
    const page = await fetch(url);
    expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    expect(page.headers.get('cache-control')).toBe('public, max-age=300');
    const about = await (await fetch(new URL('about.html', url))).text();
    expect(about).toContain('<strong>Ann</strong>');
    expect(about).not.toContain('<script');
    expect(await (await fetch(new URL('contact.html', url))).text()).not.toContain('onclick');
    expect((await fetch(new URL('style.css', url))).headers.get('content-type')).toBe('text/css; charset=utf-8');
    const stored = (await blogOf(blog.id)) as contract.CloudBlog;
    expect(stored).toMatchObject({ done: stored.total, note: null });
    expect(await sites()).toMatchObject([{ id: stored.site, url, connector: 'static-blog', permission: 'owned' }]);
    expect(store.buckets.get(stored.bucket)).toMatchObject({ isPublic: true, missing: '404.html' });
  });

  test('goes into a directory, with a post per chosen article', async () => {
    const { body } = await app.send(createContentGroup, { body: { name: 'Garden' } });
    const contentGroupId = body.contentGroup.id;
    const article = {
      id: null,
      contentGroupId,
      title: '{Moss|Moss} & more',
      body: 'Text {a|a}.',
      authorName: 'Ann',
      authorBio: 'W',
    };
    const saved = (await app.send(saveArticle, { body: article })).body;
    const articleIds = [saved.id ?? saved.article?.id];
    const blog = await live({ directory: '/deep/er/', articleIds, bucketName: 'with-articles' });
    expect(blog.url).toBe(`${store.url}/with-articles/deep/er/index.html`);
    const front = await (await fetch(blog.url)).text();
    const [path = ''] = front.match(/posts\/moss-more-[0-9a-f]+\.html/) ?? [];
    expect(await (await fetch(new URL(path, blog.url))).text()).toContain('<p>Text a.</p>');
    expect((await upload({ articleIds: [999_999], bucketName: 'no-article' })).error.field).toBe('articleIds');
  });

  test.each([
    ['bucketName', 'Capital Letters', /^The bucket name "Capital Letters" takes small letters/],
    ['bucketName', ' ', /^You need to enter bucket name \(it should be in spintax\)$/],
    ['title', '', /^You need to enter title of the blog$/],
    ['keywords', ' , ', /^You need to enter some keywords for your blog$/],
    ['description', '', /^You need to enter description for your blog$/],
    ['aboutMe', '', /^You need to enter content for the about me page$/],
    ['contact', '', /^You need to enter content for the contact us page$/],
    ['directory', '../up', /^The directory takes/],
    ['twitter', 'javascript:alert(1)', /^The profile must be an address/],
  ])('refuses %s "%s"', async (field, value, message) => {
    expect((await upload({ [field]: value })).error).toMatchObject({ field, message: expect.stringMatching(message) });
  });

  test('tries other spins where somebody has the name, and says so when none is left', async () => {
    const { blog } = await upload({ bucketName: '{taken|taken|taken|taken|free-one}' });
    const stands = await untilState(blog.id, 'LIVE', 'FAILED');
    if (stands.state === 'LIVE') expect(stands.bucket).toBe('free-one');
    else expect(stands.note).toBe(contract.blogTexts.taken('taken'));
    const { blog: other } = await upload({ bucketName: 'taken', directory: 'x' });
    expect(await untilState(other.id, 'FAILED')).toMatchObject({ note: contract.blogTexts.taken('taken') });
  });

  test('writes over nobody, and opens no bucket that was there before', async () => {
    await live({ bucketName: 'shared', directory: 'one' });
    const twice = await upload({ bucketName: 'shared', directory: 'one' });
    expect(twice.error).toMatchObject({ code: 'EXISTS', field: 'bucketName' });
    await live({ bucketName: 'shared', directory: 'two' });
    store.buckets.get('shared')?.files.set('three/index.html', { type: '', cache: '', body: Buffer.from('x') });
    const { blog } = await upload({ bucketName: 'shared', directory: 'three' });
    expect(await untilState(blog.id, 'FAILED')).toMatchObject({ note: contract.blogTexts.notEmpty });
    expect(store.buckets.get('shared')?.files.get('three/index.html')?.body.toString()).toBe('x');
    store.buckets.set('private', { files: new Map(), isPublic: false, isBlocked: true, missing: '' });
    const { blog: closed } = await upload({ bucketName: 'private', directory: 'x' });
    expect(await untilState(closed.id, 'FAILED')).toMatchObject({ note: contract.blogTexts.notPublic('status 403') });
    expect(store.buckets.get('private')?.isPublic).toBe(false);
  }, 60_000);
});

describe('a broken upload', () => {
  test('names the file, and is gone on with: what stands is not sent again', async () => {
    refuseFrom = 4;
    const { blog } = await upload({ bucketName: 'resumed' });
    const failed = await untilState(blog.id, 'FAILED');
    refuseFrom = Number.POSITIVE_INFINITY;
    expect(failed.note).toMatch(/^[\w./-]+: The store answered 400/);
    expect(failed.note).not.toContain(store.secretKey);
    expect(await sites()).not.toContainEqual(expect.objectContaining({ url: failed.url }));
    const before = puts().map(({ path }) => path);
    expect(failed.done).toBeLessThan(failed.total);
    const stood = [...(store.buckets.get('resumed')?.files.keys() ?? [])];
    expect((await send(contract.resumeCloudBlog, blog.id)).blog.state).toBe('UPLOADING');
    await untilState(blog.id, 'LIVE');
    const again = puts()
      .slice(before.length)
      .map(({ path }) => path.replace('/resumed/', ''));
    expect(stood.length).toBeGreaterThan(3);
    for (const path of stood) expect(again).not.toContain(path);
  });

  test('is stopped, and undone: files and bucket are gone', async () => {
    const { blog } = await upload({ bucketName: 'undone' });
    await until('it is opened', () => store.buckets.get('undone')?.isPublic === true);
    const stopped = await send(contract.stopCloudBlog, blog.id);
    const state = stopped.blog?.state ?? (await blogOf(blog.id))?.state;
    expect(['STOPPED', 'LIVE']).toContain(state);
    await until('it is at rest', async () => (await send(contract.undoCloudBlog, blog.id)).error === undefined);
    await until('it is gone', async () => (await blogOf(blog.id)) === undefined);
    expect(store.buckets.has('undone')).toBe(false);
  });

  test('an undo of a live blog takes its site and its files, not those of others', async () => {
    const blog = await live({ bucketName: 'partly', directory: 'mine' });
    store.buckets.get('partly')?.files.set('theirs.txt', { type: '', cache: '', body: Buffer.from('x') });
    expect((await send(contract.resumeCloudBlog, blog.id)).error.code).toBe('AT_ITS_END');
    expect((await send(contract.undoCloudBlog, blog.id)).blog.state).toBe('REMOVING');
    await until('it is gone', async () => (await blogOf(blog.id)) === undefined);
    expect([...(store.buckets.get('partly')?.files.keys() ?? [])]).toEqual(['theirs.txt']);
    expect(await sites()).not.toContainEqual(expect.objectContaining({ id: blog.site }));
  });

  test('goes on after an answer that was lost', async () => {
    store.dial({ dropBeforeAnswer: true, times: 1 });
    const { blog } = await upload({ bucketName: 'lossy' });
    await until('it waits', async () => (await blogOf(blog.id))?.note?.startsWith('Tried again: ') === true);
    expect(await untilState(blog.id, 'LIVE')).toMatchObject({ note: null });
  }, 30_000);
});

test('an upload ends with its account, and its task is called off', async () => {
  const body = {
    friendlyName: 'Short-lived',
    service: 'S3',
    info: { accessKey: store.accessKey, secretKey: store.secretKey, endpoint: store.url },
  };
  const { account } = (await app.send(addCloudAccount, { body })).body;
  store.dial({ dropBeforeAnswer: true, times: 1_000 });
  const { blog } = await upload({ bucketName: 'broken-off', cloudAccountId: account.id });
  await until('it waits', async () => (await blogOf(blog.id))?.note?.startsWith('Tried again: ') === true);
  await app.send(deleteCloudAccount, { params: { id: account.id } });
  store.dial({ dropBeforeAnswer: false });
  expect(await blogOf(blog.id)).toBeUndefined();
  const tasks = async () =>
    (await app.send(listTasks)).body.tasks.filter(({ title }: Task) => title.includes(blog.title));
  await until('its task is called off', async () => (await tasks()).some(({ state }: Task) => state === 'CANCELLED'));
});

test('a deleted account takes its blogs and their sites with it; the store keeps its files', async () => {
  const blog = await live({ bucketName: 'left-there' });
  await app.send(deleteCloudAccount, { params: { id: cloudAccountId } });
  expect(await blogOf(blog.id)).toBeUndefined();
  expect(await sites()).not.toContainEqual(expect.objectContaining({ id: blog.site }));
  expect((await fetch(blog.url)).status).toBe(200);
});

test('a preview shows index, about, contact and a sample post, each whole in itself', async () => {
  const { pages } = (await app.send(contract.previewCloudBlog, { body: form })).body;
  expect(pages.map(({ path }: { path: string }) => path)).toEqual([
    'index.html',
    'about.html',
    'contact.html',
    expect.stringMatching(/^posts\/a-sample-post-/),
  ]);
  for (const { html } of pages) {
    expect(html).toContain('<style>');
    expect(html).not.toMatch(/<script|rel="stylesheet"/);
  }
  expect((await app.send(contract.previewCloudBlog, { body: { ...form, title: '' } })).body.error.field).toBe('title');
});
