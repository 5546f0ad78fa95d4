import { createHash, createHmac } from 'node:crypto';
import { type Api, type ApiReply, type ApiRequest, startApi } from '../api-server.ts';
import { type Buckets, fileReply, newBucket, pageOf } from './buckets.ts';

/** A rehearsed store with the part of the S3 interface that a cloud needs; it checks every signature. */
export interface S3Api extends Api {
  accessKey: string;
  secretKey: string;
  buckets: Buckets;
}

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest('hex');
const hmac = (key: string | Buffer, data: string) => createHmac('sha256', key).update(data).digest();

/** Starts it. The bucket "taken" is somebody else's; `strikesAt` says where faults strike, `isDone` what counts as done. */
export async function startS3(
  of: {
    strikesAt?: (request: ApiRequest) => boolean;
    isDone?: (request: ApiRequest) => boolean;
    /** While it answers true, files are refused. */
    refuses?: () => boolean;
  } = {},
): Promise<S3Api> {
  const [accessKey, secretKey] = ['AKIAREHEARSAL', 'cloud-secret-1234567890'];
  const buckets: Buckets = new Map();
  const { isDone = () => true, refuses = () => false } = of;
  const handle = (request: ApiRequest, refusesKey: boolean): ApiReply => {
    const [, bucket = '', name = ''] = /^\/([^/]*)\/?(.*)$/s.exec(request.path) ?? [];
    if (request.method === 'GET' && request.headers.authorization === undefined)
      return fileReply(buckets, bucket, name);
    if (refusesKey || request.headers.authorization !== signatureOf(request, secretKey))
      return fault(403, 'SignatureDoesNotMatch');
    if (bucket === '') return { type: 'application/xml', body: listOfBuckets(buckets) };
    if (bucket === 'taken')
      return request.method === 'PUT' ? fault(409, 'BucketAlreadyExists') : fault(403, 'AccessDenied');
    if (name === '') return ofBucket(buckets, bucket, request);
    const { files } = buckets.get(bucket) ?? {};
    if (!files) return fault(404, 'NoSuchBucket');
    if (request.method === 'DELETE') {
      files.delete(name);
      return { status: 204, body: '', done: isDone(request) };
    }
    if (request.method === 'GET') return found(files.get(name));
    if (refuses()) return fault(400, 'InvalidRequest');
    if (request.headers['x-amz-content-sha256'] !== sha256(request.body))
      return fault(400, 'XAmzContentSHA256Mismatch');
    const { 'content-type': type = '', 'cache-control': cache = '' } = request.headers;
    files.set(name, { type, cache, body: request.body });
    return { body: '', headers: { etag: '"1"' }, done: isDone(request) };
  };
  return { ...(await startApi(handle, of.strikesAt)), accessKey, secretKey, buckets };
}

function fault(status: number, code: string): ApiReply {
  return {
    status,
    type: 'application/xml',
    body: `<?xml version="1.0"?><Error><Code>${code}</Code><Message>${code}</Message></Error>`,
  };
}

function found(file: { type: string; body: Buffer } | undefined): ApiReply {
  return file ? { type: file.type, body: file.body } : fault(404, 'NoSuchKey');
}

function ofBucket(buckets: Buckets, name: string, { method, query, body }: ApiRequest): ApiReply {
  const bucket = buckets.get(name);
  if (method === 'PUT' && [...query.keys()].every((key) => key === 'x-id')) {
    if (bucket) return fault(409, 'BucketAlreadyOwnedByYou');
    buckets.set(name, newBucket());
    return { body: '' };
  }
  if (!bucket) return fault(404, 'NoSuchBucket');
  if (method === 'HEAD') return { body: '' };
  if (method === 'DELETE' && query.has('publicAccessBlock')) {
    bucket.isBlocked = false;
    return { status: 204, body: '' };
  }
  if (method === 'DELETE') {
    if (bucket.files.size > 0) return fault(409, 'BucketNotEmpty');
    buckets.delete(name);
    return { status: 204, body: '' };
  }
  if (query.has('policy')) {
    if (bucket.isBlocked) return fault(403, 'AccessDenied');
    bucket.isPublic = /"Principal":"\*"/.test(body.toString());
    return { status: 204, body: '' };
  }
  if (query.has('website')) {
    bucket.missing = /<Key>([^<]*)</.exec(body.toString())?.[1] ?? '';
    return { body: '' };
  }
  return list(bucket.files, query);
}

function listOfBuckets(buckets: Buckets): string {
  const rows = [...buckets.keys()].map((name) => `<Bucket><Name>${name}</Name></Bucket>`);
  return `<ListAllMyBucketsResult><Buckets>${rows.join('')}</Buckets></ListAllMyBucketsResult>`;
}

function list(files: Map<string, { body: Buffer }>, query: URLSearchParams): ApiReply {
  const { names, next } = pageOf(files, query.get('prefix') ?? '', query.get('continuation-token') ?? '');
  const rows = names.map(
    (name) =>
      `<Contents><Key>${name.replaceAll('&', '&amp;')}</Key><LastModified>2026-01-02T03:04:05.000Z</LastModified><Size>${files.get(name)?.body.length}</Size></Contents>`,
  );
  const more = next === '' ? '' : `<NextContinuationToken>${next}</NextContinuationToken>`;
  return { type: 'application/xml', body: `<ListBucketResult>${rows.join('')}${more}</ListBucketResult>` };
}

/** The Authorization header that is due, worked out by itself from the request as it came. */
function signatureOf({ method, target, headers }: ApiRequest, secret: string): string {
  const [, credential = '', names = ''] =
    /Credential=([^,]+), SignedHeaders=([^,]+),/.exec(headers.authorization ?? '') ?? [];
  const [path = '', query = ''] = target.split('?', 2);
  const lines = names.split(';').map((name) => `${name}:${headers[name]}`);
  const pairs = query === '' ? '' : query.split('&').sort().join('&');
  const canonical = [method, path, pairs, ...lines, '', names, headers['x-amz-content-sha256']].join('\n');
  const [, ...scope] = credential.split('/');
  const text = ['AWS4-HMAC-SHA256', headers['x-amz-date'], scope.join('/'), sha256(canonical)].join('\n');
  const key = scope.reduce<string | Buffer>((last, part) => hmac(last, part), `AWS4${secret}`);
  return `AWS4-HMAC-SHA256 Credential=${credential}, SignedHeaders=${names}, Signature=${hmac(key, text).toString('hex')}`;
}
