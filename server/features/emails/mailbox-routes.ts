import * as contract from '#domain/contract/mailboxes.ts';
import type { App } from '../../app.ts';
import { fileRoute, type Route, route } from '../../calls/route.ts';
import { rejectsFile } from '../../imports/rejects.ts';
import { commit } from '../../live/commit.ts';
import { noteSecrets } from '../session/note-secrets.ts';
import { importMailboxes, mailboxCsv } from './mailbox-files.ts';
import { mailboxReader } from './mailbox-lines.ts';
import { mailboxPage } from './mailbox-rows.ts';
import {
  addMailbox,
  askCheck,
  callOffCheck,
  countMailboxes,
  deleteMailboxes,
  editMailbox,
  markMailboxes,
} from './mailboxes.ts';

/** Calls on the operator's list of mailboxes. */
export function mailboxRoutes(app: App): Route[] {
  const { store, secrets, tasks } = app;
  return [
    route(contract.listMailboxes, async ({ query, user }) => {
      const page = await mailboxPage(store.db, secrets, query);
      noteSecrets(app, user, 'mailboxes of the list, shown', page.emails.length);
      return { ...page, nAll: await countMailboxes(store.db) };
    }),
    route(contract.addMailbox, async ({ body }) => ({
      email: await commit(app, (tx, note) => addMailbox(tx, note, secrets, body)),
    })),
    route(contract.editMailbox, async ({ body: { was, edition, ...box } }) => ({
      email: await commit(app, (tx, note) => editMailbox(tx, note, secrets, { was, box, edition })),
    })),
    route(contract.deleteMailboxes, ({ body }) => commit(app, (tx, note) => deleteMailboxes(tx, note, body))),
    route(contract.markMailboxes, async ({ body: { which, used } }) => ({
      count: await commit(app, (tx, note) => markMailboxes(tx, note, secrets, which, used)),
    })),
    route(contract.checkMailboxes, async ({ body: { which } }) => ({
      count: await commit(app, (tx, note) => askCheck(app, tx, note, which)),
    })),
    route(contract.stopCheckingMailboxes, async () => {
      const open = (await tasks.list()).filter(({ kind, endedAt }) => kind === 'checkMailboxes' && endedAt === null);
      for (const task of open) await tasks.cancel(task);
      await commit(app, (tx, note) => callOffCheck(app, tx, note));
      return { success: true as const };
    }),
    route(contract.importMailboxes, ({ query, files, request }) =>
      importMailboxes(app, { files, dryRun: query.dryRun, isCalledOff: () => request.socket.destroyed }),
    ),
    fileRoute(contract.rejectedMailboxes, ({ files }) => rejectsFile(files, mailboxReader)),
    fileRoute(contract.exportMailboxes, async ({ user }) => ({
      name: 'Mailboxes.csv',
      type: 'text/csv; charset=utf-8',
      content: mailboxCsv(app, (count) => noteSecrets(app, user, 'mailboxes of the list, exported', count)),
    })),
  ];
}
