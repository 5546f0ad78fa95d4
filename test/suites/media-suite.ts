import { expect, it } from 'vitest';
import type { MediaSource } from '#connectors/kit/contract/media.ts';
import type { FamilyTarget } from './family-bench.ts';
import { familySuite } from './family-suite.ts';

/** What the media suite drives. */
export interface MediaTarget extends FamilyTarget<MediaSource> {
  /** Words of which the source has nothing. */
  unknown: string;
}

/** The suite of the media family. */
export function mediaSuite(target: MediaTarget): void {
  const { connector } = target;
  const [kind = 'image'] = connector.finds;
  const search = (words: string, wanted: number, after: string | null = null) => ({ kind, words, wanted, after });
  familySuite(target, {
    main: (bench, job) => bench.connector.find(job, search('garden', 2)),
    isAct: false,
    own: (bench) => {
      it.each(connector.finds)('finds %s by words, with all that a post shows', async (wantedKind) => {
        const { found } = await connector.find(bench().job(), { ...search('garden & stone', 2), kind: wantedKind });
        expect(found).toHaveLength(2);
        for (const media of found) {
          expect(media.kind).toBe(wantedKind);
          for (const url of [media.url, media.pageUrl]) expect(url).toMatch(/^https:\/\//);
          expect(media.remoteId).not.toBe('');
        }
      });

      it('goes on page by page without finding one twice', async () => {
        const first = await connector.find(bench().job(), search('garden', 2));
        expect(first.next).not.toBeNull();
        const second = await connector.find(bench().job(), search('garden', 2, first.next));
        const ids = [...first.found, ...second.found].map(({ remoteId }) => remoteId);
        expect(new Set(ids).size).toBe(ids.length);
      });

      it('finds nothing where there is nothing', async () => {
        expect(await connector.find(bench().job(), search(target.unknown, 2))).toEqual({ found: [], next: null });
      });
    },
  });
}
