import { Readable } from 'node:stream';
import type { S3Client } from '@aws-sdk/client-s3';
import { type SdkSend, sdkSend } from '#connectors/kit/clouds/send.ts';
import { type ServiceJob, textField } from '#connectors/kit/contract/connector.ts';

/** The vendor's library; loaded when it is first asked for. */
export const library = () => import('@aws-sdk/client-s3');

/** What the library hands its handler. */
interface HandedRequest {
  method: string;
  protocol: string;
  hostname: string;
  port?: number;
  path: string;
  query?: Record<string, string | string[] | null>;
  headers: Record<string, string>;
  body?: unknown;
}

export const who = 'The store';

/** A client whose requests leave by the tools of the job; tried once, since the product tries again. */
export async function clientOf(job: ServiceJob, act = false): Promise<S3Client> {
  const { S3Client } = await library();
  const send = sdkSend(job, { who, act });
  return new S3Client({
    region: regionOf(job),
    endpoint: job.address,
    // Servers of other makers know buckets by path alone, and a name with a dot fits no certificate.
    forcePathStyle: true,
    credentials: { accessKeyId: textField(job.key, 'accessKey'), secretAccessKey: textField(job.key, 'secretKey') },
    maxAttempts: 1,
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: { handle: (request: HandedRequest) => handle(send, request) } as never,
  });
}

export const regionOf = ({ key }: Pick<ServiceJob, 'key'>) => textField(key, 'region') || 'us-east-1';

async function handle(send: SdkSend, request: HandedRequest) {
  const { method, protocol, hostname, port, path, query, headers, body } = request;
  if (body !== undefined && typeof body !== 'string' && !(body instanceof Uint8Array))
    throw new Error('bodies are sent whole');
  const url = `${protocol}//${hostname}${port === undefined ? '' : `:${port}`}${path}${searchOf(query ?? {})}`;
  const answer = await send({ method, url, headers, body });
  const text = Readable.from(answer.text === '' ? [] : [Buffer.from(answer.text)]);
  return { response: { statusCode: answer.status, headers: answer.headers, body: text } };
}

/** As it was signed: RFC 3986, each name with its value. */
function searchOf(query: NonNullable<HandedRequest['query']>): string {
  const encode = (part: string) =>
    encodeURIComponent(part).replace(/[!'()*]/g, (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`);
  const pairs = Object.entries(query).flatMap(([name, value]) =>
    [value].flat().map((one) => (one === null ? encode(name) : `${encode(name)}=${encode(one)}`)),
  );
  return pairs.length === 0 ? '' : `?${pairs.join('&')}`;
}
