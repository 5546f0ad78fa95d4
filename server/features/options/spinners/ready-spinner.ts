import { createHash } from 'node:crypto';
import type { Credentials, ServiceJob } from '#connectors/kit/contract/connector.ts';
import type { Spinner } from '#connectors/kit/contract/spinners.ts';
import { registry } from '#connectors/registry.ts';
import { wholeAddress } from '#domain/contract/options/captcha.ts';
import {
  lackOf,
  type OutsideSpinner,
  type SpinnerInfo,
  type SpinnerService,
  spinnerServices,
} from '#domain/contract/options/spinner.ts';
import type { App } from '../../../app.ts';
import { Refusal } from '../../../errors/refusal.ts';

/** What spinners are asked with. */
export type SpinParts = Pick<App, 'config' | 'store' | 'secrets' | 'outside'>;

/** A service with its fields as they are stored or were typed. */
export interface ChosenSpinner {
  service: SpinnerService;
  info: SpinnerInfo;
}

/** A service of the network, ready to be asked. */
export interface ReadySpinner {
  spinner: Spinner;
  job: ServiceJob;
  /** Choices of each text. */
  settings: Credentials;
  /** Words that the service alone is to leave as they are: comma-joined. */
  ownWords: string;
  secrets: string[];
  /** One for each login. */
  account: string;
}

/** What a service still needs before it can be asked; null: nothing. */
export const lackAt = ({ config }: Pick<App, 'config'>, { service, info }: ChosenSpinner): string | null =>
  lackOf(service, info, config.spinnerAddresses[service] !== undefined);

/** A service with its login; refused where it lacks something. */
export function readySpinner(
  app: SpinParts,
  chosen: ChosenSpinner,
  own: OutsideSpinner,
  signal: AbortSignal,
): ReadySpinner {
  const lack = lackAt(app, chosen);
  if (lack !== null) throw new Refusal('NOT_SET_UP', lack);
  const spinner = connectorOf(own);
  const values: Record<string, string | number | boolean> = chosen.info[own.name];
  const { address: typed, protectedTerms, ...rest } = values;
  const named = typed ? wholeAddress(String(typed)) : undefined;
  const address = named ?? app.config.spinnerAddresses[chosen.service] ?? spinner.address;
  const login = new Set(spinner.fields.map(({ name }) => name));
  const pick = (isLogin: boolean) =>
    Object.fromEntries(Object.entries(rest).filter(([name]) => login.has(name) === isLogin));
  const key = pick(true);
  const account = createHash('sha256')
    .update(JSON.stringify([own.connector, address, key]))
    .digest('hex');
  const secrets = [String(values[own.secret])];
  const of = { connectorId: spinner.id, siteUrl: address, accountKey: account, secrets, signal, seed: account };
  const job: ServiceJob = { address, key, tools: app.outside.toolsFor(of) };
  return { spinner, job, settings: pick(false), ownWords: String(protectedTerms ?? ''), secrets, account };
}

function connectorOf({ connector }: OutsideSpinner): Spinner {
  const found = registry.spinners.find(({ id }) => id === connector);
  if (!found) throw new Error(`no connector ${connector} is registered`);
  return found;
}

/** Passwords and keys that are stored. */
export const secretsOfSpinners = (info: SpinnerInfo): string[] =>
  Object.values(spinnerServices).flatMap((own) => {
    const values: Record<string, unknown> = own ? info[own.name] : {};
    const secret = own ? String(values[own.secret] ?? '') : '';
    return secret === '' ? [] : [secret];
  });
