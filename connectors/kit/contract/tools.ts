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

/** A picture with letters. */
export interface PictureCaptcha {
  kind: 'picture';
  image: Uint8Array;
  /** Media type: image/png, image/jpeg, image/gif. */
  type: string;
  caseSensitive?: boolean;
  characters?: 'any' | 'digits' | 'letters';
  minLength?: number;
  maxLength?: number;
  /** True when a sum is to be worked out. */
  isSum?: boolean;
  /** For the one who solves: "type the red letters". */
  instruction?: string;
}

/** A widget of a page, answered by a token. */
export interface WidgetCaptcha {
  kind: 'recaptcha-v2' | 'recaptcha-v3' | 'turnstile';
  siteKey: string;
  pageUrl: string;
  isInvisible?: boolean;
  isEnterprise?: boolean;
  /** The widget's data-s. */
  data?: string;
  /** Of version 3. */
  action?: string;
  minScore?: number;
}

/** What is to be solved. */
export type CaptchaTask = PictureCaptcha | WidgetCaptcha;
/** A captcha that was solved. */
export interface CaptchaAnswer {
  /** Letters of the picture, or the widget's token. */
  answer: string;
  /** Tells whoever solved it that the site did not take it: it is not paid for. */
  wasWrong(): Promise<void>;
}

/** All that a connector may touch. */
export interface Tools {
  /** Sends with the account's cookies and proxy, the time-out, size limit and address policy of the product. */
  http(request: OutsideRequest): Promise<OutsideAnswer>;
  /** The same for files and answers that come bit by bit: the body is a stream of at most `maxBytes`; of a bad status, with `raw`, its beginning. */
  stream(request: OutsideRequest, maxBytes: number): Promise<OutsideStream>;
  /**
   * Has a captcha of the site solved by the operator's services, one after the other. Throws NeedsOperator where solving is
   * switched off or none of them can, Retryable where they are busy.
   */
  solve(task: CaptchaTask): Promise<CaptchaAnswer>;
  /** Milliseconds since 1970. */
  now(): number;
  random: Random;
  /** Secrets are masked before anything is written. */
  log(message: string, details?: Record<string, unknown>): void;
  signal: AbortSignal;
  /** A small memory per account, for tokens and caches; lost at a restart. */
  memory: Map<string, string>;
}

/** Files of a site whose store the product knows, below the site's own folder. */
export interface SiteFiles {
  /** Null where there is none. */
  read(path: string): Promise<string | null>;
  /** Puts a file over what is there: part of an act. */
  put(file: { path: string; type: string; cache: string; text: string }): Promise<void>;
  /** Done when it is gone: part of an act. */
  remove(path: string): Promise<void>;
  /** Runs work while nobody else changes the site, in this process or another. */
  alone<T>(work: () => Promise<T>): Promise<T>;
}
