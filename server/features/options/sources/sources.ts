import { randomUUID } from 'node:crypto';
import type { z } from 'zod';
import type { ArticleSource } from '#connectors/kit/contract/articles.ts';
import type { Credentials, ServiceJob } from '#connectors/kit/contract/connector.ts';
import { asConnectorError, Fatal, NeedsOperator } from '#connectors/kit/errors.ts';
import { registry } from '#connectors/registry.ts';
import {
  type ArticleService,
  articleSources,
  articleTexts,
  type Content,
  type checkArticles,
  problemsOfService,
  readServiceLogin,
  type ServiceLogin,
} from '#domain/contract/options/article-sources.ts';
import { wholeAddress } from '#domain/contract/options/captcha.ts';
import { parseBounded } from '#domain/rules/bounded-json.ts';
import type { App } from '../../../app.ts';
import { Refusal } from '../../../errors/refusal.ts';
import { maskSecrets } from '../../../outside/mask-secrets.ts';
import { readOptions } from '../options.ts';

/** Somebody waits at the screen: a check gives up after so many seconds (D-OPT-08). */
const longestCheckS = 15;

type Parts = Pick<App, 'config' | 'outside'>;

/** A source of articles that can be asked. */
export interface ReadySource {
  source: ArticleSource;
  job: ServiceJob;
  secrets: string[];
}

interface Asking {
  login: ServiceLogin;
  signal: AbortSignal;
  accountKey: string;
}

/** A source with its login; its `address` is '' where only the operator can know it and did not say. */
function ready(
  { config, outside }: Parts,
  service: ArticleService,
  { login, signal, accountKey }: Asking,
): ReadySource {
  const source = sourceOf(service);
  const { address: typed, ...values } = login;
  const address = wholeAddress(String(typed || config.articleAddresses[service] || source.address)) ?? '';
  const set = Object.entries(values).filter(([, value]) => value !== '' && value !== null && value !== undefined);
  const key = Object.fromEntries(set) as Credentials;
  const names = source.fields.filter(({ kind }) => kind === 'secret').map(({ name }) => name);
  const secrets = names.flatMap((name) => (typeof key[name] === 'string' ? [key[name]] : []));
  const of = { connectorId: source.id, siteUrl: address, accountKey, secrets, signal, seed: accountKey };
  return { source, job: { address, key, tools: outside.toolsFor(of) }, secrets };
}

/**
 * A source with the login that the options hold now; undefined where it is not set up. What it remembers between two orders is
 * kept under `accountKey`.
 */
export async function readySource(
  app: Pick<App, 'config' | 'outside' | 'store' | 'secrets'>,
  service: ArticleService,
  signal: AbortSignal,
  accountKey = 'articles',
): Promise<ReadySource | undefined> {
  const { options } = await readOptions(app.store.db, app.secrets);
  const login = options.content[articleSources[service].key] as ServiceLogin;
  if (problemsOfService(service, login).length > 0) return undefined;
  const found = ready(app, service, { login, signal, accountKey });
  return found.job.address === '' ? undefined : found;
}

function sourceOf(service: ArticleService): ArticleSource {
  const { connector } = articleSources[service];
  const source = registry.articles.find(({ id }) => id === connector);
  if (!source) throw new Error(`no connector ${connector} is registered`);
  return source;
}

/** What a check found: the balance where the service tells of one (D-OPT-07). */
type Found = z.output<typeof checkArticles.reply>;

/** Asks a source about a login as it was typed, which is kept nowhere; a refused one is -1, all else is refused with its reason. */
export async function checkSource(
  app: Parts,
  { articleSource: service, inputInfo }: z.output<(typeof checkArticles)['body']>,
): Promise<Found> {
  const login = readLogin(service, inputInfo);
  const [problem] = problemsOfService(service, login);
  if (problem) throw new Refusal('INVALID', problem.message, { field: problem.field });
  const signal = AbortSignal.timeout(longestCheckS * 1_000);
  const asking = { login, signal, accountKey: `check ${randomUUID()}` };
  const { source, job, secrets } = ready(app, service, asking);
  if (job.address === '') throw new Refusal('INVALID', articleTexts.addressNeeded(source.label), { field: 'address' });
  try {
    const { balance, cannotTell, detail } = await source.check(job);
    if (cannotTell) throw new Fatal(detail);
    return balance ? { balance: balance.amount, unit: balance.unit } : { balance: 1, unit: null };
  } catch (error) {
    const known = asConnectorError(error);
    if (!known) throw error;
    if (known instanceof NeedsOperator && known.ask === 'credentials') return { balance: -1, unit: null };
    const message = signal.aborted ? articleTexts.noAnswer(longestCheckS) : maskSecrets(known.message, secrets);
    throw new Refusal('OUTSIDE_REFUSED', message.slice(0, 500));
  }
}

function readLogin(service: ArticleService, inputInfo: string): ServiceLogin {
  const refused = new Refusal('INVALID', articleTexts.notRead, { field: 'inputInfo' });
  try {
    const login = readServiceLogin(service, parseBounded(inputInfo));
    if (login) return login;
  } catch {
    throw refused;
  }
  throw refused;
}

/** Secrets that are set, to be told in the log when they are shown. */
export function countSecrets(content: Content): number {
  const services = Object.values(articleSources);
  return services.reduce((sum, { key, connector }) => {
    const fields = registry.articles.find(({ id }) => id === connector)?.fields ?? [];
    const login = content[key] as ServiceLogin;
    return sum + fields.filter(({ name, kind }) => kind === 'secret' && (login[name] ?? '') !== '').length;
  }, 0);
}
