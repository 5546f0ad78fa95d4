import { generateKeyPairSync, verify } from 'node:crypto';
import { type Api, type ApiReply, type ApiRequest, jsonReply, startApi } from '../api-server.ts';
import { type Buckets, fileReply, newBucket, pageOf } from './buckets.ts';

/** A rehearsed store with the part of Google's JSON interface that a cloud needs; it checks every token. */
export interface GoogleApi extends Api {
  /** The key file of its service account. */
  credentials: string;
  buckets: Buckets;
}

/** Starts it. The bucket "taken" is somebody else's. */
export async function startGoogle(): Promise<GoogleApi> {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2_048 });
  const credentials = JSON.stringify({
    type: 'service_account',
    project_id: 'rehearsal-1',
    private_key_id: 'key-1',
    private_key: privateKey.export({ type: 'pkcs8', format: 'pem' }),
    client_email: 'blog@rehearsal-1.iam.test',
  });
  const buckets: Buckets = new Map();
  const isSigned = (header = '') => {
    const [head = '', claims = '', signature = ''] = header.replace('Bearer ', '').split('.');
    if (signature === '') return false;
    const { iss, exp } = JSON.parse(Buffer.from(claims, 'base64url').toString());
    const text = Buffer.from(`${head}.${claims}`);
    const isOurs = verify('RSA-SHA256', text, publicKey, Buffer.from(signature, 'base64url'));
    return isOurs && iss === 'blog@rehearsal-1.iam.test' && exp > Date.now() / 1_000;
  };
  const handle = (request: ApiRequest, refusesKey: boolean): ApiReply => {
    const { path, headers } = request;
    const upload = /^\/upload\/storage\/v1\/b\/([^/]+)\/o$/.exec(path);
    const api = /^\/storage\/v1\/b(?:\/([^/]+))?(\/.*)?$/s.exec(path);
    if (!upload && !api) {
      const [, bucket = '', name = ''] = /^\/([^/]*)\/(.*)$/s.exec(path) ?? [];
      return fileReply(buckets, bucket, name);
    }
    if (refusesKey || !isSigned(headers.authorization)) return fault(401, 'Invalid Credentials');
    if (upload) return put(buckets, upload[1] ?? '', request);
    if (api?.[1] === undefined) return ofProject(buckets, request);
    return ofBucket(buckets, { name: api[1], rest: api[2] ?? '' }, request);
  };
  return { ...(await startApi(handle)), credentials, buckets };
}

const fault = (status: number, message: string) => jsonReply({ error: { code: status, message } }, { status });

function put(buckets: Buckets, name: string, { query, headers, body }: ApiRequest): ApiReply {
  const bucket = buckets.get(name);
  if (!bucket) return fault(404, 'The specified bucket does not exist.');
  const boundary = `--${/boundary=(\S+)/.exec(headers['content-type'] ?? '')?.[1]}`;
  const text = body.toString('latin1');
  const [, meta = '', file = ''] = text.split(boundary);
  const { contentType = '', cacheControl = '' } = JSON.parse(partOf(meta));
  const object = query.get('name') ?? '';
  bucket.files.set(object, { type: contentType, cache: cacheControl, body: Buffer.from(partOf(file), 'latin1') });
  return jsonReply({ name: object, bucket: name }, { done: true });
}

const partOf = (part: string) => part.slice(part.indexOf('\r\n\r\n') + 4, -2);

function ofProject(buckets: Buckets, { method, body }: ApiRequest): ApiReply {
  if (method === 'GET') return jsonReply({ items: [...buckets.keys()].map((name) => ({ id: name, name })) });
  const { name } = JSON.parse(body.toString()) as { name: string };
  if (name === 'taken' || buckets.has(name)) return fault(409, 'The requested bucket name is not available.');
  buckets.set(name, newBucket());
  return jsonReply({ id: name, name });
}

function ofBucket(buckets: Buckets, { name, rest }: { name: string; rest: string }, request: ApiRequest): ApiReply {
  const { method, query, body } = request;
  if (name === 'taken') return fault(403, 'blog@rehearsal-1.iam.test does not have storage.buckets.get access.');
  const bucket = buckets.get(name);
  if (!bucket) return fault(404, 'The specified bucket does not exist.');
  if (rest === '/iam') {
    if (method === 'PUT') bucket.isPublic = body.toString().includes('allUsers');
    return jsonReply({
      bindings: [{ role: 'roles/storage.legacyBucketOwner', members: ['projectOwner:rehearsal-1'] }],
    });
  }
  if (rest === '' && method === 'PATCH') bucket.missing = JSON.parse(body.toString()).website?.notFoundPage ?? '';
  if (rest === '' && method === 'DELETE') {
    if (bucket.files.size > 0) return fault(409, 'The bucket you tried to delete is not empty.');
    buckets.delete(name);
    return { status: 204, body: '' };
  }
  if (rest === '') return jsonReply({ id: name, name });
  if (rest === '/o') {
    const { names, next } = pageOf(bucket.files, query.get('prefix') ?? '', query.get('pageToken') ?? '');
    const items = names.map((one) => ({
      name: one,
      size: String(bucket.files.get(one)?.body.length),
      updated: '2026-01-02T03:04:05.000Z',
    }));
    return jsonReply({ items, ...(next === '' ? {} : { nextPageToken: next }) });
  }
  const file = bucket.files.get(rest.slice('/o/'.length));
  if (!file) return fault(404, 'No such object');
  if (method === 'GET') return { type: file.type, body: file.body };
  bucket.files.delete(rest.slice('/o/'.length));
  return { status: 204, body: '' };
}
