import * as contract from '#domain/contract/session.ts';
import type { App } from '../../app.ts';
import { type Route, route } from '../../calls/route.ts';
import { ownVersion } from '../../config.ts';
import { neededCaptcha } from './captcha/captcha.ts';
import { captchaRoutes } from './captcha/routes.ts';
import { installationId, sessionCookie, signIn, signOut } from './session.ts';
import { addressKeys, countFailures } from './tries.ts';
import { latestVersion } from './version.ts';

/** Calls on the sign-in, its captcha and the session. */
export function sessionRoutes(app: App): Route[] {
  return [
    route(contract.login, async ({ body, request, reply }) => {
      const result = await signIn(app, body, request.ip);
      if (result.outcome !== 'ok') {
        if (result.outcome === 'tooMany') reply.code(429);
        return { status: contract.loginTexts[result.outcome], captcha: result.captcha };
      }
      const old = request.cookies[sessionCookie];
      if (old) await signOut(app, old);
      reply.setCookie(sessionCookie, result.sessionId, {
        path: app.config.basePath || '/',
        httpOnly: true,
        sameSite: 'strict',
        secure: request.protocol === 'https',
        ...(result.keepMs === undefined ? {} : { maxAge: result.keepMs / 1_000 }),
      });
      return { status: contract.loginTexts.ok, name: result.name };
    }),
    route(contract.loginConfig, async ({ request }) => ({
      captcha: neededCaptcha(app, await countFailures(app.store.db, addressKeys(request.ip))),
      siteKey: app.config.captcha.google?.siteKey ?? null,
      links: app.config.links,
    })),
    route(contract.logout, async ({ request, reply }) => {
      const id = request.cookies[sessionCookie];
      if (id) await signOut(app, id);
      reply.clearCookie(sessionCookie, { path: app.config.basePath || '/' });
      return { success: true as const };
    }),
    route(contract.currentUser, async ({ user }) => ({
      user: {
        name: user.name,
        email: user.email,
        avatar: null,
        privileged: user.privileged,
        installationId: await installationId(app),
        notificationUrl: app.config.notificationUrl,
      },
      links: app.config.links,
    })),
    ...captchaRoutes(app),
    route(contract.version, async () => ({ current: ownVersion, latest: await latestVersion(app) })),
  ];
}
