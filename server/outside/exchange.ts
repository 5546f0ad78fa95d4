import type { IncomingHttpHeaders } from 'node:http';
import type { Dispatcher } from 'undici';

/** Longest answer that is read as a whole; the rest is cut (D-GEN-22). */
export const answerLimit = 20 * 1024 * 1024;
/** Most answers of 1xx before the one that counts (RFC 9110, section 15.2 names no number; honest servers send one). */
const maxInterim = 20;

/** One request as it goes over the wire, redirects not followed. */
export interface WireRequest {
  method: string;
  url: URL;
  headers: Record<string, string>;
  body?: string | Uint8Array | AsyncIterable<Uint8Array> | undefined;
  timeoutMs: number;
  signal: AbortSignal;
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

/** Handler of one exchange: its time, its calling off and its one end. The method names are undici's. */
export abstract class Exchange {
  protected readonly request: WireRequest;
  protected controller: Dispatcher.DispatchController | undefined;
  readonly #cancel = () => this.die('cancelled');
  #timer: NodeJS.Timeout | undefined;
  #settled = false;
  #nInterim = 0;

  constructor(request: WireRequest) {
    this.request = request;
  }

  /** What follows when the exchange ended without an answer. */
  protected abstract fail(death: WireDeath): void;
  /** The answer begins. */
  protected abstract begin(status: number, headers: IncomingHttpHeaders): void;
  abstract onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void;
  abstract onResponseEnd(): void;

  /** Sends through a pool or proxy. */
  dispatch(agent: Dispatcher): void {
    const { url, signal, method, headers, body, timeoutMs } = this.request;
    if (signal.aborted) {
      this.die('cancelled');
      return;
    }
    this.#timer = setTimeout(() => this.die('timeout'), timeoutMs);
    signal.addEventListener('abort', this.#cancel, { once: true });
    const path = url.pathname + url.search;
    const options = { origin: url.origin, path, method: method as Dispatcher.HttpMethod, headers, body: body ?? null };
    try {
      // Undici writes what can be iterated; its types name readable streams alone.
      agent.dispatch(options as Dispatcher.DispatchOptions, this);
    } catch (error) {
      this.onResponseError(undefined, error);
    }
  }

  /** Ends the exchange without an answer; a request still waiting for a connection is not sent any more. */
  die(kind: WireDeath['kind'], cause?: unknown): void {
    if (!this.settle()) return;
    this.fail(new WireDeath(kind, this.controller !== undefined, cause));
    this.controller?.abort(new Error(kind));
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    if (this.#settled) controller.abort(new Error('cancelled'));
    else this.controller = controller;
  }

  onResponseStart(_controller: Dispatcher.DispatchController, status: number, headers: IncomingHttpHeaders): void {
    if (status >= 200) this.begin(status, headers);
    else this.#nInterim += 1;
    if (this.#nInterim > maxInterim) this.die('network', new Error('interim answers without end'));
  }

  onResponseError(_controller: unknown, error: unknown): void {
    this.die('network', error);
  }

  /** True for the first end of the exchange; what comes later counts no more. */
  protected settle(): boolean {
    if (this.#settled) return false;
    this.#settled = true;
    clearTimeout(this.#timer);
    this.request.signal.removeEventListener('abort', this.#cancel);
    return true;
  }
}
