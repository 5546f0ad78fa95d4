import { randomUUID } from 'node:crypto';
import type { z } from 'zod';
import type { ServiceJob } from '#connectors/kit/contract/connector.ts';
import type { MediaSource } from '#connectors/kit/contract/media.ts';
import { asConnectorError, NeedsOperator } from '#connectors/kit/errors.ts';
import { registry } from '#connectors/registry.ts';
import {
  type checkMedia,
  firstMedia,
  lacksKey,
  type MediaKind,
  type MediaLogins,
  type MediaOptions,
  type MediaService,
  mediaServices,
  mediaTexts,
} from '#domain/contract/media-search.ts';
import type { App } from '../../../app.ts';
import { Refusal } from '../../../errors/refusal.ts';
import { maskSecrets } from '../../../outside/mask-secrets.ts';
import { readOptions } from '../options.ts';

/** Somebody waits at the screen: a check gives up after so many seconds (D-OPT-08). */
const longestCheckS = 15;

/** What sources of media are asked with. */
export type MediaParts = Pick<App, 'config' | 'outside' | 'store' | 'secrets'>;

/** A source of media that can be asked. */
export interface ReadyMedia {
  service: MediaService;
  source: MediaSource;
  /** What it is asked with, each time with a signal of its own. */
  jobFor(signal: AbortSignal): ServiceJob;
  secrets: string[];
}

interface Asking {
  service: MediaService;
  logins: MediaLogins;
  accountKey: string;
}

function ready({ config, outside }: MediaParts, { service, logins, accountKey }: Asking): ReadyMedia {
  const { connector, key: place } = mediaServices[service];
  const source = registry.media.find(({ id }) => id === connector);
  if (!source) throw new Error(`no connector ${connector} is registered`);
  const login: Record<string, string> = place === null ? {} : logins[place];
  const key = Object.fromEntries(Object.entries(login).filter(([, value]) => value !== ''));
  const address = config.mediaAddresses[service] ?? source.address;
  const secrets = key.apiKey === undefined ? [] : [key.apiKey];
  const of = { connectorId: source.id, siteUrl: address, accountKey, secrets };
  const jobFor = (signal: AbortSignal) => ({
    address,
    key,
    tools: outside.toolsFor({ ...of, signal, seed: service }),
  });
  return { service, source, jobFor, secrets };
}

/** Who the options name for a kind of media. */
const chosenService = (options: MediaOptions, kind: MediaKind): MediaService =>
  kind === 'image' ? options.imageService : options.videoService;

/**
 * The source that finds a kind of media, as the options stand now; where it needs a key and has none, the reason for people.
 */
export async function readyMedia(app: MediaParts, kind: MediaKind): Promise<ReadyMedia | { lacks: string }> {
  const { options } = await readOptions(app.store.db, app.secrets);
  const service = chosenService(options, kind);
  return lacksKey(options, service)
    ? { lacks: mediaTexts.keyNeeded(service) }
    : ready(app, { service, logins: options.media, accountKey: 'media' });
}

/** Asks a source about a key as it was typed, which is kept nowhere; a refused one is -1, all else is refused with its reason. */
export async function checkTypedMedia(
  app: MediaParts,
  { mediaService: service, apiKey }: z.output<(typeof checkMedia)['body']>,
): Promise<z.output<typeof checkMedia.reply>> {
  const { key } = mediaServices[service];
  if (key === null) throw new Refusal('INVALID', mediaTexts.noKeys(service), { field: 'mediaService' });
  if (apiKey === '') throw new Refusal('INVALID', mediaTexts.required, { field: 'apiKey' });
  const signal = AbortSignal.timeout(longestCheckS * 1_000);
  const logins = { ...firstMedia.media, [key]: { ...firstMedia.media[key], apiKey } };
  const { source, jobFor, secrets } = ready(app, { service, logins, accountKey: `check ${randomUUID()}` });
  try {
    await source.check(jobFor(signal));
    return { balance: 1, unit: null };
  } catch (error) {
    const known = asConnectorError(error);
    if (!known) throw error;
    if (known instanceof NeedsOperator && known.ask === 'credentials') return { balance: -1, unit: null };
    const message = signal.aborted ? mediaTexts.noAnswer(longestCheckS) : maskSecrets(known.message, secrets);
    throw new Refusal('OUTSIDE_REFUSED', message.slice(0, 500));
  }
}

/** Keys that are set, to be told in the log when they are shown. */
export const countMediaKeys = (logins: MediaLogins): number =>
  Object.values(logins).filter(({ apiKey }) => apiKey !== '').length;
