import type { IncomingHttpHeaders } from 'node:http';
import { Agent, type Dispatcher } from 'undici';
import { guardedLookup } from './address-policy.ts';

/** Longest answer that is read; the rest is cut (D-GEN-22). */
export const answerLimit = 20 * 1024 * 1024;
/** Most answers of 1xx before the one that counts (RFC 9110, section 15.2 names no number; honest servers send one). */
const maxInterim = 20;

/** One request as it goes over the wire, redirects not followed. */
export interface WireRequest {
  method: string;
  url: URL;
  headers: Record<string, string>;
  body?: string | Uint8Array | undefined;
  timeoutMs: number;
  signal: AbortSignal;
}

/** The answer, its body read and cut at the limit. */
export interface WireAnswer {
  status: number;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

/** A request that got no full answer. */
export class WireDeath extends Error {
  override name = 'WireDeath';
  /** False when surely not a byte of the request had left. */
  readonly sent: boolean;
  readonly kind: 'timeout' | 'cancelled' | 'network';
  constructor(kind: 'timeout' | 'cancelled' | 'network', sent: boolean, cause?: unknown) {
    super(kind, { cause });
    this.kind = kind;
    this.sent = sent;
  }
}

/** The pool of connections: keep-alive, many per site, addresses checked when they are resolved. */
export function createAgent(): Agent {
  return new Agent({
    connections: 512,
    pipelining: 1,
    keepAliveTimeout: 4_000,
    allowH2: false,
    headersTimeout: 0,
    bodyTimeout: 0,
    connect: { lookup: guardedLookup, timeout: 15_000 },
  });
}

/**
 * Sends one request. Uses the dispatcher's own handler instead of `request()` or fetch: no streams (a third of the
 * CPU), and it tells exactly whether the request had begun to leave, which decides between Retryable and Unconfirmed.
 */
export function sendRequest(agent: Dispatcher, request: WireRequest): Promise<WireAnswer> {
  return new Promise((resolve, reject) => {
    const exchange = new Exchange(request, resolve, reject);
    if (request.signal.aborted) return exchange.die('cancelled');
    exchange.watch();
    const { url } = request;
    try {
      agent.dispatch(
        {
          origin: url.origin,
          path: url.pathname + url.search,
          method: request.method as Dispatcher.HttpMethod,
          headers: request.headers,
          body: request.body ?? null,
        },
        exchange,
      );
    } catch (error) {
      exchange.onResponseError(undefined, error);
    }
  });
}

/** Handler of one exchange; the method names are undici's. */
class Exchange {
  readonly #request: WireRequest;
  readonly #resolve: (answer: WireAnswer) => void;
  readonly #reject: (death: WireDeath) => void;
  readonly #chunks: Buffer[] = [];
  readonly #cancel = () => this.die('cancelled');
  #timer: NodeJS.Timeout | undefined;
  #controller: Dispatcher.DispatchController | undefined;
  #settled = false;
  #status = 0;
  #headers: IncomingHttpHeaders = {};
  #length = 0;
  #nInterim = 0;

  constructor(request: WireRequest, resolve: (answer: WireAnswer) => void, reject: (death: WireDeath) => void) {
    this.#request = request;
    this.#resolve = resolve;
    this.#reject = reject;
  }

  watch(): void {
    this.#timer = setTimeout(() => this.die('timeout'), this.#request.timeoutMs);
    this.#request.signal.addEventListener('abort', this.#cancel, { once: true });
  }

  /** Ends the exchange without an answer; a request still waiting for a connection is not sent any more. */
  die(kind: WireDeath['kind'], cause?: unknown): void {
    if (!this.#settle()) return;
    this.#reject(new WireDeath(kind, this.#controller !== undefined, cause));
    this.#controller?.abort(new Error(kind));
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    if (this.#settled) controller.abort(new Error('cancelled'));
    else this.#controller = controller;
  }

  onResponseStart(_controller: Dispatcher.DispatchController, status: number, headers: IncomingHttpHeaders): void {
    if (status < 200) {
      this.#nInterim += 1;
      if (this.#nInterim > maxInterim) this.die('network', new Error('interim answers without end'));
      return;
    }
    this.#status = status;
    this.#headers = headers;
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    const room = answerLimit - this.#length;
    this.#chunks.push(chunk.length > room ? chunk.subarray(0, room) : chunk);
    this.#length += chunk.length;
    if (chunk.length <= room) return;
    this.#finish();
    controller.abort(new Error('answer too long'));
  }

  onResponseEnd(): void {
    this.#finish();
  }

  onResponseError(_controller: unknown, error: unknown): void {
    this.die('network', error);
  }

  #finish(): void {
    if (!this.#settle()) return;
    const [only] = this.#chunks;
    const body = this.#chunks.length === 1 && only ? only : Buffer.concat(this.#chunks);
    this.#resolve({ status: this.#status, headers: this.#headers, body });
  }

  #settle(): boolean {
    if (this.#settled) return false;
    this.#settled = true;
    clearTimeout(this.#timer);
    this.#request.signal.removeEventListener('abort', this.#cancel);
    return true;
  }
}
