import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import ipaddr from 'ipaddr.js';
import type { z } from 'zod';
import { type MediaService, mediaService } from '#domain/contract/media-search.ts';
import { type ArticleService, articleService } from '#domain/contract/options/article-sources.ts';
import { type CaptchaProvider, captchaProvider, wholeAddress } from '#domain/contract/options/captcha.ts';
import { type SpinnerService, spinnerService } from '#domain/contract/options/spinner.ts';

/** What one process of the product may do. */
export type Role = 'http' | 'engine';

/** Everything that is set from outside: environment first, then these defaults (README has the table). */
export interface Config {
  /** Address and port of the web server. */
  host: string;
  port: number;
  /** Path of its own that a proxy serves the product below, without a slash at its end; '' for the root of a host. */
  basePath: string;
  /** Folder of the embedded store and the key file. */
  dataDir: string;
  /** Set: a PostgreSQL server is used and the embedded store is not started. */
  databaseUrl: string | undefined;
  /** 32 bytes as 64 hex digits; unset: a key file in the data folder. */
  secretKey: string | undefined;
  roles: Role[];
  /** First user, made when there is none (D-AUTH-01). */
  firstUser: { name: string; password: string | undefined };
  /** E-mails with higher limits (D-AUTH-09). */
  privilegedAccounts: string[];
  /** Outside addresses of the shell (D-NAV-06). */
  links: Record<'changelog' | 'guide' | 'help' | 'privacy' | 'terms', string | null>;
  /** Catch-all domain with its IMAP mailbox for pre-created addresses (D-ACC-04); null: not offered. */
  productMail: ProductMail | null;
  /** Where the advice on a captcha provider leads, and its text; null: no banner (D-NAME-04). */
  adviceUrl: string | null;
  adviceText: string | null;
  /** Addresses of captcha services by wire name, in place of their public ones (D-NAME-11). */
  captchaAddresses: Partial<Record<CaptchaProvider, string>>;
  /** The same of the sources of articles. */
  articleAddresses: Partial<Record<ArticleService, string>>;
  /** The same of the sources of images and videos. */
  mediaAddresses: Partial<Record<MediaService, string>>;
  /** The same for spinners; those whose interface is published nowhere have no other (D-NAME-11). */
  spinnerAddresses: Partial<Record<SpinnerService, string>>;
  /** True: RemoteOCR is not offered. */
  hideRemoteOcr: boolean;
  /** When the sign-in asks for a captcha, and Google's instead of the built-in slider (D-AUTH-05, D-AUTH-06). */
  captcha: { always: boolean; google: GoogleCaptcha | null };
  /** Page that a proxy is asked for when it is checked; any answer of it will do. */
  proxyCheckUrl: string;
  notificationUrl: string | null;
  versionUrl: string | null;
  logLevel: string;
  /** Proxies whose X-Forwarded headers are believed: addresses, networks or "loopback"; none unless asked to. */
  trustedProxies: string[];
  /** Shortest wait before a lost act is looked up, in ms; connectors may ask for more. */
  settleMs: number | undefined;
}

/** A mailbox that takes the mail of a whole domain. */
export interface ProductMail {
  domain: string;
  emailServer: string;
  emailServerPort: number;
  emailLogin: string;
  emailPassword: string;
  SSL: boolean;
}

/** Google's captcha of the sign-in. */
export interface GoogleCaptcha {
  kind: 'v2' | 'invisible';
  siteKey: string;
  secret: string;
  /** Where tokens are checked; another address in tests (D-NAME-11). */
  verifyUrl: string;
}

/** The version in package.json. */
export const ownVersion: string = (
  JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as { version: string }
).version;

/** Reads the configuration; throws with the name and the bound of a bad value. */
export function readConfig(env: NodeJS.ProcessEnv, argv: string[]): Config {
  const text = (name: string) => env[name]?.trim() || undefined;
  return {
    host: text('HOST') ?? '127.0.0.1',
    port: wholeNumber('PORT', text('PORT') ?? '4600', 0, 65_535),
    basePath: readBasePath(text('LINKWRIGHT_BASE_PATH')),
    dataDir: resolve(text('LINKWRIGHT_DATA') ?? 'data'),
    databaseUrl: text('DATABASE_URL'),
    secretKey: text('LINKWRIGHT_SECRET_KEY'),
    roles: readRoles(argv, text('LINKWRIGHT_ROLES')),
    firstUser: { name: text('LINKWRIGHT_USER') ?? 'admin', password: text('LINKWRIGHT_PASSWORD') },
    privilegedAccounts: (text('LINKWRIGHT_PRIVILEGED') ?? '')
      .split(',')
      .map((item) => item.trim().toLowerCase())
      .filter(Boolean),
    links: {
      changelog: text('LINKWRIGHT_CHANGELOG_URL') ?? null,
      guide: text('LINKWRIGHT_GUIDE_URL') ?? null,
      help: text('LINKWRIGHT_HELP_URL') ?? null,
      privacy: text('LINKWRIGHT_PRIVACY_URL') ?? null,
      terms: text('LINKWRIGHT_TERMS_URL') ?? null,
    },
    productMail: readProductMail(text),
    adviceUrl: text('LINKWRIGHT_CAPTCHA_ADVICE_URL') ?? null,
    adviceText: text('LINKWRIGHT_CAPTCHA_ADVICE') ?? null,
    captchaAddresses: readAddresses('LINKWRIGHT_CAPTCHA_ADDRESSES', captchaProvider, text),
    articleAddresses: readAddresses('LINKWRIGHT_ARTICLE_ADDRESSES', articleService, text),
    mediaAddresses: readAddresses('LINKWRIGHT_MEDIA_ADDRESSES', mediaService, text),
    spinnerAddresses: readAddresses('LINKWRIGHT_SPINNER_ADDRESSES', spinnerService, text),
    hideRemoteOcr: text('LINKWRIGHT_HIDE_REMOTE_OCR') === 'true',
    captcha: {
      always:
        oneOf('LINKWRIGHT_LOGIN_CAPTCHA', text('LINKWRIGHT_LOGIN_CAPTCHA') ?? 'after', ['after', 'always']) ===
        'always',
      google: readGoogle(text),
    },
    proxyCheckUrl: text('LINKWRIGHT_PROXY_CHECK_URL') ?? 'http://example.com/',
    notificationUrl: text('LINKWRIGHT_NOTIFICATION_URL') ?? null,
    versionUrl: text('LINKWRIGHT_VERSION_URL') ?? null,
    logLevel: text('LINKWRIGHT_LOG') ?? 'info',
    trustedProxies: readProxies(text('LINKWRIGHT_TRUSTED_PROXIES')),
    settleMs: text('LINKWRIGHT_SETTLE_MS')
      ? wholeNumber('LINKWRIGHT_SETTLE_MS', text('LINKWRIGHT_SETTLE_MS') ?? '', 0, 600_000)
      : undefined,
  };
}

function readBasePath(given = ''): string {
  const path = given.replace(/\/+$/, '');
  if (!/^(\/[\w.~-]+)*$/.test(path))
    throw new Error(`LINKWRIGHT_BASE_PATH must be a path like /linkwright, not "${given}"`);
  return path;
}

function readProductMail(text: (name: string) => string | undefined): ProductMail | null {
  const domain = text('LINKWRIGHT_MAIL_DOMAIN');
  if (!domain) return null;
  const needed = (name: string) => {
    const value = text(name);
    if (!value) throw new Error(`LINKWRIGHT_MAIL_DOMAIN is set, so ${name} must be set too`);
    return value;
  };
  return {
    domain,
    emailServer: needed('LINKWRIGHT_MAIL_SERVER'),
    emailServerPort: wholeNumber('LINKWRIGHT_MAIL_PORT', text('LINKWRIGHT_MAIL_PORT') ?? '993', 1, 65_535),
    emailLogin: needed('LINKWRIGHT_MAIL_LOGIN'),
    emailPassword: needed('LINKWRIGHT_MAIL_PASSWORD'),
    SSL: text('LINKWRIGHT_MAIL_SSL') !== 'false',
  };
}

/** Addresses of services by wire name: `Name=https://host`, with commas. */
function readAddresses<T extends string>(
  variable: string,
  services: z.ZodType<T>,
  text: (name: string) => string | undefined,
): Partial<Record<T, string>> {
  const pairs = (text(variable) ?? '')
    .split(',')
    .map((item) => item.trim())
    .filter(Boolean)
    .map((item) => {
      const [name = '', ...rest] = item.split('=');
      const service = services.safeParse(name.trim()).data;
      const address = wholeAddress(rest.join('=').trim());
      if (!service || !address)
        throw new Error(`${variable} takes Name=https://host and more with commas, not "${item}"`);
      return [service, address];
    });
  return Object.fromEntries(pairs);
}

function readProxies(given = ''): string[] {
  const proxies = given
    .split(',')
    .map((item) => item.trim())
    .filter(Boolean);
  const wrong = proxies.find((item) => item !== 'loopback' && !ipaddr.isValid(item) && !ipaddr.isValidCIDR(item));
  if (wrong !== undefined)
    throw new Error(`LINKWRIGHT_TRUSTED_PROXIES takes addresses, networks (10.0.0.0/8) or "loopback", not "${wrong}"`);
  return proxies;
}

function wholeNumber(name: string, value: string, min: number, max: number): number {
  const number = Number(value);
  if (!Number.isInteger(number) || number < min || number > max)
    throw new Error(`${name} must be a whole number between ${min} and ${max}, not "${value}"`);
  return number;
}

function oneOf<T extends string>(name: string, value: string, choices: readonly T[]): T {
  const found = choices.find((choice) => choice === value);
  if (found === undefined) throw new Error(`${name} must be one of ${choices.join(', ')}, not "${value}"`);
  return found;
}

function readGoogle(text: (name: string) => string | undefined): GoogleCaptcha | null {
  const siteKey = text('LINKWRIGHT_GOOGLE_SITE_KEY');
  const secret = text('LINKWRIGHT_GOOGLE_SECRET');
  if (siteKey === undefined && secret === undefined) return null;
  if (siteKey === undefined || secret === undefined)
    throw new Error('LINKWRIGHT_GOOGLE_SITE_KEY and LINKWRIGHT_GOOGLE_SECRET must be set together');
  return {
    kind: oneOf('LINKWRIGHT_GOOGLE_CAPTCHA', text('LINKWRIGHT_GOOGLE_CAPTCHA') ?? 'v2', ['v2', 'invisible']),
    siteKey,
    secret,
    verifyUrl: text('LINKWRIGHT_GOOGLE_VERIFY_URL') ?? 'https://www.google.com/recaptcha/api/siteverify',
  };
}

function readRoles(argv: string[], fromEnv: string | undefined): Role[] {
  const given = argv.find((item) => item.startsWith('--roles='))?.slice('--roles='.length) ?? fromEnv ?? 'http,engine';
  const roles = [...new Set(given.split(',').map((item) => item.trim()))];
  const wrong = roles.find((role) => role !== 'http' && role !== 'engine');
  if (wrong !== undefined) throw new Error(`--roles takes http, engine or both, not "${wrong}"`);
  return roles as Role[];
}
