import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { wordpress } from '#connectors/platforms/wordpress/index.ts';
import { xmlrpcBlog } from '#connectors/platforms/xmlrpc-blog/index.ts';
import { judgePage } from '#domain/rules/proof.ts';
import { lossySuite } from '#test/suites/lossy-suite.ts';
import { pdfPlatform } from '#test/suites/pdf-platform.ts';
import { platformSuite } from '#test/suites/platform-suite.ts';
import { lost, newContent, PlatformBench } from '#test/suites/platform-target.ts';
import { whyNotReal } from '#test/support/real/install.ts';
import { type RealWordPress, startWordPress } from '#test/support/real/start.ts';

const packages = [
  'nginx-light',
  'php-fpm',
  'php-mysql',
  'mariadb-server',
  'wordpress',
  'wordpress-theme-twentytwentythree',
];
const reason = whyNotReal(packages);

describe.skipIf(reason)(`real WordPress${reason ? ` (skipped: ${reason})` : ''}`, () => {
  let server: RealWordPress;
  beforeAll(async () => {
    server = await startWordPress(2);
  });
  afterAll(() => server.stop());

  const blog = (at: number, who: 'admin' | 'author') => async () => {
    const found = server.blogs[at];
    if (found === undefined) return expect.fail('no such blog');
    return { ...(who === 'author' ? found.author : found), close: async () => undefined };
  };
  platformSuite({
    platform: wordpress,
    against: 'real WordPress, administrator',
    hasFaults: false,
    start: blog(0, 'admin'),
  });
  platformSuite({
    platform: wordpress,
    against: 'real WordPress, author, plain permalinks',
    hasFaults: false,
    start: blog(1, 'author'),
  });

  const pdf = pdfPlatform(wordpress, 'PDF');
  platformSuite({ platform: pdf, against: 'real WordPress, administrator', hasFaults: false, start: blog(0, 'admin') });
  platformSuite({
    platform: pdf,
    against: 'real WordPress, author, plain permalinks',
    hasFaults: false,
    start: blog(1, 'author'),
  });

  platformSuite({
    platform: xmlrpcBlog,
    against: 'real WordPress, administrator',
    hasFaults: false,
    start: blog(0, 'admin'),
  });
  platformSuite({
    platform: xmlrpcBlog,
    against: 'real WordPress, author, plain permalinks',
    hasFaults: false,
    start: blog(1, 'author'),
  });

  lossySuite({ platform: xmlrpcBlog, start: blog(0, 'admin'), wasTaken: (status) => status === 200 });
  lossySuite({ platform: wordpress, start: blog(0, 'admin'), wasTaken: (status) => status === 201 });
  lossySuite({ platform: pdf, start: blog(0, 'admin'), wasTaken: (status) => status === 201 });

  it('finds a post by its marker when its slug was changed', async () => {
    const bench = new PlatformBench(wordpress, await blog(0, 'admin')());
    const content = newContent();
    const { remoteId } = await bench.publish(content);
    const login = Buffer.from(`${bench.site.username}:${bench.site.password}`).toString('base64');
    await fetch(`${bench.site.url}/wp-json/wp/v2/posts/${remoteId}`, {
      method: 'POST',
      headers: { authorization: `Basic ${login}`, 'content-type': 'application/json' },
      body: JSON.stringify({ slug: 'moved-elsewhere' }),
    });
    const found = await wordpress.lookUp(bench.job(), content, lost);
    expect(found).toMatchObject({ state: 'published', remoteId, url: `${bench.site.url}/moved-elsewhere/` });
    await bench.outside.close();
  });

  it('sees a link that was taken out, and one whose rel was changed', async () => {
    const bench = new PlatformBench(wordpress, await blog(0, 'admin')());
    const content = newContent();
    const { url, remoteId } = await bench.publish(content);
    const [first, second] = content.links;
    const html = `<p>Only <a href="${second?.url}" rel="sponsored">stone &amp; slate</a> is left.</p>`;
    await wordpress.update?.(bench.job(), remoteId, { ...content, html });
    const page = await bench.outside.readPage(url, new AbortController().signal);
    const proof = judgePage(page, [first!, { ...second!, rel: 'nofollow' }]);
    expect(proof).toMatchObject({ state: 'CHANGED', links: [{ found: false }, { found: true, rel: 'sponsored' }] });
    await bench.outside.close();
  });
});
