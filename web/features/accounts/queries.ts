import { useQuery } from '@tanstack/react-query';
import type { z } from 'zod';
import {
  type Account,
  type accountChanges,
  type accountFilter,
  accountState,
  addAccount,
  deleteAccounts,
  editAccount,
  editAccounts,
  importAccounts,
  listAccounts,
  type ProfileEventBody,
  rejectedAccounts,
} from '#domain/contract/accounts.ts';
import { topics } from '#domain/contract/live.ts';
import { send } from '#web/lib/call.ts';
import { compareNatural } from '#web/lib/natural-order.ts';
import type { Placing } from '#web/lib/pages.ts';
import { queryClient } from '#web/lib/query-client.ts';
import { useTopic } from '#web/lib/use-topic.ts';
import type { ImportKind } from '#web/ui/import/use-import.ts';
import { type Change, type ListView, useLongList } from '#web/ui/long-list/use-long-list.ts';
import { texts } from './texts.ts';

type AccountsPageData = z.output<typeof listAccounts.reply>;
type SortField = 'siteName' | 'email' | 'username';

/** Identity of an account: site and email in lower case (D-ACC-01). */
export const accountKey = (row: { siteName: string; email: string }) =>
  JSON.stringify([row.siteName.toLowerCase(), row.email.toLowerCase()]);

const rowsOf = (page: AccountsPageData) => page.accounts;

/** What the list shows: search, order, filter. */
export type AccountsView = ListView & Omit<z.output<z.ZodObject<typeof accountFilter>>, 'search'>;

function placingOf(view: AccountsView): Placing<AccountsPageData, Account> {
  const field = view.sort as SortField;
  const direction = view.order === 'asc' ? 1 : -1;
  const text = view.search.toLowerCase();
  const order = (['siteName', 'email', 'username'] as const).toSorted(
    (a, b) => Number(b === field) - Number(a === field),
  );
  return {
    rowsOf,
    withRows: (page, accounts) => ({ ...page, accounts }),
    keyOf: accountKey,
    textOf: (row) => row[field] ?? row.siteName,
    compare: (a, b) => {
      for (const name of order) {
        const found = compareNatural(a[name].toLowerCase(), b[name].toLowerCase());
        if (found !== 0) return direction * found;
      }
      return 0;
    },
    accepts: (row) =>
      (!view.site || row.siteName.toLowerCase().startsWith(view.site.toLowerCase())) &&
      (!view.state || accountState(row) === view.state) &&
      [row.siteName, row.email, row.username].some((value) => value.toLowerCase().includes(text)),
  };
}

function changeOf(event: ProfileEventBody): Change<Account> {
  if (event.action === 'accountsChanged') return 'reload';
  if (event.action === 'accountsDeleted') return { gone: event.ids.map(accountKey) };
  if (event.action === 'accountsImported') return event.accounts ? { put: event.accounts } : 'reload';
  return { put: [event.account] };
}

/** Accounts of a profile, kept fresh by its topic. */
export function useAccounts(id: number, view: AccountsView, filter: string) {
  const { sort, order, ...narrowed } = view;
  const list = useLongList({
    queryKey: ['accounts', id, view],
    load: (ask, signal) => send(listAccounts, { params: { id }, query: { limit: 200, ...view, ...ask }, signal }),
    filter,
    placing: placingOf(view),
    topic: topics.profile(id),
    changeOf,
    // Somebody may add the same account again.
    isGoneForGood: false,
    deleteSome: async (rows) => {
      const ids = rows.map(({ siteName, email }) => ({ siteName, email }));
      const gone = await send(deleteAccounts, { params: { id }, body: { ids } });
      return gone.ids.map(accountKey);
    },
    deleteAll: () => send(deleteAccounts, { params: { id }, body: { all: true, ...narrowed } }),
    countAll: async () =>
      (await send(listAccounts, { params: { id }, query: { ...narrowed, limit: 1, count: true } })).total,
  });
  const add = async (account: Omit<Account, 'accountListId'>) => {
    const added = await send(addAccount, { body: { ...account, accountListId: id } });
    list.put([added.account]);
  };
  const edit = async ({ siteName, email }: Account, account: Omit<Account, 'accountListId'>) => {
    const body = { ...account, accountListId: id, was: { siteName, email } };
    // The dialog says itself that it is gone.
    const edited = await send(editAccount, { body, quietOn: [404] });
    if (accountKey(edited.account) !== accountKey(body.was)) list.drop([accountKey(body.was)]);
    list.put([edited.account]);
  };
  /** Changes the named accounts, or all that fit the search; the event brings them. */
  const change = async (chosen: readonly Account[] | 'all', changes: z.input<typeof accountChanges>) => {
    const ids = chosen === 'all' ? [] : chosen.map(({ siteName, email }) => ({ siteName, email }));
    const which = chosen === 'all' ? { all: true as const, ...narrowed } : { ids };
    return (await send(editAccounts, { params: { id }, body: { which, changes } })).count;
  };
  return { list, add, edit, change };
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
