import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import type { z } from 'zod';
import type { EmailSettings } from '#domain/contract/email-settings.ts';
import { topics } from '#domain/contract/live.ts';
import {
  addMailbox,
  checkMailboxes,
  deleteMailboxes,
  type EmailManagerEventBody,
  editMailbox,
  importMailboxes,
  listMailboxes,
  type Mailbox,
  type mailboxFilter,
  markMailboxes,
  rejectedMailboxes,
} from '#domain/contract/mailboxes.ts';
import { lineForm, mailboxColumns } from '#domain/rules/mailbox-line.ts';
import { send } from '#web/lib/call.ts';
import { compareNatural } from '#web/lib/natural-order.ts';
import type { Placing } from '#web/lib/pages.ts';
import { queryClient } from '#web/lib/query-client.ts';
import { useTopic } from '#web/lib/use-topic.ts';
import type { ImportKind } from '#web/ui/import/use-import.ts';
import { type Change, type ListView, useLongList } from '#web/ui/long-list/use-long-list.ts';
import { texts } from './texts.ts';

type MailboxPage = z.output<typeof listMailboxes.reply>;

/** A mailbox is told apart by its address in lower case (D-MAIL-03). */
export const keyOf = ({ address }: { address: string }) => address.toLowerCase();

/** What the list shows: search, order, filter. */
export type MailboxView = ListView & Omit<z.output<z.ZodObject<typeof mailboxFilter>>, 'search'>;

function placingOf(view: MailboxView): Placing<MailboxPage, Mailbox> {
  const direction = view.order === 'asc' ? 1 : -1;
  const text = view.search.trim().toLowerCase();
  return {
    rowsOf: (page) => page.emails,
    withRows: (page, emails) => ({ ...page, emails }),
    keyOf,
    textOf: ({ address }) => address,
    compare: (a, b) => direction * compareNatural(keyOf(a), keyOf(b)),
    accepts: (row) =>
      (!view.used || row.used === (view.used === 'yes')) &&
      (!view.login || row.loginState === view.login) &&
      `${row.address} ${row.login} ${row.server}`.toLowerCase().includes(text),
  };
}

function changeOf(event: EmailManagerEventBody): Change<Mailbox> {
  if (event.action === 'emailsDeleted') return event.addresses ? { gone: event.addresses.map(lower) } : 'reload';
  return event.emails ? { put: event.emails } : 'reload';
}
const lower = (text: string) => text.toLowerCase();

/** Rows as a call names them: some, or all that fit. */
export type Chosen = readonly Mailbox[] | 'all';

/** The list of mailboxes, kept fresh by its topic. */
export function useMailboxes(view: MailboxView, filter: string) {
  const { sort, order, ...narrowed } = view;
  const list = useLongList({
    queryKey: ['mailboxes', 'list', view],
    load: (ask, signal) => send(listMailboxes, { query: { limit: 200, ...view, ...ask }, signal }),
    filter,
    placing: placingOf(view),
    topic: topics.emailManager,
    changeOf,
    // Somebody may add the same mailbox again.
    isGoneForGood: false,
    deleteSome: async (rows) =>
      (await send(deleteMailboxes, { body: { ids: rows.map(({ address }) => address) } })).addresses.map(lower),
    deleteAll: () => send(deleteMailboxes, { body: { all: true, ...narrowed } }),
    countAll: async () => (await send(listMailboxes, { query: { ...narrowed, limit: 1, count: true } })).total,
  });
  const whichOf = (chosen: Chosen) =>
    chosen === 'all' ? { all: true as const, ...narrowed } : { ids: chosen.map(({ address }) => address) };
  return {
    list,
    add: async (box: EmailSettings) => list.put([(await send(addMailbox, { body: box })).email]),
    edit: async (was: Mailbox, box: EmailSettings, edition?: number) => {
      // The dialog says itself that it is gone.
      const { email } = await send(editMailbox, { body: { ...box, was: was.address, edition }, quietOn: [404] });
      if (keyOf(email) !== keyOf(was)) list.drop([keyOf(was)]);
      list.put([email]);
    },
    check: async (chosen: Chosen) => (await send(checkMailboxes, { body: { which: whichOf(chosen) } })).count,
    mark: async (chosen: Chosen, used: boolean) =>
      (await send(markMailboxes, { body: { which: whichOf(chosen), used } })).count,
  };
}

/** Counts are asked for again at most once in this time, in ms. */
const countAgainMs = 1_000;

/** How many mailboxes there are in all, and how many wait for the test of their logins. */
export function useMailboxCounts() {
  const queryKey = ['mailboxes', 'counts'];
  const counts = useQuery({
    queryKey,
    queryFn: async ({ signal }) => {
      const query = { limit: 1, count: true, login: 'CHECKING' as const };
      const { nAll, total } = await send(listMailboxes, { query, signal });
      return { nAll, nChecking: total ?? 0 };
    },
  });
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useTopic(topics.emailManager, () => {
    timer.current ??= setTimeout(() => {
      timer.current = undefined;
      void queryClient.invalidateQueries({ queryKey });
    }, countAgainMs);
  });
  return counts;
}

/** How files of mailboxes are imported. */
export const mailboxImport: ImportKind = {
  importCall: importMailboxes,
  rejectsCall: rejectedMailboxes,
  noun: 'mailboxes',
  one: 'mailbox',
  canUpdate: true,
  forms: [lineForm, `${mailboxColumns.join(',')} (CSV, as exported)`],
  repeatedHint: 'Of equal addresses the last line counts.',
  imported: texts.imported,
  failed: texts.importFailed,
};
