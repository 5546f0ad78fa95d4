import type { ApiError } from '#domain/contract/call.ts';

/** The server refused by rule or state: HTTP 200 with `{error}` (D-GEN-01). */
export class Refusal extends Error {
  readonly field: string | undefined;
  readonly tab: string | undefined;
  readonly messages: string[];
  /** Of a wizard: each thing that is missing, and where it is mended. */
  readonly problems: NonNullable<ApiError['problems']>;

  constructor(error: ApiError) {
    super(error.message);
    this.name = 'Refusal';
    this.field = error.field;
    this.tab = error.tab;
    this.messages = error.messages ?? [error.message];
    this.problems = error.problems ?? [];
  }
}

/** What is saved was changed in another window since it was opened here: HTTP 409 with what is stored now. */
export class Stale extends Refusal {
  readonly stored: unknown;

  constructor(error: ApiError) {
    super(error);
    this.name = 'Stale';
    this.stored = error.stored;
  }
}

/** The call gave no usable answer: a non-2xx status, or 0 when the server could not be reached. */
export class CallFailed extends Error {
  readonly status: number;

  constructor(status: number, url: string) {
    super(status === 0 ? `No answer from ${url}` : `${status}: ${url}`);
    this.name = 'CallFailed';
    this.status = status;
  }
}

/** The message of a refusal, else the fixed text of the call site (1-core section 8). */
export function failureText(error: unknown, fixed: string): string {
  return error instanceof Refusal ? error.message : fixed;
}
