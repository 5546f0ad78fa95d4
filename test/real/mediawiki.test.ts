import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mediawiki } from '#connectors/platforms/mediawiki/index.ts';
import { judgePage } from '#domain/rules/proof.ts';
import { lossySuite } from '#test/suites/lossy-suite.ts';
import { pdfPlatform } from '#test/suites/pdf-platform.ts';
import { platformSuite } from '#test/suites/platform-suite.ts';
import { lost, newContent, PlatformBench } from '#test/suites/platform-target.ts';
import { profileSuite } from '#test/suites/profile-suite.ts';
import { whyNotReal } from '#test/support/real/install.ts';
import { type RealMediaWiki, startMediaWiki } from '#test/support/real/start.ts';

const reason = whyNotReal([
  'nginx-light',
  'php-fpm',
  'php-cli',
  'php-sqlite3',
  'php-xml',
  'php-mbstring',
  'php-apcu',
  'mediawiki',
]);
const close = async () => undefined;

describe.skipIf(reason)(`real MediaWiki${reason ? ` (skipped: ${reason})` : ''}`, () => {
  let server: RealMediaWiki;
  beforeAll(async () => {
    server = await startMediaWiki();
  });
  afterAll(() => server.stop());

  const start = (as: 'user' | 'bot') => async () => ({ ...(as === 'bot' ? server.bot : server), close });
  platformSuite({ platform: mediawiki, against: 'real MediaWiki, account', hasFaults: false, start: start('user') });
  platformSuite({
    platform: mediawiki,
    against: 'real MediaWiki, bot password',
    hasFaults: false,
    start: start('bot'),
  });

  lossySuite({ platform: mediawiki, start: start('user'), wasTaken: (_, body) => body.includes('"result":"Success"') });

  profileSuite({ platform: mediawiki, module: 'WebProfile', against: 'real MediaWiki', start: start('bot') });

  it('signs in again when the wiki has forgotten the session', async () => {
    const bench = new PlatformBench(mediawiki, await start('user')());
    const job = bench.job({ key: 'one account' });
    await bench.publish(newContent(), job);
    await job.tools.http({ method: 'GET', url: `${server.url}/index.php?title=Special:UserLogout` });
    const token = job.tools.memory.get('csrf') ?? '';
    const body = new URLSearchParams({ action: 'logout', token, format: 'json' }).toString();
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    await job.tools.http({ method: 'POST', url: `${server.url}/api.php`, body, headers });
    await bench.publish(newContent(), job);
    await bench.outside.close();
  });
});

describe.skipIf(reason)(`real MediaWiki that takes PDFs${reason ? ` (skipped: ${reason})` : ''}`, () => {
  let server: RealMediaWiki;
  beforeAll(async () => {
    server = await startMediaWiki(`$wgEnableUploads = true; $wgFileExtensions[] = 'pdf';`);
  });
  afterAll(() => server.stop());

  const pdf = pdfPlatform(mediawiki, 'PDF');
  const start = async () => ({ ...server, close });
  platformSuite({ platform: pdf, against: 'real MediaWiki, account', hasFaults: false, start });
  lossySuite({ platform: pdf, start, wasTaken: (_, body) => body.includes('"result":"Success"') });
});

describe.skipIf(reason)(`real MediaWiki that takes no PDFs${reason ? ` (skipped: ${reason})` : ''}`, () => {
  it.each([
    ['', 'This wiki takes no files at all'],
    ['$wgEnableUploads = true;', 'This wiki takes no PDF files: whoever keeps it can allow them ($wgFileExtensions)'],
    [
      "$wgEnableUploads = true; $wgFileExtensions[] = 'pdf'; $wgGroupPermissions['user']['upload'] = false;",
      'This wiki account may not upload files',
    ],
  ])('says in a sentence why, with %j', async (settings, sentence) => {
    const server = await startMediaWiki(settings);
    const bench = new PlatformBench(pdfPlatform(mediawiki, 'PDF'), { ...server, close });
    const content = newContent();
    expect((await bench.failure(bench.platform.publish(bench.job(), content))).message).toBe(sentence);
    expect(await bench.platform.lookUp(bench.job(), content, lost)).toEqual({ state: 'absent' });
    await bench.outside.close();
    await server.stop();
  });
});

describe.skipIf(reason)(`real MediaWiki, closed to strangers${reason ? ` (skipped: ${reason})` : ''}`, () => {
  it('posts, looks up signed in, and tells that no stranger sees it', async () => {
    const server = await startMediaWiki(`$wgGroupPermissions['*']['read']=false;`);
    const bench = new PlatformBench(mediawiki, { ...server, close });
    const { site, tools } = bench.job();
    expect(await mediawiki.probe(site, tools)).toMatchObject({ recognised: true, open: false });
    const content = newContent();
    const { url } = await bench.publish(content);
    expect(await mediawiki.lookUp(bench.job(), content, lost)).toMatchObject({ state: 'published', url });
    const page = await bench.outside.readPage(url, tools.signal);
    expect(judgePage(page, content.links).state).toBe('MISSING');
    await bench.outside.close();
    await server.stop();
  });
});

describe.skipIf(reason)(`real MediaWiki with filters${reason ? ` (skipped: ${reason})` : ''}`, () => {
  const settings = `wfLoadExtensions(['ConfirmEdit']); $wgCaptchaClass='MediaWiki\\Extension\\ConfirmEdit\\SimpleCaptcha\\SimpleCaptcha'; $wgCaptchaTriggers['addurl']=true;
$wgGroupPermissions['user']['skipcaptcha']=false; $wgSpamRegex='/forbidden-word/';`;
  let server: RealMediaWiki;
  beforeAll(async () => {
    server = await startMediaWiki(settings);
  });
  afterAll(() => server.stop());

  it('asks the operator for a captcha, and gives up on a refused text', async () => {
    const bench = new PlatformBench(mediawiki, { ...server, close });
    const captcha = await bench.failure(mediawiki.publish(bench.job(), newContent()));
    expect(captcha).toMatchObject({ name: 'NeedsOperator', ask: 'captcha' });
    const refused = newContent({ html: '<p>A forbidden-word and no link.</p>', links: [] });
    expect((await bench.failure(mediawiki.publish(bench.job(), refused))).name).toBe('Fatal');
    expect(await mediawiki.lookUp(bench.job(), refused, lost)).toEqual({ state: 'absent' });
    await bench.outside.close();
  });
});
