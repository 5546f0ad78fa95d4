import type { ApiError } from '#domain/contract/call.ts';

/** A request refused by rule or state: answered 200 with `{error}` (D-GEN-01). */
export class Refusal extends Error {
  override name = 'Refusal';
  readonly details: Omit<ApiError, 'message'>;
  constructor(message: string, details: Omit<ApiError, 'message'> = {}) {
    super(message);
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
