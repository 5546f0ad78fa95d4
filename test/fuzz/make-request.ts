import { sealEnvelope } from '#domain/rules/envelope.ts';
import { pickOne, type Random, randomInt, seededRandom } from '#domain/rules/random.ts';
import type { Operation, Schema } from '../support/open-api.ts';
import { type KnownIds, kindsOfPath } from './known-ids.ts';
import { makeUpload } from './odd-uploads.ts';
import { OddValues, toJson } from './odd-values.ts';

/** One request as it leaves. */
export interface FuzzRequest {
  number: number;
  operation: Operation;
  method: string;
  path: string;
  headers: Record<string, string>;
  body: Buffer | undefined;
  /** With the session of its lane, without one, or with a wrong one. */
  session: 'own' | 'none' | 'wrong';
  /** Sent by hand, byte by byte as it stands: what no client would send. */
  raw: Buffer | undefined;
  /** The sender goes away after so many bytes of the body. */
  leavesAfter: number | undefined;
}

/** Makes request number n of a seed; what it asks for depends on what is known to be there. */
export function makeRequest(
  seed: string,
  number: number,
  operations: readonly Operation[],
  known: KnownIds,
): FuzzRequest {
  const random = seededRandom(`fuzz ${seed} ${number}`);
  let operation = pickOne(random, operations);
  // What is deleted at once is never met: half of the deletions give way.
  if (operation.id.startsWith('delete') && random() < 0.5) operation = pickOne(random, operations);
  // Most fit but for a leaf or two; some are wild.
  const oddity = pickOne(random, [0, 0, 0, 0.05, 0.15, 0.5]);
  const values = new OddValues(random, known, operation.path, oddity);
  const request: FuzzRequest = {
    number,
    operation,
    method: random() < 0.01 ? pickOne(random, ['PATCH', 'OPTIONS', 'HEAD', 'DELETE', 'PUT', 'GET']) : operation.method,
    path: pathOf(random, operation, known, values) + queryOf(random, operation, values),
    headers: oddHeaders(random),
    body: undefined,
    session: random() < 0.04 ? pickOne(random, ['none', 'wrong']) : 'own',
    raw: undefined,
    leavesAfter: undefined,
  };
  addBody(random, request, values, known);
  if (request.body && random() < 0.01) request.leavesAfter = randomInt(random, 0, request.body.length);
  if (random() < 0.02) request.raw = brokenBytes(random, request);
  return request;
}

function pathOf(random: Random, operation: Operation, known: KnownIds, values: OddValues): string {
  const odd = () => pickOne(random, ['0', '-1', '1.5', '1e3', '', '%00', '%zz', '%ff', '9'.repeat(30), '..', 'null']);
  const dice = random();
  const id =
    dice < 0.9
      ? String(known.pick(random, kindsOfPath(operation.path).path))
      : dice < 0.97
        ? odd()
        : encodeURIComponent(values.oddText().toWellFormed()).slice(0, 2_000);
  const path = operation.path.replace(/\{\w+\}/, () => id);
  if (random() > 0.02) return path;
  // Other spellings of the same path, and such as are none.
  const spellings = [`/${path}`, `${path}/`, path.toUpperCase(), path.replace('/rest', '/%72est'), `${path};a=1`, '/*'];
  return pickOne(random, [...spellings, `${path}/..`, `/%2e%2e${path}`, `${path}%`, `/${'a/'.repeat(2_000)}`]);
}

function queryOf(random: Random, operation: Operation, values: OddValues): string {
  const isOdd = random() < 0.04;
  if (operation.query.length === 0 && !isOdd) return '';
  const pairs = operation.query
    .filter(({ name }) => random() < (name === 'after' ? 0.2 : 0.5))
    .map(({ name, schema }) => `${name}=${encodeURIComponent(queryValue(random, name, schema, values))}`);
  if (isOdd) pairs.push(pickOne(random, ['&&&', 'a', '=', '%', 'x=%zz', '__proto__=1', 'a[b]=1', 'ids=1,2,x', 'é=é']));
  if (isOdd && random() < 0.2) pairs.push(`search=${'a'.repeat(12_000)}`);
  return pairs.length > 0 ? `?${pairs.join('&')}`.replace(/[^\x21-\x7e]/g, encodeURIComponent) : '';
}

function queryValue(random: Random, name: string, schema: Schema, values: OddValues): string {
  if (name === 'sort') return pickOne(random, ['id', 'url', 'title', 'siteName', 'usageCount', 'added', 'x']);
  if (name === 'count' || name === 'dryRun') return pickOne(random, ['true', 'false', '1', '0', 'maybe']);
  if (name === 'after') {
    const cursor = pickOne<unknown>(random, [[1], ['a', 1], [1, 2], ['a\0', 1], {}, [[], []], values.value(schema)]);
    return random() < 0.8 ? Buffer.from(toJson(cursor)).toString('base64url') : 'nonsense';
  }
  const value = random() < 0.2 ? values.oddValue(schema, 0) : values.value(schema, name);
  return (typeof value === 'string' ? value : toJson(value)).toWellFormed().slice(0, 4_000);
}

function oddHeaders(random: Random): Record<string, string> {
  if (random() > 0.06) return {};
  const headers: Record<string, string>[] = [
    { 'x-forwarded-for': pickOne(random, ['::1', 'nonsense', `${'1.1.1.1,'.repeat(500)}2.2.2.2`, '']) },
    { 'x-forwarded-proto': 'https, http', 'x-forwarded-host': 'evil.test' },
    { 'accept-encoding': pickOne(random, ['gzip', 'br;q=2', '*;q=0', 'identity;q=0', 'gzip,'.repeat(100)]) },
    { 'if-none-match': pickOne(random, ['*', '"x"', 'W/"'.repeat(1_000)]), 'if-modified-since': 'never' },
    { range: 'bytes=9-1,-,0-' },
    { origin: pickOne(random, ['null', 'http://evil.test', 'nonsense']) },
    { cookie: 'lw_session=%zz; =; a=%00' },
    { 'x-long': 'v'.repeat(12_000) },
    { connection: 'upgrade', upgrade: 'websocket', 'sec-websocket-key': 'x', 'sec-websocket-version': '13' },
    { expect: '100-continue' },
    { 'content-encoding': 'gzip' },
    { authorization: 'Basic AAAA' },
  ];
  return pickOne(random, headers);
}

function addBody(random: Random, request: FuzzRequest, values: OddValues, known: KnownIds): void {
  const { operation, headers } = request;
  const dice = random();
  if (operation.takes === 'none' ? dice > 0.03 : dice > 0.99) return;
  if (operation.takes === 'upload' ? dice < 0.95 : dice < 0.01) {
    const upload = makeUpload(random, values);
    request.body = upload.body;
    headers['content-type'] = upload.type;
    return;
  }
  request.body = Buffer.from(jsonBody(random, operation, values, known));
  headers['content-type'] =
    random() < 0.97
      ? 'application/json'
      : pickOne(random, [
          '',
          'text/plain',
          'application/json; charset=utf-16',
          'application/xml',
          'application/x-www-form-urlencoded',
          'application/json, application/json',
          'x',
          'multipart/form-data; boundary=x',
        ]);
}

function jsonBody(random: Random, operation: Operation, values: OddValues, known: KnownIds): string | Buffer {
  const dice = random();
  if (dice < 0.03)
    return pickOne(random, ['', '{', '[1,', '"', 'null', '7', 'nan', '\0', '\ufeff{}', '{"a":1,"a":2}', '{}}']);
  if (dice < 0.04) return Buffer.from([0xff, 0xfe, 0x7b, 0x7d, 0xc3, 0x28]);
  if (dice < 0.05) return toJson(values.oddValue({}, 0));
  const schema = operation.body ?? {};
  const [plain, sealed] = schema.anyOf ?? [];
  const sample = random() < 0.5 ? known.sample(random, operation.id) : undefined;
  if (sample !== undefined && random() < 0.7) return toJson(values.near(sample));
  if (plain && sealed?.properties?.payload && random() < 0.7) {
    const value = sample === undefined ? values.value(plain) : values.near(sample);
    if (random() < 0.5) return toJson(value);
    const { payload } = sealEnvelope(value ?? null, new Uint8Array(12).fill(randomInt(random, 0, 255)));
    return toJson({ payload: random() < 0.9 ? payload : payload.slice(0, randomInt(random, 0, payload.length)) });
  }
  const text = toJson(values.value(schema));
  return random() < 0.01 ? text.slice(0, randomInt(random, 0, text.length)) : text;
}

/** What breaks the protocol itself: the parser of the server must answer or hang up. */
function brokenBytes(random: Random, { method, path }: FuzzRequest): Buffer {
  const head = (line: string, ...headers: string[]) => `${[line, 'host: a.test', ...headers, ''].join('\r\n')}\r\n`;
  const usual = `${method} ${path.slice(0, 200)} HTTP/1.1`;
  const texts = [
    head(`${method} ${path.slice(0, 100)}é\u00ff HTTP/1.1`),
    head(`${method} http://a.test${path.slice(0, 100)} HTTP/1.1`),
    head(`${method} //${path} HTTP/9.9`),
    head(`CONNECT ${path.slice(0, 100)} HTTP/1.1`),
    head('GET * HTTP/1.1'),
    head(usual, 'content-length: abc'),
    head(usual, 'content-length: 5', 'content-length: 6'),
    `${head(usual, 'content-length: 3', 'transfer-encoding: chunked')}0\r\n\r\n`,
    `${head(usual, 'content-type: application/json', 'transfer-encoding: chunked')}zz\r\n{}\r\n0\r\n\r\n`,
    `${head(usual, 'content-type: application/json', 'transfer-encoding: chunked')}2\r\n{}\r\n0\r\n\r\n`,
    head(usual, 'bad header', ': x', 'a\0b: c'),
    head(usual, `x: ${'v'.repeat(40_000)}`),
    head(usual, ...Array.from({ length: 3_000 }, (_, at) => `x-${at}: 1`)),
    head(usual, 'transfer-encoding: nonsense'),
    '\0\0\0\x16\x03\x01\x02\0\x01',
    'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
  ];
  return Buffer.from(pickOne(random, texts), 'latin1');
}
