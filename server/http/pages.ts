import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import serveStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { ApiError } from '#domain/contract/call.ts';

const webFolder = fileURLToPath(new URL('../../dist/web/', import.meta.url));

/** Answers how an address reads below the base path, whether the proxy before us took that away already or not. */
export function below(basePath: string): (url: string) => string {
  return (url) => {
    const rest = basePath !== '' && url.startsWith(basePath) ? url.slice(basePath.length) : undefined;
    if (rest === undefined || !/^($|[/?])/.test(rest)) return url;
    return rest.startsWith('/') ? rest : `/${rest}`;
  };
}

/** The built web app; every path that is nothing else is the app's own and gets its page (D-NAV-01). */
export async function addPages(server: FastifyInstance, basePath: string): Promise<void> {
  const isBuilt = existsSync(webFolder);
  await server.register(async (pages) => {
    // Before a sign-in there must be a page to sign in on.
    pages.addHook('onRoute', (route) => {
      route.config = { ...route.config, open: true };
    });
    if (!isBuilt) return;
    await pages.register(serveStatic, {
      root: webFolder,
      index: false,
      // The build has packed its files (web/vite.config.ts).
      preCompressed: true,
      setHeaders(reply, path) {
        const cached = path.includes('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache';
        void reply.header('cache-control', cached);
      },
    });
    for (const path of ['/', '/index.html']) pages.get(path, (_request, reply) => sendPage(reply, basePath));
  });
  server.setNotFoundHandler((request, reply) => {
    const isCall = /^\/(rest|action|public|api|eventbus|assets)\b/.test(request.url);
    if (isBuilt && !isCall && request.method === 'GET') return sendPage(reply, basePath);
    return reply
      .code(404)
      .send({ error: { code: 'NOT_FOUND', message: 'Resource does not exist' } satisfies ApiError });
  });
}

/** The one page: its files lie beside it wherever it is opened, and it tells the app where that is. */
async function sendPage(reply: FastifyReply, basePath: string): Promise<FastifyReply> {
  const page = await readFile(`${webFolder}index.html`, 'utf8');
  return reply
    .header('cache-control', 'no-cache')
    .type('text/html; charset=utf-8')
    .send(
      page
        .replaceAll('="./', `="${basePath}/`)
        .replace('<meta name="base-path" content=""', `<meta name="base-path" content="${basePath}"`),
    );
}
