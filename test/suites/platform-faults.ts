import { expect, it } from 'vitest';
import type { Platform, PostContent, Published } from '#connectors/kit/contract/platforms.ts';
import { until } from '#test/support/until.ts';
import { expectLive, lost, newContent, type PlatformBench } from './platform-target.ts';

type Bench = () => PlatformBench;

/** Faults that only a rehearsal site can be told to show. */
export function faultTests(platform: Platform, bench: Bench): void {
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
    expect(await platform.lookUp(bench().job(), content, lost)).toEqual({ state: 'absent' });
    await bench().publish(content);
    expect(standing()).toHaveLength(1);
  });

  it.each(['dropAfterCommit', 'failAfterCommit'] as const)('finds the post after %s', async (fault) => {
    const content = newContent();
    bench().site.dial?.({ [fault]: true });
    expect((await bench().failure(platform.publish(bench().job(), content))).name).toBe('Unconfirmed');
    const found = await platform.lookUp(bench().job(), content, lost);
    expect(found).toMatchObject({ state: 'published', url: standing()[0]?.url });
    await expectLive(bench(), found as Published, content);
    expect(standing()).toMatchObject([{ marker: content.marker }]);
  });

  doubtTests(platform, bench);
}

function doubtTests(platform: Platform, bench: Bench): void {
  const standing = () => bench().site.posts?.() ?? [];

  it.each(['called off', 'out of time'])('does not know after a post was sent and is %s', async (how) => {
    const controller = new AbortController();
    const job = bench().job({ signal: controller.signal, key: `slow ${how}` });
    await platform.check(job);
    bench().site.dial?.({ hangAfterCommit: true });
    if (how === 'out of time') bench().timeoutMs = 1_000;
    else void until('the post has left', () => standing().length > 0).then(() => controller.abort());
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
      const found = await bench.platform.lookUp(job, content, lost);
      if (found.state === 'published') return;
      expect(found).toEqual({ state: 'absent' });
    }
  }
  expect.fail('30 doubts in a row');
}
