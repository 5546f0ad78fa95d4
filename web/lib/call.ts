import type { z } from 'zod';
import type { ApiError, Call } from '#domain/contract/call.ts';
import { CallFailed, Refusal, Stale } from './failure.ts';
import { notify } from './notices.ts';
import { basePath } from './path-prefix.ts';
import { seal } from './seal.ts';
import { signInAgain } from './sign-in.ts';
import { describeStatus } from './status-texts.ts';

// A part that has no required field may be left out.
type Part<Name extends string, T> = object extends T
  ? Optional<Name, T>
  : string extends keyof T
    ? Optional<Name, T>
    : { [K in Name]: T };
type Optional<Name extends string, T> = { [K in Name]?: T };
/** What a declared call takes: path parameters, query, body. */
export type CallInput<P extends z.ZodType, Q extends z.ZodType, B extends z.ZodType> = Part<'params', z.output<P>> &
  Part<'query', Partial<z.output<Q>>> &
  Part<'body', z.input<B>> & {
    signal?: AbortSignal;
    /** Statuses that the screen tells in its own way, without the notice of a failed request. */
    quietOn?: readonly number[];
  };

interface RawInput {
  params?: unknown;
  query?: unknown;
  body?: unknown;
  signal?: AbortSignal;
  quietOn?: readonly number[];
}

/** Sends a declared call and gives its answer; throws a Refusal or CallFailed. */
export async function send<P extends z.ZodType, Q extends z.ZodType, B extends z.ZodType, R extends z.ZodType>(
  call: Call<P, Q, B, R>,
  input: CallInput<P, Q, B>,
): Promise<z.output<R>> {
  const raw: RawInput = input;
  const response = await exchange(call, raw, await encodeBody(call, raw.body));
  return (await readJson(call, response)) as z.output<R>;
}

/** Sends files (field `file`, repeatable, D-GEN-12) with optional form fields before them. */
export async function upload<P extends z.ZodType, Q extends z.ZodType, B extends z.ZodType, R extends z.ZodType>(
  call: Call<P, Q, B, R>,
  input: CallInput<P, Q, B>,
  files: File[],
  fields: Record<string, string> = {},
): Promise<z.output<R>> {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  for (const file of files) form.append('file', file, file.name);
  return (await readJson(call, await exchange(call, input, { body: form, headers: {} }))) as z.output<R>;
}

/** Fetches a file answer and saves it under the name the server gives. */
export async function download<P extends z.ZodType, Q extends z.ZodType, B extends z.ZodType, R extends z.ZodType>(
  call: Call<P, Q, B, R>,
  input: CallInput<P, Q, B>,
  fallbackName: string,
): Promise<void> {
  const raw: RawInput = input;
  const response = await exchange(call, raw, await encodeBody(call, raw.body));
  await saveAnswer(call, response, fallbackName);
}

/** Saves a file answer under the name the server gives; a refused one throws. */
export async function saveAnswer(call: Call, response: Response, fallbackName: string): Promise<void> {
  const disposition = response.headers.get('content-disposition');
  // A file may be JSON itself; what is none is a refusal.
  if (!disposition && response.headers.get('content-type')?.startsWith('application/json'))
    await readJson(call, response);
  saveFile(await response.blob(), nameFromDisposition(disposition) ?? fallbackName);
}

interface Encoded {
  body: BodyInit | null;
  headers: Record<string, string>;
}

async function encodeBody(call: Call, body: unknown): Promise<Encoded> {
  if (call.takes === 'none' || body === undefined) return { body: null, headers: {} };
  const headers = { 'content-type': 'application/json' };
  if (call.takes !== 'envelope') return { body: JSON.stringify(body), headers };
  return { body: JSON.stringify(await seal(JSON.stringify(body))), headers };
}

async function exchange(call: Call, input: RawInput, encoded: Encoded): Promise<Response> {
  const url = addressOf(call, input);
  const response = await fetch(basePath + url, {
    method: call.method,
    body: encoded.body,
    headers: { accept: 'application/json', ...encoded.headers },
    credentials: 'same-origin',
    signal: input.signal ?? null,
  }).catch((error: unknown) => {
    if (error instanceof DOMException && error.name === 'AbortError') throw error;
    throw new CallFailed(0, url);
  });
  // Refused without a session, it has changed nothing: after the sign-in it is sent as if nothing had happened.
  if (lacksSession(call, response) && (await signInAgain())) return exchange(call, input, encoded);
  return checkStatus(call, url, response, input.quietOn);
}

/** True for an answer that there is no session any more. */
export const lacksSession = (call: Call, response: Response): boolean => response.status === 401 && !call.open;

/** The answer when it is one; else the operator is told what went wrong, but for statuses that the caller shows itself. */
export function checkStatus(call: Call, url: string, response: Response, quietOn: readonly number[] = []): Response {
  // What is stale says so itself, with what is stored now.
  if (response.ok || response.status === 409) return response;
  // Nobody reads it: without a word the browser would wait for somebody who does.
  void response.body?.cancel();
  if (!lacksSession(call, response) && !quietOn.includes(response.status))
    notify('error', `Request Error ${response.status}: ${url}`, describeStatus(response.status, response.statusText));
  throw new CallFailed(response.status, url);
}

/** Address of a call with its parameters and query filled in. */
export function addressOf(call: Call, input: { params?: unknown; query?: unknown }): string {
  const params = (input.params ?? {}) as Record<string, unknown>;
  const path = call.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name])));
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries((input.query ?? {}) as Record<string, unknown>))
    if (value !== undefined && value !== '') query.set(name, String(value));
  return query.size > 0 ? `${path}?${query}` : path;
}

/** The JSON of an answer; a refusal throws. */
export async function readJson(call: Call, response: Response): Promise<unknown> {
  const answer = (await response.json().catch(() => null)) as { error?: ApiError | null } | null;
  if (answer === null || typeof answer !== 'object') throw new CallFailed(response.status, call.path);
  // Some answers have an `error` of their own (captcha checks); those are for their screen to read.
  const ownError = 'shape' in call.reply && 'error' in (call.reply.shape as object);
  if (answer.error?.code === 'STALE') throw new Stale(answer.error);
  if (answer.error && !ownError) throw new Refusal(answer.error);
  return answer;
}

function nameFromDisposition(header: string | null): string | null {
  if (!header) return null;
  const encoded = /filename\*=(?:UTF-8'')?([^;]+)/i.exec(header)?.[1];
  if (encoded) {
    try {
      return decodeURIComponent(encoded.trim());
    } catch {
      // A damaged encoding leaves the plain name below.
    }
  }
  return /filename="?([^";]+)"?/i.exec(header)?.[1]?.trim() ?? null;
}

/** Hands a file to the browser, to be kept under a name. */
export function saveFile(blob: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
