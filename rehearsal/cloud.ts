import { createHash, createHmac } from 'node:crypto';
import { type Api, type ApiReply, type ApiRequest, startApi } from './api-server.ts';

/** A rehearsed store of files with the part of the S3 interface that a cloud needs; it checks every signature. */
export interface CloudApi extends Api {
  accessKeyId: string;
  secretAccessKey: string;
  bucket: string;
  files: Map<string, { type: string; body: Buffer }>;
}

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest('hex');
const hmac = (key: string | Buffer, data: string) => createHmac('sha256', key).update(data).digest();
const pageSize = 2;

/** Starts it; strangers may read. */
export async function startCloud(): Promise<CloudApi> {
  const secretAccessKey = 'cloud-secret-1234567890';
  const files: CloudApi['files'] = new Map();
  const handle = (request: ApiRequest, refusesKey: boolean): ApiReply => {
    const name = request.path.replace('/my-bucket/', '');
    const { authorization } = request.headers;
    if (request.method === 'GET' && authorization === undefined) return show(files.get(name));
    if (refusesKey || authorization !== signatureOf(request, secretAccessKey))
      return { status: 403, body: '<Error><Code>SignatureDoesNotMatch</Code></Error>' };
    if (request.method === 'PUT') {
      if (request.headers['x-amz-content-sha256'] === 'UNSIGNED-PAYLOAD' || isWhole(request))
        files.set(name, { type: request.headers['content-type'] ?? '', body: request.body });
      return { body: '', done: true };
    }
    if (request.method === 'DELETE') return files.delete(name) ? { status: 204, body: '' } : { status: 204, body: '' };
    return list(files, request.query);
  };
  return { ...(await startApi(handle)), accessKeyId: 'AKIAREHEARSAL', secretAccessKey, bucket: 'my-bucket', files };
}

const isWhole = ({ headers, body }: ApiRequest) => headers['x-amz-content-sha256'] === sha256(body);

function show(file: { type: string; body: Buffer } | undefined): ApiReply {
  return file ? { type: file.type, body: file.body } : { status: 404, body: '<Error><Code>NoSuchKey</Code></Error>' };
}

function list(files: CloudApi['files'], query: URLSearchParams): ApiReply {
  const from = query.get('continuation-token') ?? '';
  const names = [...files.keys()].filter((name) => name.startsWith(query.get('prefix') ?? '') && name > from).sort();
  const page = names.slice(0, pageSize);
  const rows = page.map(
    (name) =>
      `<Contents><Key>${name.replaceAll('&', '&amp;')}</Key><LastModified>2026-01-02T03:04:05.000Z</LastModified><Size>${files.get(name)?.body.length}</Size></Contents>`,
  );
  const next = names.length > pageSize ? `<NextContinuationToken>${page.at(-1)}</NextContinuationToken>` : '';
  return { type: 'application/xml', body: `<ListBucketResult>${rows.join('')}${next}</ListBucketResult>` };
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
