import { useQuery } from '@tanstack/react-query';
import type { ContentGroupsEventBody } from '#domain/contract/content.ts';
import {
  type ContentGroup,
  createContentGroup,
  deleteContentGroups,
  listContentGroups,
  renameContentGroup,
} from '#domain/contract/content.ts';
import { topics } from '#domain/contract/live.ts';
import { send } from '#web/lib/call.ts';
import { answerAndKeepUp, tellLoads } from '#web/lib/keep-up.ts';
import { byId, upsert, without } from '#web/lib/lists.ts';
import { queryClient } from '#web/lib/query-client.ts';
import { useTopic } from '#web/lib/use-topic.ts';

const key = ['content-groups'];
type Data = { contentGroups: ContentGroup[] };

/** All content groups, kept fresh by the topic. */
export function useContentGroups() {
  useTopic(topics.contentGroups, apply);
  return useQuery({ queryKey: key, queryFn: ({ signal }) => send(listContentGroups, { signal }) });
}

function apply(events: ContentGroupsEventBody[]): void {
  tellLoads('content-groups', events);
  queryClient.setQueryData<Data>(key, (data) => data && { contentGroups: events.reduce(applyOne, data.contentGroups) });
}

function applyOne(list: ContentGroup[], event: ContentGroupsEventBody): ContentGroup[] {
  if (event.action === 'contentGroupsDeleted') return without(list, event.ids, byId);
  return upsert(list, [event.contentGroup], byId);
}

/** Creates a group; its id. */
export async function create(name: string): Promise<number> {
  const { contentGroup } = await send(createContentGroup, { body: { name } });
  apply([{ action: 'newContentGroup', contentGroup }]);
  return contentGroup.id;
}

/** Renames a group. */
export async function rename(id: number, name: string): Promise<void> {
  const call = async (): Promise<ContentGroupsEventBody> => {
    const { contentGroup } = await send(renameContentGroup, { body: { id, name } });
    return { action: 'contentGroupEdited', contentGroup };
  };
  await answerAndKeepUp('content-groups', call, apply);
}

/** Deletes groups with their articles; answers how many were there. */
export async function remove(ids: number[]): Promise<number> {
  const gone = await send(deleteContentGroups, { body: { ids } });
  apply([{ action: 'contentGroupsDeleted', ids }]);
  return gone.ids.length;
}
