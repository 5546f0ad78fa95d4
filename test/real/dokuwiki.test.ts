import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dokuwiki } from '#connectors/platforms/dokuwiki/index.ts';
import { lossySuite } from '#test/suites/lossy-suite.ts';
import { platformSuite } from '#test/suites/platform-suite.ts';
import { newContent, PlatformBench } from '#test/suites/platform-target.ts';
import { whyNotReal } from '#test/support/real/install.ts';
import type { RealServer } from '#test/support/real/start.ts';
import { dokuwikiPackages, startDokuWiki } from '#test/support/real/start-dokuwiki.ts';

const reason = whyNotReal(dokuwikiPackages);
const close = async () => undefined;

describe.skipIf(reason)(`real DokuWiki${reason ? ` (skipped: ${reason})` : ''}`, () => {
  let server: RealServer;
  beforeAll(async () => {
    server = await startDokuWiki();
  });
  afterAll(() => server.stop());

  const start = async () => ({ ...server, close });
  platformSuite({ platform: dokuwiki, against: 'real DokuWiki', hasFaults: false, start });
  lossySuite({ platform: dokuwiki, start, wasTaken: (_, body) => body.includes('<boolean>1</boolean>') });

  it('leaves a page of somebody else as it is, and makes one beside it', async () => {
    const bench = new PlatformBench(dokuwiki, await start());
    const theirs = newContent({ title: 'Shared name' });
    const first = await bench.publish(theirs);
    const second = await bench.publish(newContent({ title: 'Shared name' }));
    expect(second.remoteId).not.toBe(first.remoteId);
    expect(await (await fetch(first.url)).text()).toContain(theirs.links[0]?.url.replaceAll('&', '&amp;'));
    await bench.outside.close();
  });
});

const person = {
  ...{ username: 'Ann.Reader', password: 'own-pw-77', email: 'ann@mail.test' },
  ...{ firstName: 'Ann', lastName: 'Reader', blogTitle: '', blogName: '', webAddress: '' },
};

describe.skipIf(reason)(`accounts of a real DokuWiki${reason ? ` (skipped: ${reason})` : ''}`, () => {
  const { signUp = expect.fail() } = dokuwiki;

  it('whose people choose their password are of use at once, looked up by signing in, and made once', async () => {
    const server = await startDokuWiki({ autopasswd: false });
    const bench = new PlatformBench(dokuwiki, { ...server, close });
    const sending = { token: null, sentAt: null };
    expect(await signUp.find(bench.job(), person, sending)).toEqual({ state: 'absent' });
    const made = { state: 'registered', username: 'ann.reader', url: '', waitsFor: 'no' };
    expect(await signUp.register(bench.job(), person)).toEqual(made);
    expect(await signUp.find(bench.job(), person, sending)).toEqual(made);
    expect(await signUp.register(bench.job(), person)).toMatchObject({ state: 'taken' });
    const { password } = person;
    await bench.publish(newContent(), bench.job({ account: { username: made.username, password } }));
    bench.expectNoSecrets([password]);
    await bench.outside.close();
    await server.stop();
  });

  it('are made by its owner alone where nobody may register', async () => {
    const server = await startDokuWiki({ extra: "$conf['disableactions']='register';" });
    const bench = new PlatformBench(dokuwiki, { ...server, close });
    const refused = await bench.failure(signUp.register(bench.job(), person));
    expect(refused).toMatchObject({ name: 'NeedsOperator', ask: 'confirmation' });
    await bench.outside.close();
    await server.stop();
  });
});

describe.skipIf(reason)(`real DokuWiki without its remote interface${reason ? ` (skipped: ${reason})` : ''}`, () => {
  it('is recognised, and says what to switch on', async () => {
    const server = await startDokuWiki({ extra: "$conf['remote']=0;" });
    const bench = new PlatformBench(dokuwiki, { ...server, close });
    const { site, tools } = bench.job();
    expect(await dokuwiki.probe(site, tools)).toMatchObject({ recognised: true, open: false });
    expect(await bench.failure(dokuwiki.publish(bench.job(), newContent()))).toMatchObject({
      name: 'NeedsOperator',
      ask: 'ban',
    });
    await bench.outside.close();
    await server.stop();
  });
});
