import type { Job } from '#connectors/kit/contract/platforms.ts';
import type { OutsideAnswer } from '#connectors/kit/contract/tools.ts';
import { Fatal, NeedsOperator } from '#connectors/kit/errors.ts';
import { errorForStatus, readObject, shortDetail, textOf } from '#connectors/kit/read-answer.ts';
import { findRoot, forgetRoot, routeUrl } from './rest-root.ts';

/** A call of the REST interface with the account's login. */
export interface RestCall {
  method: 'GET' | 'POST' | 'DELETE';
  /** Below the root: "wp/v2/posts". */
  route: string;
  query?: Record<string, string>;
  body?: Record<string, unknown>;
  /** A file instead of a body; its type stands in the headers. */
  bytes?: Uint8Array;
  /** As in OutsideRequest; false for calls that may be sent twice without harm. */
  act?: boolean;
  headers?: Record<string, string>;
}

/** Sends a call with preemptive Basic login (application password); every status is handed back. */
export async function sendCall(job: Job, call: RestCall): Promise<OutsideAnswer> {
  const root = await findRoot(job.site, job.tools);
  const login = Buffer.from(`${job.account.username}:${job.account.password}`).toString('base64');
  const headers: Record<string, string> = {
    authorization: `Basic ${login}`,
    accept: 'application/json',
    ...call.headers,
  };
  if (call.body !== undefined) headers['content-type'] = 'application/json';
  return job.tools.http({
    method: call.method,
    url: routeUrl(root, call.route, call.query),
    headers,
    ...(call.body === undefined ? {} : { body: JSON.stringify(call.body) }),
    ...(call.bytes === undefined ? {} : { body: call.bytes }),
    act: call.act === true,
    raw: true,
    secrets: [login],
  });
}

/** Sends a call and throws one of the four errors for a bad status. */
export async function callRest(job: Job, call: RestCall): Promise<OutsideAnswer> {
  return accepted(job, await sendCall(job, call), call.act === true);
}

/** The answer when it is a good one; throws one of the four errors when not. */
export function accepted(job: Job, answer: OutsideAnswer, act: boolean): OutsideAnswer {
  if (answer.status < 200 || answer.status >= 300) throw errorOf(job, answer, act);
  return answer;
}

/** The object of an answer; text that PHP notices put before it is skipped. */
export const objectIn = ({ text }: OutsideAnswer): Record<string, unknown> | undefined =>
  readObject(text) ?? readObject(text.slice(text.indexOf('{')));

/** Done when what stands at a route is gone, whoever removed it. Hosts that block DELETE get the override header. */
export async function removeAt(job: Job, route: string): Promise<void> {
  const call = { route, query: { force: 'true', _fields: 'deleted' } };
  let answer = await sendCall(job, { ...call, method: 'DELETE' });
  if (answer.status === 405 || answer.status === 501)
    answer = await sendCall(job, { ...call, method: 'POST', headers: { 'x-http-method-override': 'DELETE' } });
  const isGone = errorCode(answer) === 'rest_post_invalid_id' || answer.status === 410;
  if (!isGone && answer.status >= 300) throw errorOf(job, answer, false);
}

/** WordPress's own error code, '' when the answer is not WordPress's (a firewall's page). */
export function errorCode(answer: OutsideAnswer): string {
  return textOf(readObject(answer.text), 'code');
}

/** Reads WordPress's error object {code, message, data}; codes from WP-API/docs and wp-includes/rest-api. */
export function errorOf(job: Job, answer: OutsideAnswer, act: boolean): Error {
  const { status, headers } = answer;
  const code = errorCode(answer);
  const detail = shortDetail(textOf(readObject(answer.text), 'message'));
  const known = errorForStatus({ who: 'WordPress', status, headers, act, now: job.tools.now(), detail });
  if (status === 401 || status === 403) return refusalOf(status, code, detail);
  if (status === 404 && (code === 'rest_no_route' || code === '')) {
    forgetRoot(job.site, job.tools);
    return new Fatal(`The REST interface for posts is switched off or gone at ${job.site.url}`);
  }
  return known ?? new Fatal(`WordPress answered ${status}`);
}

/**
 * A wrong application password shows as 401 with `incorrect_password`, or as `rest_not_logged_in` or
 * `rest_cannot_create` (seen on 6.1.9), just as when the host drops the header; lacking rights show as 403.
 */
function refusalOf(status: number, code: string, detail: string): Error {
  if (code === '') return new NeedsOperator(`A firewall or host in front of WordPress answered ${status}`, 'ban');
  if (status === 401) {
    return new NeedsOperator(
      'WordPress refused the login: user name or application password is wrong, or the host drops the login header',
      'credentials',
    );
  }
  return new NeedsOperator(`WordPress does not let this account do it: ${detail || code}`, 'credentials');
}
