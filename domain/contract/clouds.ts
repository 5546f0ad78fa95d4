import { z } from 'zod';
import { parseBounded } from '../rules/bounded-json.ts';
import { defineCall, edition, id, idInPath, idsReply, readEdition, requiredName } from './call.ts';
import { hasControl } from './email-settings.ts';
import { wholeAddress } from './options/captcha.ts';
import { topic } from './topic.ts';

/** Services that keep files for strangers to read, by wire name (D-NAME-10). */
export const cloudService = z.enum(['S3', 'Azure', 'Google'], 'Please select a service');
export type CloudService = z.infer<typeof cloudService>;

export const cloudTexts = {
  address: 'The address must look like https://storage.example.com',
  bucketAddress: 'The address must look like https://{bucket}.example.com',
  connectionString:
    'The connection string must hold AccountName and AccountKey, or BlobEndpoint and SharedAccessSignature',
  credentials: 'The credentials must be the JSON key file of a service account',
  notRead: 'The info must be a JSON object of texts',
  control: 'Must not contain line breaks or other control characters',
} as const;

/** What a service is called, its connector, and what cannot be left out, with what is said then (D-CLOUD-02). */
export const cloudServices = {
  S3: {
    label: 'Amazon S3',
    connector: 's3',
    needs: { accessKey: 'Please enter access key', secretKey: 'Please enter secret key' },
  },
  Azure: {
    label: 'Microsoft Azure',
    connector: 'azure-blob',
    needs: { connectionString: 'Please enter connection string' },
  },
  Google: {
    label: 'Google Cloud',
    connector: 'google-storage',
    needs: { credentials: 'Please enter Google credentials' },
  },
} as const satisfies Record<CloudService, { label: string; connector: string; needs: Record<string, string> }>;

/** What an account holds: the values of the fields that its connector declares; empty ones are left out. */
export type CloudInfo = Readonly<Record<string, string>>;

const infoShape = z.record(z.string().max(60), z.string().trim().max(10_000));

/** Reads the info text of an account; undefined where it is no JSON object of texts (D-GEN-21: it may come parsed). */
export function readCloudInfo(info: unknown): CloudInfo | undefined {
  try {
    const read = infoShape.safeParse(typeof info === 'string' ? parseBounded(info, 1_000) : info);
    if (!read.success || Object.keys(read.data).length > 30) return undefined;
    return Object.fromEntries(Object.entries(read.data).filter(([, value]) => value !== ''));
  } catch {
    return undefined;
  }
}

/** The parts of an Azure connection string by name: `Name=value;Name=value`. */
export function readConnectionString(text: string): Readonly<Record<string, string>> {
  const parts = text.split(';').map((part) => [part.split('=', 1)[0]?.trim() ?? '', part] as const);
  return Object.fromEntries(parts.map(([name, part]) => [name, part.slice(part.indexOf('=') + 1).trim()]));
}

/** What is used of the key file of a Google service account; undefined where it is none. */
export function readServiceAccount(
  text: string,
): { client_email: string; private_key: string; project_id: string; private_key_id?: string | undefined } | undefined {
  const shape = z.object({
    client_email: z.string().min(1),
    private_key: z.string().min(1),
    project_id: z.string().min(1),
    private_key_id: z.string().optional(),
  });
  try {
    return shape.safeParse(parseBounded(text, 1_000)).data;
  } catch {
    return undefined;
  }
}

type Problem = { field: string; message: string };

/** What is wrong with the fields of an account; the first of a field alone. */
export function problemsOfCloud(service: CloudService, info: CloudInfo): Problem[] {
  const missing = Object.entries<string>(cloudServices[service].needs)
    .filter(([field]) => !info[field])
    .map(([field, message]) => ({ field, message }));
  const broken = Object.entries(info)
    // A key file comes as its author laid it out, and is read as JSON.
    .filter(([field, value]) => field !== 'credentials' && hasControl(value))
    .map(([field]) => ({ field, message: cloudTexts.control }));
  const problems = [...missing, ...broken, ...problemsOfAddresses(info)];
  const { connectionString, credentials } = info;
  if (service === 'Azure' && connectionString && !isConnectionString(connectionString))
    problems.push({ field: 'connectionString', message: cloudTexts.connectionString });
  if (service === 'Google' && credentials && readServiceAccount(credentials) === undefined)
    problems.push({ field: 'credentials', message: cloudTexts.credentials });
  return problems;
}

function problemsOfAddresses({ endpoint, webAddress }: CloudInfo): Problem[] {
  const isBad = (typed: string | undefined) =>
    typed && wholeAddress(typed.replaceAll('{bucket}', 'name')) === undefined;
  return [
    ...(isBad(endpoint) || endpoint?.includes('{') ? [{ field: 'endpoint', message: cloudTexts.address }] : []),
    ...(isBad(webAddress) ? [{ field: 'webAddress', message: cloudTexts.bucketAddress }] : []),
  ];
}

function isConnectionString(text: string): boolean {
  const { AccountName, AccountKey, BlobEndpoint, SharedAccessSignature, EndpointSuffix } = readConnectionString(text);
  if (BlobEndpoint !== undefined && wholeAddress(BlobEndpoint) === undefined) return false;
  if (EndpointSuffix !== undefined && !/^[a-z0-9.-]+$/i.test(EndpointSuffix)) return false;
  if (AccountName !== undefined && !/^[a-z0-9]{3,24}$/.test(AccountName)) return false;
  return Boolean((AccountName && AccountKey) || (BlobEndpoint && SharedAccessSignature));
}

/** An account of a service that keeps files (part L); `info` is the JSON text of its fields. */
export const cloudAccount = z.object({
  id,
  friendlyName: z.string(),
  service: cloudService,
  info: z.string(),
  edition,
  version: z.number(),
});
export type CloudAccount = z.infer<typeof cloudAccount>;

/** A JSON text, or the object itself (D-GEN-21). */
const info = z.union([z.string().max(40_000, 'The info must have at most 40000 characters'), z.json()]);
const accountBody = {
  friendlyName: requiredName('Please enter friendly name'),
  service: cloudService.default('S3'),
  info,
};

export const listCloudAccounts = defineCall({
  id: 'listCloudAccounts',
  method: 'GET',
  path: '/rest/cloud_accounts',
  summary: 'All cloud accounts',
  reply: z.object({ accounts: z.array(cloudAccount) }),
});
export const addCloudAccount = defineCall({
  id: 'addCloudAccount',
  method: 'PUT',
  path: '/rest/cloud_accounts',
  summary: 'Add a cloud account',
  body: z.object(accountBody),
  reply: z.object({ account: cloudAccount }),
});
export const saveCloudAccount = defineCall({
  id: 'saveCloudAccount',
  method: 'POST',
  path: '/rest/cloud_accounts',
  summary: 'Save an edit of a cloud account',
  body: z.object({ id, ...accountBody, edition: readEdition }),
  reply: z.object({ account: cloudAccount }),
});
export const deleteCloudAccount = defineCall({
  id: 'deleteCloudAccount',
  method: 'DELETE',
  path: '/rest/cloud_account/:id',
  summary: 'Delete a cloud account with its blogs here; what stands at the service stays there',
  params: z.object({ id: idInPath }),
  reply: idsReply,
});
/** What was typed is used for this one question, neither kept nor sent back. */
export const testCloudAccount = defineCall({
  id: 'testCloudAccount',
  method: 'POST',
  path: '/action/test/cloud_account',
  summary: 'Ask a service whether it takes the typed account; changes nothing there',
  body: z.object({ service: accountBody.service, info }),
  reply: z.object({ detail: z.string() }),
});

/** Events of topic cloud_accounts. */
export type CloudAccountsEventBody =
  | { action: 'newCloudAccount' | 'cloudAccountUpdated'; account: CloudAccount }
  | { action: 'accountDeleted'; ids: number[] };
/** What happens to cloud accounts. */
export const cloudAccountsTopic = topic<CloudAccountsEventBody>('cloud_accounts');
