import { z } from 'zod';
import { defineCall } from '../call.ts';

/** Services of captchas by wire name; the last three are offered only where they are stored (D-NAME-03). */
export const captchaProvider = z.enum([
  'ZeroCaptcha',
  'TwoCaptcha',
  'DeathByCaptcha',
  'ImageTypers',
  'AntiCaptcha',
  'RemoteOCR',
  'CaptchaBeat',
  'BypassCaptcha',
  'DeCaptcher',
]);
export type CaptchaProvider = z.infer<typeof captchaProvider>;

/** Pictures with letters, or the widgets of Google. */
export const captchaKind = z.enum(['image', 'google']);
export type CaptchaKind = z.infer<typeof captchaKind>;

const text = z.string().trim().max(1_000).optional();
/** What a provider must know; `address` of one that takes a key is needed where the server's settings name none. */
export const captchaLogin = z.object({ captchaKey: text, username: text, password: text, address: text, key: text });
export type CaptchaLogin = z.infer<typeof captchaLogin>;
export type CaptchaField = keyof CaptchaLogin;

/** What was typed for each provider: another choice forgets nothing (D-OPT-05). */
const captchaInfo = z.partialRecord(captchaProvider, captchaLogin);
export type CaptchaInfo = z.infer<typeof captchaInfo>;

interface Provider {
  /** Id of its connector. */
  connector: string;
  /** Fields it needs, in their order. */
  needs: readonly CaptchaField[];
  /** True where the operator may name another address. */
  mayMove?: true;
  /** True where it solves Google's widgets. */
  google: boolean;
  /** True where it is offered only when it is stored already. */
  isOld?: true;
}

export const captchaProviders: Readonly<Record<CaptchaProvider, Provider>> = {
  ZeroCaptcha: { connector: 'zero-captcha', needs: ['captchaKey'], mayMove: true, google: true },
  TwoCaptcha: { connector: 'two-captcha', needs: ['captchaKey'], google: true },
  DeathByCaptcha: { connector: 'death-by-captcha', needs: ['username', 'password'], google: true },
  ImageTypers: { connector: 'image-typers', needs: ['username', 'password'], google: true },
  AntiCaptcha: { connector: 'anti-captcha', needs: ['captchaKey'], google: true },
  RemoteOCR: { connector: 'remote-ocr', needs: ['address', 'key'], google: false },
  CaptchaBeat: { connector: 'captcha-beat', needs: ['captchaKey'], mayMove: true, google: false, isOld: true },
  BypassCaptcha: { connector: 'bypass-captcha', needs: ['captchaKey'], google: false, isOld: true },
  DeCaptcher: { connector: 'de-captcher', needs: ['username', 'password'], google: true, isOld: true },
};

/** Recommended for both kinds (D-NAME-04), and advised against for Google's (D-NAME-05). */
export const recommendedProvider: CaptchaProvider = 'ZeroCaptcha';
export const notForGoogle: readonly CaptchaProvider[] = ['TwoCaptcha', 'DeathByCaptcha', 'ImageTypers'];

/** The fields of the tabs Captcha and Google Captcha. */
export const captchaOptions = z.object({
  autoSolveCaptcha: z.boolean(),
  primaryCaptchaService: captchaProvider,
  primaryCaptchaInfo: captchaInfo,
  useSecondaryCaptchaService: z.boolean(),
  secondaryCaptchaService: captchaProvider.nullable(),
  secondaryCaptchaInfo: captchaInfo,
  useGoogleNoCaptcha: z.boolean(),
  googleNoCaptchaService: captchaProvider,
  googleNoCaptchaInfo: captchaInfo,
  useSecondaryGoogleNoCaptcha: z.boolean(),
  secondaryGoogleNoCaptchaService: captchaProvider.nullable(),
  secondaryGoogleNoCaptchaInfo: captchaInfo,
});
export type CaptchaOptions = z.infer<typeof captchaOptions>;

/** Values of the first start (D-OPT-01). */
export const firstCaptcha: CaptchaOptions = {
  autoSolveCaptcha: false,
  primaryCaptchaService: recommendedProvider,
  primaryCaptchaInfo: {},
  useSecondaryCaptchaService: false,
  secondaryCaptchaService: null,
  secondaryCaptchaInfo: {},
  useGoogleNoCaptcha: false,
  googleNoCaptchaService: recommendedProvider,
  googleNoCaptchaInfo: {},
  useSecondaryGoogleNoCaptcha: false,
  secondaryGoogleNoCaptchaService: null,
  secondaryGoogleNoCaptchaInfo: {},
};

/** Names of the fields of one kind: whether it is solved, and by whom. */
export const captchaFields = {
  image: {
    tab: 'captcha',
    isOn: 'autoSolveCaptcha',
    primary: { service: 'primaryCaptchaService', info: 'primaryCaptchaInfo' },
    useBackup: 'useSecondaryCaptchaService',
    backup: { service: 'secondaryCaptchaService', info: 'secondaryCaptchaInfo' },
  },
  google: {
    tab: 'googleCaptcha',
    isOn: 'useGoogleNoCaptcha',
    primary: { service: 'googleNoCaptchaService', info: 'googleNoCaptchaInfo' },
    useBackup: 'useSecondaryGoogleNoCaptcha',
    backup: { service: 'secondaryGoogleNoCaptchaService', info: 'secondaryGoogleNoCaptchaInfo' },
  },
} as const;

export const captchaTexts = {
  missing: {
    captchaKey: 'Captcha Key is Required',
    username: 'Username is Required',
    password: 'Password is Required',
    address: 'Server Address is Required',
    key: 'Key is Required',
  } satisfies Record<CaptchaField, string>,
  chooseService: 'Please choose a service',
  notForThis: (provider: CaptchaProvider) => `${provider} does not solve Google captchas`,
  noAddress: 'The address must look like http://192.168.0.5:8080 or https://captcha.example',
  addressNeeded: (provider: CaptchaProvider) =>
    `${provider} has no address on this server: enter the one of your service`,
  notRead: 'The login must be a JSON object',
  noAnswer: (seconds: number) => `The service did not answer within ${seconds} s`,
} as const;

/** A broken rule at a field: `primaryCaptchaInfo.TwoCaptcha.captchaKey`. */
export interface CaptchaProblem {
  field: string;
  message: string;
}

/** What a slot with a service still lacks; '' in front of a field for a login that stands alone. */
export function problemsOfLogin(provider: CaptchaProvider, login: CaptchaLogin | undefined, at = ''): CaptchaProblem[] {
  const missing = captchaProviders[provider].needs
    .filter((name) => !login?.[name]?.trim())
    .map((name) => ({ field: `${at}${name}`, message: captchaTexts.missing[name] }));
  const { address } = login ?? {};
  const isWrong = address && wholeAddress(address) === undefined;
  return isWrong ? [...missing, { field: `${at}address`, message: captchaTexts.noAddress }] : missing;
}

/** A typed address with its scheme and without "/" at its end; undefined where it is none, or holds a login. */
export function wholeAddress(typed: string): string | undefined {
  const address = (/^[a-z][a-z\d+.-]*:\/\//i.test(typed) ? typed : `http://${typed}`).replace(/\/+$/, '');
  if (!URL.canParse(address)) return undefined;
  const { protocol, username, password } = new URL(address);
  return /^https?:$/.test(protocol) && username === '' && password === '' ? address : undefined;
}

/** The broken rules of one kind: none while it is off; a backup counts only while it is used. */
export function problemsOfCaptcha(values: CaptchaOptions, kind: CaptchaKind): CaptchaProblem[] {
  const fields = captchaFields[kind];
  if (!values[fields.isOn]) return [];
  const slots = values[fields.useBackup] ? [fields.primary, fields.backup] : [fields.primary];
  return slots.flatMap(({ service, info }) => {
    const provider = values[service];
    if (provider === null) return [{ field: service, message: captchaTexts.chooseService }];
    if (kind === 'google' && !captchaProviders[provider].google)
      return [{ field: service, message: captchaTexts.notForThis(provider) }];
    return problemsOfLogin(provider, values[info][provider], `${info}.${provider}.`);
  });
}

export const checkCaptcha = defineCall({
  id: 'checkCaptcha',
  method: 'POST',
  path: '/action/check_balance/captcha',
  summary: 'Ask a captcha service what is left on the typed login; it is kept nowhere',
  body: z.object({
    provider: captchaProvider,
    /** A JSON object with the fields of the provider. */
    loginInfo: z.string().max(10_000),
    kind: captchaKind.default('image'),
  }),
  /** -1: the login is refused; 1 without a unit: it works, and the service tells of no number (D-OPT-07). */
  reply: z.object({ balance: z.number(), unit: z.enum(['usd', 'credits', 'requests', 'words']).nullable() }),
});
