import { useQuery } from '@tanstack/react-query';
import type { z } from 'zod';
import {
  addCloudAccount,
  type CloudAccount,
  type CloudAccountsEventBody,
  deleteCloudAccount,
  listCloudAccounts,
  saveCloudAccount,
} from '#domain/contract/clouds.ts';
import { topics } from '#domain/contract/live.ts';
import { send } from '#web/lib/call.ts';
import { CallFailed } from '#web/lib/failure.ts';
import { byId, upsert, without } from '#web/lib/lists.ts';
import { queryClient } from '#web/lib/query-client.ts';
import { useTopic } from '#web/lib/use-topic.ts';
import { newer } from '#web/lib/versions.ts';

const key = ['cloud-accounts'];
type Data = { accounts: CloudAccount[] };

/** All cloud accounts, kept fresh by the topic. */
export function useCloudAccounts() {
  useTopic(topics.cloudAccounts, apply);
  return useQuery({ queryKey: key, queryFn: ({ signal }) => send(listCloudAccounts, { signal }) });
}

function apply(events: CloudAccountsEventBody[]): void {
  queryClient.setQueryData<Data>(key, (data) => data && { accounts: events.reduce(applyOne, data.accounts) });
}

function applyOne(list: CloudAccount[], event: CloudAccountsEventBody): CloudAccount[] {
  if (event.action === 'accountDeleted') return without(list, event.ids, byId);
  const held = list.find((row) => row.id === event.account.id);
  return upsert(list, [held ? newer(held, event.account) : event.account], byId);
}

export async function add(body: z.input<typeof addCloudAccount.body>): Promise<void> {
  const { account } = await send(addCloudAccount, { body });
  apply([{ action: 'newCloudAccount', account }]);
}

/** Saves an edit; another window's is told by 409, an account that is gone by 404. */
export async function save(body: z.input<typeof saveCloudAccount.body>): Promise<void> {
  const { account } = await send(saveCloudAccount, { body, quietOn: [404] });
  apply([{ action: 'cloudAccountUpdated', account }]);
}

/** Deletes an account; false when another window did it before. */
export async function remove(id: number): Promise<boolean> {
  const isOurs = await send(deleteCloudAccount, { params: { id }, quietOn: [404] }).then(
    () => true,
    (error: unknown) => {
      if (error instanceof CallFailed && error.status === 404) return false;
      throw error;
    },
  );
  apply([{ action: 'accountDeleted', ids: [id] }]);
  return isOurs;
}
