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

/** Changed since it was read by who saves it: answered 409, with what is stored now. */
export class Stale extends Error {
  override name = 'Stale';
  readonly stored: unknown;
  constructor(stored: unknown) {
    super('This was changed in another window since it was opened here');
    this.stored = stored;
  }
}

/** Refuses a save of an older edition than the stored one; one that names none goes over it on purpose. */
export function refuseStale(read: number | undefined, stored: { edition?: number | undefined }): void {
  if (read !== undefined && read !== stored.edition) throw new Stale(stored);
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
