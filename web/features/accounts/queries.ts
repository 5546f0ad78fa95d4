import { useQuery } from '@tanstack/react-query';
import type { z } from 'zod';
import type { ProfileEventBody } from '#domain/contract/accounts.ts';
import {
  type Account,
  addAccount,
  deleteAccounts,
  importAccounts,
  listAccounts,
  rejectedAccounts,
} from '#domain/contract/accounts.ts';
import { topics } from '#domain/contract/live.ts';
import { send } from '#web/lib/call.ts';
import { useKeyedList } from '#web/lib/keyed-query.ts';
import type { Placing } from '#web/lib/pages.ts';
import { queryClient } from '#web/lib/query-client.ts';
import { useTopic } from '#web/lib/use-topic.ts';
import type { ImportKind } from '#web/ui/import/use-import.ts';
import { texts } from './texts.ts';

type AccountsPageData = z.output<typeof listAccounts.reply>;
type SortField = 'siteName' | 'email' | 'username';

/** What the list shows: search text and order. */
export interface AccountsView {
  search: string;
  sort: string;
  order: 'asc' | 'desc';
}

/** Identity of an account: site and email in lower case (D-ACC-01). */
export const accountKey = (row: { siteName: string; email: string }) =>
  JSON.stringify([row.siteName.toLowerCase(), row.email.toLowerCase()]);

const rowsOf = (page: AccountsPageData) => page.accounts;

function placingOf(view: AccountsView): Placing<AccountsPageData, Account> {
  const field = view.sort as SortField;
  const direction = view.order === 'asc' ? 1 : -1;
  const text = view.search.toLowerCase();
  const sortKey = (row: Account) => `${row[field].toLowerCase()}\u0000${accountKey(row)}`;
  return {
    rowsOf,
    withRows: (page, accounts) => ({ ...page, accounts }),
    keyOf: accountKey,
    compare: (a, b) => direction * (sortKey(a) < sortKey(b) ? -1 : 1),
    accepts: (row) => [row.siteName, row.email, row.username].some((value) => value.toLowerCase().includes(text)),
  };
}

/** Accounts of a profile, kept fresh by its topic. */
export function useAccounts(id: number, view: AccountsView) {
  const list = useKeyedList({
    queryKey: ['accounts', id, view],
    load: (after, signal) => send(listAccounts, { params: { id }, query: { ...view, after, limit: 200 }, signal }),
    placing: placingOf(view),
  });
  const apply = (events: ProfileEventBody[]) => {
    for (const event of events) {
      if (event.action === 'accountsDeleted' && event.ids) list.drop(event.ids.map(accountKey));
      else if (event.action === 'accountsDeleted') list.reload();
      else if (event.action !== 'accountsImported') list.place([event.account]);
      else if (event.accounts) list.place(event.accounts);
      else list.reload();
    }
  };
  useTopic(topics.profile(id), apply);
  return {
    ...list,
    add: async (account: Omit<Account, 'accountListId'>) => {
      const added = await send(addAccount, { body: { ...account, accountListId: id } });
      apply([{ action: 'newAccount', account: added.account }]);
    },
    remove: async (ids: { siteName: string; email: string }[]) => {
      const gone = await send(deleteAccounts, { params: { id }, body: { ids } });
      apply([{ action: 'accountsDeleted', ids: gone.ids }]);
    },
    removeAll: async () => {
      await send(deleteAccounts, { params: { id }, body: { all: true, search: view.search } });
      list.reload();
    },
    countAll: async () => {
      const { total } = await send(listAccounts, {
        params: { id },
        query: { search: view.search, limit: 1, count: true },
      });
      return total ?? 0;
    },
  };
}

/** How files of accounts are imported. */
export const accountImport: ImportKind = {
  importCall: importAccounts,
  rejectsCall: rejectedAccounts,
  noun: 'accounts',
  one: 'account',
  canUpdate: true,
  forms: ['siteName,email,username,password (CSV, as exported)', 'site|email|username|password'],
  repeatedHint: 'Of equal accounts the last line counts.',
  imported: texts.imported,
  failed: texts.importFailed,
};

/** Name and count of the profile with its campaign; the count follows the campaign's topic. */
export function useProfileHead(id: number) {
  const queryKey = ['profile-head', id];
  const query = useQuery({
    queryKey,
    queryFn: ({ signal }) => send(listAccounts, { params: { id }, query: { limit: 1 }, signal, quietOn: [404] }),
  });
  const campaignId = query.data?.campaign.id;
  useTopic(campaignId ? topics.campaign(campaignId) : null, (events) => {
    for (const event of events) {
      if (event.action !== 'profileEdited' || event.profile.id !== id) continue;
      const { profile } = event;
      queryClient.setQueryData<AccountsPageData>(queryKey, (data) => data && { ...data, profile });
    }
  });
  return query;
}
