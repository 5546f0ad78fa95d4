import { afterEach, beforeEach, expect, it } from 'vitest';
import { s3 } from '#connectors/clouds/s3/index.ts';
import { siteFiles } from '#connectors/kit/clouds/site-files.ts';
import type { Job } from '#connectors/kit/contract/platforms.ts';
import { platformSuite } from '#test/suites/platform-suite.ts';
import { lost, newContent, PlatformBench } from '#test/suites/platform-target.ts';
import { startBlog } from '#test/support/start-blog.ts';
import { staticBlog } from './index.ts';

/** One after the other, as the product's lock has it. */
function inTurn() {
  let last: Promise<unknown> = Promise.resolve();
  return <T>(work: () => Promise<T>): Promise<T> => {
    const own = last.then(work, work);
    last = own.catch(() => {});
    return own;
  };
}

const start = async () => {
  const blog = await startBlog();
  const { bucket, folder, key } = blog.store;
  const alone = inTurn();
  const files = ({ account, site, tools }: Job) => {
    // The store of an address that is another one is another one too.
    const address = new URL(site.url).origin;
    const job = { address, key: { ...key, secretKey: account.password, endpoint: address }, bucket, tools };
    return siteFiles({ cloud: s3, job, folder: `${folder}/`, alone });
  };
  return { ...blog, files };
};
platformSuite({ platform: staticBlog, against: 'the rehearsal', hasFaults: true, start });

let blog: Awaited<ReturnType<typeof start>>;
let bench: PlatformBench;
beforeEach(async () => {
  blog = await start();
  bench = new PlatformBench(staticBlog, blog);
});
afterEach(async () => {
  await bench.outside.close();
  await blog.close();
});

it('tells of each post in front page, archive, feed and sitemap, of two at once too', async () => {
  const posts = await Promise.all([newContent(), newContent(), newContent()].map((content) => bench.publish(content)));
  for (const { remoteId } of posts)
    for (const path of ['index.html', 'archive.html', 'feed.xml', 'sitemap.xml'])
      expect([path, remoteId, blog.textOf(path).includes(remoteId)]).toEqual([path, remoteId, true]);
});

it('writes over what a try left that was broken off, and tells of it once', async () => {
  const content = newContent();
  blog.dial({ dropBeforeAnswer: true, times: 1 });
  expect((await bench.failure(staticBlog.publish(bench.job(), content))).name).toBe('Unconfirmed');
  // Broken off behind the page: it stands, but nothing tells of it yet.
  const { remoteId } = await bench.publish(content);
  await bench.publish(content);
  expect(blog.posts().filter(({ url }) => url.endsWith(remoteId))).toHaveLength(1);
  expect(blog.textOf('feed.xml').split('<entry>')).toHaveLength(2);
});

it('takes a removed post out of all lists', async () => {
  const [first, second] = [await bench.publish(newContent()), await bench.publish(newContent())];
  await staticBlog.remove?.(bench.job(), first.remoteId);
  for (const path of ['index.html', 'archive.html', 'feed.xml', 'sitemap.xml']) {
    expect(blog.textOf(path)).not.toContain(first.remoteId);
    expect(blog.textOf(path)).toContain(second.remoteId);
  }
});

it('posts to no place whose store is not known, or where its own file was changed', async () => {
  const { files: _, ...job } = bench.job();
  expect(await bench.failure(staticBlog.publish(job, newContent()))).toMatchObject({ name: 'Fatal' });
  blog.buckets.get('blogs')?.files.set('garden/blog.json', { type: '', cache: '', body: Buffer.from('{}') });
  expect(await bench.failure(staticBlog.publish(bench.job(), newContent()))).toMatchObject({ name: 'Fatal' });
  expect(await bench.failure(staticBlog.lookUp(bench.job(), newContent(), lost))).toMatchObject({ name: 'Fatal' });
});
