import { randomUUID } from 'node:crypto';
import type { Cloud, CloudJob } from '#connectors/kit/contract/clouds.ts';
import type { Tools } from '#connectors/kit/contract/tools.ts';
import { asConnectorError } from '#connectors/kit/errors.ts';
import { type CloudInfo, type CloudService, readConnectionString } from '#domain/contract/clouds.ts';
import type { App } from '../../app.ts';
import { Refusal } from '../../errors/refusal.ts';
import { maskSecrets } from '../../outside/mask-secrets.ts';
import { cloudOf, requireInfo } from './cloud-accounts.ts';

/** A service that can be asked, in one bucket. */
export interface ReadyCloud {
  cloud: Cloud;
  job: CloudJob;
  secrets: string[];
}

interface Asking {
  service: CloudService;
  fields: CloudInfo;
  bucket: string;
  signal: AbortSignal;
  /** Of acts of a project: asked right before each leaves. */
  beforeAct?: (() => Promise<void>) | undefined;
}

/** A service with the fields of an account. */
export function readyCloud({ outside }: Pick<App, 'outside'>, asking: Asking): ReadyCloud {
  const { service, fields: key, bucket, signal, beforeAct } = asking;
  const cloud = cloudOf(service);
  const address = cloud.addressOf(key);
  const secrets = secretsOf(cloud, key);
  const of = {
    connectorId: cloud.id,
    siteUrl: address,
    accountKey: `cloud ${randomUUID()}`,
    secrets,
    signal,
    beforeAct,
  };
  return { cloud, job: { address, key, bucket, tools: outside.toolsFor({ ...of, seed: bucket }) }, secrets };
}

/** Values of secret fields, and the secret parts inside them. */
function secretsOf(cloud: Cloud, key: CloudInfo): string[] {
  const whole = cloud.fields.flatMap(({ name, kind }) => (kind === 'secret' && key[name] ? [key[name]] : []));
  const { AccountKey, SharedAccessSignature } = readConnectionString(key.connectionString ?? '');
  return [...whole, AccountKey ?? '', SharedAccessSignature ?? ''].filter((secret) => secret !== '');
}

/** Tools for reading what strangers read: without any login. */
export function strangersTools({ outside }: Pick<App, 'outside'>, url: string, signal: AbortSignal): Tools {
  const of = { connectorId: 'static-blog', siteUrl: url, accountKey: `stranger ${randomUUID()}`, secrets: [], signal };
  return outside.toolsFor({ ...of, seed: url });
}

/** Somebody waits at the screen, in s. */
const longestTestS = 15;

/** Asks a service about an account as it was typed; refused with the reason where it does not work. */
export async function testAccount(
  app: Pick<App, 'outside'>,
  { service, info }: { service: CloudService; info: unknown },
): Promise<{ detail: string }> {
  const fields = requireInfo(service, info);
  const signal = AbortSignal.timeout(longestTestS * 1_000);
  const { cloud, job, secrets } = readyCloud(app, { service, fields, bucket: '', signal });
  try {
    const { detail } = await cloud.check(job);
    return { detail };
  } catch (error) {
    const known = asConnectorError(error);
    if (!known) throw error;
    const message = signal.aborted ? `The service did not answer within ${longestTestS} s` : known.message;
    throw new Refusal('OUTSIDE_REFUSED', maskSecrets(message, secrets).slice(0, 500));
  }
}
