import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Platform } from '#connectors/kit/contract/platforms.ts';
import type { Module } from '#domain/contract/modules.ts';
import { expectLive, lost, newContent, PlatformBench, type SuiteSite } from './platform-target.ts';

interface ProfileTarget {
  platform: Platform;
  module: Module;
  /** "rehearsal" or the name of the real server. */
  against: string;
  /** A site at which the account's profile is empty. */
  start(): Promise<SuiteSite>;
}

/** The suite of what platforms make of an account instead of a page: its public profile. One account has one. */
export function profileSuite({ platform, module, against, start }: ProfileTarget): void {
  const way = platform.ownWays?.[module];
  if (!way) throw new Error(`${platform.label} has no way of its own for ${module}`);
  describe(`profiles of ${platform.label} against ${against}`, () => {
    let bench: PlatformBench;
    beforeAll(async () => {
      bench = new PlatformBench({ ...platform, ...way }, await start());
    });
    afterAll(async () => {
      await bench.outside.close();
      await bench.site.close();
    });
    const content = newContent();

    it('is filled, a stranger sees the links, and it is found again', async () => {
      expect(await way.lookUp(bench.job(), content, lost)).toEqual({ state: 'absent' });
      const published = await bench.publish(content);
      await expectLive(bench, published, content);
      expect(await way.lookUp(bench.job(), content, lost)).toEqual(published);
      // Sent again, say after a restart, it changes nothing.
      expect(await bench.publish(content)).toEqual(published);
    });

    it('is left as it is where it has a text', async () => {
      const other = newContent({ html: '<p>Other <a href="https://other.example.com/">words</a>.</p>' });
      const refused = await bench.failure(way.publish(bench.job(), other));
      expect([refused.name, refused.message]).toEqual(['Fatal', expect.stringContaining('has a text already')]);
      expect(await way.lookUp(bench.job(), other, lost)).toEqual({ state: 'absent' });
      expect(await way.lookUp(bench.job(), content, lost)).toMatchObject({ state: 'published' });
    });

    it.runIf(way.update)('is changed in place', async () => {
      const published = await bench.publish(content);
      const html = `${content.html}<p>A last <a href="https://third.example.com/">word</a>.</p>`;
      const links = [...content.links, { url: 'https://third.example.com/', anchor: 'word', rel: '' }];
      const changed = { ...content, html, links };
      const updated = await way.update?.(bench.job(), published.remoteId, changed);
      expect(updated?.url).toBe(published.url);
      await expectLive(bench, { ...published, ...updated }, changed);
    });
  });
}
