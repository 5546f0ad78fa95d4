import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Platform, PostContent, Published } from '#connectors/kit/contract.ts';
import { judgePage } from '#domain/rules/proof.ts';
import { newContent, PlatformBench, type SuiteSite, startOtherSoftware } from './platform-target.ts';

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

/** Proof that a stranger sees the links of a post as they were placed. */
async function expectLive(bench: PlatformBench, published: Published, content: PostContent): Promise<void> {
  const page = await bench.outside.readPage(published.url, new AbortController().signal);
  const { rel, maxLinks } = bench.platform.accepts;
  const links = (published.links ?? content.links).slice(0, maxLinks);
  const proof = judgePage(page, rel ? links : links.map(({ url, anchor }) => ({ url, anchor })));
  expect(proof).toMatchObject({ state: 'LIVE', httpStatus: 200, reason: null });
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
    expect(await platform.lookUp(bench().job(), content, null)).toMatchObject({
      state: 'published',
      url: published.url,
    });
    expect(await platform.lookUp(bench().job(), newContent({ title: content.title }), null)).toEqual({
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
    expect(await platform.lookUp(bench().job(), second, null)).toMatchObject({ url: urls[1] });
  });

  it.runIf(platform.accepts.tags)('shows the tags, known and new ones', async () => {
    const job = bench().job();
    for (const tags of [['Garden'], ['Garden', 'Moss']]) {
      const { url } = await bench().publish(newContent({ tags }), job);
      const text = (await (await fetch(url)).text()).toLowerCase();
      for (const tag of tags) expect(text).toContain(tag.toLowerCase());
    }
  });

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
  it.runIf(platform.update)('updates a post in place', async () => {
    const content = newContent();
    const published = await bench().publish(content);
    const changed = newContent({ marker: content.marker, title: content.title });
    const updated = await platform.update?.(bench().job(), published.remoteId, changed);
    expect(updated?.remoteId).toBe(published.remoteId);
    await expectLive(bench(), updated as Published, changed);
    expect(await platform.lookUp(bench().job(), content, null)).toMatchObject({
      state: 'published',
      remoteId: published.remoteId,
    });
  });

  it.runIf(platform.remove)('removes a post, and is content when it is gone already', async () => {
    const content = newContent();
    const { url, remoteId } = await bench().publish(content);
    await platform.remove?.(bench().job(), remoteId);
    expect(await platform.lookUp(bench().job(), content, null)).toEqual({ state: 'absent' });
    const page = await bench().outside.readPage(url, new AbortController().signal);
    expect(judgePage(page, content.links).state).toBe('MISSING');
    await platform.remove?.(bench().job(), remoteId);
  });
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
    expect(await platform.lookUp(bench().job(), content, null)).toEqual({ state: 'absent' });
  });

  it('sends nothing once it is called off', async () => {
    const content = newContent();
    const job = bench().job({ signal: AbortSignal.abort() });
    expect((await bench().failure(platform.publish(job, content))).name).toBe('Retryable');
    expect(await platform.lookUp(bench().job(), content, null)).toEqual({ state: 'absent' });
  });

  it('may be tried again when nothing listens there', async () => {
    const job = bench().job({ url: 'http://127.0.0.1:9/' });
    expect((await bench().failure(platform.publish(job, newContent()))).name).toBe('Retryable');
  });
}

function faultTests(platform: Platform, bench: Bench): void {
  const standing = () => bench().site.posts?.() ?? [];

  it('waits as long as a busy site asks', async () => {
    bench().site.dial?.({ busy: true });
    const busy = await bench().failure(platform.publish(bench().job(), newContent()));
    expect(busy).toMatchObject({ name: 'Retryable', afterMs: 7_000 });
    expect(busy.message).toContain('503');
    bench().site.dial?.({ busy: false, tooMany: { retryAfter: 3 } });
    const tooMany = await bench().failure(platform.publish(bench().job(), newContent()));
    expect(tooMany).toMatchObject({ name: 'Retryable', afterMs: 3_000 });
    expect(standing()).toEqual([]);
  });

  it('does not know after a lost answer, and finds nothing where nothing was taken', async () => {
    const content = newContent();
    bench().site.dial?.({ dropBeforeAnswer: true, times: 1 });
    expect((await bench().failure(platform.publish(bench().job(), content))).name).toBe('Unconfirmed');
    expect(await platform.lookUp(bench().job(), content, null)).toEqual({ state: 'absent' });
    await bench().publish(content);
    expect(standing()).toHaveLength(1);
  });

  it.each(['dropAfterCommit', 'failAfterCommit'] as const)('finds the post after %s', async (fault) => {
    const content = newContent();
    bench().site.dial?.({ [fault]: true });
    expect((await bench().failure(platform.publish(bench().job(), content))).name).toBe('Unconfirmed');
    const found = await platform.lookUp(bench().job(), content, null);
    expect(found).toMatchObject({ state: 'published', url: standing()[0]?.url });
    await expectLive(bench(), found as Published, content);
    expect(standing()).toMatchObject([{ marker: content.marker }]);
  });

  it.each(['called off', 'out of time'])('does not know after a post was sent and is %s', async (how) => {
    const controller = new AbortController();
    const job = bench().job({ signal: controller.signal, key: `slow ${how}` });
    await platform.check(job);
    bench().site.dial?.({ slowMs: 600 });
    if (how === 'out of time') bench().timeoutMs = 200;
    else setTimeout(() => controller.abort(), 200);
    const content = newContent({ tags: [] });
    expect((await bench().failure(platform.publish(job, content))).name).toBe('Unconfirmed');
  });

  it('gives up on refused content', async () => {
    bench().site.dial?.({ refuseContent: true });
    expect((await bench().failure(platform.publish(bench().job(), newContent()))).name).toBe('Fatal');
    expect(standing()).toEqual([]);
  });

  it('stops the account when the site no longer takes its login', async () => {
    bench().site.dial?.({ wrongPassword: true });
    expect(await bench().failure(platform.publish(bench().job(), newContent()))).toMatchObject({
      name: 'NeedsOperator',
    });
    expect(standing()).toEqual([]);
  });

  it('posts exactly once through random faults when every doubt is looked up', async () => {
    const contents = Array.from({ length: 40 }, () => newContent());
    bench().site.dial?.({ dropBeforeAnswer: true, dropAfterCommit: true, failAfterCommit: true, rate: 0.3 });
    for (const content of contents) await postWithDoubts(bench(), content);
    expect(
      standing()
        .map((post) => post.marker)
        .sort(),
    ).toEqual(contents.map((content) => content.marker).sort());
  });
}

/** What the engine does, in small: look up after each doubt, send again only when surely absent. */
async function postWithDoubts(bench: PlatformBench, content: PostContent): Promise<void> {
  const job = bench.job({ key: 'doubts' });
  for (let attempt = 0; attempt < 30; attempt += 1) {
    try {
      await bench.publish(content, job);
      return;
    } catch (error) {
      expect((error as Error).name).toBe('Unconfirmed');
      const found = await bench.platform.lookUp(job, content, null);
      if (found.state === 'published') return;
      expect(found).toEqual({ state: 'absent' });
    }
  }
  expect.fail('30 doubts in a row');
}
