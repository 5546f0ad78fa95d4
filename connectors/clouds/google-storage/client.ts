import { randomBytes, sign } from 'node:crypto';
import type { Storage } from '@google-cloud/storage';
import { type SdkSend, sdkSend } from '#connectors/kit/clouds/send.ts';
import { type ServiceJob, textField } from '#connectors/kit/contract/connector.ts';
import { NeedsOperator } from '#connectors/kit/errors.ts';
import { readServiceAccount } from '#domain/contract/clouds.ts';

export const who = 'Google Cloud';

const scope = 'https://www.googleapis.com/auth/devstorage.full_control';
const tokenLife = 3_600;

/** What the library hands its one place where requests leave. */
interface HandedRequest {
  method?: string;
  uri: string;
  qs?: Record<string, string | number | boolean | undefined>;
  headers?: Record<string, string>;
  json?: unknown;
  body?: string;
  multipart?: { 'Content-Type': string; body: string | AsyncIterable<Uint8Array> }[];
}
type Answered = (error: Error | null, body?: unknown, answer?: unknown) => void;

/**
 * A client whose requests leave by the tools of the job, tried once. It signs its own tokens (google.aip.dev/auth/4111), so that
 * nothing of the key goes to any other host.
 */
export async function clientOf(job: ServiceJob, act = false): Promise<Storage> {
  const { Storage } = await import('@google-cloud/storage');
  const account = readServiceAccount(textField(job.key, 'credentials'));
  if (!account) throw new NeedsOperator('The credentials are no key file of a service account', 'credentials');
  const storage = new Storage({
    projectId: account.project_id,
    apiEndpoint: job.address,
    retryOptions: { autoRetry: false, maxRetries: 0 },
  });
  const send = sdkSend(job, { who, act, secrets: [account.private_key] });
  const bearer = () => `Bearer ${tokenOf(account, job.tools.now())}`;
  const leave = (request: HandedRequest, answered: Answered) => {
    answer(send, request, bearer).then(
      ([body, whole]) => answered(null, body, whole),
      (error: Error) => answered(error),
    );
  };
  (storage as unknown as { makeAuthenticatedRequest: typeof leave }).makeAuthenticatedRequest = leave;
  return storage;
}

function tokenOf(
  { client_email, private_key, private_key_id }: NonNullable<ReturnType<typeof readServiceAccount>>,
  now: number,
): string {
  const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const iat = Math.floor(now / 1_000);
  const claims = { iss: client_email, sub: client_email, scope, iat, exp: iat + tokenLife };
  const text = `${encode({ alg: 'RS256', typ: 'JWT', kid: private_key_id })}.${encode(claims)}`;
  try {
    return `${text}.${sign('RSA-SHA256', Buffer.from(text), private_key).toString('base64url')}`;
  } catch {
    throw new NeedsOperator('The private key of the credentials cannot be read', 'credentials');
  }
}

async function answer(send: SdkSend, request: HandedRequest, bearer: () => string): Promise<[unknown, object]> {
  const { method = 'GET', uri, qs = {}, headers = {} } = request;
  const url = new URL(uri);
  for (const [name, value] of Object.entries(qs)) if (value !== undefined) url.searchParams.set(name, String(value));
  const { type, body } = await bodyOf(request);
  const sent = { ...headers, ...(type === undefined ? {} : { 'content-type': type }), authorization: bearer() };
  const given = await send({ method, url: url.href, headers: sent, body });
  const whole = { statusCode: given.status, headers: given.headers, body: given.text };
  if (given.status >= 300) throw faultOf(given.status, given.text);
  const isFile = url.searchParams.get('alt') === 'media';
  return [isFile || given.text === '' ? given.text : readJson(given.text), whole];
}

async function bodyOf({
  json,
  body,
  multipart,
}: HandedRequest): Promise<{ type?: string; body?: string | Uint8Array }> {
  if (multipart) {
    const boundary = `part-${randomBytes(12).toString('hex')}`;
    const parts: Uint8Array[] = [];
    for (const part of multipart) {
      parts.push(Buffer.from(`--${boundary}\r\ncontent-type: ${part['Content-Type']}\r\n\r\n`));
      if (typeof part.body === 'string') parts.push(Buffer.from(part.body));
      else for await (const chunk of part.body) parts.push(chunk);
      parts.push(Buffer.from('\r\n'));
    }
    parts.push(Buffer.from(`--${boundary}--\r\n`));
    return { type: `multipart/related; boundary=${boundary}`, body: Buffer.concat(parts) };
  }
  if (typeof json === 'object' && json !== null) return { type: 'application/json', body: JSON.stringify(json) };
  return body === undefined ? {} : { body };
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw faultOf(502, 'the answer is no JSON');
  }
}

/** An error as the library makes them: its code is the status. */
function faultOf(status: number, text: string): Error {
  let said = text;
  try {
    said = (JSON.parse(text) as { error?: { message?: string } }).error?.message ?? text;
  } catch {
    // It is told as it came.
  }
  return Object.assign(new Error(said), { code: status });
}
