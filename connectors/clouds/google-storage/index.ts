import {
  addressOfPath,
  asked,
  endpointField,
  sdkFault,
  webAddressField,
  webAddressOf,
} from '#connectors/kit/clouds/send.ts';
import type { BucketState, Cloud, CloudJob } from '#connectors/kit/contract/clouds.ts';
import { textField } from '#connectors/kit/contract/connector.ts';
import { clientOf, who } from './client.ts';

const bucketOf = async (job: CloudJob, act?: boolean) => (await clientOf(job, act)).bucket(job.bucket);

/** Runs a call; an answer with one of these statuses is no error but a word. */
async function wordOf<T>(job: CloudJob, statuses: Record<number, T>, work: () => Promise<T>): Promise<T> {
  return asked(job, who, async () => {
    try {
      return await work();
    } catch (error) {
      const status = sdkFault(error)?.status;
      if (status !== undefined && status in statuses) return statuses[status] as T;
      throw error;
    }
  });
}

async function look(job: CloudJob): Promise<BucketState> {
  const bucket = await bucketOf(job);
  return wordOf<BucketState>(job, { 403: 'taken', 404: 'absent' }, async () => {
    await bucket.getMetadata();
    return 'own';
  });
}

/** Google Cloud Storage. */
export const googleStorage: Cloud = {
  id: 'google-storage',
  label: 'Google Cloud',
  address: 'https://storage.googleapis.com',
  fields: [
    {
      name: 'credentials',
      label: 'Credentials',
      kind: 'secret',
      required: true,
      help: 'The whole JSON key file of a service account with the role Storage Admin',
    },
    endpointField,
    webAddressField,
  ],
  asks: [
    {
      when: 'setup',
      text: 'Make a service account with the role Storage Admin, and a JSON key for it.',
      link: { text: 'Open service accounts', url: 'https://console.cloud.google.com/iam-admin/serviceaccounts' },
    },
    { when: 'credentials', text: 'Check the key file, and that its service account has the role Storage Admin.' },
  ],
  maxBytes: 20 * 1_024 ** 2,
  addressOf: (key) => textField(key, 'endpoint').replace(/\/+$/, '') || 'https://storage.googleapis.com',
  look,
  async make(job) {
    const storage = await clientOf(job);
    const iamConfiguration = { uniformBucketLevelAccess: { enabled: true } };
    const made = await wordOf<'made' | 'conflict'>(job, { 409: 'conflict' }, async () => {
      await storage.createBucket(job.bucket, { iamConfiguration });
      return 'made';
    });
    if (made === 'made') return 'made';
    return (await look(job)) === 'own' ? 'made' : 'taken';
  },
  async open(job, missing) {
    const bucket = await bucketOf(job);
    // Stores of other makers may lack both: what is read then tells.
    await wordOf(job, { 501: undefined }, async () => {
      await bucket.setMetadata({ website: { mainPageSuffix: 'index.html', notFoundPage: missing } });
    });
    await wordOf(job, { 501: undefined }, async () => {
      const [policy] = await bucket.iam.getPolicy({ requestedPolicyVersion: 3 });
      const reader = { role: 'roles/storage.objectViewer', members: ['allUsers'] };
      await bucket.iam.setPolicy({ ...policy, bindings: [...(policy.bindings ?? []), reader] });
    });
  },
  async discard(job) {
    const bucket = await bucketOf(job);
    return wordOf(job, { 404: true, 409: false }, async () => {
      await bucket.delete();
      return true;
    });
  },
  async put(job, { path, type, cache, bytes, isAct }) {
    const file = (await bucketOf(job, isAct)).file(path);
    const metadata = { contentType: type, ...(cache === undefined ? {} : { cacheControl: cache }) };
    await asked(job, who, () =>
      file.save(Buffer.from(bytes), { resumable: false, validation: false, contentType: type, metadata }),
    );
  },
  async read(job, path) {
    const storage = await clientOf(job);
    const uri = `/b/${encodeURIComponent(job.bucket)}/o/${encodeURIComponent(path)}`;
    return wordOf<string | null>(
      job,
      { 404: null },
      () =>
        new Promise((resolve, reject) => {
          storage.request({ uri, qs: { alt: 'media' } }, (error, body) =>
            error ? reject(error) : resolve(String(body)),
          );
        }),
    );
  },
  async list(job, prefix, after) {
    const bucket = await bucketOf(job);
    const from = after === null ? {} : { pageToken: after };
    const [found, next] = await asked(job, who, () => bucket.getFiles({ prefix, autoPaginate: false, ...from }));
    const files = found.map(({ name, metadata }) => ({
      path: name,
      length: Number(metadata.size ?? 0),
      changedAt: metadata.updated ? Date.parse(metadata.updated) : null,
    }));
    return { files, next: (next as { pageToken?: string } | null)?.pageToken ?? null };
  },
  async remove(job, path) {
    const file = (await bucketOf(job)).file(path);
    await wordOf(job, { 404: undefined }, async () => {
      await file.delete();
    });
  },
  publicUrl: ({ address, key, bucket }, path) =>
    addressOfPath(webAddressOf(key, bucket) ?? `${address}/${bucket}`, path),
  servesIndex: (key) => textField(key, 'webAddress') !== '',
  async check(job) {
    const storage = await clientOf(job);
    await asked(job, who, () => storage.getBuckets({ maxResults: 1, autoPaginate: false }));
    return { detail: 'The key is good: it may list the buckets of its project' };
  },
};
