import type { IncomingHttpHeaders } from 'node:http';
import { answerLimit } from './exchange.ts';
import type { WireAnswer } from './send-request.ts';

/** Bytes that are read of an answer that says no: there is nothing honest in the rest. */
const longestError = 256 * 1_024;

/** Where an answer sends on, or undefined when it does not; an unreadable Location is no redirect. */
export function redirectTarget(wire: Pick<WireAnswer, 'status' | 'headers'>, from: URL): URL | undefined {
  const location = wire.headers.location;
  const redirects = wire.status >= 301 && wire.status <= 308 && wire.status !== 304;
  if (!redirects || location === undefined || !URL.canParse(location, from.href)) return undefined;
  return new URL(location, from.href);
}

/** The body as text, of a refusal its beginning, in the charset of its content type; UTF-8 when none is named or it is not known. */
export function decodeBody(wire: WireAnswer): string {
  const most = wire.status < 300 ? answerLimit : longestError;
  const body = wire.body.subarray(0, most);
  const charset = /charset\s*=\s*"?([\w.:-]+)/i.exec(wire.headers['content-type'] ?? '')?.[1]?.toLowerCase();
  if (charset === undefined || charset === 'utf-8' || charset === 'utf8') return body.toString('utf8');
  try {
    return new TextDecoder(charset).decode(body);
  } catch {
    return body.toString('utf8');
  }
}

/** The headers of an answer, each with one value. */
export function joinHeaders(wire: { headers: IncomingHttpHeaders }): Record<string, string> {
  const joined: Record<string, string> = {};
  for (const [name, value] of Object.entries(wire.headers)) {
    if (value !== undefined) joined[name] = Array.isArray(value) ? value.join(', ') : value;
  }
  return joined;
}

const loginHeader = /^(authorization|cookie)$/i;

/** True where a request of these headers says who asks. */
export const hasLogin = (headers: Record<string, string>): boolean =>
  Object.keys(headers).some((name) => loginHeader.test(name));

/** A login must not follow to another site. */
export function withoutLogin(headers: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !loginHeader.test(name)));
}
