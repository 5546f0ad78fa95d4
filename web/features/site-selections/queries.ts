import { useQuery } from '@tanstack/react-query';
import { topics } from '#domain/contract/live.ts';
import {
  createSiteSelection,
  deleteSiteSelections,
  listSiteSelections,
  renameSiteSelection,
  type SiteSelection,
  type SiteSelectionsEventBody,
} from '#domain/contract/site-selections.ts';
import { send } from '#web/lib/call.ts';
import { answerAndKeepUp, tellLoads } from '#web/lib/keep-up.ts';
import { byId, replaced, upsert, without } from '#web/lib/lists.ts';
import { queryClient } from '#web/lib/query-client.ts';
import { useTopic } from '#web/lib/use-topic.ts';

const key = ['site-selections'];
type Data = { site_selections: SiteSelection[] };

/** All site selections, kept fresh by the topic. */
export function useSiteSelections() {
  useTopic(topics.siteSelections, apply);
  return useQuery({ queryKey: key, queryFn: ({ signal }) => send(listSiteSelections, { signal }) });
}

function apply(events: SiteSelectionsEventBody[]): void {
  tellLoads('site-selections', events);
  queryClient.setQueryData<Data>(
    key,
    (data) => data && { site_selections: events.reduce(applyOne, data.site_selections) },
  );
}

function applyOne(list: SiteSelection[], event: SiteSelectionsEventBody): SiteSelection[] {
  if (event.action === 'deleted') return without(list, event.ids, byId);
  return event.action === 'addNew'
    ? upsert(list, [event.siteSelection], byId)
    : replaced(list, event.siteSelection, byId);
}

/** Creates a selection; its id. */
export async function create(name: string): Promise<number> {
  const { siteSelection } = await send(createSiteSelection, { body: { name } });
  apply([{ action: 'addNew', siteSelection }]);
  return siteSelection.id;
}

/** Renames a selection. */
export async function rename(id: number, name: string): Promise<void> {
  const call = async (): Promise<SiteSelectionsEventBody> => {
    const { siteSelection } = await send(renameSiteSelection, { body: { id, name } });
    return { action: 'edited', siteSelection };
  };
  await answerAndKeepUp('site-selections', call, apply);
}

/** Deletes selections; answers how many were there. */
export async function remove(ids: number[]): Promise<number> {
  const gone = await send(deleteSiteSelections, { body: { ids } });
  apply([{ action: 'deleted', ids }]);
  return gone.ids.length;
}
