import { Readable } from 'node:stream';
import type { BlobServiceClient, HttpHeaders, HttpOperationResponse, WebResource } from '@azure/storage-blob';
import { sdkSend } from '#connectors/kit/clouds/send.ts';
import { type Credentials, type ServiceJob, textField } from '#connectors/kit/contract/connector.ts';
import { NeedsOperator } from '#connectors/kit/errors.ts';
import { readConnectionString } from '#domain/contract/clouds.ts';

/** The vendor's library; loaded when it is first asked for. */
const library = () => import('@azure/storage-blob');

export const who = 'Azure';

/** The container from which an account serves its website. */
export const webContainer = '$web';

const connectionOf = (key: Credentials) => readConnectionString(textField(key, 'connectionString'));

/** Where the files of an account are; '' where its connection string does not say. */
export function blobAddressOf(key: Credentials): string {
  const {
    BlobEndpoint,
    AccountName,
    EndpointSuffix = 'core.windows.net',
    DefaultEndpointsProtocol,
  } = connectionOf(key);
  if (BlobEndpoint) return BlobEndpoint.replace(/\/+$/, '');
  if (!AccountName) return '';
  return `${DefaultEndpointsProtocol === 'http' ? 'http' : 'https'}://${AccountName}.blob.${EndpointSuffix}`;
}

/** A client whose requests leave by the tools of the job; tried once, since the product tries again. */
export async function clientOf(job: ServiceJob, act = false): Promise<BlobServiceClient> {
  const { AnonymousCredential, BlobServiceClient, StorageSharedKeyCredential } = await library();
  const { AccountName, AccountKey, SharedAccessSignature } = connectionOf(job.key);
  const secrets = [AccountKey, SharedAccessSignature].filter((secret) => secret !== undefined);
  const send = sdkSend(job, { who, act, secrets });
  const httpClient = { sendRequest: async (request: WebResource) => answerOf(request, await send(requestOf(request))) };
  // One try: of several the first wait alone would be four seconds.
  const options = { httpClient, retryOptions: { maxTries: 1 } };
  if (AccountName && AccountKey)
    return new BlobServiceClient(job.address, new StorageSharedKeyCredential(AccountName, AccountKey), options);
  if (SharedAccessSignature)
    return new BlobServiceClient(`${job.address}?${SharedAccessSignature}`, new AnonymousCredential(), options);
  throw new NeedsOperator('The connection string holds no key', 'credentials');
}

function requestOf({ method, url, headers, body }: WebResource) {
  if (body !== undefined && body !== null && typeof body !== 'string' && !(body instanceof Uint8Array))
    throw new Error('bodies are sent whole');
  return { method, url, headers: headers.toJson({ preserveCase: true }), body: body ?? undefined };
}

/** An answer in the shape that the library's handlers give. */
function answerOf(
  request: WebResource,
  { status, headers, text }: { status: number; headers: Record<string, string>; text: string },
): HttpOperationResponse {
  const given = request.headers.clone();
  for (const name of given.headerNames()) given.remove(name);
  for (const [name, value] of Object.entries(headers)) given.set(name, value);
  // The library counts the bytes of a file; not every server on the way says how many they are.
  if (!given.contains('content-length')) given.set('content-length', String(Buffer.byteLength(text)));
  const isFile = request.streamResponseStatusCodes?.has(status) === true;
  const body = isFile ? { readableStreamBody: Readable.from([Buffer.from(text)]) } : { bodyAsText: text };
  return { request, status, headers: given as HttpHeaders, ...body };
}
