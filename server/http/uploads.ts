import type { FastifyRequest } from 'fastify';
import { limits } from '#domain/limits.ts';
import type { UploadedFile } from '../calls/route.ts';
import { Malformed } from '../errors/refusal.ts';
import { refuseBadText } from './well-formed.ts';

/** Of a call that takes no files. */
export async function* noFiles(): AsyncIterable<UploadedFile> {}

/** Files of a multipart body as they come in; refuses at once what is none, or says that it is too large. */
export function readUploads(request: FastifyRequest): AsyncIterable<UploadedFile> {
  if (!request.isMultipart()) throw new Malformed('A multipart upload with a field "file" is needed');
  if (Number(request.headers['content-length'] ?? 0) > limits.upload) throw tooLarge();
  return filesOf(request);
}

async function* filesOf(request: FastifyRequest): AsyncIterable<UploadedFile> {
  const fields: Record<string, string> = {};
  let nBytes = 0;
  for await (const part of partsOf(request)) {
    if (part.type === 'field') {
      fields[part.fieldname] = String(part.value);
      refuseBadText(fields);
      continue;
    }
    if (part.file.errored) throw blameSender(part.file.errored);
    part.file.once('error', blameSender);
    yield { name: part.filename ?? '', stream: part.file, fields };
    part.file.resume();
    nBytes += part.file.bytesRead;
    if (part.file.truncated || nBytes > limits.upload) throw tooLarge();
  }
}

/** The parser tells a torn body by plain errors: they are the sender's fault, not ours. */
async function* partsOf(request: FastifyRequest) {
  try {
    yield* request.parts();
  } catch (error) {
    throw blameSender(error as Error);
  } finally {
    // What a refusal left unread is read past: else the connection takes no further request.
    request.raw.unpipe();
    request.raw.resume();
  }
}

function blameSender(error: Error & { statusCode?: number }): Error {
  return Object.assign(error, { statusCode: error.statusCode ?? 400 });
}

function tooLarge(): Error {
  return Object.assign(new Error('The upload is larger than 50 MB'), { statusCode: 413 });
}
