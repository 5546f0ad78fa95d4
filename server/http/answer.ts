import { Readable } from 'node:stream';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { type ApiError, isMalformed } from '#domain/contract/call.ts';
import type { RefusalCode } from '#domain/contract/refusals.ts';
import type { FileAnswer } from '../calls/route.ts';
import { isNoRoom, isParentGone, isStoreAway } from '../db/store-away.ts';
import { Malformed, NotFound, Refusal, Stale } from '../errors/refusal.ts';

/** Turns broken schema rules into the one error they mean: malformed (400) or refused (200, D-GEN-01). */
export function schemaError(error: z.ZodError): Malformed | Refusal {
  const issues = error.issues;
  const malformed = issues.find(isMalformed);
  if (malformed) {
    const where = malformed.path.join('.');
    return new Malformed(where ? `${where}: ${malformed.message}` : malformed.message);
  }
  const first = issues[0];
  return new Refusal('INVALID', first?.message ?? 'Invalid input', {
    ...(first && first.path.length > 0 ? { field: fieldOf(first.path) } : {}),
    ...(issues.length > 1 ? { messages: [...new Set(issues.map((issue) => issue.message))] } : {}),
  });
}

/** A field as its form names it: the saves of projects and schedules carry the form one level down. */
function fieldOf(path: readonly PropertyKey[]): string {
  const isWrapped = path.length > 1 && (path[0] === 'project' || path[0] === 'schedule');
  return (isWrapped ? path.slice(1) : path).join('.');
}

/** Shown while the store cannot be reached. */
const storeAway = 'The data store cannot be reached just now. Please try again in a moment.';
const storeFull =
  'The disk of the data store is full: nothing can be saved. Free some space on it; no restart is needed.';

/** Shown when another window was faster. */
const deletedMeanwhile = 'It was deleted meanwhile';

/** What a status that the web server gave means. */
const codeOfStatus: Record<number, RefusalCode> = {
  401: 'SIGN_IN_NEEDED',
  403: 'CROSS_SITE',
  404: 'NOT_FOUND',
  413: 'TOO_LARGE',
  414: 'TOO_LARGE',
  429: 'TOO_MANY_TRIES',
  431: 'TOO_LARGE',
};

/**
 * The one map from errors to answers; anything unknown is a plain 500 with a request id in the log. `isFull` is asked
 * when the store is away: whether its disk has no room.
 */
export function answerError(
  error: FastifyError | Error,
  request: FastifyRequest,
  reply: FastifyReply,
  isFull: () => boolean = () => false,
): unknown {
  const send = (status: number, body: ApiError) => reply.code(status).send({ error: body });
  if (error instanceof Refusal) return send(200, { code: error.code, message: error.message, ...error.details });
  if (error instanceof Stale) return send(409, { code: 'STALE', message: error.message, stored: error.stored });
  if (error instanceof NotFound) return send(404, { code: 'NOT_FOUND', message: error.message });
  if (error instanceof Malformed) return send(400, { code: 'MALFORMED', message: error.message });
  if (isParentGone(error)) return send(404, { code: 'NOT_FOUND', message: deletedMeanwhile });
  const status = 'statusCode' in error ? error.statusCode : undefined;
  if (status !== undefined && status >= 400 && status < 500)
    return send(status, { code: codeOfStatus[status] ?? 'MALFORMED', message: error.message });
  if (isStoreAway(error)) {
    request.log.warn({ err: error }, 'the store is away');
    return reply
      .code(503)
      .header('retry-after', '2')
      .send({
        error: { code: 'STORE_AWAY', message: isNoRoom(error) || isFull() ? storeFull : storeAway } satisfies ApiError,
      });
  }
  request.log.error({ err: error }, 'request failed');
  return send(500, { code: 'FAULT', message: `Server error (request ${request.id})` });
}

/** Streams a file with its download name. */
export function answerFile(reply: FastifyReply, file: FileAnswer): FastifyReply {
  const ascii = file.name.replace(/[^\x20-\x7e]/g, '_').replace(/["\\]/g, '_');
  reply
    .type(file.type)
    .header(
      'content-disposition',
      `attachment; filename="${ascii}"; filename*=UTF-8''${encodeURIComponent(file.name).replace(/['()*]/g, (letter) => `%${letter.charCodeAt(0).toString(16)}`)}`,
    );
  return reply.send(file.content instanceof Readable ? file.content : Readable.from(file.content));
}
