import type { Agent } from 'undici';
import type { OutsideAnswer, OutsideRequest, Tools } from '#connectors/kit/contract.ts';
import { Fatal, Retryable } from '#connectors/kit/errors.ts';
import { errorForStatus, retryAfterMs } from '#connectors/kit/read-answer.ts';
import { isSameSite, liesElsewhere } from '#connectors/kit/same-site.ts';
import { findPlatform } from '#connectors/registry.ts';
import type { PageReading } from '#domain/rules/page-reading.ts';
import { seededRandom } from '#domain/rules/random.ts';
import { type AccountState, AccountStates } from './account-state.ts';
import { checkUrl, RefusedAddress } from './address-policy.ts';
import { errorForDeath } from './describe-death.ts';
import type { HostHolds } from './host-holds.ts';
import { maskSecrets, maskValue } from './mask-secrets.ts';
import { createPageRoom } from './read-body.ts';
import { type Route, readPage } from './read-page.ts';
import { answerLimit, createAgent, sendRequest, type WireAnswer, WireDeath } from './send-request.ts';
import { decodeBody, redirectTarget } from './wire-answer.ts';

type Log = (message: string, details?: Record<string, unknown>) => void;

/** Settings of the outside tools, passed in by the app. */
export interface OutsideSettings {
  /** Whole time of one request, waitTimeOut in ms; read at each request. */
  timeoutMs: () => number;
  log: Log;
  /** Hosts that asked to be left alone; without it every request may leave. */
  holds?: HostHolds;
  /** Sent with every request; says honestly who we are. */
  userAgent?: string;
}

/** Whose tools are asked for. */
export interface ToolsOf {
  connectorId: string;
  /** Address of the site as the operator entered it: a login is sent to its host and to no other. */
  siteUrl: string;
  /** Cookies and memory are kept under it: one per account. */
  accountKey: string;
  /** Never shown in a log line or error message. */
  secrets: string[];
  signal: AbortSignal;
  /** Of the tools' random numbers. */
  seed: string;
  /** Asked right before an act leaves, each time: it may take its time, and refuse by throwing. */
  beforeAct?: (() => Promise<void>) | undefined;
}

/** The product's only way to the network. */
export interface Outside {
  toolsFor(of: ToolsOf): Tools;
  /** Reads a public page as a stranger; throws only when the signal calls it off. */
  readPage(url: string, signal: AbortSignal, route?: Route): Promise<PageReading>;
  /** Hosts that asked to be left alone, as this process knows them. */
  readonly holds: HostHolds | undefined;
  close(): Promise<void>;
}

/** Bytes that are read of an answer that says no: there is nothing honest in the rest. */

const longestError = 256 * 1_024;

/** User-Agent unless the settings name one. */
const defaultUserAgent = 'Linkwright/0.1 (posts to and reads sites on behalf of their operator)';

/** Makes the outside tools; `close` ends all connections. */
export function createOutside(settings: OutsideSettings): Outside {
  const agent = createAgent();
  const room = createPageRoom();
  const states = new AccountStates();
  const userAgent = settings.userAgent ?? defaultUserAgent;
  return {
    toolsFor(of) {
      const state = states.of(`${of.connectorId}\n${of.accountKey}`);
      const sender = new Sender({ agent, settings, userAgent, of, state });
      return {
        http: (request) => sender.http(request),
        now: Date.now,
        random: seededRandom(of.seed),
        log: (message, details) => sender.log(message, details),
        signal: of.signal,
        memory: state.memory,
      };
    },
    readPage: (url, signal, route = {}) =>
      readPage({ agent, room, userAgent, timeoutMs: settings.timeoutMs(), holds: settings.holds }, url, {
        ...route,
        signal,
      }),
    holds: settings.holds,
    close: async () => {
      await agent.destroy();
      await room.close();
    },
  };
}

interface SenderParts {
  agent: Agent;
  settings: OutsideSettings;
  userAgent: string;
  of: ToolsOf;
  state: AccountState;
}

/** Sends for one account: cookies, redirects, address policy, errors of the contract. */
class Sender {
  readonly #parts: SenderParts;
  readonly #who: string;
  readonly #secrets: string[];

  constructor(parts: SenderParts) {
    this.#parts = parts;
    this.#who = findPlatform(parts.of.connectorId)?.label ?? parts.of.connectorId;
    this.#secrets = [...parts.of.secrets];
  }

  log(message: string, details?: Record<string, unknown>): void {
    const masked = details === undefined ? {} : maskValue(details, this.#secrets);
    this.#parts.settings.log(maskSecrets(message, this.#secrets), {
      connector: this.#parts.of.connectorId,
      ...(masked as Record<string, unknown>),
    });
  }

  async http(request: OutsideRequest): Promise<OutsideAnswer> {
    for (const secret of request.secrets ?? []) if (!this.#secrets.includes(secret)) this.#secrets.push(secret);
    const mayFollow = (request.method === 'GET' || request.method === 'HEAD') && !request.act;
    let hops = mayFollow ? (request.maxRedirects ?? 5) : 0;
    let url = this.#parse(request.url);
    let headers = request.headers ?? {};
    if (this.#carriesLogin(request)) this.#checkHome(url);
    for (;;) {
      const wire = await this.#send(request, url, headers);
      const target = redirectTarget(wire, url);
      if (target === undefined || hops === 0) return this.#judge(request, url, wire);
      hops -= 1;
      this.#check(target);
      if (target.origin !== url.origin) headers = withoutLogin(headers);
      url = target;
    }
  }

  #parse(text: string): URL {
    if (!URL.canParse(text)) throw new Fatal(`"${this.#mask(text)}" is not a web address`);
    const url = new URL(text);
    this.#check(url);
    return url;
  }

  #check(url: URL): void {
    try {
      checkUrl(url);
    } catch (error) {
      if (error instanceof RefusedAddress) throw new Fatal(this.#mask(error.message));
      throw error;
    }
  }

  /** All but a plain read may hold a login; a secret may stand in an address too. */
  #carriesLogin({ method, url, headers = {}, act, body, secrets = [] }: OutsideRequest): boolean {
    const isRead = (method === 'GET' || method === 'HEAD') && !act && body === undefined && secrets.length === 0;
    return !isRead || hasLogin(headers) || this.#mask(url) !== url;
  }

  /** A page may name any host as its interface: no connector can be led to hand the login over. */
  #checkHome(url: URL): void {
    if (isSameSite(this.#parts.of.siteUrl, url.href)) return;
    throw new Fatal(this.#mask(liesElsewhere(this.#who, url.href)));
  }

  async #send(request: OutsideRequest, url: URL, headers: Record<string, string>): Promise<WireAnswer> {
    const { agent, settings, userAgent, of, state } = this.#parts;
    this.#refuseHeld(url);
    if (request.act) await of.beforeAct?.();
    const cookie = state.jar.header(url.origin);
    const sent: Record<string, string> = { 'user-agent': userAgent, accept: '*/*', ...headers };
    if (cookie !== undefined) sent.cookie = cookie;
    const timeoutMs = settings.timeoutMs();
    try {
      const { method, body } = request;
      const wire = await sendRequest(agent, { method, url, headers: sent, body, timeoutMs, signal: of.signal });
      state.jar.store(url.origin, wire.headers['set-cookie'], Date.now());
      this.#noteHold(url, wire);
      return wire;
    } catch (error) {
      if (!(error instanceof WireDeath)) throw error;
      const act = request.act === true;
      const known = errorForDeath(error, this.#who, { url, act, timeoutMs });
      known.message = this.#mask(known.message);
      this.log(known.message, { method: request.method, url: url.href, act, sent: error.sent, cause: error.cause });
      throw known;
    }
  }

  #refuseHeld(url: URL): void {
    const wait = this.#parts.settings.holds?.waitOf(url.host);
    if (wait) throw new Retryable(wait.reason, { afterMs: wait.forMs });
  }

  #noteHold(url: URL, { status, headers }: WireAnswer): void {
    if (status !== 429 && status !== 503) return;
    const afterMs = retryAfterMs(headers['retry-after'], Date.now()) ?? 0;
    this.#parts.settings.holds?.hold(url.host, afterMs);
  }

  #judge(request: OutsideRequest, url: URL, wire: WireAnswer): OutsideAnswer {
    const headers = joinHeaders(wire);
    const answer = {
      status: wire.status,
      url: url.href,
      headers,
      text: decodeBody(wire, wire.status < 300 ? answerLimit : longestError),
    };
    if (wire.status < 300) return answer;
    answer.text = this.#mask(answer.text);
    const facts = { who: this.#who, status: wire.status, headers, act: request.act === true, now: Date.now() };
    if (!request.raw) this.log(`${this.#who} answered ${wire.status}`, { method: request.method, url: url.href });
    const error = request.raw ? undefined : errorForStatus(facts);
    if (error === undefined) return answer;
    error.message = this.#mask(error.message);
    throw error;
  }

  #mask(text: string): string {
    return maskSecrets(text, this.#secrets);
  }
}

const loginHeader = /^(authorization|cookie)$/i;
const hasLogin = (headers: Record<string, string>) => Object.keys(headers).some((name) => loginHeader.test(name));

/** A login must not follow to another site. */
function withoutLogin(headers: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !loginHeader.test(name)));
}

function joinHeaders(wire: WireAnswer): Record<string, string> {
  const joined: Record<string, string> = {};
  for (const [name, value] of Object.entries(wire.headers)) {
    if (value !== undefined) joined[name] = Array.isArray(value) ? value.join(', ') : value;
  }
  return joined;
}
