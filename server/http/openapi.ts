import { z } from 'zod';
import { apiError, type Call } from '#domain/contract/call.ts';
import { allCalls } from '#domain/contract/calls.ts';
import { limits } from '#domain/limits.ts';
import { ownVersion } from '../config.ts';

type Json = Record<string, unknown>;

/** OpenAPI 3.1 document, made from the declared calls alone. */
export function openApiDocument(): Json {
  const paths: Record<string, Json> = {};
  for (const call of allCalls) {
    const path = call.path.replace(/:(\w+)/g, '{$1}');
    paths[path] = { ...paths[path], [call.method.toLowerCase()]: operation(call) };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Linkwright',
      version: ownVersion,
      description: 'Refusals by rule or state answer 200 with {error}; see docs/decisions.',
      license: { name: 'MIT' },
    },
    'x-limits': limits,
    components: {
      securitySchemes: { session: { type: 'apiKey', in: 'cookie', name: 'lw_session' } },
      schemas: { Refusal: z.toJSONSchema(z.object({ error: apiError })) },
    },
    paths,
  };
}

let text: string | undefined;

/** The document as text, made once: everybody may ask for it, and it costs more than any other open call. */
export function openApiText(): string {
  text ??= JSON.stringify(openApiDocument());
  return text;
}

function operation(call: Call): Json {
  const refusal = { $ref: '#/components/schemas/Refusal' };
  const failed = (description: string) => ({ description, content: { 'application/json': { schema: refusal } } });
  const reply =
    call.answer === 'file'
      ? {
          'application/octet-stream': { schema: { type: 'string', format: 'binary' } },
          'application/json': { schema: refusal },
        }
      : { 'application/json': { schema: { anyOf: [toSchema(call.reply, 'output'), refusal] } } };
  return {
    operationId: call.id,
    summary: call.summary,
    security: call.open ? [] : [{ session: [] }],
    parameters: [...parameters(call.params, 'path'), ...parameters(call.query, 'query')],
    ...requestBody(call),
    responses: {
      200: { description: 'Done, or refused by rule or state', content: reply },
      400: failed('Malformed request'),
      ...(call.open ? {} : { 401: failed('No session') }),
      ...(call.changes ? { 403: failed('Sent by a page of another site') } : {}),
      ...(call.path.includes(':') ? { 404: failed('Unknown id') } : {}),
      413: failed(`Larger than ${boundOf(call)} bytes`),
    },
  };
}

/** Largest body that a call takes. */
function boundOf(call: Call): number {
  if (call.takes === 'upload') return limits.upload;
  return call.open ? limits.openBody : limits.body;
}

function requestBody(call: Call): Json {
  if (call.takes === 'none') return {};
  if (call.takes === 'upload') {
    const schema = { type: 'object', properties: { file: { type: 'string', format: 'binary' } }, required: ['file'] };
    return { requestBody: { required: true, content: { 'multipart/form-data': { schema } } } };
  }
  const plain = toSchema(call.body, 'input');
  const sealed = { type: 'object', properties: { payload: { type: 'string' } }, required: ['payload'] };
  const schema = call.takes === 'envelope' ? { anyOf: [plain, sealed] } : plain;
  return { requestBody: { required: true, content: { 'application/json': { schema } } } };
}

function toSchema(schema: z.ZodType, io: 'input' | 'output'): Json {
  return z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as Json;
}

function parameters(schema: z.ZodType, place: 'path' | 'query'): Json[] {
  const { properties = {}, required = [] } = toSchema(schema, 'output') as {
    properties?: Record<string, Json>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, value]) => ({
    name,
    in: place,
    required: place === 'path' || (required.includes(name) && value.default === undefined),
    schema: value,
  }));
}
