import type { ApiError } from '#domain/contract/call.ts';
import type { RefusalCode } from '#domain/contract/refusals.ts';

/** A request refused by rule or state: answered 200 with `{error}` (D-GEN-01). */
export class Refusal extends Error {
  override name = 'Refusal';
  readonly code: RefusalCode;
  readonly details: Omit<ApiError, 'message' | 'code'>;
  constructor(code: RefusalCode, message: string, details: Omit<ApiError, 'message' | 'code'> = {}) {
    super(message);
    this.code = code;
    this.details = details;
  }
}

/** An id that does not exist: answered 404. */
export class NotFound extends Error {
  override name = 'NotFound';
  constructor(what: string) {
    super(`This ${what} does not exist`);
  }
}

/** Asked too often: answered 429. */
export class TooManyTries extends Error {
  override name = 'TooManyTries';
  readonly statusCode = 429;
}

/** A request that is no valid call: answered 400. */
export class Malformed extends Error {
  override name = 'Malformed';
}
