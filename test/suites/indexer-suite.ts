import { expect, it } from 'vitest';
import type { Indexer, LinkBatch } from '#connectors/kit/contract/indexers.ts';
import type { FamilyTarget, SuiteService } from './family-bench.ts';
import { familySuite } from './family-suite.ts';

/** What the indexer suite drives. `site` is where its links lie, for a service that looks there. */
export interface IndexerTarget extends FamilyTarget<Indexer> {
  start(): Promise<SuiteService & { seen?(): { urls: string[] }[]; site?: string }>;
  /** Leaves so many links on the key, where the service can be told to. */
  leave?(links: number): void;
}

let nBatches = 0;
function batchAt(site: string, nUrls: number): LinkBatch {
  nBatches += 1;
  // Letters that separate links in many interfaces must come through as they are.
  const urls = Array.from({ length: nUrls }, (_, at) => `${site}/${nBatches}/${at}?a=1&b=x%7Cy`);
  return { name: `suite-${nBatches}`, urls, dripDays: null };
}

/** The suite of the indexer family. */
export function indexerSuite(target: IndexerTarget): void {
  const { connector } = target;
  let seen: () => { urls: string[] }[] = () => [];
  let site = 'https://links.test';
  const mostLinks = connector.accepts.urlsPerBatch;
  const newBatch = (nUrls = 3) => batchAt(site, Math.min(nUrls, mostLinks));
  const start = async () => {
    const at = await target.start();
    if (at.seen) seen = at.seen;
    if (at.site) site = at.site;
    return at;
  };
  familySuite(
    { ...target, start },
    {
      main: (bench, job) => bench.connector.submit(job, newBatch()),
      isAct: !connector.isRepeatable,
      own: (bench) => {
        it('hands links over as they are, small and full batches', async () => {
          for (const batch of [newBatch(1), newBatch(mostLinks)]) {
            const taken = await connector.submit(bench().job(), batch);
            expect(taken.refused).toEqual([]);
            const [last] = seen().slice(-1);
            if (last) expect(last).toMatchObject({ urls: batch.urls });
            if (taken.remoteId !== null && connector.status)
              expect((await connector.status(bench().job(), taken.remoteId)).nSubmitted).toBe(batch.urls.length);
          }
        });

        it.runIf(connector.accepts.dripDays)('spreads a batch over the days that it declares', async () => {
          const { min = 1, max = 1 } = connector.accepts.dripDays ?? {};
          for (const dripDays of [min, max]) await connector.submit(bench().job(), { ...newBatch(), dripDays });
        });

        it('asks the operator when too few links are left', async ({ skip }) => {
          if (!target.leave) return skip('the service cannot be told to run dry');
          target.leave(2);
          const error = await bench().failure(connector.submit(bench().job(), newBatch(3)));
          expect(error).toMatchObject({ name: 'NeedsOperator', ask: 'balance' });
          target.leave(100_000);
        });
      },
    },
  );
}
