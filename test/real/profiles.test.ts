import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { mediawiki } from '#connectors/platforms/mediawiki/index.ts';
import { wordpress } from '#connectors/platforms/wordpress/index.ts';
import { topics } from '#domain/contract/live.ts';
import { startProject } from '#domain/contract/projects/projects.ts';
import { PlatformBench } from '#test/suites/platform-target.ts';
import { profileSuite } from '#test/suites/profile-suite.ts';
import { readyCampaign } from '#test/support/builders.ts';
import { whyNotReal } from '#test/support/real/install.ts';
import {
  type RealMediaWiki,
  type RealSite,
  type RealWordPress,
  startMediaWiki,
  startWordPress,
} from '#test/support/real/start.ts';
import { startTestApp, type TestApp } from '#test/support/start-app.ts';

const packages = ['php-mysql', 'mariadb-server', 'wordpress', 'wordpress-theme-twentytwentyone', 'mediawiki'];
const reason = whyNotReal(packages);
const close = async () => undefined;

describe.skipIf(reason)(`profiles on real servers${reason ? ` (skipped: ${reason})` : ''}`, () => {
  let app: TestApp;
  let blog: RealWordPress;
  let wiki: RealMediaWiki;
  beforeAll(async () => {
    // A theme that shows, above their posts, what its authors say of themselves.
    blog = await startWordPress(2, { theme: 'twentytwentyone' });
    wiki = await startMediaWiki();
    app = await startTestApp();
  });
  afterAll(async () => {
    await app?.stop();
    await blog?.stop();
    await wiki?.stop();
  });

  const module = 'WebProfile';
  const second = async () => ({ ...(blog.blogs[1] as RealSite), close });
  profileSuite({ platform: wordpress, module, against: 'real WordPress, plain permalinks', start: second });
  profileSuite({ platform: mediawiki, module, against: 'real MediaWiki', start: async () => ({ ...wiki.bot, close }) });

  /** The suite filled the page of the wiki's one account. */
  async function newWikiAccount() {
    const bench = new PlatformBench(mediawiki, { ...wiki, close });
    const login = { username: 'Ann Reader', password: 'own-pw-775533' };
    const names = { email: '', firstName: 'Ann', lastName: 'Reader', blogTitle: '', blogName: '', webAddress: '' };
    await mediawiki.signUp?.register(bench.job(), { ...login, ...names });
    await bench.outside.close();
    return { url: wiki.url, ...login, platform: 'mediawiki' };
  }

  test.each([
    ['WordPress', async () => ({ ...blog, platform: 'wordpress' }), '/author/admin/'],
    ['MediaWiki', newWikiAccount, 'User:Ann_Reader'],
  ])('a project of Web 2.0 profiles fills one on %s, and its link is seen live there', async (name, site, path) => {
    const ready = await readyCampaign(app.app, [await site()], { siteName: name, module });
    const log = await app.listen(topics.linkSet(ready.outputId));
    await app.send(startProject, { params: { id: ready.projectId } });
    const isLive = (body: object) => 'urlItem' in body && JSON.stringify(body).includes('"LIVE"');
    const told = await log.until(isLive, 'the proof of the link');
    expect(JSON.stringify(told)).toContain(path);
  });
});
