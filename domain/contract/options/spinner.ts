import { z } from 'zod';
import { cleanCommaText } from '../../rules/comma-text.ts';
import { defineCall } from '../call.ts';
import { wholeAddress } from './captcha.ts';

/** Services that spin texts, by wire name (D-NAME-08). */
export const spinnerService = z.enum([
  'BuiltIn',
  'BestSpinner',
  'Rewriter',
  'WordAi',
  'ESpinner',
  'Spinea',
  'BrazilianA',
  'BrazilianB',
]);
export type SpinnerService = z.infer<typeof spinnerService>;

const text = z.string().trim().max(1_000).default('');
const number = (min: number, max: number, first: number) =>
  z
    .number('Required')
    .refine((value) => Number.isInteger(value) && value >= min && value <= max, `Must be between ${min} and ${max}`)
    .meta({ type: 'integer', minimum: min, maximum: max })
    .default(first);
const noAddress = 'The address must look like https://spinner.example/spin';
const address = z
  .string()
  .trim()
  .max(1_000)
  .refine((value) => value === '' || wholeAddress(value) !== undefined, noAddress)
  .default('');
const onOff = (first: boolean) => z.boolean().default(first);

/** What each service must know, with the values of the first start. */
export const spinnerInfo = z.object({
  bestSpinner: z
    .object({ username: text, password: text, quality: number(1, 3, 3), maxSyns: number(1, 8, 4) })
    .prefault({}),
  rewriter: z
    .object({
      email: text,
      apiKey: text,
      confidenceLevel: number(1, 3, 2),
      /** Beside the words of the content group: comma-joined. */
      protectedTerms: z.string().max(100_000).default(''),
      paragraphs: onOff(false),
      sentences: onOff(false),
      nestedSpintax: onOff(false),
      newParagraphs: onOff(false),
      sentenceTrees: onOff(false),
    })
    .prefault({}),
  /** Its password is the key of its interface. */
  wordAi: z
    .object({
      email: text,
      password: text,
      quality: number(1, 5, 3),
      nonested: onOff(false),
      sentence: onOff(true),
      paragraph: onOff(false),
    })
    .prefault({}),
  eSpinner: z.object({ email: text, apiKey: text, address }).prefault({}),
  spinea: z.object({ email: text, apiKey: text, address }).prefault({}),
  brazilianA: z.object({ username: text, apiKey: text, address }).prefault({}),
  brazilianB: z.object({ apiKey: text, address }).prefault({}),
});
export type SpinnerInfo = z.infer<typeof spinnerInfo>;
export type SpinnerName = keyof SpinnerInfo;

/** The fields of the tab Spinner. */
export const spinnerOptions = z.object({ spinnerService, spinner: spinnerInfo });
export type SpinnerOptions = z.infer<typeof spinnerOptions>;

/** Values of the first start (D-OPT-01). */
export const firstSpinner: SpinnerOptions = spinnerOptions.parse({ spinnerService: 'BestSpinner', spinner: {} });

/** A service that is asked over the network. */
export interface OutsideSpinner {
  label: string;
  /** Name of its fields in the options. */
  name: SpinnerName;
  /** Id of its connector. */
  connector: string;
  /** Who asks: a user name, an e-mail, or nobody beside the key. */
  user: 'username' | 'email' | null;
  secret: 'password' | 'apiKey';
  /** True where its interface is published nowhere: it is told what our form holds, at the address that the operator names. */
  isUnpublished?: true;
}

/** Services by wire name; null: our own, without a network. */
export const spinnerServices: Readonly<Record<SpinnerService, OutsideSpinner | null>> = {
  BuiltIn: null,
  BestSpinner: {
    ...{ label: 'The Best Spinner', name: 'bestSpinner', connector: 'best-spinner' },
    ...{ user: 'username', secret: 'password' },
  },
  Rewriter: {
    ...{ label: 'Spin Rewriter', name: 'rewriter', connector: 'rewriter' },
    ...{ user: 'email', secret: 'apiKey' },
  },
  WordAi: { label: 'WordAi', name: 'wordAi', connector: 'word-ai', user: 'email', secret: 'password' },
  ESpinner: {
    ...{ label: 'E-Spinner', name: 'eSpinner', connector: 'e-spinner' },
    ...{ user: 'email', secret: 'apiKey', isUnpublished: true },
  },
  Spinea: {
    ...{ label: 'Spinea', name: 'spinea', connector: 'spinea' },
    ...{ user: 'email', secret: 'apiKey', isUnpublished: true },
  },
  BrazilianA: {
    ...{ label: 'Brazilian spinner A', name: 'brazilianA', connector: 'brazilian-a' },
    ...{ user: 'username', secret: 'apiKey', isUnpublished: true },
  },
  BrazilianB: {
    ...{ label: 'Brazilian spinner B', name: 'brazilianB', connector: 'brazilian-b' },
    ...{ user: null, secret: 'apiKey', isUnpublished: true },
  },
};

/** Name of a service for people. */
export const labelOfSpinner = (service: SpinnerService): string =>
  spinnerServices[service]?.label ?? 'Built-in spinner (free)';

/** Words for a field of a login. */
export const spinnerFieldLabels = {
  username: 'Username',
  email: 'E-mail',
  password: 'Password',
  apiKey: 'Key',
  address: 'Address of the service',
} as const;

/** The fields of a service that it needs and that are empty; `hasAddress`: the server's settings name one. */
function lacksOf(service: SpinnerService, info: SpinnerInfo, hasAddress: boolean): (keyof typeof spinnerFieldLabels)[] {
  const own = spinnerServices[service];
  if (!own) return [];
  const values: Record<string, unknown> = info[own.name];
  const needs = [own.user, own.secret, own.isUnpublished && !hasAddress ? ('address' as const) : null];
  return needs.flatMap((name) => (name !== null && !String(values[name] ?? '').trim() ? [name] : []));
}

/** What a service still needs, in one sentence; null: nothing. */
export function lackOf(service: SpinnerService, info: SpinnerInfo, hasAddress: boolean): string | null {
  const names = lacksOf(service, info, hasAddress).map((name) => spinnerFieldLabels[name].toLowerCase());
  const [last, ...others] = names.toReversed();
  if (last === undefined) return null;
  const list = others.length === 0 ? last : `${others.toReversed().join(', ')} and ${last}`;
  return `Needs ${list}: see Options, Spinner`;
}

/** A broken rule at a field: `spinner.bestSpinner.maxSyns`. */
export interface SpinnerProblem {
  field: string;
  message: string;
}

/** The broken rules of the tab Spinner. */
export function problemsOfSpinner(values: unknown): SpinnerProblem[] {
  const issues = spinnerOptions.safeParse(values).error?.issues ?? [];
  return issues.map(({ path, message }) => ({ field: path.join('.'), message }));
}

/** What was typed over what is stored: a service that is not named keeps its values, and so does a field. */
export function mergeSpinner(stored: SpinnerInfo, typed: unknown): unknown {
  if (!isObject(typed)) return typed;
  const names = Object.keys(stored) as SpinnerName[];
  const merged = names.map((name) => {
    const own = typed[name];
    if (own === undefined) return [name, stored[name]];
    return [name, isObject(own) ? { ...stored[name], ...own } : own];
  });
  return Object.fromEntries(merged);
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** As it is stored: comma-joined texts in their usual form. */
export function cleanSpinner(info: SpinnerInfo): SpinnerInfo {
  const protectedTerms = cleanCommaText(info.rewriter.protectedTerms);
  return { ...info, rewriter: { ...info.rewriter, protectedTerms } };
}

/** Longest text of a test, in letters. */
const longestTest = 2_000;

export const testSpinner = defineCall({
  id: 'testSpinner',
  method: 'POST',
  path: '/action/spin/test',
  summary: 'Have a short text spun with the typed login, which may cost; nothing is kept (D-OPT-09)',
  body: z.object({
    spinnerService,
    /** User name or e-mail; '' where the service knows a key alone. */
    username: text,
    /** Password or key. */
    password: text,
    body: z.string().trim().min(1).max(longestTest),
    /** Other fields of the service as typed, by name; a field that is not told is taken as stored. */
    settings: z.record(z.string().max(60), z.union([z.string().max(100_000), z.number(), z.boolean()])).optional(),
  }),
  reply: z.object({ result: z.string() }),
});

/** The sentence that a test has spun. */
export const testSentence = 'Every good garden begins with a careful plan, patient hands and healthy soil.';

/** A service as the editor of an article offers it. */
export const offeredSpinner = z.object({
  service: spinnerService,
  /** What it still needs before it can be used; null: nothing. */
  lacks: z.string().nullable(),
});
export type OfferedSpinner = z.infer<typeof offeredSpinner>;
