import { limits } from '#domain/limits.ts';
import { parseBounded } from '#domain/rules/bounded-json.ts';
import { Fatal, NeedsOperator, Retryable, Unconfirmed } from './errors.ts';

/** Texts of the statuses an operator is likely to meet; others are shown by number only. */
const statusTexts: Record<number, string> = {
  301: 'Moved Permanently',
  302: 'Found',
  303: 'See Other',
  307: 'Temporary Redirect',
  308: 'Permanent Redirect',
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  405: 'Method Not Allowed',
  406: 'Not Acceptable',
  408: 'Request Timeout',
  409: 'Conflict',
  410: 'Gone',
  413: 'Content Too Large',
  422: 'Unprocessable Content',
  429: 'Too Many Requests',
  500: 'Internal Server Error',
  501: 'Not Implemented',
  502: 'Bad Gateway',
  503: 'Service Unavailable',
  504: 'Gateway Timeout',
};

/** "503 Service Unavailable". */
export function describeStatus(status: number): string {
  const text = statusTexts[status];
  return text === undefined ? String(status) : `${status} ${text}`;
}

/** Longest wait taken from a Retry-After header: one day. */
const longestWaitMs = 86_400_000;

/** Milliseconds asked for by a Retry-After header, as seconds or as an HTTP date; undefined when absent or unreadable. */
export function retryAfterMs(header: string | undefined, now: number): number | undefined {
  if (header === undefined) return undefined;
  const text = header.trim();
  const wait = /^\d+$/.test(text) ? Number(text) * 1000 : Date.parse(text) - now;
  return Number.isFinite(wait) ? Math.min(Math.max(wait, 0), longestWaitMs) : undefined;
}

/** What is known of an answer whose status has to be judged. */
export interface StatusFacts {
  /** Who answered, as an operator knows it: "WordPress". */
  who: string;
  status: number;
  headers: Record<string, string>;
  /** True when the request was to change something over there. */
  act: boolean;
  /** Milliseconds since 1970, to read Retry-After dates. */
  now: number;
  /** What the other side said, already short and free of secrets. */
  detail?: string | undefined;
}

/** The error that a status means, or undefined for 2xx (design, section 5: fails in four ways). */
export function errorForStatus(facts: StatusFacts): Error | undefined {
  const { who, status } = facts;
  if (status >= 200 && status < 300) return undefined;
  const said = `${who} answered ${describeStatus(status)}${facts.detail ? `: ${facts.detail}` : ''}`;
  if (status === 429 || status === 503) {
    const afterMs = retryAfterMs(facts.headers['retry-after'], facts.now);
    // Caches and proxies say 503 also when what is behind them was too slow: it may have done the work.
    if (status === 503 && facts.act && afterMs === undefined) return new Unconfirmed(said);
    return new Retryable(said, afterMs === undefined ? {} : { afterMs });
  }
  if (status >= 500 || status === 408) return facts.act ? new Unconfirmed(said) : new Retryable(said);
  if (status === 401 || status === 403) return new NeedsOperator(said, 'credentials');
  if (status >= 300 && status < 400) return new Fatal(`${said}${movedTo(facts.headers)}`);
  return new Fatal(said);
}

/** Throws for an answer to a question that says the site is busy or broken; others are the caller's to judge. */
export function stopWhenBusy(facts: Omit<StatusFacts, 'act'>): void {
  const error = facts.status === 429 || facts.status >= 500 ? errorForStatus({ ...facts, act: false }) : undefined;
  if (error) throw error;
}

/** Where a redirect leads, and what to do about it; an address of a private network is nobody's to read or enter. */
function movedTo({ location = '' }: Record<string, string>): string {
  if (location === '') return '';
  if (!URL.canParse(location)) return ': it leads to another place of the same address';
  const { protocol, host, hostname, pathname } = new URL(location);
  if (!/^https?:$/.test(protocol) || isPrivateHost(hostname)) return ': it leads to an address that is not public';
  return `: it leads to ${shortDetail(`${protocol}//${host}${pathname}`)}; enter that address instead, if it is the right one`;
}

/** True for names and numbers that mean something inside one network alone (RFC 1918, 4193, 6761). */
function isPrivateHost(hostname: string): boolean {
  const name = hostname.toLowerCase().replace(/^\[|\]$/g, '');
  if (name.includes(':')) return /^(::|f[cd]|fe[89ab])/.test(name);
  const isNumber = /^(0|10|127|169\.254|192\.168|172\.(1[6-9]|2\d|3[01])|100\.(6[4-9]|[7-9]\d|1[01]\d|12[0-7]))\./.test(
    name,
  );
  return isNumber || !name.includes('.') || /\.(local|internal|localhost|lan|home\.arpa)$/.test(name);
}

/** Letters of a message that are looked at. */
const maxDetail = 2_000;

/** A text of the other side made fit for a message: no markup, one line, at most 200 characters. */
export function shortDetail(text: string): string {
  // A stranger's text is cut before it is searched, and no search looks at a letter twice.
  const plain = text
    .slice(0, maxDetail)
    .replace(/<[^<>]*>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  return plain.length > 200 ? `${plain.slice(0, 199)}…` : plain;
}

/** Members by which interfaces tell what was wrong, in the order of how well they say it. */
const tellingMembers = ['message', 'error_description', 'detail', 'error', 'title'];

/**
 * What a whole answer says, for a message: the telling member of a JSON object, the title of a page, a plain text as it is; ''
 * when it says nothing that people read.
 */
export function bodyDetail(text: string): string {
  const start = text.slice(0, maxDetail).trim();
  if (/^[[{]/.test(start)) {
    const told = readObject(text);
    const inner = objectOf(told, 'error');
    const said = tellingMembers.map((name) => textOf(told, name) || textOf(inner, name)).find((one) => one !== '');
    return shortDetail(said ?? '');
  }
  if (!start.startsWith('<')) return shortDetail(start);
  const from = start.search(/<title[\s>]/i);
  const inTitle = from < 0 ? '' : start.slice(start.indexOf('>', from) + 1);
  return shortDetail(inTitle.slice(0, Math.max(0, inTitle.indexOf('<'))));
}

/** The answer's JSON object, or undefined when it is not one (a firewall's page, a cut answer). */
export function readObject(text: string): Record<string, unknown> | undefined {
  const value = readJson(text);
  return isObject(value) ? value : undefined;
}

/** Answers above this are no answer: reading them would hold up everything else. */
const maxJson = 8 * 1_024 * 1_024;

/** The answer's JSON value, or undefined when it is none, or larger than any honest one. */
export function readJson(text: string): unknown {
  try {
    return text.length > maxJson ? undefined : parseBounded(text, limits.answerValues);
  } catch {
    return undefined;
  }
}

/** True for a JSON object, not for null or a list. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A text member of an object, '' when it is missing or no text. */
export function textOf(object: Record<string, unknown> | undefined, name: string): string {
  const value = object?.[name];
  return typeof value === 'string' ? value : '';
}

/** An object member of an object, or undefined. */
export function objectOf(
  object: Record<string, unknown> | undefined,
  name: string,
): Record<string, unknown> | undefined {
  const value = object?.[name];
  return isObject(value) ? value : undefined;
}

/** The objects in a list member, [] when it is missing. */
export function listOf(object: Record<string, unknown> | undefined, name: string): Record<string, unknown>[] {
  const value = object?.[name];
  return Array.isArray(value) ? value.filter(isObject) : [];
}
