import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ApiError } from '#domain/contract/call.ts';
import { allCalls } from '#domain/contract/calls.ts';
import type { RefusalCode } from '#domain/contract/refusals.ts';
import { logout } from '#domain/contract/session.ts';
import type { App } from '../app.ts';
import type { SessionUser } from '../calls/route.ts';
import { findSession, sessionCookie } from '../features/session/session.ts';
import type { SessionWatch } from './session-watch.ts';

declare module 'fastify' {
  interface FastifyRequest {
    sessionUser?: SessionUser;
  }
  interface FastifyContextConfig {
    /** Set on declared calls. */
    callId?: string;
    /** True for a route beside the declared calls that needs no session; all others need one. */
    open?: boolean;
    /** True for the one route that takes upgrades. */
    isChannel?: boolean;
  }
}

const calls = new Map(allCalls.map((call) => [call.id, call]));
/**
 * Refuses calls without a session (401), and changing calls and the event channel to foreign pages (403, D-GEN-05). It
 * judges the route that was found, never the text of an address: one path has many spellings (RFC 3986, section 6).
 */
export function guard(app: App, watch: SessionWatch) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const { callId, open, isChannel } = request.routeOptions.config;
    const call = calls.get(callId ?? '');
    if (request.ws && !isChannel) return refuse(reply, 404, 'NOT_FOUND', 'Resource does not exist');
    // Answers hold logins: neither a browser nor a proxy may keep them (RFC 9111, section 5.2.2.5).
    if (call) reply.header('cache-control', 'no-store');
    if ((call?.changes || isChannel) && isCrossSite(request))
      return refuse(reply, 403, 'CROSS_SITE', 'Requests from other sites are refused');
    if (request.is404 || open || call?.open) return;
    const id = request.cookies[sessionCookie];
    const user = id ? await findSession(app, id) : undefined;
    if (!user) return refuse(reply, 401, 'SIGN_IN_NEEDED', 'Please sign in');
    request.sessionUser = user;
    // A list that is being sent, or an upload, ends with its session; the request that ends it is answered.
    if (isChannel || call === logout) return;
    const release = watch.hold(user.session, () => request.raw.socket.destroy());
    reply.raw.once('close', release);
  };
}

function refuse(reply: FastifyReply, status: number, code: RefusalCode, message: string): void {
  void reply.code(status).send({ error: { code, message } satisfies ApiError });
}

/** True when the browser says that another site's page sent the request. */
function isCrossSite(request: FastifyRequest): boolean {
  const site = request.headers['sec-fetch-site'];
  if (site === 'cross-site' || site === 'same-site') return true;
  const { origin } = request.headers;
  if (origin === undefined) return false;
  return !URL.canParse(origin) || new URL(origin).host !== request.headers.host;
}
