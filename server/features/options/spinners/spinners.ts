import type { z } from 'zod';
import { asConnectorError } from '#connectors/kit/errors.ts';
import {
  type OfferedSpinner,
  type OutsideSpinner,
  type SpinnerService,
  spinnerInfo,
  spinnerService,
  spinnerServices,
  type testSpinner,
} from '#domain/contract/options/spinner.ts';
import { keptStretches } from '#domain/rules/spinning/kept-stretches.ts';
import { type Masked, maskPieces } from '#domain/rules/spinning/mask-pieces.ts';
import type { App } from '../../../app.ts';
import type { Config } from '../../../config.ts';
import { Refusal } from '../../../errors/refusal.ts';
import { maskSecrets } from '../../../outside/mask-secrets.ts';
import { readOptions } from '../options.ts';
import { type ChosenSpinner, lackAt, readySpinner, type SpinParts } from './ready-spinner.ts';
import { spinOwn } from './spin-own.ts';
import { hasWords, spinParts } from './spin-parts.ts';

/** Somebody waits for a test, or for an article of several parts: they are given up after so many seconds. */
const longestTestS = 160;
const longestS = 600;

/** Letters that are spun at once: much more than an article has, and no more than is read in a moment. */
const longestText = 100_000;

/** A text to be spun: HTML, plain text or either with spin syntax in it. */
export interface SpinRequest {
  /** Spun in the same order, in front of the text. */
  title?: string;
  text: string;
  protectedWords: readonly string[];
  signal: AbortSignal;
}

/** A spun text: spintax. */
export interface SpunText {
  title: string;
  text: string;
}

/** Between title and text; neither may hold it. */
const seam = '\u0000';

/**
 * Has a text spun by a service, with its login as it is stored. Tags, links with their anchors, placeholders and the spin syntax
 * that it holds already come back as they are, in their order; a result in which they do not is refused, and so is all else that
 * goes wrong, with its reason. A text without words costs nothing.
 */
export async function spinBy(app: SpinParts, service: SpinnerService, request: SpinRequest): Promise<SpunText> {
  const { options } = await readOptions(app.store.db, app.secrets);
  return spinWith(app, { service, info: options.spinner }, request);
}

async function spinWith(app: SpinParts, chosen: ChosenSpinner, request: SpinRequest): Promise<SpunText> {
  const { title = '', text, protectedWords, signal } = request;
  const own = spinnerServices[chosen.service];
  if (!own) {
    const options = { protectedWords, signal };
    return { title: await spinOwn(title, options), text: await spinOwn(text, options) };
  }
  const masked = title === '' ? maskPieces(text, keptStretches(text)) : maskWithTitle(title, text);
  if (title.length + text.length > longestText)
    throw new Refusal('TOO_LARGE', `At most ${longestText.toLocaleString('en')} letters are spun at once`);
  if (title.includes(seam) || text.includes(seam))
    throw new Refusal('INVALID', 'The text holds a sign that is no text');
  if (!hasWords(masked.text, new Set(masked.marks))) return { title, text };
  const spun = masked.unmask(await askOutside(app, { chosen, own, signal }, { ...masked, protectedWords }));
  const parts = spun?.split(seam) ?? [];
  const [newText = '', newTitle = ''] = parts.toReversed();
  if (parts.length !== (title === '' ? 1 : 2))
    throw new Refusal(
      'OUTSIDE_REFUSED',
      `${own.label} changed tags, links or spin syntax of the text: it was not taken`,
    );
  return { title: newTitle, text: newText };
}

/** Title, seam and text as one: both cost one order. */
function maskWithTitle(title: string, text: string): Masked {
  const at = title.length;
  const ofText = keptStretches(text).map((one) => ({ ...one, from: one.from + at + 1, to: one.to + at + 1 }));
  const stretches = [...keptStretches(title), { from: at, to: at + 1, isBlock: true }, ...ofText];
  return maskPieces(`${title}${seam}${text}`, stretches);
}

interface Asking {
  chosen: ChosenSpinner;
  own: OutsideSpinner;
  signal: AbortSignal;
}

async function askOutside(
  app: SpinParts,
  { chosen, own, signal }: Asking,
  marked: Parameters<typeof spinParts>[1],
): Promise<string> {
  const ready = readySpinner(app, chosen, own, signal);
  try {
    return await spinParts(ready, marked);
  } catch (error) {
    const known = asConnectorError(error);
    if (signal.aborted)
      throw new Refusal('OUTSIDE_REFUSED', `${own.label} took too long: the text may have been spun and paid for`);
    if (!known) throw error;
    throw new Refusal('OUTSIDE_REFUSED', maskSecrets(known.message, ready.secrets).slice(0, 500));
  }
}

/** Has a text spun with a login as it was typed; it is kept nowhere (D-OPT-09). */
export async function testTyped(
  app: App,
  { spinnerService: service, username, password, body, settings = {} }: z.output<(typeof testSpinner)['body']>,
): Promise<{ result: string }> {
  const { options } = await readOptions(app.store.db, app.secrets);
  const own = spinnerServices[service];
  const login = own ? { ...(own.user ? { [own.user]: username } : {}), [own.secret]: password } : {};
  const typed = own ? { [own.name]: { ...options.spinner[own.name], ...settings, ...login } } : {};
  const { data: info, error } = spinnerInfo.safeParse({ ...options.spinner, ...typed });
  const [problem] = error?.issues ?? [];
  if (!info) throw new Refusal('INVALID', problem?.message ?? '', { field: `spinner.${problem?.path.join('.')}` });
  const signal = AbortSignal.timeout(longestTestS * 1_000);
  const { text } = await spinWith(app, { service, info }, { text: body, protectedWords: [], signal });
  return { result: text };
}

/** A signal for an order that somebody waits for. */
export const patience = (): AbortSignal => AbortSignal.timeout(longestS * 1_000);

/** The services as the editor of an article offers them: the chosen one first (D-CONT-15). */
export async function offeredSpinners(app: SpinParts): Promise<OfferedSpinner[]> {
  const { options } = await readOptions(app.store.db, app.secrets);
  const others = spinnerService.options.filter((one) => one !== options.spinnerService);
  return [options.spinnerService, ...others].map((service) => ({
    service,
    lacks: lackAt(app, { service, info: options.spinner }),
  }));
}

/** Services whose address the settings of the server name. */
export const placedSpinners = ({ spinnerAddresses }: Config): SpinnerService[] =>
  spinnerService.options.filter((one) => spinnerAddresses[one] !== undefined);
