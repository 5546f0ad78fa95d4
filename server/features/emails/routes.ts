import * as contract from '#domain/contract/email-settings.ts';
import { randomInfo } from '#domain/contract/projects/account.ts';
import type { App } from '../../app.ts';
import { type Route, route } from '../../http/route.ts';
import { freshEmail, takeListEmail, testLogin } from './emails.ts';
import { makeRandomInfo } from './random-info.ts';

export function emailRoutes(app: App): Route[] {
  return [
    route(randomInfo, async () => makeRandomInfo()),
    route(contract.downloadEmail, async () => ({ emailSettings: freshEmail(app) })),
    route(contract.downloadListEmail, async () => ({ emailSettings: await takeListEmail(app) })),
    route(contract.testEmailLogin, async ({ body }) => {
      await testLogin(app, body);
      return { success: true as const };
    }),
  ];
}
