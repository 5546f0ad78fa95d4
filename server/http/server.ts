import compress from '@fastify/compress';
import cookie from '@fastify/cookie';
import helmet from '@fastify/helmet';
import multipart from '@fastify/multipart';
import websocket from '@fastify/websocket';
import Fastify, {
  type FastifyBaseLogger,
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify';
import type { ApiError } from '#domain/contract/call.ts';
import { limits } from '#domain/limits.ts';
import { JsonTooLarge, parseBounded } from '#domain/rules/bounded-json.ts';
import type { App } from '../app.ts';
import { isDiskFull } from '../db/store-away.ts';
import { Malformed } from '../errors/refusal.ts';
import { addRoutes } from './add-routes.ts';
import { answerError } from './answer.ts';
import { addEventChannel, channelPath } from './event-channel.ts';
import { addHealth, type EngineHealth } from './health.ts';
import { openApiText } from './openapi.ts';
import { addPages, below } from './pages.ts';
import { boundPatience } from './patience.ts';
import { routes } from './routes.ts';
import { guard } from './session-guard.ts';
import { SessionWatch } from './session-watch.ts';
import { refuseBadText } from './well-formed.ts';

/** Builds the web server: calls, event channel, health, metrics, OpenAPI, and the pages. */
export async function createServer(app: App, engine: () => EngineHealth): Promise<FastifyInstance> {
  const ownPath = below(app.config.basePath);
  const server: FastifyInstance = Fastify({
    rewriteUrl: (request) => ownPath(request.url ?? '/'),
    loggerInstance: app.log as FastifyBaseLogger,
    // Whoever has no session sends little; calls that need one say their own bound.
    bodyLimit: limits.openBody,
    // Every other request for an upgrade is answered as a plain one (RFC 9110, section 7.8).
    http: { shouldUpgradeCallback: (request) => ownPath(request.url ?? '') === channelPath },
    logController: new LogController({ disableRequestLogging: true }),
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 200 },
    forceCloseConnections: 'idle',
    // What arrived before the end is answered; nobody is told 503 for it.
    return503OnClosing: false,
    requestTimeout: limits.requestMs,
    trustProxy: app.config.trustedProxies.length > 0 ? app.config.trustedProxies : false,
    // Addresses that are none never reach a route.
    frameworkErrors: answerError,
  });
  server.setErrorHandler((error: FastifyError, request, reply) =>
    answerError(error, request, reply, () => isDiskFull(app.store.folder)),
  );
  // Behind a proxy all come from its address; it bounds its own people.
  boundPatience(server, limits, app.config.trustedProxies.length > 0 ? () => true : undefined);
  await server.register(cookie);
  // Bodies come as they are (RFC 9110, section 8.4): an unpacker before the parsers would leave connections unread.
  await server.register(compress, { encodings: ['gzip'], threshold: 2_048, globalDecompression: false });
  server.addHook('onRequest', refusePacked);
  server.addHook('onRequest', endUnupgraded);
  await server.register(helmet, { contentSecurityPolicy: contentPolicy(app), strictTransportSecurity: false });
  await server.register(multipart, {
    limits: { fileSize: limits.upload, files: limits.uploadFiles, parts: limits.uploadFiles + 100, fieldSize: 100_000 },
  });
  await server.register(websocket, { options: { maxPayload: 64 * 1024 } });
  readJsonStrictly(server);
  const watch = new SessionWatch(app);
  server.addHook('onClose', async () => watch.stop());
  server.addHook('onRequest', guard(app, watch));
  addRoutes(server, routes(app));
  addEventChannel(server, app, watch);
  addHealth(server, app, engine);
  server.get('/openapi.json', { config: { open: true } }, async (_request, reply) =>
    reply.type('application/json; charset=utf-8').send(openApiText()),
  );
  await addPages(server, app.config.basePath);
  return server;
}

function contentPolicy(app: App) {
  const notices = app.config.notificationUrl ? [new URL(app.config.notificationUrl).origin] : [];
  // Google's captcha runs its own script in a frame; without a site key nothing of it is let in.
  const google = app.config.captcha.google ? ['https://www.google.com', 'https://www.gstatic.com'] : [];
  return {
    useDefaults: false,
    directives: {
      defaultSrc: ["'self'"],
      scriptSrc: ["'self'", ...google],
      frameSrc: ["'self'", ...google],
      // antd writes its styles at run time.
      styleSrc: ["'self'", "'unsafe-inline'"],
      // Article previews show the pictures of the article.
      imgSrc: ["'self'", 'data:', 'http:', 'https:'],
      // 'self' takes in the event channel (CSP 3, section 6.7.2.8).
      connectSrc: ["'self'", ...notices, ...google],
      objectSrc: ["'none'"],
      baseUri: ["'self'"],
      formAction: ["'self'"],
      frameAncestors: ["'none'"],
    },
  };
}

/**
 * After a request for an upgrade that was answered as a plain one, Node reads nothing more on its connection where that request
 * had a body: whoever sends the next one there would wait for ever.
 */
async function endUnupgraded(request: FastifyRequest, reply: FastifyReply): Promise<void> {
  if (request.headers.upgrade !== undefined && !request.ws) reply.header('connection', 'close');
}

async function refusePacked(request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const packing = request.headers['content-encoding'];
  if (packing === undefined || packing.trim().toLowerCase() === 'identity') return;
  const message = 'Packed bodies are not taken';
  void reply
    .code(415)
    .header('accept-encoding', 'identity')
    .send({ error: { code: 'MALFORMED', message } satisfies ApiError });
}

/** What the store cannot take is malformed before any rule sees it. */
function readJsonStrictly(server: FastifyInstance): void {
  server.removeContentTypeParser('application/json');
  server.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, done) => {
    const text = body as string;
    if (text.trim() === '') return done(null, undefined);
    try {
      const value = parseBounded(text);
      // Without an escape there is neither a NUL character nor a half one.
      if (/\\u(0000|d[89a-f])/i.test(text)) refuseBadText(value);
      done(null, value);
    } catch (error) {
      const told = error instanceof Malformed || error instanceof JsonTooLarge ? error.message : undefined;
      done(new Malformed(told ?? 'The body is not valid JSON'), undefined);
    }
  });
}
