import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { shaarli } from '#connectors/platforms/shaarli/index.ts';
import { lossySuite } from '#test/suites/lossy-suite.ts';
import { platformSuite } from '#test/suites/platform-suite.ts';
import { newContent, PlatformBench } from '#test/suites/platform-target.ts';
import { whyNotReal } from '#test/support/real/install.ts';
import { type RealServer, startShaarli } from '#test/support/real/start.ts';

const reason = whyNotReal(['nginx-light', 'php-fpm', 'php-curl', 'php-intl', 'php-mbstring', 'shaarli']);
const close = async () => undefined;

describe.skipIf(reason)(`real Shaarli${reason ? ` (skipped: ${reason})` : ''}`, () => {
  let server: RealServer;
  beforeAll(async () => {
    server = await startShaarli();
  });
  afterAll(() => server.stop());

  platformSuite({
    platform: shaarli,
    against: 'real Shaarli',
    hasFaults: false,
    start: async () => ({ ...server, close }),
  });

  lossySuite({ platform: shaarli, start: async () => ({ ...server, close }), wasTaken: (status) => status === 201 });

  it('does not show the marker to strangers', async () => {
    const bench = new PlatformBench(shaarli, { ...server, close });
    const content = newContent({
      title: 'A plain title',
      links: [{ url: 'https://plain.example.com/', anchor: 'x', rel: '' }],
    });
    const { url } = await bench.publish(content);
    expect(await (await fetch(url)).text()).not.toContain(`ref-${content.marker}`);
    await bench.outside.close();
  });

  it('refuses an address that was bookmarked by someone else, and knows its own', async () => {
    const bench = new PlatformBench(shaarli, { ...server, close });
    const content = newContent();
    const { url } = await bench.publish(content);
    expect((await bench.publish(content)).url).toBe(url);
    const other = newContent({ links: content.links });
    const error = await bench.failure(shaarli.publish(bench.job(), other));
    expect(error).toMatchObject({ name: 'Fatal', message: 'This URL is already bookmarked there' });
    await bench.outside.close();
  });
});
