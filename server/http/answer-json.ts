import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';

type Portioned = AsyncIterable<readonly unknown[]>;

/** Characters gathered before something is sent. */
const chunkLength = 32_768;

/**
 * Sends an answer as JSON; lists that come in portions (InPortions) are written as they are read, so that neither the
 * list nor its text is ever held whole. What fails before the first chunk is answered as any error; what fails later
 * cuts the connection, so that nobody takes half a list for the whole. A handler that sets an ETag gets 304 for free.
 */
export async function answerJson(request: FastifyRequest, reply: FastifyReply, answer: unknown): Promise<unknown> {
  if (isKnown(request.headers['if-none-match'], reply.getHeader('etag'))) return reply.code(304).send();
  if (typeof answer !== 'object' || answer === null) return answer;
  if (!isPortioned(answer) && !Object.values(answer).some(isPortioned)) return answer;
  const chunks = inChunks(piecesOf(answer));
  const first = await chunks.next();
  const second = await chunks.next();
  reply.type('application/json; charset=utf-8');
  if (second.done) return reply.send(first.value);
  return reply.send(Readable.from(chain([first.value, second.value], chunks)));
}

/** Compared weakly: the same answer may be packed differently. */
function isKnown(held: string | undefined, tag: unknown): boolean {
  if (held === undefined || typeof tag !== 'string') return false;
  const bare = (text: string) => text.trim().replace(/^W\//, '');
  return held.split(',').some((one) => bare(one) === bare(tag));
}

function isPortioned(value: unknown): value is Portioned {
  return typeof value === 'object' && value !== null && Symbol.asyncIterator in value;
}

async function* piecesOf(answer: object): AsyncIterable<string> {
  if (isPortioned(answer)) {
    yield* piecesOfList(answer);
    return;
  }
  let before = '{';
  for (const [name, value] of Object.entries(answer)) {
    if (value === undefined) continue;
    yield `${before}${JSON.stringify(name)}:`;
    if (isPortioned(value)) yield* piecesOfList(value);
    else yield JSON.stringify(value);
    before = ',';
  }
  yield '}';
}

async function* piecesOfList(portions: Portioned): AsyncIterable<string> {
  let before = '[';
  for await (const portion of portions) {
    if (portion.length === 0) continue;
    yield before + JSON.stringify(portion).slice(1, -1);
    before = ',';
  }
  yield before === '[' ? '[]' : ']';
}

async function* inChunks(pieces: AsyncIterable<string>): AsyncGenerator<string, undefined> {
  let text = '';
  for await (const piece of pieces) {
    text += piece;
    if (text.length < chunkLength) continue;
    yield text;
    text = '';
  }
  if (text !== '') yield text;
}

async function* chain(first: (string | undefined)[], rest: AsyncIterable<string>): AsyncIterable<string> {
  for (const chunk of first) if (chunk !== undefined) yield chunk;
  yield* rest;
}
