import type { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import type { Call } from '#domain/contract/call.ts';

/** The signed-in user of a request. */
export interface SessionUser {
  id: number;
  name: string;
  email: string;
  privileged: boolean;
  /** Hash under which the session is stored. */
  session: string;
}

/** One uploaded file; its stream must be read to the end before the next one comes. */
export interface UploadedFile {
  name: string;
  stream: Readable;
  /** Form fields that came before the file. */
  fields: Record<string, string>;
  /** How it was read, once it was. */
  encoding?: string;
}

/** What a handler is given, all of it already validated. */
export interface Input<C extends Call> {
  params: z.output<C['params']>;
  query: z.output<C['query']>;
  body: z.output<C['body']>;
  user: SessionUser;
  files: AsyncIterable<UploadedFile>;
  request: FastifyRequest;
  reply: FastifyReply;
}

/** A file to send: streamed, with its download name. */
export interface FileAnswer {
  name: string;
  type: string;
  content: Readable | AsyncIterable<string | Buffer>;
}

/**
 * An answer whose lists may come in portions, one level down: they are sent as they are read. Their source must hold
 * nothing between portions, since a client may go away at any time.
 */
export type InPortions<R> = R extends readonly (infer T)[]
  ? R | AsyncIterable<readonly T[]>
  : { [K in keyof R]: R[K] | (NonNullable<R[K]> extends readonly (infer T)[] ? AsyncIterable<readonly T[]> : never) };

/** A call bound to what carries it out. */
export interface Route {
  call: Call;
  handle(input: Input<Call>): Promise<unknown>;
}

/** Binds a JSON call; the compiler checks the answer against the declared reply. */
export function route<C extends Call>(
  call: C,
  handle: (input: Input<C>) => Promise<InPortions<z.input<C['reply']>>>,
): Route {
  return { call, handle: handle as Route['handle'] };
}

/** Binds a call that answers a file. */
export function fileRoute<C extends Call>(call: C, handle: (input: Input<C>) => Promise<FileAnswer>): Route {
  return { call, handle: handle as Route['handle'] };
}
