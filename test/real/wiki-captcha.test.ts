import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { twoCaptcha } from '#connectors/captcha/two-captcha/index.ts';
import type { NewPerson } from '#connectors/kit/contract/platforms.ts';
import { mediawiki } from '#connectors/platforms/mediawiki/index.ts';
import { startAntigate } from '#rehearsal/captchas/antigate.ts';
import type { CaptchaApi } from '#rehearsal/captchas/captcha-works.ts';
import { createOutside, type Outside } from '#server/outside/outside.ts';
import { newContent } from '#test/suites/platform-target.ts';
import { whyNotReal } from '#test/support/real/install.ts';
import { freshFolder, run } from '#test/support/real/processes.ts';
import { type RealMediaWiki, startMediaWiki } from '#test/support/real/start.ts';

const why = whyNotReal(['nginx-light', 'php-fpm', 'php-cli', 'php-sqlite3', 'php-apcu', 'mediawiki']);

/** A picture in the folder of FancyCaptcha, which knows its answer by the name of the file alone. */
function addPicture(folder: string, answer: string): void {
  const [secret, salt] = ['captcha-secret', '0a1b'];
  const hash = createHash('md5').update(`${secret}${salt}${answer}${secret}${salt}`).digest('hex').slice(0, 16);
  // The rehearsed service "reads" the bytes of a picture as its letters.
  writeFileSync(join(folder, `image_${salt}_${hash}.png`), answer);
}

describe.skipIf(why !== undefined)(`captchas of a real MediaWiki${why ? ` (skipped: ${why})` : ''}`, () => {
  let wiki: RealMediaWiki;
  let service: CaptchaApi;
  let outside: Outside;
  let isSolving = true;
  beforeAll(async () => {
    const folder = freshFolder('captchas');
    mkdirSync(join(folder, 'images'));
    addPicture(join(folder, 'images'), 'gardenpath');
    run('chown', ['-R', 'www-data', folder]);
    wiki = await startMediaWiki(`
wfLoadExtensions( [ 'ConfirmEdit', 'ConfirmEdit/FancyCaptcha' ] );
$wgCaptchaClass = 'FancyCaptcha'; $wgCaptchaDirectory = '${folder}/images'; $wgCaptchaDirectoryLevels = 0;
$wgCaptchaSecret = 'captcha-secret'; $wgCaptchaDeleteOnSolve = false; $wgCaptchaTriggers['createaccount'] = true;
$wgCaptchaTriggers['addurl'] = true; $wgGroupPermissions['user']['skipcaptcha'] = false;`);
    service = await startAntigate();
    const { key } = service;
    const quick = { ...twoCaptcha, pace: { firstPollMs: 10, pollMs: 10, giveUpMs: 20_000 } };
    const ofService = {
      connectorId: twoCaptcha.id,
      accountKey: 'key',
      secrets: [key.captchaKey ?? ''],
      seed: 'captcha',
    };
    outside = createOutside({
      timeoutMs: () => 20_000,
      log: () => {},
      captcha: async (_kind, signal) =>
        isSolving
          ? [
              {
                service: quick,
                secrets: [],
                job: {
                  address: service.url,
                  key,
                  tools: outside.toolsFor({ ...ofService, siteUrl: service.url, signal }),
                },
              },
            ]
          : [],
    });
  });
  afterAll(async () => {
    await outside?.close();
    await service?.close();
    await wiki?.stop();
  });

  const job = ({ username, password, email }: NewPerson) => {
    const account = { username, password, email };
    const site = { siteId: 'wiki', url: wiki.url, platform: 'mediawiki' };
    const of = {
      connectorId: 'mediawiki',
      siteUrl: wiki.url,
      accountKey: account.username,
      secrets: [account.password],
    };
    return { site, account, tools: outside.toolsFor({ ...of, signal: new AbortController().signal, seed: 'x' }) };
  };
  const person = (username: string): NewPerson => ({
    ...{ username, password: 'Secret-pw-77', email: 'p@mail.test', firstName: 'Ada', lastName: 'Lane' },
    ...{ blogTitle: '', blogName: '', webAddress: '' },
  });
  const lost = { token: null, sentAt: null };

  test('an account is made and a page with links written, each with its captcha solved once', async () => {
    const ada = person('Adalane');
    const signUp = mediawiki.signUp ?? expect.fail('MediaWiki makes accounts');
    expect(await signUp.register(job(ada), ada)).toMatchObject({
      state: 'registered',
      username: 'Adalane',
      waitsFor: 'no',
    });
    expect(service.works.size).toBe(1);
    expect(await signUp.find(job(ada), ada, lost)).toMatchObject({ state: 'registered' });
    expect(await signUp.find(job(ada), { ...ada, password: 'another' }, lost)).toMatchObject({ state: 'taken' });
    expect(await signUp.find(job(ada), person('Nobodyhere'), lost)).toEqual({ state: 'absent' });
    expect(await signUp.register(job(ada), ada)).toMatchObject({ state: 'taken' });
    const solved = service.works.size;
    expect(await mediawiki.publish(job(ada), newContent())).toMatchObject({ state: 'published' });
    expect(service.works.size).toBe(solved + 1);
  });

  test('an answer that the wiki does not take is told to whoever gave it, and nothing was made', async () => {
    const before = service.works.size;
    service.misread = true;
    const eve = person('Evelane');
    const signUp = mediawiki.signUp ?? expect.fail('MediaWiki makes accounts');
    await expect(signUp.register(job(eve), eve)).rejects.toMatchObject({
      message: 'The wiki did not take the answer to its captcha',
    });
    service.misread = false;
    expect([...service.works.values()].slice(before)).toMatchObject([{ isBad: true }]);
    expect(await signUp.find(job(eve), eve, lost)).toEqual({ state: 'absent' });
  });

  test('with solving off nobody is asked, and the operator reads what to do', async () => {
    isSolving = false;
    const before = service.works.size;
    const bob = person('Boblane');
    const signUp = mediawiki.signUp ?? expect.fail('MediaWiki makes accounts');
    const off = { name: 'NeedsOperator', ask: 'captcha', message: expect.stringContaining('solving is off') };
    await expect(signUp.register(job(bob), bob)).rejects.toMatchObject(off);
    await expect(mediawiki.publish(job(person('Adalane')), newContent())).rejects.toMatchObject(off);
    expect(service.works.size).toBe(before);
    isSolving = true;
  });
});
