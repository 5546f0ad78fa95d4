import * as contract from '#domain/contract/email-settings.ts';
import { randomInfo } from '#domain/contract/projects/account.ts';
import type { App } from '../../app.ts';
import { type Route, route } from '../../calls/route.ts';
import { commit } from '../../live/commit.ts';
import { noteSecrets } from '../session/note-secrets.ts';
import { freshEmail, takeListEmail, testLogin } from './emails.ts';
import { mailboxRoutes } from './mailbox-routes.ts';
import { makeRandomInfo } from './random-info.ts';

/** Calls on mailboxes for new accounts. */
export function emailRoutes(app: App): Route[] {
  return [
    route(randomInfo, async () => makeRandomInfo()),
    route(contract.downloadEmail, async ({ user }) => {
      const emailSettings = freshEmail(app);
      noteSecrets(app, user, 'mailbox of the product, shown', 1);
      return { emailSettings };
    }),
    route(contract.downloadListEmail, async ({ user }) => {
      const emailSettings = await commit(app, (tx, note) => takeListEmail(tx, note, app.secrets));
      noteSecrets(app, user, 'mailbox of the list, shown', 1);
      return { emailSettings };
    }),
    route(contract.testEmailLogin, async ({ body }) => {
      await testLogin(app, body);
      return { success: true as const };
    }),
    ...mailboxRoutes(app),
  ];
}
