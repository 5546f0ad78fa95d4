import type { z } from 'zod';
import type { Call } from '#domain/contract/call.ts';
import { addressOf, type CallInput, checkStatus, lacksSession, readJson, saveAnswer } from './call.ts';
import { CallFailed } from './failure.ts';
import { basePath } from './path-prefix.ts';
import { signInAgain } from './sign-in.ts';

/** Told the share of the bytes that are on their way, 0 to 1; the server reads them as it works. */
export type OnProgress = (share: number) => void;

interface Watched {
  files: File[];
  onProgress?: OnProgress;
  signal?: AbortSignal;
}

/** Sends files and tells how far they are; gives the answer. */
export async function uploadWatched<P extends z.ZodType, Q extends z.ZodType, B extends z.ZodType, R extends z.ZodType>(
  call: Call<P, Q, B, R>,
  input: CallInput<P, Q, B>,
  watched: Watched,
): Promise<z.output<R>> {
  return (await readJson(call, await transfer(call, input, watched))) as z.output<R>;
}

/** Sends files and saves the file that comes back. */
export async function uploadForFile<P extends z.ZodType, Q extends z.ZodType, B extends z.ZodType, R extends z.ZodType>(
  call: Call<P, Q, B, R>,
  input: CallInput<P, Q, B>,
  watched: Watched & { fallbackName: string },
): Promise<void> {
  await saveAnswer(call, await transfer(call, input, watched), watched.fallbackName);
}

/** Sends the files, a second time where the session had ended. */
async function transfer(call: Call, input: { params?: unknown; query?: unknown }, watched: Watched): Promise<Response> {
  const url = addressOf(call, input);
  const response = await transferOnce(call, url, watched);
  if (lacksSession(call, response) && (await signInAgain())) return transfer(call, input, watched);
  return checkStatus(call, url, response);
}

/** An older kind of request than the rest of the house uses: fetch tells no progress of what it sends. */
function transferOnce(call: Call, url: string, { files, onProgress, signal }: Watched): Promise<Response> {
  const form = new FormData();
  for (const file of files) form.append('file', file, file.name);
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open(call.method, basePath + url);
    request.responseType = 'blob';
    request.setRequestHeader('accept', 'application/json');
    request.upload.onprogress = (event) => onProgress?.(event.total > 0 ? event.loaded / event.total : 0);
    request.onerror = () => reject(new CallFailed(0, url));
    request.onabort = () => reject(new DOMException('Called off', 'AbortError'));
    request.onload = () => resolve(answerOf(request));
    signal?.addEventListener('abort', () => request.abort(), { once: true });
    request.send(form);
  });
}

function answerOf(request: XMLHttpRequest): Response {
  const headers = new Headers();
  for (const name of ['content-type', 'content-disposition']) {
    const value = request.getResponseHeader(name);
    if (value) headers.set(name, value);
  }
  return new Response(request.response as Blob, { status: request.status, statusText: request.statusText, headers });
}
