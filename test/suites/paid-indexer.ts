import type { Credentials } from '#connectors/kit/contract/connector.ts';
import type { Indexer, LinkBatch } from '#connectors/kit/contract/indexers.ts';
import type { IndexerApi } from '#rehearsal/indexer.ts';
import { FamilyBench } from './family-bench.ts';
import type { IndexerTarget } from './indexer-suite.ts';

/** How a paid indexer is rehearsed. */
interface PaidRehearsal<A extends IndexerApi> {
  connector: Indexer;
  startApi(): Promise<A>;
  /** Behind the host. */
  path?: string;
  /** Values of its fields beside the key. */
  more?(api: A): Credentials;
}

/** Its target for the suite of indexers. */
export function paidTarget<A extends IndexerApi>(rehearsal: PaidRehearsal<A>): IndexerTarget {
  const { connector, path = '/api.php', more } = rehearsal;
  let api: A | undefined;
  return {
    connector,
    against: 'the rehearsal',
    start: async () => {
      const started = await rehearsal.startApi();
      api = started;
      const { url, dial, reset, close } = started;
      const key = { apiKey: started.key, ...more?.(started) };
      return { dial, reset, close, key, address: url + path, seen: () => started.batches };
    },
    leave: (links) => {
      if (api) api.left = links;
    },
  };
}

/** Runs something on a rehearsal of its own. */
export async function rehearsed<A extends IndexerApi>(
  { connector, startApi, path = '/api.php', more }: PaidRehearsal<A>,
  work: (bench: FamilyBench<Indexer>, api: A) => Promise<void>,
): Promise<void> {
  const api = await startApi();
  const at = { address: api.url + path, key: { apiKey: api.key, ...more?.(api) }, close: api.close };
  const bench = new FamilyBench(connector, at);
  try {
    await work(bench, api);
  } finally {
    await bench.outside.close();
    await api.close();
  }
}

/** A batch of these links. */
export const batchOf = (urls: string[], dripDays: number | null = null): LinkBatch => ({
  name: 'linkwright-7-1',
  urls,
  dripDays,
});
