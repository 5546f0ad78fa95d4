import { sql } from 'kysely';
import { firstMedia, mediaOptions } from '#domain/contract/media-search.ts';
import { contentOptions, firstContent } from '#domain/contract/options/article-sources.ts';
import {
  type CaptchaInfo,
  captchaFields,
  captchaOptions,
  firstCaptcha,
  problemsOfCaptcha,
} from '#domain/contract/options/captcha.ts';
import { firstGeneral, generalOptions, limitsOf } from '#domain/contract/options/general.ts';
import type { Options, OptionTab } from '#domain/contract/options/options.ts';
import {
  cleanSpinner,
  firstSpinner,
  mergeSpinner,
  problemsOfSpinner,
  type SpinnerOptions,
  spinnerInfo,
  spinnerOptions,
} from '#domain/contract/options/spinner.ts';
import { firstProductIndexer, productIndexerOptions } from '#domain/contract/product-indexer.ts';
import type { SessionUser } from '../../calls/route.ts';
import type { Secrets } from '../../db/secrets.ts';
import type { Queryable, Tx } from '../../db/store.ts';
import { readStoredOptions } from '../../engine/options.ts';
import { Refusal, refuseStale } from '../../errors/refusal.ts';
import { overLogins, readContent } from './sources/kept-content.ts';

/** The options with their edition. */
export interface KeptOptions {
  options: Options;
  edition: number;
}

const first: Options = {
  ...firstGeneral,
  ...firstCaptcha,
  ...firstContent,
  ...firstMedia,
  ...firstSpinner,
  ...firstProductIndexer,
};
/** Stored sealed, all together: they hold logins. */
const infoNames = [
  'primaryCaptchaInfo',
  'secondaryCaptchaInfo',
  'googleNoCaptchaInfo',
  'secondaryGoogleNoCaptchaInfo',
] as const;

/** What is stored over the values of the first start; a value above a lowered limit stays as it is (D-OPT-03). */
export async function readOptions(db: Queryable, secrets: Secrets): Promise<KeptOptions> {
  const { edition, captchaLogins, contentLogins, mediaLogins, spinnerLogins, ...stored } = await readStoredOptions(db);
  const known = Object.keys(first).filter((name) => stored[name] !== undefined);
  const own = Object.fromEntries(known.map((name) => [name, stored[name]]));
  const open = (sealed: unknown) => (typeof sealed === 'string' ? JSON.parse(secrets.open(sealed)) : undefined);
  const opened = {
    ...open(captchaLogins),
    content: readContent(open(contentLogins) ?? {}),
    media: overLogins(first.media, open(mediaLogins) ?? {}),
    spinner: spinnerInfo.parse(open(spinnerLogins) ?? first.spinner),
  };
  return { options: { ...first, ...own, ...opened } as Options, edition: Number(edition ?? 0) };
}

/**
 * Keeps what was typed over what is stored; a field that is not told keeps its value, and so does what is stored for a captcha
 * service, a source of articles or media or a spinner that is not named. All is checked with the bounds of who saves, and the refusal
 * names tab and field (D-OPT-04).
 */
export async function storeOptions(
  tx: Tx,
  { edition, ...typed }: Record<string, unknown>,
  { user, secrets }: { user: SessionUser; secrets: Secrets },
): Promise<KeptOptions> {
  // One save after the other: the row is there and held from here on.
  await sql`insert into settings (key, value) values ('options', '{}') on conflict (key) do nothing`.execute(tx);
  await sql`select from settings where key = 'options' for update`.execute(tx);
  const stored = await readOptions(tx, secrets);
  refuseStale(edition as number | undefined, stored);
  const named = Object.keys(first).filter((name) => typed[name] !== undefined);
  const wanted: Record<string, unknown> = {
    ...stored.options,
    ...Object.fromEntries(named.map((name) => [name, typed[name]])),
  };
  for (const name of infoNames)
    if (isMap(wanted[name])) wanted[name] = { ...stored.options[name], ...(wanted[name] as CaptchaInfo) };
  wanted.spinner = mergeSpinner(stored.options.spinner, wanted.spinner);
  wanted.content = overLogins(stored.options.content, typed.content ?? {});
  wanted.media = overLogins(stored.options.media, typed.media ?? {});
  const options = requireOptions(wanted, user);
  const logins = infoNames.map((name): [string, CaptchaInfo] => [name, options[name]]);
  const seal = (value: unknown) => secrets.seal(JSON.stringify(value));
  const sealed = {
    captchaLogins: seal(Object.fromEntries(logins)),
    contentLogins: seal(options.content),
    mediaLogins: seal(options.media),
    spinnerLogins: seal(options.spinner),
  };
  const own = { ...(await readStoredOptions(tx)), ...options, ...sealed };
  for (const name of [...infoNames, 'content', 'media', 'spinner']) Reflect.deleteProperty(own, name);
  const kept = { ...own, edition: stored.edition + 1, savedBy: user.email };
  await sql`update settings set value = ${JSON.stringify(kept)}::jsonb where key = 'options'`.execute(tx);
  return readOptions(tx, secrets);
}

const isMap = (value: unknown) => typeof value === 'object' && value !== null && !Array.isArray(value);

/** The options where they break no rule; the first broken one is refused with its tab. */
function requireOptions(wanted: Record<string, unknown>, user: SessionUser): Options {
  const refuse = (tab: OptionTab, field: string, message: string) => new Refusal('INVALID', message, { field, tab });
  const general = generalOptions(limitsOf(user.privileged)).safeParse(wanted);
  const [broken] = general.error?.issues ?? [];
  if (broken || !general.data) throw refuse('general', broken?.path.join('.') ?? '', broken?.message ?? '');
  const captcha = captchaOptions.safeParse(wanted);
  const [wrong] = captcha.error?.issues ?? [];
  if (wrong || !captcha.data) throw refuse(tabOf(wrong?.path[0]), wrong?.path.join('.') ?? '', wrong?.message ?? '');
  for (const kind of ['image', 'google'] as const) {
    const [problem] = problemsOfCaptcha(captcha.data, kind);
    if (problem) throw refuse(captchaFields[kind].tab, problem.field, problem.message);
  }
  const content = contentOptions.extend(mediaOptions.shape).safeParse(wanted);
  const [unfit] = content.error?.issues ?? [];
  if (unfit || !content.data) throw refuse('content', unfit?.path.join('.') ?? '', unfit?.message ?? '');
  const indexer = productIndexerOptions.safeParse(wanted);
  const [bad] = indexer.error?.issues ?? [];
  if (bad || !indexer.data) throw refuse('productIndexer', bad?.path.join('.') ?? '', bad?.message ?? '');
  return { ...general.data, ...captcha.data, ...content.data, ...requireSpinner(wanted), ...indexer.data };
}

function requireSpinner(wanted: Record<string, unknown>): SpinnerOptions {
  const [problem] = problemsOfSpinner(wanted);
  if (problem) throw new Refusal('INVALID', problem.message, { field: problem.field, tab: 'spinner' });
  const { spinnerService, spinner } = spinnerOptions.parse(wanted);
  return { spinnerService, spinner: cleanSpinner(spinner) };
}

const tabOf = (field: unknown): OptionTab => (/google/i.test(String(field)) ? 'googleCaptcha' : 'captcha');
