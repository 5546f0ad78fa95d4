import fc from 'fast-check';
import { allCalls } from '#domain/contract/calls.ts';

/** As much of a JSON schema as our document uses. */
export interface Schema {
  type?: string | string[];
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
  enum?: unknown[];
  const?: unknown;
  default?: unknown;
  minimum?: number;
  maximum?: number;
  minItems?: number;
  maxItems?: number;
  maxLength?: number;
}

/** One call as the document tells it. */
export interface Operation {
  id: string;
  method: string;
  /** With `{id}`. */
  path: string;
  query: { name: string; schema: Schema }[];
  open: boolean;
  changes: boolean;
  takes: 'json' | 'upload' | 'none';
  isFile: boolean;
  body: Schema | undefined;
}

interface Document {
  openapi: string;
  paths: Record<
    string,
    Record<
      string,
      {
        operationId: string;
        security: unknown[];
        parameters: { name: string; in: string; schema: Schema }[];
        requestBody?: { content: Record<string, { schema: Schema }> };
        responses: Record<string, { content: Record<string, unknown> }>;
      }
    >
  >;
}

/** All calls of a served OpenAPI document. */
export function readOperations(document: Document): Operation[] {
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, told]) => {
      const content = told.requestBody?.content ?? {};
      return {
        id: told.operationId,
        method: method.toUpperCase(),
        path,
        query: told.parameters.filter((parameter) => parameter.in === 'query'),
        open: told.security.length === 0,
        changes: told.responses[403] !== undefined,
        takes: content['multipart/form-data'] ? 'upload' : content['application/json'] ? 'json' : 'none',
        isFile: told.responses[200]?.content['application/octet-stream'] !== undefined,
        body: content['application/json']?.schema,
      } as const;
    }),
  );
}

/** The first choice wherever a schema leaves one. */
function firstChoice(schema: Schema): Schema {
  const choice = schema.anyOf?.[0] ?? schema.oneOf?.[0] ?? schema.allOf?.[0];
  return choice ? firstChoice(choice) : schema;
}

/** A value that fits a schema; rules beyond it (an address, a list of numbers that add up) may refuse it. */
export function sampleOf(given: Schema): unknown {
  const schema = firstChoice(given);
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return schema.enum[0];
  switch (schema.type) {
    case 'object':
      return Object.fromEntries(
        Object.entries(schema.properties ?? {}).map(([name, property]) => [name, sampleOf(property)]),
      );
    case 'array':
      // Nothing stands under this id: a list of ids must not take the world of the test away.
      if (schema.minItems && schema.items?.type === 'integer') return [999_999_999];
      return schema.minItems ? [sampleOf(schema.items ?? {})] : [];
    case 'integer':
    case 'number':
      return Math.max(1, schema.minimum ?? 1);
    case 'boolean':
      return true;
    case 'null':
      return null;
    default:
      return 'sample';
  }
}

/** Types a property takes. */
function typesOf(schema: Schema): Set<string> {
  const choices = schema.anyOf ?? schema.oneOf ?? schema.allOf;
  if (choices) return new Set(choices.flatMap((choice) => [...typesOf(choice)]));
  const plain =
    schema.type ?? (schema.enum || schema.const !== undefined ? typeof (schema.enum?.[0] ?? schema.const) : 'any');
  return new Set([plain].flat().map((type) => (type === 'integer' ? 'number' : type)));
}

/** Bodies that fit but for one property of a wrong type, also one level further in. */
export function wrongBodies(body: Schema): { where: string; body: unknown }[] {
  const schema = firstChoice(body);
  const wrong: [string, unknown][] = [
    ['string', 'text'],
    ['number', 7],
    ['boolean', true],
    ['null', null],
    ['array', []],
    ['object', {}],
  ];
  return Object.entries(schema.properties ?? {}).flatMap(([name, property]) => {
    const base = sampleOf(schema) as Record<string, unknown>;
    const types = typesOf(property);
    const own = types.has('any') ? [] : wrong.filter(([type]) => !types.has(type));
    const inner = firstChoice(property).type === 'object' ? wrongBodies(property) : [];
    return [
      ...own.map(([type, value]) => ({ where: `${name} as ${type}`, body: { ...base, [name]: value } })),
      ...inner.map((below) => ({ where: `${name}.${below.where}`, body: { ...base, [name]: below.body } })),
    ];
  });
}

/** Any JSON value, or the right properties with any values in some of them. */
export function anyBody(body: Schema | undefined): fc.Arbitrary<unknown> {
  const value = fc.jsonValue({ maxDepth: 2, stringUnit: 'binary' });
  const choices = [body?.anyOf ?? body?.oneOf ?? (body ? [body] : [])].flat().map(firstChoice);
  const near = choices
    .filter((schema) => schema.properties)
    .map((schema) =>
      fc.record(
        Object.fromEntries(
          Object.entries(schema.properties ?? {}).map(([name, property]) => [
            name,
            fc.oneof({ weight: 2, arbitrary: fc.constant(sampleOf(property)) }, { weight: 1, arbitrary: value }),
          ]),
        ),
        { requiredKeys: [] },
      ),
    );
  return fc.oneof(value, ...near, ...near);
}

/** What an answer of status 200 must look like. */
export function fitsReply(operation: Operation, body: unknown): boolean {
  return allCalls.find((call) => call.id === operation.id)?.reply.safeParse(body).success ?? false;
}
