import { expect, it, vi } from 'vitest';
import type { MediaSource } from '#connectors/kit/contract/media.ts';
import type { MediaApi } from '#rehearsal/media/media-api.ts';
import type { FamilyBench, FamilyTarget } from './family-bench.ts';
import { familySuite } from './family-suite.ts';

type Kind = MediaSource['finds'][number];

/** What the media suite drives. */
export interface MediaTarget extends Omit<FamilyTarget<MediaSource>, 'start' | 'against'> {
  start(): Promise<MediaApi>;
  /** What a used-up quota is at this source. */
  usedUp: { name: string; ask?: string; afterMs?: number };
  /** The line that is shown with the first thing that is found of a kind. */
  credit: Partial<Record<Kind, string>>;
}

/** The bench of the test that runs. */
type Bench = () => FamilyBench<MediaSource>;

/** Words of which the rehearsed sources have nothing. */
const unknown = 'nothing';
const search = (kind: Kind, words: string, { wanted = 2, after = null as string | null } = {}) => ({
  ...{ kind, words, wanted, after },
});

/** The suite of the media family. */
export function mediaSuite(target: MediaTarget): void {
  const { connector } = target;
  const [kind = 'image'] = connector.finds;
  let api: MediaApi;
  const start = async () => {
    api = await target.start();
    return { ...api, address: api.url };
  };
  familySuite(
    { connector, against: 'the rehearsal', start },
    {
      main: (bench, job) => bench.connector.find(job, search(kind, 'garden')),
      isAct: false,
      own: (bench) => {
        findingTests(target, bench);
        troubleTests(target, bench, () => api);
      },
    },
  );
}

function findingTests({ connector, credit }: MediaTarget, bench: Bench): void {
  const [kind = 'image'] = connector.finds;

  it.each(connector.finds)('finds %s by words, with all that a post shows', async (wantedKind) => {
    const { found } = await connector.find(bench().job(), search(wantedKind, 'garden & stone'));
    expect(found).toHaveLength(2);
    for (const media of found) {
      expect(media.kind).toBe(wantedKind);
      for (const url of [media.url, media.pageUrl]) expect(url).toMatch(/^https:\/\//);
      expect(media.remoteId).not.toBe('');
    }
  });

  it('goes on page by page without finding one twice', async () => {
    const first = await connector.find(bench().job(), search(kind, 'garden'));
    expect(first.next).not.toBeNull();
    const second = await connector.find(bench().job(), search(kind, 'garden', { after: first.next }));
    const ids = [...first.found, ...second.found].map(({ remoteId }) => remoteId);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('finds nothing where there is nothing', async () => {
    expect(await connector.find(bench().job(), search(kind, unknown))).toEqual({ found: [], next: null });
  });

  it.each(connector.finds)('shows %s with the line that its licence or its source asks for', async (wantedKind) => {
    const { found } = await connector.find(bench().job(), search(wantedKind, 'garden', { wanted: 1 }));
    expect(found[0]?.credit).toBe(credit[wantedKind]);
  });
}

function troubleTests({ connector, usedUp }: MediaTarget, bench: Bench, api: () => MediaApi): void {
  const [kind = 'image'] = connector.finds;
  const find = (signal?: AbortSignal) => connector.find(bench().job(signal ? { signal } : {}), search(kind, 'garden'));

  it('says that its quota is used up', async () => {
    api().isUsedUp = true;
    expect(await bench().failure(find())).toMatchObject(usedUp);
  });

  it('finds nothing in an answer that nobody can read', async () => {
    api().dial({ garble: true });
    expect((await bench().failure(find())).name).toBe('Fatal');
  });

  it('gives up a source that does not answer, in time or at once when it is called off', async () => {
    api().dial({ hangAfterCommit: true });
    bench().timeoutMs = 200;
    expect((await bench().failure(find())).name).toBe('Retryable');
    bench().timeoutMs = 5_000;
    const off = new AbortController();
    const asked = bench().failure(find(off.signal));
    await vi.waitFor(() => expect(api().requests.length).toBe(2));
    off.abort();
    expect((await asked).name).toBe('Retryable');
  });
}
