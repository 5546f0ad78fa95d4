import { useQuery } from '@tanstack/react-query';
import { topics } from '#domain/contract/live.ts';
import {
  createStrategy,
  deleteStrategies,
  duplicateStrategy,
  getStrategy,
  listStrategies,
  type StrategiesEventBody,
  type Strategy,
  saveStrategy,
} from '#domain/contract/strategies.ts';
import { send } from '#web/lib/call.ts';
import { byId, upsert, without } from '#web/lib/lists.ts';
import { queryClient } from '#web/lib/query-client.ts';
import { useTopic } from '#web/lib/use-topic.ts';
import { newer } from '#web/lib/versions.ts';

const listKey = ['strategies'];
const keyOf = (id: number) => ['strategy', id];
type Data = { strategies: Strategy[] };

/** All diagrams, kept fresh by the topic. */
export function useStrategies() {
  useTopic(topics.strategies, apply);
  return useQuery({ queryKey: listKey, queryFn: ({ signal }) => send(listStrategies, { signal }) });
}

function apply(events: StrategiesEventBody[]): void {
  queryClient.setQueryData<Data>(listKey, (data) => data && { strategies: events.reduce(applyOne, data.strategies) });
}

function applyOne(list: Strategy[], event: StrategiesEventBody): Strategy[] {
  if (event.action === 'deleted') return without(list, event.ids, byId);
  if (event.action !== 'rename') return upsert(list, [event.strategy], byId);
  const { id, name, version } = event;
  return list.map((row) => (row.id === id ? newer(row, { ...row, name, version }) : row));
}

/** One diagram; read again when another window saved it, `onGone` once it was deleted there. */
export function useStrategy(id: number, onGone: () => void) {
  const query = useQuery({
    queryKey: keyOf(id),
    queryFn: ({ signal }) => send(getStrategy, { params: { id }, signal, quietOn: [404] }),
    gcTime: 0,
  });
  useTopic(topics.strategies, (events) => {
    for (const event of events) {
      if (event.action === 'deleted' && event.ids.includes(id)) onGone();
      if (event.action === 'rename' && event.id === id) void queryClient.invalidateQueries({ queryKey: keyOf(id) });
      if (event.action === 'edited' && event.strategy.id === id)
        void queryClient.invalidateQueries({ queryKey: keyOf(id) });
    }
  });
  return query;
}

const listed = (strategy: Strategy): number => {
  apply([{ action: 'addNew', strategy: { ...strategy, strategy: '' } }]);
  return strategy.id;
};

/** Makes a diagram; its id. */
export const create = async (name: string) => listed((await send(createStrategy, { body: { name } })).strategy);

/** Clones a diagram; the id of the clone. */
export const clone = async (id: number, name: string) =>
  listed((await send(duplicateStrategy, { body: { id, name } })).strategy);

/** Renames a diagram. */
export async function rename(id: number, name: string): Promise<void> {
  const { strategy } = await send(saveStrategy, { params: { id }, body: { id, name } });
  apply([{ action: 'rename', id, name: strategy.name, version: strategy.version }]);
}

/** What is drawn and written of a diagram. */
interface Written {
  description: string;
  strategy: string;
}

/** Saves a diagram as it was drawn and described; refused where another window saved it since that edition. */
export async function saveDrawn(id: number, body: Written & { edition: number | undefined }): Promise<Strategy> {
  return (await send(saveStrategy, { params: { id }, body, quietOn: [404] })).strategy;
}

/** Saves what is drawn as a new diagram; its id. */
export const createDrawn = async (name: string, written: Written) =>
  listed((await send(createStrategy, { body: { name, ...written } })).strategy);

/** Deletes diagrams; answers how many were there. */
export async function remove(ids: number[]): Promise<number> {
  const gone = await send(deleteStrategies, { body: { ids } });
  apply([{ action: 'deleted', ids: gone.ids }]);
  return gone.ids.length;
}
