import { Fatal, Retryable, Unconfirmed } from '#connectors/kit/errors.ts';
import { RefusedAddress } from './address-policy.ts';
import type { WireDeath } from './exchange.ts';

/** The error of the contract that a dead request means; `who` is the software as the operator knows it. */
export function errorForDeath(
  death: WireDeath,
  who: string,
  facts: { url: URL; act: boolean; timeoutMs: number },
): Error {
  const refused = refusedAddress(death.cause);
  if (refused !== undefined) return new Fatal(refused.message);
  const message = describeDeath(death, `${who} at ${facts.url.host}`, facts.timeoutMs);
  return facts.act && death.sent
    ? new Unconfirmed(message, { cause: death })
    : new Retryable(message, { cause: death });
}

/** What happened, for people. */
export function describeDeath(death: WireDeath, where: string, timeoutMs: number): string {
  const after = death.sent ? '' : ' before it was sent';
  if (death.kind === 'cancelled') return `The request to ${where} was called off${after}`;
  if (death.kind === 'timeout') return `${where} did not answer within ${Math.ceil(timeoutMs / 1000)} s`;
  if (death.sent) return `${where} closed the connection before answering`;
  return `No connection to ${where}: ${describeCode(codeOf(death.cause))}`;
}

/** A code of the system or a library, for people. */
export function describeCode(code: string): string {
  const texts: Record<string, string> = {
    ECONNREFUSED: 'refused',
    ENOTFOUND: 'the name is not known',
    EAI_AGAIN: 'the name could not be looked up',
    EHOSTUNREACH: 'the host cannot be reached',
    ENETUNREACH: 'the network cannot be reached',
    ETIMEDOUT: 'no answer',
    UND_ERR_CONNECT_TIMEOUT: 'no answer',
    ECONNRESET: 'closed at once',
    UND_ERR_SOCKET: 'closed at once',
    DEPTH_ZERO_SELF_SIGNED_CERT: 'the certificate is self-signed',
    SELF_SIGNED_CERT_IN_CHAIN: 'the certificate is self-signed',
    UND_ERR_ABORTED: 'the proxy refused',
    UND_ERR_PRX_TLS: 'no secure connection',
    CERT_HAS_EXPIRED: 'the certificate has expired',
    ERR_TLS_CERT_ALTNAME_INVALID: 'the certificate is for another name',
  };
  return texts[code] ?? (code === '' ? 'failed' : code);
}

/** System or library code of an error, looked for in its causes and, for several tried addresses, in the first. */
export function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return '';
  if ('code' in error && typeof error.code === 'string') return error.code;
  return codeOf(error instanceof AggregateError ? error.errors[0] : error.cause);
}

function refusedAddress(error: unknown): RefusedAddress | undefined {
  if (error instanceof RefusedAddress) return error;
  return error instanceof Error && error.cause !== undefined ? refusedAddress(error.cause) : undefined;
}
