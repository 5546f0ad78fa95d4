import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { azureBlob } from '#connectors/clouds/azure-blob/index.ts';
import { googleStorage } from '#connectors/clouds/google-storage/index.ts';
import { s3 } from '#connectors/clouds/s3/index.ts';
import type { Cloud } from '#connectors/kit/contract/clouds.ts';
import * as contract from '#domain/contract/cloud-blogs.ts';
import { addCloudAccount, type CloudService } from '#domain/contract/clouds.ts';
import { createContentGroup, saveArticle } from '#domain/contract/content.ts';
import { cloudSuite } from '#test/suites/cloud-suite.ts';
import { FamilyBench } from '#test/suites/family-bench.ts';
import { whyNoStores } from '#test/support/real/clouds/install.ts';
import {
  cephPackages,
  type RealStore,
  startAzurite,
  startCeph,
  startGoogleEmulator,
  startS3rver,
} from '#test/support/real/clouds/start.ts';
import { whyNotReal } from '#test/support/real/install.ts';
import { startTestApp, type TestApp } from '#test/support/start-app.ts';
import { until } from '#test/support/until.ts';

interface RealCloud {
  name: string;
  service: CloudService;
  connector: Cloud;
  why: string | undefined;
  start: () => Promise<RealStore>;
  /** Why the suite of the family cannot run in full; the blog below does. */
  noSuite?: string;
}

const clouds: RealCloud[] = [
  {
    name: 's3rver',
    service: 'S3',
    connector: s3,
    why: whyNoStores(),
    start: startS3rver,
    noSuite: 'it takes wrong secrets',
  },
  { name: 'Ceph', service: 'S3', connector: s3, why: whyNotReal(cephPackages), start: startCeph },
  { name: 'Azurite', service: 'Azure', connector: azureBlob, why: whyNoStores(), start: startAzurite },
];

const form = {
  title: 'Garden notes',
  keywords: 'moss,stone',
  description: 'Notes on moss',
  aboutMe: 'I am Ann.',
  contact: 'Write to me.',
  facebook: 'https://social.example/ann',
  directory: 'blog',
};

describe.each(clouds)('real $name', ({ name, service, connector, why, start, noSuite }) => {
  describe.skipIf(why)(why ?? 'is installed', () => {
    let store: RealStore;
    let app: TestApp;
    beforeAll(async () => {
      [store, app] = await Promise.all([start(), startTestApp()]);
    }, 180_000);
    afterAll(async () => {
      await app?.stop();
      await store?.stop();
    });

    if (!noSuite)
      cloudSuite({
        connector,
        against: `real ${name}`,
        start: async () => ({ address: connector.addressOf(store.key), key: store.key, close: async () => {} }),
      });

    it('takes a blog, whose every link is answered over HTTP, and is left as it was when that is removed', async () => {
      const send = async (call: Parameters<typeof app.send>[0], input: object) => (await app.send(call, input)).body;
      const { account } = await send(addCloudAccount, { body: { friendlyName: name, service, info: store.key } });
      const { contentGroup } = await send(createContentGroup, { body: { name: 'Garden' } });
      const article = { contentGroupId: contentGroup.id, authorName: 'Ann', authorBio: 'W', body: 'Slowly.' };
      await send(saveArticle, { body: { id: null, ...article, title: 'How moss grows' } });
      const { articles } = (await app.fetch(`/rest/content_group/${contentGroup.id}`).then((one) => one.json())) as {
        articles: { id: number }[];
      };
      const body = { ...form, bucketName: 'garden-{notes|pages}', cloudAccountId: account.id };
      const { blog } = await send(contract.uploadCloudBlog, {
        body: { ...body, articleIds: articles.map(({ id }) => id) },
      });
      const find = async (): Promise<contract.CloudBlog | undefined> =>
        (await send(contract.listCloudBlogs, {})).blogs.find(({ id }: contract.CloudBlog) => id === blog.id);
      await until('it is up, or failed', async () => /LIVE|FAILED/.test((await find())?.state ?? ''));
      expect(await find()).toMatchObject({ state: 'LIVE', note: null });
      const { url = '' } = (await find()) ?? {};
      const seen = await crawl(url);
      expect(seen.filter(({ status }) => status !== 200)).toEqual([]);
      expect(seen.map(({ path }) => path.replace(/-[0-9a-f]{12}/, '')).sort()).toEqual(
        [
          'about.html',
          'contact.html',
          'feed.xml',
          'index.html',
          'posts/how-moss-grows.html',
          'sitemap.xml',
          'style.css',
        ].sort(),
      );
      expect(seen.find(({ path }) => path === 'style.css')?.type).toContain('text/css');
      expect(seen.find(({ path }) => path === 'feed.xml')?.type).toContain('application/atom+xml');
      await send(contract.undoCloudBlog, { params: { id: blog.id } });
      await until('it is gone', async () => (await find()) === undefined);
      expect((await fetch(url)).status).toBeGreaterThanOrEqual(400);
    }, 120_000);
  });
});

const whyNoGoogle = whyNoStores();
describe.skipIf(whyNoGoogle)(`the emulator of Google${whyNoGoogle ? ` (skipped: ${whyNoGoogle})` : ''}`, () => {
  // It makes no buckets and knows no keys: files alone.
  it('keeps files for strangers, lists and removes them', async () => {
    const store = await startGoogleEmulator();
    const bench = new FamilyBench(googleStorage, { address: store.url, key: store.key, close: async () => {} });
    const job = { ...bench.job(), bucket: 'garden-notes' };
    const bytes = Buffer.from('<p>Ünïcode</p>');
    const file = { path: 'a/index.html', type: 'text/html; charset=utf-8', cache: 'public, max-age=300', bytes };
    await googleStorage.put(job, file);
    const seen = await fetch(googleStorage.publicUrl(job, file.path));
    const told = ['content-type', 'cache-control'].map((name) => seen.headers.get(name));
    expect([seen.status, ...told, await seen.text()]).toEqual([200, file.type, file.cache, bytes.toString()]);
    expect(await googleStorage.read(job, file.path)).toBe(bytes.toString());
    expect(await googleStorage.read(job, 'a/none.html')).toBeNull();
    expect((await googleStorage.list(job, 'a/', null)).files).toMatchObject([
      { path: file.path, length: bytes.length },
    ]);
    for (const _ of [1, 2]) await googleStorage.remove(job, file.path);
    expect((await googleStorage.list(job, 'a/', null)).files).toEqual([]);
    await bench.outside.close();
    await store.stop();
  }, 60_000);
});

/** Every file of a blog that a page, its feed or its sitemap leads to. */
async function crawl(front: string): Promise<{ path: string; status: number; type: string }[]> {
  const base = front.replace(/index\.html$/, '');
  const seen = new Map<string, { path: string; status: number; type: string }>();
  const next = [front, `${base}sitemap.xml`];
  for (let url = next.shift(); url !== undefined; url = next.shift()) {
    if (seen.has(url)) continue;
    const answer = await fetch(url);
    const text = await answer.text();
    seen.set(url, {
      path: url.slice(base.length),
      status: answer.status,
      type: answer.headers.get('content-type') ?? '',
    });
    const found = [...text.matchAll(/(?:href="|<loc>)([^"<#]+)/g)].map(([, href = '']) => new URL(href, url).href);
    next.push(...found.filter((href) => href.startsWith(base) && href !== base));
  }
  return [...seen.values()];
}
