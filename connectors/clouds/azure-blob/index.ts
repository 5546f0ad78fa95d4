import { addressOfPath, asked, sdkFault, webAddressField, webAddressOf } from '#connectors/kit/clouds/send.ts';
import type { Cloud, CloudJob } from '#connectors/kit/contract/clouds.ts';
import { textField } from '#connectors/kit/contract/connector.ts';
import { blobAddressOf, clientOf, webContainer, who } from './client.ts';

const containerOf = async (job: CloudJob, act?: boolean) => (await clientOf(job, act)).getContainerClient(webContainer);
/** An account has one website: a bucket is a folder of it. */
const inBucket = ({ bucket }: Pick<CloudJob, 'bucket'>, path: string) => `${bucket}/${path}`;

/** Says what an error of the library means, by its status; all else goes on. */
const unless =
  <T>(status: number, value: T) =>
  (error: unknown): T => {
    if (sdkFault(error)?.status === status) return value;
    throw error;
  };

/** The static website of a storage account. */
export const azureBlob: Cloud = {
  id: 'azure-blob',
  label: 'Microsoft Azure',
  address: '',
  fields: [
    {
      name: 'connectionString',
      label: 'Connection String',
      kind: 'secret',
      required: true,
      help: 'Under Access keys of the storage account; it begins with DefaultEndpointsProtocol',
    },
    {
      ...webAddressField,
      help: 'The primary endpoint that the portal shows under Static website; without it the files are read at the blob address',
    },
  ],
  asks: [
    {
      when: 'setup',
      text: 'Make a storage account of the kind general purpose v2, and copy its connection string.',
      link: { text: 'Open the portal', url: 'https://portal.azure.com/#browse/Microsoft.Storage%2FStorageAccounts' },
    },
    { when: 'credentials', text: 'Check the connection string, and that the account may be used with its key.' },
  ],
  maxBytes: 20 * 1_024 ** 2,
  addressOf: blobAddressOf,
  async look(job) {
    const container = await containerOf(job);
    return (await asked(job, who, () => container.exists())) ? 'own' : 'absent';
  },
  async make(job) {
    const container = await containerOf(job);
    // Switched on, the website makes its container by itself; some stores leave that to us.
    await asked(job, who, () => container.createIfNotExists());
    return 'made';
  },
  async open(job, missing) {
    const client = await clientOf(job);
    const staticWebsite = { enabled: true, indexDocument: 'index.html', errorDocument404Path: inBucket(job, missing) };
    await asked(job, who, () => client.setProperties({ staticWebsite }));
    if (textField(job.key, 'webAddress') !== '') return;
    const container = await containerOf(job);
    await asked(job, who, () => container.setAccessPolicy('blob'));
  },
  async discard(job) {
    if ((await azureBlob.look(job)) === 'absent') return true;
    const { files } = await azureBlob.list({ ...job, bucket: '' }, '', null);
    if (files.length > 0) return false;
    const container = await containerOf(job);
    return asked(job, who, () => container.delete().then(() => true, unless(404, true)));
  },
  async put(job, { path, type, cache, bytes, isAct }) {
    const blob = (await containerOf(job, isAct)).getBlockBlobClient(inBucket(job, path));
    const blobHTTPHeaders = { blobContentType: type, ...(cache === undefined ? {} : { blobCacheControl: cache }) };
    await asked(job, who, () => blob.upload(bytes, bytes.length, { blobHTTPHeaders }));
  },
  async read(job, path) {
    const blob = (await containerOf(job)).getBlockBlobClient(inBucket(job, path));
    return asked(job, who, async () => {
      const answer = await blob.download().catch(unless(404, null));
      if (answer === null) return null;
      const chunks: Uint8Array[] = [];
      for await (const chunk of answer.readableStreamBody ?? []) chunks.push(Buffer.from(chunk));
      return Buffer.concat(chunks).toString();
    });
  },
  async list(job, prefix, after) {
    const container = await containerOf(job);
    const folder = job.bucket === '' ? '' : `${job.bucket}/`;
    const pages = container.listBlobsFlat({ prefix: `${folder}${prefix}` });
    const from = after === null ? {} : { continuationToken: after };
    const { value } = await asked(job, who, () => pages.byPage(from).next());
    const items = (value?.segment?.blobItems ?? []) as {
      name: string;
      properties: { contentLength?: number; lastModified: Date };
    }[];
    const files = items.map(({ name, properties }) => ({
      path: name.slice(folder.length),
      length: properties.contentLength ?? 0,
      changedAt: properties.lastModified.getTime(),
    }));
    return { files, next: (value?.continuationToken as string | undefined) || null };
  },
  async remove(job, path) {
    const blob = (await containerOf(job)).getBlobClient(inBucket(job, path));
    await asked(job, who, () => blob.deleteIfExists());
  },
  publicUrl({ address, key, bucket }, path) {
    const web = webAddressOf(key, bucket);
    return addressOfPath(web ?? `${address}/${webContainer}`, inBucket({ bucket }, path));
  },
  servesIndex: (key) => textField(key, 'webAddress') !== '',
  async check(job) {
    const client = await clientOf(job);
    const { staticWebsite } = await asked(job, who, () => client.getProperties());
    return { detail: `The key is good: the website of the account is ${staticWebsite?.enabled ? 'on' : 'off'}` };
  },
};
