import type { Random } from '#domain/rules/random.ts';

/** A request of a connector to the outside world. */
export interface OutsideRequest {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'HEAD';
  url: string;
  headers?: Record<string, string>;
  /** Text, bytes, or a file as it is read. A stream is sent as it comes, once: a request with one follows no redirect. */
  body?: string | Uint8Array | OutgoingStream;
  /**
   * True when the request changes something over there. An act that dies after its first
   * byte left raises Unconfirmed; anything else that dies raises Retryable.
   */
  act?: boolean;
  /** True: every status is handed back, the connector judges. False: bad statuses raise one of the four errors. */
  raw?: boolean;
  /** Values that must never reach a log, beside the account's own secrets. */
  secrets?: string[];
  /** Redirects to follow for GET and HEAD; default 5. Acts never follow. */
  maxRedirects?: number;
  /**
   * Whole time of this request in ms, where a service answers only when its work is done (a captcha) or a file takes its
   * time; at most ten minutes. Default: the product's own.
   */
  timeoutMs?: number;
}

/** Bytes that are read while they are sent. */
export interface OutgoingStream {
  bytes: AsyncIterable<Uint8Array>;
  /** Bytes in all: what is read beyond or misses ends the request. */
  length: number;
}

/** An answer, its body already read and cut at the size limit. */
export interface OutsideAnswer {
  status: number;
  /** Address after redirects. */
  url: string;
  /** Lower-case names; repeated headers joined by ", ". */
  headers: Record<string, string>;
  text: string;
}

/** An answer whose body is read as it comes: it waits for its reader, and must be read to its end or left by `break`. */
export interface OutsideStream extends Omit<OutsideAnswer, 'text'> {
  /** Throws Fatal beyond the asked bound, Retryable when the line dies or time is over. */
  body: AsyncIterable<Uint8Array>;
}

/** All that a connector may touch. */
export interface Tools {
  /** Sends with the account's cookies and proxy, the time-out, size limit and address policy of the product. */
  http(request: OutsideRequest): Promise<OutsideAnswer>;
  /** The same for files: the body comes as a stream of at most `maxBytes`. Bad statuses raise, whatever `raw` says. */
  stream(request: OutsideRequest, maxBytes: number): Promise<OutsideStream>;
  /** Milliseconds since 1970. */
  now(): number;
  random: Random;
  /** Secrets are masked before anything is written. */
  log(message: string, details?: Record<string, unknown>): void;
  signal: AbortSignal;
  /** A small memory per account, for tokens and caches; lost at a restart. */
  memory: Map<string, string>;
}
