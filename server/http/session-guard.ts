import type { FastifyReply, FastifyRequest } from 'fastify';
import { allCalls } from '#domain/contract/calls.ts';
import type { App } from '../app.ts';
import { findSession, sessionCookie } from '../features/session/session.ts';
import type { SessionUser } from './route.ts';

declare module 'fastify' {
  interface FastifyRequest {
    sessionUser?: SessionUser;
  }
  interface FastifyContextConfig {
    /** Set on declared calls. */
    callId?: string;
  }
}

const calls = new Map(allCalls.map((call) => [call.id, call]));
/** Paths outside the declared calls that need a session too. */
const guarded = /^\/(eventbus)\b/;

/** Refuses calls without a session (401) and changing calls from foreign pages (403, D-GEN-05). */
export function guard(app: App) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const call = calls.get(request.routeOptions.config.callId ?? '');
    if (!call && !guarded.test(request.url)) return;
    if (call?.changes) {
      reply.header('cache-control', 'no-store');
      if (isCrossSite(request)) return refuse(reply, 403, 'Requests from other sites are refused');
    }
    if (call?.open) return;
    const id = request.cookies[sessionCookie];
    const user = id ? await findSession(app, id) : undefined;
    if (!user) return refuse(reply, 401, 'Please sign in');
    request.sessionUser = user;
  };
}

function refuse(reply: FastifyReply, status: number, message: string): void {
  void reply.code(status).send({ error: { message } });
}

/** True when the browser says that another site's page sent the request. */
export function isCrossSite(request: FastifyRequest): boolean {
  const site = request.headers['sec-fetch-site'];
  if (site === 'cross-site' || site === 'same-site') return true;
  const { origin } = request.headers;
  if (origin === undefined) return false;
  return !URL.canParse(origin) || new URL(origin).host !== request.headers.host;
}
