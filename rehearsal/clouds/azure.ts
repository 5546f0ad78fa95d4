import { createHmac } from 'node:crypto';
import { type Api, type ApiReply, type ApiRequest, startApi } from '../api-server.ts';
import { type Buckets, fileReply, newBucket, pageOf } from './buckets.ts';

/** A rehearsed storage account with the part of its interface that a cloud needs; it checks every signature. */
export interface AzureApi extends Api {
  connectionString: string;
  /** Its containers by name. */
  buckets: Buckets;
}

const account = 'rehearsal';

/** Starts it. */
export async function startAzure(): Promise<AzureApi> {
  const key = Buffer.from('azure-secret-key-1234567890').toString('base64');
  const buckets: Buckets = new Map();
  const handle = (request: ApiRequest, refusesKey: boolean): ApiReply => {
    const [, container = '', name = ''] = /^\/([^/]*)\/?(.*)$/s.exec(request.path) ?? [];
    const { authorization } = request.headers;
    if (request.method === 'GET' && authorization === undefined) return fileReply(buckets, container, name);
    if (refusesKey || authorization !== `SharedKey ${account}:${signatureOf(request, key)}`)
      return fault(403, 'AuthenticationFailed');
    if (container === '') return ofAccount(request);
    if (name === '') return ofContainer(buckets, container, request);
    const bucket = buckets.get(container);
    if (!bucket) return fault(404, 'ContainerNotFound');
    if (request.method === 'PUT') {
      const { 'x-ms-blob-content-type': type = '', 'x-ms-blob-cache-control': cache = '' } = request.headers;
      bucket.files.set(name, { type: String(type), cache: String(cache), body: request.body });
      return { status: 201, body: '', headers: { etag: '"1"' }, done: true };
    }
    const file = bucket.files.get(name);
    if (!file) return fault(404, 'BlobNotFound');
    if (request.method === 'GET') return { type: file.type, body: file.body, headers: { etag: '"1"' } };
    bucket.files.delete(name);
    return { status: 202, body: '' };
  };
  const api = await startApi(handle);
  const connectionString = `AccountName=${account};AccountKey=${key};BlobEndpoint=${api.url};`;
  return { ...api, connectionString, buckets };
}

function fault(status: number, code: string): ApiReply {
  const body = `<?xml version="1.0" encoding="utf-8"?><Error><Code>${code}</Code><Message>${code}</Message></Error>`;
  return { status, type: 'application/xml', headers: { 'x-ms-error-code': code }, body };
}

function ofAccount({ method }: ApiRequest): ApiReply {
  if (method === 'PUT') return { status: 202, body: '' };
  const body = `<?xml version="1.0" encoding="utf-8"?><StorageServiceProperties><StaticWebsite><Enabled>false</Enabled></StaticWebsite></StorageServiceProperties>`;
  return { type: 'application/xml', body };
}

function ofContainer(buckets: Buckets, name: string, { method, query, headers }: ApiRequest): ApiReply {
  const bucket = buckets.get(name);
  if (method === 'PUT' && query.get('comp') === 'acl') {
    if (bucket) bucket.isPublic = headers['x-ms-blob-public-access'] === 'blob';
    return { body: '' };
  }
  if (method === 'PUT') {
    if (bucket) return fault(409, 'ContainerAlreadyExists');
    buckets.set(name, newBucket());
    return { status: 201, body: '' };
  }
  if (!bucket) return fault(404, 'ContainerNotFound');
  if (method === 'DELETE') {
    buckets.delete(name);
    return { status: 202, body: '' };
  }
  return query.get('comp') === 'list' ? list(bucket.files, query) : { body: '' };
}

function list(files: Map<string, { body: Buffer }>, query: URLSearchParams): ApiReply {
  const { names, next } = pageOf(files, query.get('prefix') ?? '', query.get('marker') ?? '');
  const rows = names.map(
    (name) =>
      `<Blob><Name>${name.replaceAll('&', '&amp;')}</Name><Properties><Last-Modified>Fri, 02 Jan 2026 03:04:05 GMT</Last-Modified><Etag>1</Etag><Content-Length>${files.get(name)?.body.length}</Content-Length><BlobType>BlockBlob</BlobType></Properties></Blob>`,
  );
  const body = `<?xml version="1.0" encoding="utf-8"?><EnumerationResults><Blobs>${rows.join('')}</Blobs><NextMarker>${next.replaceAll('&', '&amp;')}</NextMarker></EnumerationResults>`;
  return { type: 'application/xml', body };
}

/** The signature that is due (learn.microsoft.com, "Authorize with Shared Key"), worked out from the request as it came. */
function signatureOf({ method, target, headers, body }: ApiRequest, key: string): string {
  const one = (name: string) => String(headers[name] ?? '');
  const [path = '', search = ''] = target.split('?', 2);
  const length = body.length === 0 ? '' : String(body.length);
  const lines = [
    ...[method, one('content-encoding'), one('content-language'), length, one('content-md5'), one('content-type'), ''],
    ...['if-modified-since', 'if-match', 'if-none-match', 'if-unmodified-since', 'range'].map(one),
  ];
  const named = Object.keys(headers)
    .filter((name) => name.startsWith('x-ms-'))
    .sort()
    .map((name) => `${name}:${one(name)}`);
  const query = [...new URLSearchParams(search)].sort(([a], [b]) => (a < b ? -1 : 1));
  const resource = [`/${account}${path}`, ...query.map(([name, value]) => `${name.toLowerCase()}:${value}`)];
  const text = [...lines, ...named, ...resource].join('\n');
  return createHmac('sha256', Buffer.from(key, 'base64')).update(text).digest('base64');
}
