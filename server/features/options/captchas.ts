import { randomUUID } from 'node:crypto';
import type { z } from 'zod';
import type { Credentials, ServiceJob } from '#connectors/kit/contract/connector.ts';
import { asConnectorError, NeedsOperator } from '#connectors/kit/errors.ts';
import { registry } from '#connectors/registry.ts';
import {
  type CaptchaKind,
  type CaptchaLogin,
  type CaptchaOptions,
  type CaptchaProvider,
  captchaFields,
  captchaLogin,
  captchaProviders,
  captchaTexts,
  type checkCaptcha,
  problemsOfLogin,
  wholeAddress,
} from '#domain/contract/options/captcha.ts';
import { parseBounded } from '#domain/rules/bounded-json.ts';
import type { App } from '../../app.ts';
import { Refusal } from '../../errors/refusal.ts';
import { maskSecrets } from '../../outside/mask-secrets.ts';
import type { ReadyService } from '../../outside/solve-captcha.ts';
import { readOptions } from './options.ts';

/** Somebody waits at the screen: a check gives up after so many seconds (D-OPT-08). */
const longestCheckS = 15;

type Parts = Pick<App, 'config' | 'store' | 'secrets' | 'outside'>;

/** A provider with the login that was typed for it. */
interface Chosen {
  provider: CaptchaProvider;
  login: CaptchaLogin;
}

/** The services that solve a kind as the options have them, primary first; none while that is off. */
function chosenOf(options: CaptchaOptions, kind: CaptchaKind): Chosen[] {
  const fields = captchaFields[kind];
  if (!options[fields.isOn]) return [];
  const slots = options[fields.useBackup] ? [fields.primary, fields.backup] : [fields.primary];
  return slots.flatMap(({ service, info }) => {
    const provider = options[service];
    return provider === null ? [] : [{ provider, login: options[info][provider] ?? {} }];
  });
}

/** Every login that is stored, whether it is used or not. */
export function loginsOf(options: CaptchaOptions): CaptchaLogin[] {
  const infos = Object.values(captchaFields).flatMap(({ primary, backup }) => [primary.info, backup.info]);
  return infos.flatMap((info) => Object.values(options[info]));
}

/** The operator's services for a kind of captcha, as they are stored now, ready to be asked. */
export async function readyCaptchas(parts: Parts, kind: CaptchaKind, signal: AbortSignal): Promise<ReadyService[]> {
  const { options } = await readOptions(parts.store.db, parts.secrets);
  return chosenOf(options, kind).map((chosen) => ready(parts, chosen, { signal, accountKey: 'captcha' }));
}

/** Every service of captchas with a whole login, whether it is used or not; one that stands in several places each time. */
export async function storedCaptchas(parts: Parts, signal: AbortSignal): Promise<ReadyService[]> {
  const { options } = await readOptions(parts.store.db, parts.secrets);
  const infos = Object.values(captchaFields).flatMap(({ primary, backup }) => [primary.info, backup.info]);
  const all = infos.flatMap((info) =>
    Object.entries(options[info]).map(
      ([provider, login]): Chosen => ({ provider: provider as CaptchaProvider, login }),
    ),
  );
  return all
    .filter(({ provider, login }) => problemsOfLogin(provider, login).length === 0)
    .map((chosen) => ready(parts, chosen, { signal, accountKey: 'captcha' }))
    .filter(({ job }) => job.address !== '');
}

interface ToolsFor {
  signal: AbortSignal;
  accountKey: string;
}

function ready(
  { config, outside }: Parts,
  { provider, login }: Chosen,
  { signal, accountKey }: ToolsFor,
): ReadyService {
  const service = serviceOf(provider);
  const typed = login.address ? wholeAddress(login.address) : undefined;
  const address = typed ?? config.captchaAddresses[provider] ?? service.address;
  const { captchaKey, key, username, password } = login;
  const secrets = [captchaKey, key, password].filter((secret) => secret !== undefined && secret !== '') as string[];
  const values: Credentials = { captchaKey: captchaKey ?? key, username, password };
  const of = { connectorId: service.id, siteUrl: address, accountKey, secrets, signal, seed: accountKey };
  const job: ServiceJob = { address, key: values, tools: outside.toolsFor(of) };
  return { service, job, secrets };
}

function serviceOf(provider: CaptchaProvider) {
  const { connector } = captchaProviders[provider];
  const service = registry.captcha.find(({ id }) => id === connector);
  if (!service) throw new Error(`no connector ${connector} is registered`);
  return service;
}

/** What a check found: the balance where the service tells of one (D-OPT-07). */
type Found = z.output<typeof checkCaptcha.reply>;

/** Asks a service what is left; a refused login is -1, all else that goes wrong is refused with its reason. */
async function askBalance(app: Parts, chosen: Chosen): Promise<Found> {
  const signal = AbortSignal.timeout(longestCheckS * 1_000);
  const { service, job, secrets } = ready(app, chosen, { signal, accountKey: `check ${randomUUID()}` });
  if (job.address === '')
    throw new Refusal('INVALID', captchaTexts.addressNeeded(chosen.provider), { field: 'address' });
  try {
    const { balance } = await service.check(job);
    return balance ? { balance: balance.amount, unit: balance.unit } : { balance: 1, unit: null };
  } catch (error) {
    const known = asConnectorError(error);
    if (!known) throw error;
    if (known instanceof NeedsOperator && known.ask === 'credentials') return { balance: -1, unit: null };
    const message = signal.aborted ? captchaTexts.noAnswer(longestCheckS) : maskSecrets(known.message, secrets);
    throw new Refusal('OUTSIDE_REFUSED', message.slice(0, 500));
  }
}

/** Asks a service about a login as it was typed; it is kept nowhere. */
export function checkTyped(
  app: App,
  { provider, loginInfo, kind }: z.output<(typeof checkCaptcha)['body']>,
): Promise<Found> {
  const login = readLogin(loginInfo);
  const [problem] = problemsOfLogin(provider, login);
  if (problem) throw new Refusal('INVALID', problem.message, { field: problem.field });
  if (kind === 'google' && !captchaProviders[provider].google)
    throw new Refusal('INVALID', captchaTexts.notForThis(provider), { field: 'provider' });
  return askBalance(app, { provider, login });
}

function readLogin(loginInfo: string): CaptchaLogin {
  const refused = new Refusal('INVALID', captchaTexts.notRead, { field: 'loginInfo' });
  try {
    const { data } = captchaLogin.safeParse(parseBounded(loginInfo));
    if (data) return data;
  } catch {
    throw refused;
  }
  throw refused;
}

/** How the stored primary service of a kind stands; nothing is asked while that kind is not solved. */
export async function checkStored(app: App, kind: CaptchaKind) {
  const { options } = await readOptions(app.store.db, app.secrets);
  const [primary] = chosenOf(options, kind);
  if (!primary) return { isUsed: false, error: null, balance: null };
  try {
    return { isUsed: true, error: null, balance: (await askBalance(app, primary)).balance };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { isUsed: true, error: { message: error.message }, balance: null };
  }
}
