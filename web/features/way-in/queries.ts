import { useQuery } from '@tanstack/react-query';
import { topics } from '#domain/contract/live.ts';
import { startProject } from '#domain/contract/projects/projects.ts';
import { getWayIn } from '#domain/contract/way-in.ts';
import { send } from '#web/lib/call.ts';
import { queryClient } from '#web/lib/query-client.ts';
import { useTopic } from '#web/lib/use-topic.ts';

const key = ['way-in'];
/** Reads anew what the store holds; a reading that began before what happened since is dropped. */
export const look = () => queryClient.invalidateQueries({ queryKey: key });

/** How far the store is on the way, kept fresh by what happens to its nouns; a step comes with its form. */
export function useWayIn(fetchForms: () => Promise<unknown>) {
  const queryFn = async ({ signal }: { signal: AbortSignal }) => {
    const way = await send(getWayIn, { signal });
    if (!way.isProved) await fetchForms().catch(() => undefined);
    return way;
  };
  const query = useQuery({ queryKey: key, queryFn, gcTime: 0 });
  const campaignId = query.data?.campaign?.id;
  useTopic(topics.campaigns, () => void look());
  useTopic(topics.customSites, () => void look());
  useTopic(topics.contentGroups, () => void look());
  useTopic(campaignId ? topics.campaign(campaignId) : null, () => void look());
  return query;
}

/** Starts the project of the way. */
export async function startFirst(id: number): Promise<void> {
  await send(startProject, { params: { id }, query: { again: false } });
  await look();
}
