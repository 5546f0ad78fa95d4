import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { limits } from '#domain/limits.ts';
import type { FileAnswer, Route, SessionUser } from '../calls/route.ts';
import { answerFile, schemaError } from './answer.ts';
import { answerJson } from './answer-json.ts';
import { openBody } from './envelope.ts';
import { noFiles, readUploads } from './uploads.ts';
import { refuseBadText } from './well-formed.ts';

const nobody: SessionUser = { id: 0, name: '', email: '', privileged: false, session: '' };

/** Registers every bound call with Fastify. */
export function addRoutes(server: FastifyInstance, routes: Route[]): void {
  for (const { call, handle } of routes) {
    server.route({
      method: call.method,
      url: call.path,
      config: { callId: call.id },
      // The plugin takes a text that begins like a packed one ("XG", "x^") for packed: files of others go as they are.
      ...(call.answer === 'file' && call.takes === 'upload' ? { compress: false as const } : {}),
      bodyLimit: call.open ? limits.openBody : limits.body,
      handler: async (request, reply) => {
        const params = parse(call.params, plain(request.params));
        const query = parse(call.query, plain(request.query));
        const body = parse(call.body, await readBody(call.takes, request));
        const user = request.sessionUser ?? nobody;
        const files = call.takes === 'upload' ? readUploads(request) : noFiles();
        const result = await handle({ params, query, body, user, files, request, reply });
        return call.answer === 'file' ? answerFile(reply, result as FileAnswer) : answerJson(request, reply, result);
      },
    });
  }
}

function parse<S extends z.ZodType>(schema: S, value: unknown): z.output<S> {
  const result = schema.safeParse(value === undefined ? {} : value);
  if (!result.success) throw schemaError(result.error);
  return result.data;
}

function plain(values: unknown): unknown {
  refuseBadText(values);
  return values;
}

async function readBody(takes: string, request: FastifyRequest): Promise<unknown> {
  if (takes === 'none' || takes === 'upload') return {};
  if (takes === 'envelope') return openBody(request.body);
  // Some proxies drop the body of a DELETE; the ids may stand in the query too (D-GEN-03).
  const { ids } = request.query as { ids?: string };
  if (request.method === 'DELETE' && request.body === undefined && ids !== undefined)
    return { ids: ids.split(',').map((item) => (/^\d+$/.test(item) ? Number(item) : item)) };
  return request.body;
}
