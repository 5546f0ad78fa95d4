import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { htmlToText } from '#connectors/kit/html-to-text.ts';
import { redmine } from '#connectors/platforms/redmine/index.ts';
import { news } from '#connectors/platforms/redmine/news.ts';
import { lossySuite } from '#test/suites/lossy-suite.ts';
import { platformSuite } from '#test/suites/platform-suite.ts';
import { expectLive, newContent, PlatformBench } from '#test/suites/platform-target.ts';
import { profileSuite } from '#test/suites/profile-suite.ts';
import { postByProject } from '#test/support/post-by-project.ts';
import { whyNotReal } from '#test/support/real/install.ts';
import { type RealRedmine, redminePackages, startRedmine } from '#test/support/real/start-redmine.ts';

const reason = whyNotReal(redminePackages);
const close = async () => undefined;

/** What means something in one of its formats, and is to be read as it stands. */
const signs = [
  ...[
    'a *b* _c_ -d- +e+ ^f^ ~g~ %h% @i@ ??j?? `k` **l** __m__ ~~n~~',
    '"no link":https: and [no](link) and [[No page]]',
  ],
  ...['1. no list', '# no list', '- no list', '* no list', '> no quote', 'h2. no heading', '|no|table|', '--- and ---'],
  ...['#1 no issue, r1 no change, {{toc}} !no.png! ==no== <b>no</b> &amp; (c) [1] 2 < 3 & 4 > 3', 'bq. no quote'],
];

describe.skipIf(reason)(`real Redmine${reason ? ` (skipped: ${reason})` : ''}`, () => {
  let server: RealRedmine;
  beforeAll(async () => {
    server = await startRedmine();
  }, 240_000);
  afterAll(() => server?.stop());

  const start = async () => ({ ...server, close });
  const ofNews = { ...redmine, ...news, label: 'News of Redmine' };
  const wasTaken = (status: number) => status === 201 || status === 204;
  platformSuite({ platform: redmine, against: 'real Redmine', hasFaults: false, start });
  platformSuite({ platform: ofNews, against: 'real Redmine', hasFaults: false, start });
  profileSuite({ platform: redmine, module: 'ForumProfile', against: 'real Redmine', start });
  lossySuite({ platform: redmine, start, wasTaken });
  lossySuite({ platform: ofNews, start, wasTaken });

  it('leaves a page of somebody else as it is, and makes one beside it', async () => {
    const bench = new PlatformBench(redmine, await start());
    const theirs = newContent({ title: 'Shared name' });
    const first = await bench.publish(theirs);
    const second = await bench.publish(newContent({ title: 'shared: name?' }));
    expect(second.remoteId).not.toBe(first.remoteId);
    await expectLive(bench, first, theirs);
    await bench.outside.close();
  });

  it.each(['textile', 'markdown', 'common_mark'])(
    'shows what stands there, and no sign of it as %s',
    async (format) => {
      server.set('text_formatting', format);
      const bench = new PlatformBench(redmine, await start());
      const lines = signs.map((line) => `<p>${line.replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</p>`);
      const plain = newContent();
      const html = `${lines.join('\n')}\n<ol><li>one<ul><li>below</li></ul></li></ol>\n${plain.html}`;
      const content = { ...plain, html };
      const published = await bench.publish(content);
      await expectLive(bench, published, content);
      const page = await (await fetch(published.url)).text();
      const shown = htmlToText(page.slice(page.indexOf('<h1><span'))).replaceAll('\u2060', '');
      for (const line of signs) expect(shown.split('\n')).toContain(line);
      expect(page).toMatch(/<strong>all<\/strong>/);
      expect(page).toMatch(/<ol>\s*<li>one\s*<ul>\s*<li>below/);
      expect(page).not.toContain(`ref:${content.marker}`);
      expect(page).not.toMatch(/first\.example\.com[^>]*nofollow/);
      const told = await news.publish(bench.job(), content);
      if (told.state !== 'published') return expect.fail('no news');
      await expectLive(bench, told, content);
      await bench.outside.close();
      server.set('text_formatting', 'textile');
    },
  );

  it('takes what a project posts, whose link is seen live', async () => {
    const told = await postByProject({ ...server, platform: 'redmine' }, 'PressRelease');
    expect(told).toContain(`${new URL(server.url).origin}/news/`);
  });

  it('is recognised without its REST interface, and says what to do', async () => {
    server.set('rest_api_enabled', '0');
    const bench = new PlatformBench(redmine, await start());
    const { site, tools } = bench.job();
    expect(await redmine.probe(site, tools)).toMatchObject({ recognised: true, open: false });
    const refused = await bench.failure(redmine.publish(bench.job(), newContent()));
    expect([refused.name, refused.ask]).toEqual(['NeedsOperator', 'credentials']);
    server.set('rest_api_enabled', '1');
    await bench.outside.close();
  });
});
