import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Platform, Published } from '#connectors/kit/contract/platforms.ts';
import { markerSign } from '#connectors/kit/marker.ts';
import { judgePage } from '#domain/rules/proof.ts';
import { faultTests } from './platform-faults.ts';
import { expectLive, lost, newContent, PlatformBench, type SuiteSite, startOtherSoftware } from './platform-target.ts';

/** What the suite drives. */
export interface SuiteTarget {
  platform: Platform;
  /** "rehearsal" or the name of the real server. */
  against: string;
  start(): Promise<SuiteSite>;
  /** True when the site has dials for faults. */
  hasFaults: boolean;
}

/** The suite of the platform family: every connector's own test calls it, and the tests against real servers. */
export function platformSuite(target: SuiteTarget): void {
  const { platform } = target;
  describe(`${platform.label} against ${target.against}`, () => {
    let bench: PlatformBench;
    beforeAll(async () => {
      bench = new PlatformBench(platform, await target.start());
    });
    beforeEach(() => {
      bench.timeoutMs = 20_000;
      bench.site.resetDials?.();
      bench.site.deletePosts?.();
    });
    afterAll(async () => {
      await bench.outside.close();
      await bench.site.close();
    });
    const get = () => bench;
    postingTests(platform, get);
    rangeTests(platform, get);
    changingTests(platform, get);
    refusalTests(platform, get);
    if (target.hasFaults) faultTests(platform, get);
    it('leaves no secret in any log line or error', () => {
      expect(bench.traces.length).toBeGreaterThan(0);
      bench.expectNoSecrets([bench.site.password, 'wrong-secret-77']);
    });
  });
}

type Bench = () => PlatformBench;

/** The reason of a skipped test, for its title. */
function unless(has: unknown, reason: string): string {
  return has ? '' : ` (skipped: the platform ${reason})`;
}

function postingTests(platform: Platform, bench: Bench): void {
  it('publishes, and a stranger sees the links', async () => {
    const content = newContent();
    const published = await bench().publish(content);
    expect(published.remoteId).not.toBe('');
    await expectLive(bench(), published, content);
  });

  it('finds a post again by its marker, and says absent for one that was never sent', async () => {
    const content = newContent();
    const published = await bench().publish(content);
    expect(await platform.lookUp(bench().job(), content, lost)).toMatchObject({
      state: 'published',
      url: published.url,
    });
    expect(await platform.lookUp(bench().job(), newContent({ title: content.title }), lost)).toEqual({
      state: 'absent',
    });
  });

  it('makes two posts of one title, at two addresses', async () => {
    const [first, second] = [
      newContent({ title: 'One title: twice [or more]' }),
      newContent({ title: 'One title: twice [or more]' }),
    ];
    const job = bench().job();
    const urls = [(await bench().publish(first, job)).url, (await bench().publish(second, job)).url];
    expect(new Set(urls).size).toBe(2);
    expect(await platform.lookUp(bench().job(), second, lost)).toMatchObject({ url: urls[1] });
  });

  it.runIf(platform.accepts.tags)(
    `shows the tags, known and new ones${unless(platform.accepts.tags, 'takes no tags')}`,
    async () => {
      const job = bench().job();
      for (const tags of [['Garden'], ['Garden', 'Moss']]) {
        const { url } = await bench().publish(newContent({ tags }), job);
        const text = (await (await fetch(url)).text()).toLowerCase();
        for (const tag of tags) expect(text).toContain(tag.toLowerCase());
      }
    },
  );
}

function rangeTests(platform: Platform, bench: Bench): void {
  it('keeps titles and texts of any script and length', async () => {
    const content = newContent();
    const title = `Ünïcode „цветы“ 花園 <b>&amp; ${content.marker} ${'long '.repeat(30)}`.slice(
      0,
      platform.accepts.titleMaxLength,
    );
    const published = await bench().publish({ ...content, title });
    await expectLive(bench(), published, { ...content, title });
  });

  it('posts several at once where the platform bears it', async () => {
    const job = bench().job();
    const contents = Array.from({ length: platform.maxAtOnce ?? 6 }, () => newContent());
    const posts = await Promise.all(contents.map((content) => bench().publish(content, job)));
    expect(new Set(posts.map((post) => post.url)).size).toBe(contents.length);
  });

  it('checks good credentials, recognises its software and no other', async () => {
    expect((await platform.check(bench().job())).detail).not.toBe('');
    const { site, tools } = bench().job();
    expect(await platform.probe(site, tools)).toMatchObject({ recognised: true, open: true });
    const other = await startOtherSoftware();
    expect(await platform.probe({ ...site, url: other.url }, tools)).toMatchObject({ recognised: false, open: false });
    const error = await bench().failure(platform.publish(bench().job({ url: other.url }), newContent()));
    expect(['Fatal', 'Unconfirmed']).toContain(error.name);
    await other.close();
  });
}

function changingTests(platform: Platform, bench: Bench): void {
  it.runIf(platform.update)(`updates a post in place${unless(platform.update, 'declares no update')}`, async () => {
    const content = newContent();
    const published = await bench().publish(content);
    const changed = newContent({ marker: content.marker, title: content.title });
    const updated = await platform.update?.(bench().job(), published.remoteId, changed);
    expect(updated?.remoteId).toBe(published.remoteId);
    await expectLive(bench(), updated as Published, changed);
    expect(await platform.lookUp(bench().job(), content, lost)).toMatchObject({
      state: 'published',
      remoteId: published.remoteId,
    });
  });

  it.runIf(platform.unmark)(
    `takes only its sign out of what somebody changed meanwhile${unless(platform.unmark, 'puts none into its posts')}`,
    async () => {
      const content = newContent();
      const published = await bench().publish(content);
      const later = newContent({ marker: content.marker, title: content.title });
      const updated = await platform.update?.(bench().job(), published.remoteId, later);
      for (let time = 0; time < 2; time += 1) {
        await platform.unmark?.(bench().job(), published.remoteId, content.marker);
        await expectLive(bench(), updated as Published, later);
        expect(await (await fetch(published.url)).text()).not.toContain(markerSign(content.marker));
      }
    },
  );

  it.runIf(platform.remove)(
    `removes a post, and is content when it is gone already${unless(platform.remove, 'declares no remove')}`,
    async () => {
      const content = newContent();
      const { url, remoteId } = await bench().publish(content);
      await platform.remove?.(bench().job(), remoteId);
      expect(await platform.lookUp(bench().job(), content, lost)).toEqual({ state: 'absent' });
      const page = await bench().outside.readPage(url, new AbortController().signal);
      expect(judgePage(page, content.links).state).toBe('MISSING');
      await platform.remove?.(bench().job(), remoteId);
    },
  );
}

function refusalTests(platform: Platform, bench: Bench): void {
  it('asks the operator when the password is wrong, and posts nothing', async () => {
    const content = newContent();
    const job = bench().job({ account: { password: 'wrong-secret-77' } });
    expect(await bench().failure(platform.publish(job, content))).toMatchObject({
      name: 'NeedsOperator',
      ask: 'credentials',
    });
    expect(await bench().failure(platform.check(job))).toMatchObject({ name: 'NeedsOperator', ask: 'credentials' });
    expect(await platform.lookUp(bench().job(), content, lost)).toEqual({ state: 'absent' });
  });

  it('sends nothing once it is called off', async () => {
    const content = newContent();
    const job = bench().job({ signal: AbortSignal.abort() });
    expect((await bench().failure(platform.publish(job, content))).name).toBe('Retryable');
    expect(await platform.lookUp(bench().job(), content, lost)).toEqual({ state: 'absent' });
  });

  it('may be tried again when nothing listens there', async () => {
    const job = bench().job({ url: 'http://127.0.0.1:9/' });
    expect((await bench().failure(platform.publish(job, newContent()))).name).toBe('Retryable');
  });
}
