import type { SiteReply } from './site-software.ts';

/** An answer of the REST interface. */
export function json(status: number, value: unknown): SiteReply {
  return { status, headers: { 'content-type': 'application/json; charset=UTF-8' }, body: JSON.stringify(value) };
}

/** An error of the REST interface. */
export function failure(status: number, code: string, message: string): SiteReply {
  return json(status, { code, message, data: { status } });
}
