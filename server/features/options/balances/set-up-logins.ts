import { createHash } from 'node:crypto';
import type { ServiceConnector, ServiceJob } from '#connectors/kit/contract/connector.ts';
import { registry } from '#connectors/registry.ts';
import type { BalanceFamily } from '#domain/contract/balances.ts';
import { type ArticleService, articleSources } from '#domain/contract/options/article-sources.ts';
import { type SpinnerService, spinnerServices } from '#domain/contract/options/spinner.ts';
import type { App } from '../../../app.ts';
import { storedCaptchas } from '../captchas.ts';
import { readyIndexer } from '../indexers/indexers.ts';
import { readOptions } from '../options.ts';
import { readySource } from '../sources/sources.ts';
import { lackAt, readySpinner } from '../spinners/ready-spinner.ts';

/** A service that the operator has set up, ready to be asked for its balance. */
export interface SetUpService {
  family: BalanceFamily;
  service: ServiceConnector;
  job: ServiceJob;
  secrets: string[];
}

/** Every service with a whole login, one that stands twice once; nothing is asked. */
export async function setUpServices(app: App, signal: AbortSignal): Promise<SetUpService[]> {
  const all = [
    ...(await storedCaptchas(app, signal)).map((ready) => ({ family: 'captcha' as const, ...ready })),
    ...(await sourcesOf(app, signal)),
    ...(await spinnersOf(app, signal)),
    ...(await indexersOf(app, signal)),
  ];
  return [...new Map(all.map((one) => [keyOf(one), one])).values()];
}

async function sourcesOf(app: App, signal: AbortSignal): Promise<SetUpService[]> {
  const services = Object.keys(articleSources) as ArticleService[];
  const ready = await Promise.all(services.map((service) => readySource(app, service, signal)));
  return ready.flatMap((one) =>
    one ? [{ family: 'articles' as const, service: one.source, job: one.job, secrets: one.secrets }] : [],
  );
}

async function spinnersOf(app: App, signal: AbortSignal): Promise<SetUpService[]> {
  const { options } = await readOptions(app.store.db, app.secrets);
  return Object.entries(spinnerServices).flatMap(([name, own]) => {
    const chosen = { service: name as SpinnerService, info: options.spinner };
    if (!own || lackAt(app, chosen) !== null) return [];
    const { spinner, job, secrets } = readySpinner(app, chosen, own, signal);
    return [{ family: 'spinners' as const, service: spinner, job, secrets }];
  });
}

async function indexersOf(app: App, signal: AbortSignal): Promise<SetUpService[]> {
  const tools = { signal, accountKey: 'balances' };
  const ready = await Promise.all(registry.indexers.map(({ id }) => readyIndexer(app, id, tools)));
  return ready.flatMap((one) =>
    typeof one === 'string'
      ? []
      : [{ family: 'indexers' as const, service: one.connector, job: one.job, secrets: one.secrets }],
  );
}

/** Hash of the login of a service: what was told of another one says nothing of it. */
export const loginOf = ({ job }: SetUpService): string =>
  createHash('sha256')
    .update(JSON.stringify([job.address, job.key]))
    .digest('base64url');

/** Names a service with its login. */
export const keyOf = (one: SetUpService): string => `${one.service.id} ${loginOf(one)}`;
