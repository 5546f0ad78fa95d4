import { expect, it, vi } from 'vitest';
import type { ServiceJob } from '#connectors/kit/contract/connector.ts';
import type { Indexer, LinkBatch } from '#connectors/kit/contract/indexers.ts';
import type { FamilyBench, FamilyTarget, SuiteService } from './family-bench.ts';
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
        if (connector.isRepeatable) return;
        lostTests(bench, { submit: (job) => connector.submit(job, newBatch()), nSeen: () => seen().length });
      },
    },
  );
}

interface LostTests {
  submit(job: ServiceJob): Promise<unknown>;
  /** Batches that the service took. */
  nSeen(): number;
}

/** Links that cost twice when they are sent twice are never sent again unasked. */
function lostTests(bench: () => FamilyBench<Indexer>, { submit, nSeen }: LostTests): void {
  it('does not know what became of links behind a page of an error, or when nothing is answered in time', async () => {
    bench().at.dial?.({ failAfterCommit: true });
    const failed = await bench().failure(submit(bench().job()));
    expect(failed).toMatchObject({ name: 'Unconfirmed', message: expect.stringContaining('500') });
    bench().at.dial?.({ failAfterCommit: false, hangAfterCommit: true });
    bench().timeoutMs = 300;
    const late = await bench().failure(submit(bench().job()));
    bench().timeoutMs = 5_000;
    expect(late).toMatchObject({ name: 'Unconfirmed', message: expect.stringContaining('did not answer within') });
  });

  it('does not know what became of links when it is called off on the way', async () => {
    const [before, off] = [nSeen(), new AbortController()];
    bench().at.dial?.({ hangAfterCommit: true });
    const lost = bench().failure(submit(bench().job({ signal: off.signal })));
    await vi.waitFor(() => expect(nSeen()).toBe(before + 1));
    off.abort();
    expect((await lost).name).toBe('Unconfirmed');
  });
}
