import * as contract from '#domain/contract/session.ts';
import type { App } from '../../app.ts';
import { ownVersion } from '../../config.ts';
import { type Route, route } from '../../http/route.ts';
import { installationId, sessionCookie, signIn, signOut } from './session.ts';
import { latestVersion } from './version.ts';

export function sessionRoutes(app: App): Route[] {
  return [
    route(contract.login, async ({ body, request, reply }) => {
      const result = await signIn(app, body.username, body.password, request.ip);
      if (result.outcome === 'tooMany') {
        reply.code(429);
        return { status: contract.loginTexts.tooMany };
      }
      if (result.outcome === 'wrong') return { status: contract.loginTexts.wrong };
      const old = request.cookies[sessionCookie];
      if (old) await signOut(app, old);
      reply.setCookie(sessionCookie, result.sessionId, {
        path: '/',
        httpOnly: true,
        sameSite: 'strict',
        secure: request.protocol === 'https',
      });
      return { status: contract.loginTexts.ok, name: result.name };
    }),
    route(contract.loginConfig, async () => ({ captcha: null, siteKey: null, links: app.config.links })),
    route(contract.logout, async ({ request, reply }) => {
      const id = request.cookies[sessionCookie];
      if (id) await signOut(app, id);
      reply.clearCookie(sessionCookie, { path: '/' });
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
    route(contract.version, async () => ({ current: ownVersion, latest: await latestVersion(app) })),
  ];
}
