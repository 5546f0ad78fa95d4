import { Parser } from 'htmlparser2';
import type { Cloud, StoredFile } from '#connectors/kit/contract/clouds.ts';
import { type ServiceJob, textField } from '#connectors/kit/contract/connector.ts';
import type { OutsideAnswer, OutsideRequest } from '#connectors/kit/contract/tools.ts';
import { Fatal, NeedsOperator } from '#connectors/kit/errors.ts';
import { errorForStatus } from '#connectors/kit/read-answer.ts';
import { awsUrl, hashBody, hashFile, signAws } from '#connectors/kit/sign-aws.ts';

/** The part of S3 that a cloud needs, against the rehearsal. */
export const cloud: Cloud = {
  id: 'rehearsal-cloud',
  label: 'Rehearsal cloud',
  address: '',
  fields: [
    { name: 'bucket', label: 'Bucket', kind: 'text', required: true, help: 'Its name, as made in the console' },
    { name: 'region', label: 'Region', kind: 'text', required: true, help: 'Such as us-east-1', initial: 'us-east-1' },
    { name: 'keyId', label: 'Key id', kind: 'text', required: true, help: 'Begins with AKIA' },
    { name: 'secretKey', label: 'Key secret', kind: 'secret', required: true, help: 'Shown once, when it is made' },
  ],
  asks: [{ when: 'setup', text: 'Make a bucket that strangers may read, and a key for it.' }],
  maxBytes: 5 * 1_024 ** 3,
  async put(job, file) {
    const bodyHash = await hashFile(file.open());
    const headers = { 'content-type': file.type };
    await call(job, {
      method: 'PUT',
      path: file.path,
      headers,
      bodyHash,
      body: { bytes: file.open(), length: file.length },
    });
  },
  async list(job, prefix, after) {
    const query = { 'list-type': '2', prefix, ...(after === null ? {} : { 'continuation-token': after }) };
    return readList((await call(job, { method: 'GET', path: '', query })).text);
  },
  async remove(job, path) {
    await call(job, { method: 'DELETE', path });
  },
  publicUrl: ({ address, key }, path) => awsUrl(address, `${textField(key, 'bucket')}/${path}`),
  async check(job) {
    await call(job, { method: 'GET', path: '', query: { 'list-type': '2', 'max-keys': '1' } });
    return { detail: `The key may list the bucket ${textField(job.key, 'bucket')}` };
  },
};

interface Call extends Pick<OutsideRequest, 'body'> {
  method: 'GET' | 'PUT' | 'DELETE';
  path: string;
  query?: Record<string, string>;
  headers?: Record<string, string>;
  bodyHash?: string;
}

async function call(
  job: ServiceJob,
  { path, query = {}, bodyHash = hashBody(''), ...more }: Call,
): Promise<OutsideAnswer> {
  const text = (name: string) => textField(job.key, name);
  const key = { accessKeyId: text('keyId'), secretAccessKey: text('secretKey'), region: text('region'), service: 's3' };
  const url = awsUrl(job.address, `${text('bucket')}/${path}`, query);
  const headers = signAws({ ...more, url, bodyHash, now: job.tools.now() }, key);
  const answer = await job.tools.http({ ...more, url, headers, raw: true });
  const facts = { who: 'The cloud', status: answer.status, headers: answer.headers, act: false, now: job.tools.now() };
  const error = errorForStatus(facts);
  if (/<Code>(SignatureDoesNotMatch|InvalidAccessKeyId)</.test(answer.text.slice(0, 2_000)))
    throw new NeedsOperator('The cloud refused the key', 'credentials');
  if (error) throw error;
  return answer;
}

function readList(xml: string): { files: StoredFile[]; next: string | null } {
  const files: StoredFile[] = [];
  let next: string | null = null;
  let row: Record<string, string> = {};
  let text = '';
  const parser = new Parser(
    {
      onopentag: (name) => {
        text = '';
        if (name === 'Contents') row = {};
      },
      ontext: (part) => {
        text += part;
      },
      onclosetag: (name) => {
        if (name === 'NextContinuationToken') next = text;
        else if (name !== 'Contents') row[name] = text;
        else
          files.push({ path: row.Key ?? '', length: Number(row.Size), changedAt: Date.parse(row.LastModified ?? '') });
        text = '';
      },
    },
    { xmlMode: true },
  );
  parser.end(xml);
  if (!xml.includes('<ListBucketResult')) throw new Fatal('This is no store of files');
  return { files, next };
}
