import { useQuery } from '@tanstack/react-query';
import { checkBalances, listBalances } from '#domain/contract/balances.ts';
import { topics } from '#domain/contract/live.ts';
import { send } from '#web/lib/call.ts';
import { queryClient } from '#web/lib/query-client.ts';
import { useTopic } from '#web/lib/use-topic.ts';

const queryKey = ['balances'];
const reload = () => void queryClient.invalidateQueries({ queryKey });

/** What is left at every service, kept fresh while services are asked. */
export function useBalances() {
  useTopic(topics.balances, reload);
  return useQuery({ queryKey, queryFn: ({ signal }) => send(listBalances, { signal }) });
}

/** Has every service asked. */
export async function askAll(): Promise<void> {
  await send(checkBalances, {});
  reload();
}
