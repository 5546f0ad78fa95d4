import type { ConnectorField } from '#domain/contract/connectors.ts';
import { type Credentials, type ServiceJob, textField } from '../contract/connector.ts';
import { asConnectorError, Fatal } from '../errors.ts';
import { errorForStatus, shortDetail } from '../read-answer.ts';

/** A request as the library of a vendor made it, signed. */
export interface SdkRequest {
  method: string;
  url: string;
  headers: Record<string, string>;
  body?: string | Uint8Array | undefined;
}

/** Its answer, whole. */
export interface SdkAnswer {
  status: number;
  headers: Record<string, string>;
  text: string;
}

/** How a library's requests leave: by the tools of the job, so by the product's address policy, time-outs and masks. */
export type SdkSend = (request: SdkRequest) => Promise<SdkAnswer>;

/** Headers that are not signed, and that whoever sends sets for itself. */
const ownHeaders = new Set(['host', 'user-agent', 'expect', 'connection', 'content-length', 'accept-encoding']);

const methods = new Set(['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD']);
type KnownMethod = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'HEAD';

interface SdkWay {
  /** Who answers, for people. */
  who: string;
  act?: boolean | undefined;
  /** Parts of the key that must not be told, beside the key as a whole. */
  secrets?: string[];
}

/** The way out for a library. Busy and broken services are told at once, since libraries leave Retry-After out. */
export function sdkSend({ tools }: ServiceJob, { who, act = false, secrets = [] }: SdkWay): SdkSend {
  return async ({ method, url, headers, body }) => {
    if (!methods.has(method)) throw new Error(`the method ${method} is not sent`);
    const kept = Object.entries(headers).filter(([name]) => !ownHeaders.has(name.toLowerCase()));
    const answer = await tools.http({
      method: method as KnownMethod,
      url,
      headers: Object.fromEntries(kept),
      ...(body === undefined || body.length === 0 ? {} : { body }),
      act,
      secrets,
      raw: true,
      maxRedirects: 0,
    });
    const { status, headers: given, text } = answer;
    const detail = shortDetail(text);
    // What is not implemented never will be: the library tells it by its code.
    if ((status === 429 || status >= 500) && status !== 501)
      throw errorForStatus({ who, status, headers: given, act, now: tools.now(), detail }) ?? new Error('unreached');
    return { status, headers: given, text };
  };
}

/** What the library of a vendor threw, as far as all of them agree. */
interface SdkError {
  name?: string;
  message?: string;
  code?: unknown;
  statusCode?: unknown;
  $metadata?: { httpStatusCode?: number };
}

/** Status and code of an error that a library made of an answer; undefined where there was no answer. */
export function sdkFault(error: unknown): { status: number; code: string; message: string } | undefined {
  const { name = '', message = '', code, statusCode, $metadata } = (error ?? {}) as SdkError;
  const status = [$metadata?.httpStatusCode, statusCode, code].find((one) => typeof one === 'number');
  return typeof status === 'number' ? { status, code: typeof code === 'string' ? code : name, message } : undefined;
}

/** How the libraries of the vendors say that they cannot read an answer. */
const unreadable = /parse error|Deserialization error|Unexpected token|is not valid JSON/i;

/** Runs a call of a library; what it throws becomes one of the four errors. */
export async function asked<T>({ tools }: ServiceJob, who: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const known = asConnectorError(error) ?? asConnectorError((error as { cause?: unknown })?.cause);
    if (known) throw known;
    const fault = sdkFault(error);
    // A page of some web server where the store's own words should be: the library cannot read it.
    if (unreadable.test(String((error as Error)?.message)))
      throw new Fatal(`${who} gave an answer that is none of its kind: check the address of the store`);
    if (!fault) throw error;
    const detail = shortDetail(fault.message || fault.code);
    // Another try finds it no more.
    if (fault.status === 501) throw new Fatal(`${who} does not know how to do this: ${detail}`);
    throw errorForStatus({ who, status: fault.status, headers: {}, act: false, now: tools.now(), detail }) ?? error;
  }
}

/** Address of a path below a base, each part of it encoded. */
export const addressOfPath = (base: string, path: string) =>
  `${base}/${path.split('/').map(encodeURIComponent).join('/')}`;

/** The field for stores of other makers. */
export const endpointField: ConnectorField = {
  name: 'endpoint',
  label: 'Endpoint',
  kind: 'text',
  required: false,
  help: 'Address of a compatible store, such as https://s3.example.com; empty for the service itself',
};

/** The field for what only the operator knows of how strangers read a bucket. */
export const webAddressField: ConnectorField = {
  name: 'webAddress',
  label: 'Web address',
  kind: 'text',
  required: false,
  help: 'Where strangers read a bucket, such as https://{bucket}.example.com; {bucket} stands for its name',
};

/** The address that the operator gave for a bucket; undefined where there is none. */
export function webAddressOf(key: Credentials, bucket: string): string | undefined {
  const typed = textField(key, 'webAddress').replace(/\/+$/, '');
  return typed === '' ? undefined : typed.replaceAll('{bucket}', bucket);
}
