import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { topics } from '#domain/contract/live.ts';
import { getOutlook, type Outlook } from '#domain/contract/tallies.ts';
import { send } from '#web/lib/call.ts';
import { queryClient } from '#web/lib/query-client.ts';
import { useTopic } from '#web/lib/use-topic.ts';
import { newer } from '#web/lib/versions.ts';

/** Days and the next post are asked for again this long after something changed, in ms: at most once in that time. */
const againMs = 2_000;

/** How far a project is and what comes next, kept fresh by its topic. */
export function useOutlook(id: number) {
  const queryKey = ['outlook', id];
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const held = () => queryClient.getQueryData<Outlook>(queryKey);
  useEffect(() => () => clearTimeout(timer.current), []);
  useTopic(topics.project(id), (events) => {
    for (const event of events) {
      if (event.action !== 'projectTallies' && event.action !== 'projectStatusChanged') continue;
      const tally = event.action === 'projectTallies' ? event.tallies[0] : undefined;
      if (tally)
        queryClient.setQueryData<Outlook>(queryKey, (data) => data && { ...data, tally: newer(data.tally, tally) });
      timer.current ??= setTimeout(() => {
        timer.current = undefined;
        void queryClient.invalidateQueries({ queryKey });
      }, againMs);
    }
  });
  return useQuery({
    queryKey,
    queryFn: async ({ signal }) => {
      const data = await send(getOutlook, { params: { id }, signal, quietOn: [404] });
      return { ...data, tally: newer(held()?.tally, data.tally) };
    },
    gcTime: 0,
  });
}
