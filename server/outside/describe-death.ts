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
  if (isUnfit(death)) return new Fatal(describeDeath(death, `${who} at ${facts.url.host}`, facts.timeoutMs));
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
  if (isUnfit(death)) return `Nothing was sent to ${where}: the address or the key holds a letter that cannot be sent`;
  if (death.sent) return `${where} closed the connection before answering`;
  return `No connection to ${where}: ${describeCode(codeOf(death.cause))}`;
}

/** What undici and Node refuse to put on the wire: letters in a path or a header that are none there. */
const unfitCodes = new Set([
  'UND_ERR_INVALID_ARG',
  'UND_ERR_NOT_SUPPORTED',
  'ERR_INVALID_ARG_VALUE',
  'ERR_INVALID_CHAR',
  'ERR_INVALID_HTTP_TOKEN',
  'ERR_INVALID_URL',
  'ERR_UNESCAPED_CHARACTERS',
]);

/** True when the request itself is none: another try would be the same. */
const isUnfit = ({ sent, cause }: WireDeath): boolean => !sent && unfitCodes.has(codeOf(cause));

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
    UND_ERR_PRX_CONN: 'closed at once',
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
