import {
  addressOfPath,
  asked,
  endpointField,
  sdkFault,
  webAddressField,
  webAddressOf,
} from '#connectors/kit/clouds/send.ts';
import type { Cloud } from '#connectors/kit/contract/clouds.ts';
import { textField } from '#connectors/kit/contract/connector.ts';
import { checkKey, discard, look, make, open } from './bucket.ts';
import { clientOf, library, regionOf, who } from './client.ts';

/** Regions whose websites have a dash in their address; all others have a dot (docs.aws.amazon.com, "Amazon S3 endpoints"). */
const dashed = new Set(
  'us-east-1 us-west-1 us-west-2 us-gov-west-1 eu-west-1 ap-southeast-1 ap-southeast-2 ap-northeast-1 sa-east-1'.split(
    ' ',
  ),
);

/** Amazon S3, and the stores of other makers that speak its language. */
export const s3: Cloud = {
  id: 's3',
  label: 'Amazon S3',
  address: '',
  fields: [
    {
      name: 'accessKey',
      label: 'Access Key',
      kind: 'secret',
      required: true,
      help: 'The id of the key, such as AKIA...',
    },
    {
      name: 'secretKey',
      label: 'Secret Key',
      kind: 'secret',
      required: true,
      help: 'Shown once, when the key is made',
    },
    {
      name: 'region',
      label: 'Region',
      kind: 'text',
      required: false,
      help: 'Such as eu-central-1; empty for us-east-1',
    },
    endpointField,
    webAddressField,
  ],
  asks: [
    {
      when: 'setup',
      text: 'Make a user with a key that may make buckets, set their policies and websites, and put, list and delete objects.',
      link: { text: 'Open IAM', url: 'https://console.aws.amazon.com/iam/home#/users' },
    },
    { when: 'credentials', text: 'Check both parts of the key, its permissions, and the region.' },
  ],
  maxBytes: 20 * 1_024 ** 2,
  addressOf: (key) => textField(key, 'endpoint').replace(/\/+$/, '') || `https://s3.${regionOf({ key })}.amazonaws.com`,
  look,
  make,
  open,
  discard,
  async put(job, { path, type, cache, bytes, isAct }) {
    const [{ PutObjectCommand }, client] = await Promise.all([library(), clientOf(job, isAct)]);
    const input = { Bucket: job.bucket, Key: path, Body: bytes, ContentType: type, ContentLength: bytes.length };
    await asked(job, who, () =>
      client.send(new PutObjectCommand({ ...input, ...(cache === undefined ? {} : { CacheControl: cache }) })),
    );
  },
  async read(job, path) {
    const [{ GetObjectCommand }, client] = await Promise.all([library(), clientOf(job)]);
    return asked(job, who, async () => {
      try {
        const { Body } = await client.send(new GetObjectCommand({ Bucket: job.bucket, Key: path }));
        return (await Body?.transformToString()) ?? '';
      } catch (error) {
        if (sdkFault(error)?.code === 'NoSuchKey') return null;
        throw error;
      }
    });
  },
  async list(job, prefix, after) {
    const [{ ListObjectsV2Command }, client] = await Promise.all([library(), clientOf(job)]);
    const from = after === null ? {} : { ContinuationToken: after };
    const page = await asked(job, who, () =>
      client.send(new ListObjectsV2Command({ Bucket: job.bucket, Prefix: prefix, ...from })),
    );
    const files = (page.Contents ?? []).map(({ Key = '', Size = 0, LastModified }) => ({
      path: Key,
      length: Size,
      changedAt: LastModified?.getTime() ?? null,
    }));
    return { files, next: page.NextContinuationToken ?? null };
  },
  async remove(job, path) {
    const [{ DeleteObjectCommand }, client] = await Promise.all([library(), clientOf(job)]);
    await asked(job, who, () => client.send(new DeleteObjectCommand({ Bucket: job.bucket, Key: path })));
  },
  publicUrl({ address, key, bucket }, path) {
    const web = webAddressOf(key, bucket);
    if (web !== undefined) return addressOfPath(web, path);
    if (textField(key, 'endpoint') !== '') return addressOfPath(`${address}/${bucket}`, path);
    const region = regionOf({ key });
    return addressOfPath(`http://${bucket}.s3-website${dashed.has(region) ? '-' : '.'}${region}.amazonaws.com`, path);
  },
  servesIndex: (key) => textField(key, 'webAddress') !== '' || textField(key, 'endpoint') === '',
  async check(job) {
    const n = await checkKey(job);
    return { detail: `The key is good: it sees ${n} ${n === 1 ? 'bucket' : 'buckets'}` };
  },
};
