/** What the operator is asked for when an account or key stops working. */
export type Ask = 'credentials' | 'balance' | 'confirmation' | 'ban' | 'captcha';

/**
 * The four ways in which a connector fails. The class says what happens next, the message
 * is for the operator, `cause` is for the log only.
 */
export class Retryable extends Error {
  override name = 'Retryable';
  /** Milliseconds the other side asked to wait; undefined means the options' own wait. */
  readonly afterMs: number | undefined;
  constructor(message: string, options: { afterMs?: number | undefined; cause?: unknown } = {}) {
    super(message, { cause: options.cause });
    this.afterMs = options.afterMs;
  }
}

/** Stops this account or key, not the project; the others go on. */
export class NeedsOperator extends Error {
  override name = 'NeedsOperator';
  readonly ask: Ask;
  constructor(message: string, ask: Ask, options: { cause?: unknown } = {}) {
    super(message, { cause: options.cause });
    this.ask = ask;
  }
}

/** This item can never pass: content refused, site gone. */
export class Fatal extends Error {
  override name = 'Fatal';
}

/** Sent, but no answer: never sent again before a look-up. */
export class Unconfirmed extends Error {
  override name = 'Unconfirmed';
}

/** One of the four, or undefined for anything else, which is a bug of ours. */
export function asConnectorError(error: unknown): Retryable | NeedsOperator | Fatal | Unconfirmed | undefined {
  return error instanceof Retryable ||
    error instanceof NeedsOperator ||
    error instanceof Fatal ||
    error instanceof Unconfirmed
    ? error
    : undefined;
}
