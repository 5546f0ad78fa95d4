import { useQuery } from '@tanstack/react-query';
import type { z } from 'zod';
import { checkIndexer, type Indexer, listIndexers, removeIndexer, saveIndexer } from '#domain/contract/indexing.ts';
import { send } from '#web/lib/call.ts';
import { failureText } from '#web/lib/failure.ts';
import { queryClient } from '#web/lib/query-client.ts';
import { texts } from './texts.ts';

const key = ['indexers'];
type IndexersData = z.output<typeof listIndexers.reply>;

/** The indexing services with their settings. */
export function useIndexers() {
  return useQuery({ queryKey: key, queryFn: ({ signal }) => send(listIndexers, { signal }) });
}

/** Keeps the settings of a service. */
export async function storeIndexer(body: z.input<typeof saveIndexer.body>): Promise<void> {
  take((await send(saveIndexer, { body })).indexer);
}

/** Forgets the settings of a service. */
export async function forgetIndexer(body: z.input<typeof removeIndexer.body>): Promise<void> {
  take((await send(removeIndexer, { body })).indexer);
}

function take(indexer: Indexer): void {
  queryClient.setQueryData<IndexersData>(
    key,
    (data) => data && { indexers: data.indexers.map((held) => (held.id === indexer.id ? indexer : held)) },
  );
}

/** What a Validate found (D-OPT-14), null where the service cannot be asked; it is kept nowhere. */
export type CheckWord = { works: boolean | null; text: string; at: string };

/** Asks a service whether its saved settings work. */
export async function validate({ id }: Indexer): Promise<CheckWord> {
  try {
    const { balance, detail, cannotTell } = await send(checkIndexer, { body: { indexerSource: id } });
    return {
      ...asked(),
      works: cannotTell ? null : true,
      text: balance === null ? detail : `${detail} (${balance.toLocaleString()} left)`,
    };
  } catch (error) {
    return { ...asked(), works: false, text: failureText(error, texts.checkFailed) };
  }
}

const asked = () => ({ at: new Date().toISOString() });
