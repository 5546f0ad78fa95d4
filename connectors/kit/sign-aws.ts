import { createHash, createHmac } from 'node:crypto';

/** A key of a service that takes Signature Version 4. */
export interface AwsKey {
  accessKeyId: string;
  secretAccessKey: string;
  region: string;
  /** "s3". */
  service: string;
}

/** A request to be signed. */
export interface AwsRequest {
  method: string;
  url: string;
  /** Signed beside host and date. */
  headers?: Record<string, string>;
  /** Hex SHA-256 of the body, or `UNSIGNED-PAYLOAD` for a stream over TLS to S3. */
  bodyHash: string;
  /** Milliseconds since 1970: the other side takes no clock that is more than a quarter of an hour off. */
  now: number;
}

const sha256 = (data: string | Uint8Array) => createHash('sha256').update(data).digest('hex');
const hmac = (key: string | Buffer, data: string) => createHmac('sha256', key).update(data).digest();

/** Hex SHA-256 of a body. */
export function hashBody(body: string | Uint8Array): string {
  return sha256(body);
}

/** Hex SHA-256 of a file, read once from its beginning. */
export async function hashFile(bytes: AsyncIterable<Uint8Array>): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of bytes) hash.update(chunk);
  return hash.digest('hex');
}

/** The headers with date and signature (AWS Signature Version 4). The URL must be sent exactly as {@link awsUrl} gives it. */
export function signAws(request: AwsRequest, key: AwsKey): Record<string, string> {
  const url = new URL(request.url);
  const at = new Date(request.now).toISOString().replace(/[:-]|\.\d{3}/g, '');
  const headers: Record<string, string> = { ...lowerCase(request.headers ?? {}), 'x-amz-date': at };
  if (key.service === 's3') headers['x-amz-content-sha256'] = request.bodyHash;
  const signed = Object.entries({ host: url.host, ...headers }).sort(([one], [other]) => (one < other ? -1 : 1));
  const names = signed.map(([name]) => name).join(';');
  const canonical = [
    request.method,
    canonicalPath(url, key.service),
    canonicalQuery(url),
    ...signed.map(([name, value]) => `${name}:${value.trim().replace(/ +/g, ' ')}`),
    '',
    names,
    request.bodyHash,
  ].join('\n');
  const scope = `${at.slice(0, 8)}/${key.region}/${key.service}/aws4_request`;
  const toSign = ['AWS4-HMAC-SHA256', at, scope, sha256(canonical)].join('\n');
  const dayKey = [at.slice(0, 8), key.region, key.service, 'aws4_request'].reduce<string | Buffer>(
    (last, part) => hmac(last, part),
    `AWS4${key.secretAccessKey}`,
  );
  const signature = hmac(dayKey, toSign).toString('hex');
  const credential = `${key.accessKeyId}/${scope}`;
  return {
    ...headers,
    authorization: `AWS4-HMAC-SHA256 Credential=${credential}, SignedHeaders=${names}, Signature=${signature}`,
  };
}

/** An address whose path and query are written as they are signed: a server that counts letters sees the same. */
export function awsUrl(origin: string, path: string, query: Record<string, string> = {}): string {
  const steps = path.split('/').map(percent).join('/');
  const pairs = Object.entries(query).map(([name, value]) => `${percent(name)}=${percent(value)}`);
  return `${origin}/${steps}${pairs.length > 0 ? `?${pairs.sort().join('&')}` : ''}`;
}

function lowerCase(headers: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
}

/** RFC 3986: all but unreserved letters. */
function percent(text: string): string {
  return encodeURIComponent(text).replace(
    /[!'()*]/g,
    (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

/** S3 signs the path as it is sent, all others encode it once more. */
function canonicalPath(url: URL, service: string): string {
  return service === 's3' ? url.pathname : url.pathname.split('/').map(percent).join('/');
}

function canonicalQuery(url: URL): string {
  const pairs = [...url.searchParams].map(([name, value]) => [percent(name), percent(value)] as const);
  return pairs
    .sort((one, other) => (one[0] === other[0] ? (one[1] < other[1] ? -1 : 1) : one[0] < other[0] ? -1 : 1))
    .map(([name, value]) => `${name}=${value}`)
    .join('&');
}
