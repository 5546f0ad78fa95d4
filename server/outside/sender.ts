import { Readable } from 'node:stream';
import type { OutgoingStream, OutsideAnswer, OutsideRequest, OutsideStream } from '#connectors/kit/contract/tools.ts';
import { Fatal, Retryable } from '#connectors/kit/errors.ts';
import { errorForStatus, retryAfterMs } from '#connectors/kit/read-answer.ts';
import { isSameSite, liesElsewhere } from '#connectors/kit/same-site.ts';
import { findPlatform, labelOf } from '#connectors/registry.ts';
import type { AccountState } from './account-state.ts';
import { checkUrl, RefusedAddress } from './address-policy.ts';
import { errorForDeath } from './describe-death.ts';
import { WireDeath } from './exchange.ts';
import type { HostHolds } from './host-holds.ts';
import { maskSecrets, maskValue } from './mask-secrets.ts';
import { secretsOf } from './proxies.ts';
import { sendRequest, type WireAnswer } from './send-request.ts';
import type { ServicesFor } from './solve-captcha.ts';
import { readBeginning, streamRequest, TooLong, type WireStream } from './stream-request.ts';
import { type ProxyChoice, type Send, strangerTo, type WayOut } from './way-out.ts';
import { decodeBody, hasLogin, joinHeaders, redirectTarget, withoutLogin } from './wire-answer.ts';

type Log = (message: string, details?: Record<string, unknown>) => void;

/** Settings of the outside tools, passed in by the app. */
export interface OutsideSettings {
  /** Whole time of one request, waitTimeOut in ms; read at each request. */
  timeoutMs: () => number;
  log: Log;
  /** Hosts that asked to be left alone; without it every request may leave. */
  holds?: HostHolds;
  /** Missing: no captcha is solved. */
  captcha?: ServicesFor;
  /** Proxies for the traffic to sites; missing: straight on. */
  proxies?: ProxyChoice;
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
  /** Whose proxy its traffic goes by, whatever the password; missing: like a stranger to its host. */
  goesAs?: string | undefined;
  /** Never shown in a log line or error message. */
  secrets: string[];
  signal: AbortSignal;
  /** Of the tools' random numbers. */
  seed: string;
  /** Asked right before an act leaves, each time: it may take its time, and refuse by throwing. */
  beforeAct?: (() => Promise<void>) | undefined;
}

/** Longest time a request may ask for, in ms. */
const longestMs = 600_000;
type Wire = WireAnswer | WireStream;
interface Leg {
  request: OutsideRequest;
  url: URL;
  headers: Record<string, string>;
}

const isOutgoing = (body: OutsideRequest['body']): body is OutgoingStream =>
  typeof body === 'object' && 'bytes' in body;

interface SenderParts {
  way: WayOut;
  settings: OutsideSettings;
  userAgent: string;
  of: ToolsOf;
  state: AccountState;
}

/** Sends for one account: cookies, redirects, address policy, errors of the contract. */
export class Sender {
  readonly #parts: SenderParts;
  readonly #who: string;
  readonly #secrets: string[];

  constructor(parts: SenderParts) {
    this.#parts = parts;
    this.#who = labelOf(parts.of.connectorId);
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
    const { wire, url } = await this.#follow(request, sendRequest);
    return this.#judge(request, url, wire);
  }

  async stream(request: OutsideRequest, maxBytes: number): Promise<OutsideStream> {
    const { wire, url } = await this.#follow(request, (agent, wired) => streamRequest(agent, wired, maxBytes));
    const { status, body } = wire;
    if (status >= 300 && request.raw) {
      const said = this.#mask(await readBeginning(this.#read(body, request, url)));
      return { status, url: url.href, headers: joinHeaders(wire), body: Readable.from([Buffer.from(said)]) };
    }
    if (status >= 300) {
      body.destroy();
      // Raises: a bad status has no file.
      this.#judge({ ...request, raw: false }, url, { ...wire, body: Buffer.alloc(0) });
    }
    return { status, url: url.href, headers: joinHeaders(wire), body: this.#read(body, request, url) };
  }

  /** The body as the connector reads it; what ends it early raises an error of the contract. */
  async *#read(body: Readable, request: OutsideRequest, url: URL): AsyncGenerator<Uint8Array> {
    try {
      for await (const chunk of body) yield chunk as Buffer;
    } catch (error) {
      if (error instanceof TooLong) throw new Fatal(`${this.#who} sent more than is read of an answer`);
      throw this.#errorOf(error, request, url);
    }
  }

  /** Sends, and follows where a read is sent on. */
  async #follow<W extends Wire>(request: OutsideRequest, send: Send<W>): Promise<{ wire: W; url: URL }> {
    for (const secret of request.secrets ?? []) if (!this.#secrets.includes(secret)) this.#secrets.push(secret);
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    let hops = isRead && !request.act && !isOutgoing(request.body) ? (request.maxRedirects ?? 5) : 0;
    let url = this.#parse(request.url);
    let headers = request.headers ?? {};
    if (this.#carriesLogin(request)) this.#checkHome(url);
    for (;;) {
      const wire = await this.#send({ request, url, headers }, send);
      const target = redirectTarget(wire, url);
      if (target === undefined || hops === 0) return { wire, url };
      if (wire.body instanceof Readable) wire.body.destroy();
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

  async #send<W extends Wire>({ request, url, headers }: Leg, send: Send<W>): Promise<W> {
    const { way, userAgent, of, state } = this.#parts;
    this.#refuseHeld(url);
    // Before it is marked as sent: without a proxy nothing leaves.
    const proxy = await this.#proxy();
    if (request.act) await of.beforeAct?.();
    const cookie = state.jar.header(url.origin);
    const sent: Record<string, string> = { 'user-agent': userAgent, accept: '*/*', ...headers };
    if (cookie !== undefined) sent.cookie = cookie;
    const { method, body } = request;
    if (isOutgoing(body)) sent['content-length'] = String(body.length);
    const timeoutMs = this.#timeOf(request);
    const wired = { method, body: isOutgoing(body) ? body.bytes : body, timeoutMs, signal: of.signal };
    try {
      const wire = await way.send(proxy, { ...wired, url, headers: sent }, send);
      state.jar.store(url.origin, wire.headers['set-cookie'], Date.now());
      this.#noteHold(url, wire);
      return wire;
    } catch (error) {
      throw this.#errorOf(error, request, url);
    }
  }

  /** By which proxy the traffic to a site goes; services are asked straight on. */
  async #proxy(): Promise<string | undefined> {
    const { connectorId, goesAs, siteUrl } = this.#parts.of;
    if (findPlatform(connectorId) === undefined) return undefined;
    const proxy = await this.#parts.way.proxyOf(goesAs ?? strangerTo(siteUrl));
    for (const secret of secretsOf(proxy)) if (!this.#secrets.includes(secret)) this.#secrets.push(secret);
    return proxy;
  }

  #timeOf({ timeoutMs }: OutsideRequest): number {
    return timeoutMs === undefined ? this.#parts.settings.timeoutMs() : Math.min(timeoutMs, longestMs);
  }

  /** The error of the contract that the death of a request means, told to the log. */
  #errorOf(error: unknown, request: OutsideRequest, url: URL): unknown {
    if (!(error instanceof WireDeath)) return error;
    const act = request.act === true;
    const known = errorForDeath(error, this.#who, { url, act, timeoutMs: this.#timeOf(request) });
    known.message = this.#mask(known.message);
    this.log(known.message, { method: request.method, url: url.href, act, sent: error.sent, cause: error.cause });
    return known;
  }

  #refuseHeld(url: URL): void {
    const wait = this.#parts.settings.holds?.waitOf(url.host);
    if (wait) throw new Retryable(wait.reason, { afterMs: wait.forMs });
  }

  #noteHold(url: URL, { status, headers }: Wire): void {
    if (status !== 429 && status !== 503) return;
    const afterMs = retryAfterMs(headers['retry-after'], Date.now()) ?? 0;
    this.#parts.settings.holds?.hold(url.host, afterMs);
  }

  #judge(request: OutsideRequest, url: URL, wire: WireAnswer): OutsideAnswer {
    const headers = joinHeaders(wire);
    const answer = { status: wire.status, url: url.href, headers, text: decodeBody(wire) };
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
