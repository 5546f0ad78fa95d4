/** Cookies kept of one site. */
const maxCookies = 50;

/** Cookies of one account, by origin, then by name. Paths are ignored: each account talks to one site. */
class CookieJar {
  readonly #origins = new Map<string, Map<string, string>>();

  /** The Cookie header for an origin, or undefined. */
  header(origin: string): string | undefined {
    const cookies = this.#origins.get(origin);
    if (cookies === undefined || cookies.size === 0) return undefined;
    return [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  }

  /** Takes over the Set-Cookie headers of an answer. */
  store(origin: string, setCookie: string | string[] | undefined, now: number): void {
    if (setCookie === undefined) return;
    const cookies = this.#origins.get(origin) ?? new Map<string, string>();
    this.#origins.set(origin, cookies);
    for (const line of Array.isArray(setCookie) ? setCookie : [setCookie]) storeLine(cookies, line, now);
  }
}

function storeLine(cookies: Map<string, string>, line: string, now: number): void {
  const [pair = '', ...attributes] = line.split(';');
  const equals = pair.indexOf('=');
  const name = pair.slice(0, equals).trim();
  if (equals < 1 || name === '') return;
  if (isExpired(attributes, now)) cookies.delete(name);
  else cookies.set(name, pair.slice(equals + 1).trim());
  // The bound of RFC 6265, section 6.1; the oldest goes.
  const oldest = cookies.size > maxCookies ? cookies.keys().next().value : undefined;
  if (oldest !== undefined) cookies.delete(oldest);
}

/** Max-Age wins over Expires (RFC 6265, 5.3). */
function isExpired(attributes: string[], now: number): boolean {
  const values = new Map(attributes.map((text) => splitOnce(text.trim())));
  const maxAge = values.get('max-age');
  if (maxAge !== undefined) return Number(maxAge) <= 0;
  const expires = values.get('expires');
  return expires !== undefined && Date.parse(expires) <= now;
}

function splitOnce(text: string): [string, string] {
  const at = text.indexOf('=');
  return at < 0 ? [text.toLowerCase(), ''] : [text.slice(0, at).toLowerCase(), text.slice(at + 1)];
}

/** What is remembered of one account between its requests; lost at a restart. */
export interface AccountState {
  jar: CookieJar;
  memory: Map<string, string>;
}

/** Keeps the state of the accounts used last, so that memory stays bounded however many there are. */
export class AccountStates {
  readonly #states = new Map<string, AccountState>();
  readonly #limit: number;

  constructor(limit = 20_000) {
    this.#limit = limit;
  }

  /** The state under a key; a new one when it is not known. */
  of(key: string): AccountState {
    const known = this.#states.get(key);
    if (known !== undefined) {
      this.#states.delete(key);
      this.#states.set(key, known);
      return known;
    }
    const fresh = { jar: new CookieJar(), memory: new Map<string, string>() };
    this.#states.set(key, fresh);
    const oldest = this.#states.size > this.#limit ? this.#states.keys().next().value : undefined;
    if (oldest !== undefined) this.#states.delete(oldest);
    return fresh;
  }
}
