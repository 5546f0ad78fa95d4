import { useQuery } from '@tanstack/react-query';
import { topics } from '#domain/contract/live.ts';
import type { WizardsEventBody } from '#domain/contract/wizard-topics.ts';
import { deleteWizards, duplicateWizard, listWizards, renameWizard, type WizardRow } from '#domain/contract/wizards.ts';
import { send } from '#web/lib/call.ts';
import { byId, upsert, without } from '#web/lib/lists.ts';
import { queryClient } from '#web/lib/query-client.ts';
import { useTopic } from '#web/lib/use-topic.ts';
import { newer } from '#web/lib/versions.ts';

const key = ['wizards'];

const load = ({ signal }: { signal?: AbortSignal }) => send(listWizards, signal ? { signal } : {});
type Data = Awaited<ReturnType<typeof load>>;

/** All wizards, kept fresh by the topic, and the diagrams that a new one may be made of. */
export function useWizards() {
  useTopic(topics.wizards, apply);
  useTopic(topics.strategies, () => void queryClient.invalidateQueries({ queryKey: key }));
  return useQuery({ queryKey: key, queryFn: load });
}

function apply(events: WizardsEventBody[]): void {
  queryClient.setQueryData<Data>(key, (data) => data && { ...data, wizards: events.reduce(applyOne, data.wizards) });
}

function applyOne(list: WizardRow[], event: WizardsEventBody): WizardRow[] {
  if (event.action === 'deleted') return without(list, event.ids, byId);
  if (event.action === 'addNew') return upsert(list, [event.wizard], byId);
  const { id, name, version } = event;
  return list.map((row) => (row.id === id ? newer(row, { ...row, name, version }) : row));
}

/** Copies a wizard under another name. */
export async function copy(id: number, name: string): Promise<void> {
  const { wizard } = await send(duplicateWizard, { params: { id }, body: { name } });
  apply([{ action: 'addNew', wizard }]);
}

/** Renames a wizard. */
export async function rename(id: number, name: string): Promise<void> {
  const { wizard } = await send(renameWizard, { body: { id, name } });
  apply([{ action: 'rename', id, name: wizard.name, version: wizard.version }]);
}

/** Deletes wizards; answers how many were there. */
export async function remove(ids: number[]): Promise<number> {
  const gone = await send(deleteWizards, { body: { ids } });
  apply([{ action: 'deleted', ids: gone.ids }]);
  return gone.ids.length;
}

/** Plans of campaigns, by what they were drawn from. */
export const planKey = ['wizard-plan'] as const;
