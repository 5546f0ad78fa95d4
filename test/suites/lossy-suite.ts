import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Platform, PostContent } from '#connectors/kit/contract/platforms.ts';
import { judgePage } from '#domain/rules/proof.ts';
import { seededRandom } from '#domain/rules/random.ts';
import { type LossyProxy, startLossyProxy } from '#test/support/real/lossy-proxy.ts';
import { lost, newContent, PlatformBench, type SuiteSite } from './platform-target.ts';

/** A real server, seen through a proxy that loses requests and answers. */
export interface LossyTarget {
  platform: Platform;
  start(): Promise<SuiteSite>;
  /** True when an answer to a post says that it was taken. */
  wasTaken(status: number, body: string): boolean;
}

/** Lost answers on a real server: doubt, look-up, and exactly one post in the end. */
export function lossySuite(target: LossyTarget): void {
  const { platform } = target;
  describe(`${platform.label} with lost answers`, () => {
    let proxy: LossyProxy;
    let bench: PlatformBench;
    beforeAll(async () => {
      const site = await target.start();
      proxy = await startLossyProxy(site.url, target.wasTaken);
      bench = new PlatformBench(platform, { ...site, url: proxy.url });
    });
    afterAll(async () => {
      await bench.outside.close();
      await proxy.close();
      await bench.site.close();
    });

    it('finds nothing after a lost request, and the post after a lost answer', async () => {
      for (const loss of ['request', 'answer'] as const) {
        const content = newContent();
        proxy.lose = () => loss;
        expect((await bench.failure(platform.publish(bench.job(), content))).name).toBe('Unconfirmed');
        proxy.lose = () => 'none';
        const found = await platform.lookUp(bench.job(), content, lost);
        expect(found.state).toBe(loss === 'request' ? 'absent' : 'published');
        if (found.state !== 'published') continue;
        const page = await bench.outside.readPage(found.url, new AbortController().signal);
        const links = (found.links ?? content.links).map(({ url, anchor }) => ({ url, anchor }));
        expect(judgePage(page, links).state).toBe('LIVE');
      }
    });

    it('posts exactly once through a bad line', async () => {
      const random = seededRandom(`lossy ${platform.id}`);
      proxy.lose = () => (['none', 'request', 'answer'] as const)[Math.floor(random() * 3)] ?? 'none';
      const contents = Array.from({ length: 15 }, () => newContent());
      const job = bench.job({ key: 'line' });
      for (const content of contents) await postUntilSure(bench, content, job);
      expect(contents.map((content) => proxy.taken.get(content.marker))).toEqual(contents.map(() => 1));
    });
  });
}

async function postUntilSure(
  bench: PlatformBench,
  content: PostContent,
  job: ReturnType<PlatformBench['job']>,
): Promise<void> {
  for (let attempt = 0; attempt < 30; attempt += 1) {
    const result = await bench.platform.publish(job, content).catch((error: unknown) => error as Error);
    if (!(result instanceof Error)) return;
    expect(result.name).toBe('Unconfirmed');
    if ((await bench.platform.lookUp(job, content, lost)).state === 'published') return;
  }
  expect.fail('30 doubts in a row');
}
