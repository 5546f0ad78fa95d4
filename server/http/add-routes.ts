import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import type { App } from '../app.ts';
import { Malformed } from '../errors/refusal.ts';
import { answerFile, schemaError } from './answer.ts';
import { openBody } from './envelope.ts';
import type { FileAnswer, Route, SessionUser, UploadedFile } from './route.ts';

const nobody: SessionUser = { id: 0, name: '', email: '', privileged: false };

/** Registers every bound call with Fastify. */
export function addRoutes(server: FastifyInstance, _app: App, routes: Route[]): void {
  for (const { call, handle } of routes) {
    server.route({
      method: call.method,
      url: call.path,
      config: { callId: call.id },
      handler: async (request, reply) => {
        const params = parse(call.params, noNul(request.params));
        const query = parse(call.query, noNul(request.query));
        const body = parse(call.body, await readBody(call.takes, request));
        const user = request.sessionUser ?? nobody;
        const files = call.takes === 'upload' ? uploads(request) : noFiles();
        const result = await handle({ params, query, body, user, files, request, reply });
        return call.answer === 'file' ? answerFile(reply, result as FileAnswer) : result;
      },
    });
  }
}

function parse<S extends z.ZodType>(schema: S, value: unknown): z.output<S> {
  const result = schema.safeParse(value ?? {});
  if (!result.success) throw schemaError(result.error);
  return result.data;
}

function noNul(values: unknown): unknown {
  for (const value of Object.values(values as Record<string, unknown>))
    if (typeof value === 'string' && value.includes('\0')) throw new Malformed('NUL characters are not allowed');
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

async function* noFiles(): AsyncIterable<UploadedFile> {}

async function* uploads(request: FastifyRequest): AsyncIterable<UploadedFile> {
  if (!request.isMultipart()) throw new Malformed('A multipart upload with a field "file" is needed');
  const fields: Record<string, string> = {};
  for await (const part of request.parts()) {
    if (part.type === 'field') fields[part.fieldname] = String(part.value);
    else {
      yield { name: part.filename ?? '', stream: part.file, fields };
      part.file.resume();
      if (part.file.truncated) throw Object.assign(new Error('The upload is larger than 50 MB'), { statusCode: 413 });
    }
  }
}
