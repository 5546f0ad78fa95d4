import type { Job } from '#connectors/kit/contract/platforms.ts';
import type { OutsideAnswer } from '#connectors/kit/contract/tools.ts';
import { Fatal, NeedsOperator, Retryable, Unconfirmed } from '#connectors/kit/errors.ts';
import { multipart, type SentFile } from '#connectors/kit/multipart.ts';
import { errorForStatus, listOf, readObject, retryAfterMs, shortDetail, textOf } from '#connectors/kit/read-answer.ts';
import { findApi } from './find-api.ts';

type Values = Record<string, string>;

/** An answer of api.php without errors in it. */
export type WikiAnswer = Record<string, unknown>;

/** An error of api.php that the caller may want to handle itself. */
export class WikiError extends Error {
  override name = 'WikiError';
  readonly code: string;
  readonly answer: OutsideAnswer;
  constructor(code: string, text: string, answer: OutsideAnswer) {
    super(text);
    this.code = code;
    this.answer = answer;
  }
}

/** Asks api.php by GET. Throws WikiError for errors of the interface. */
export function ask(job: Job, values: Values): Promise<WikiAnswer> {
  return call(job, { values });
}

/** Sends to api.php by POST; `act` as in OutsideRequest. Throws WikiError for errors of the interface. */
export function post(job: Job, values: Values, options: { act: boolean; secrets?: string[] }): Promise<WikiAnswer> {
  return call(job, { values, ...options, isPost: true });
}

/** Sends a file with the values, as an act. Throws WikiError for errors of the interface. */
export function postFile(job: Job, values: Values, file: SentFile): Promise<WikiAnswer> {
  return call(job, { values, file, act: true, isPost: true });
}

interface WikiCall {
  values: Values;
  file?: SentFile;
  isPost?: boolean;
  act?: boolean;
  secrets?: string[];
}

async function call(job: Job, options: WikiCall): Promise<WikiAnswer> {
  const api = await findApi(job.site, job.tools);
  const act = options.act === true;
  const values = { ...options.values, format: 'json', formatversion: '2', errorformat: 'plaintext' };
  const form = new URLSearchParams(values).toString();
  const sent = options.file
    ? multipart(Object.entries(values), options.file)
    : { body: form, headers: { 'content-type': 'application/x-www-form-urlencoded' } };
  const answer = await job.tools.http({
    ...(options.isPost ? { method: 'POST', url: api, ...sent } : { method: 'GET', url: `${api}?${form}` }),
    act,
    raw: true,
    secrets: options.secrets ?? [],
  });
  const { status, headers } = answer;
  const body = readObject(answer.text);
  const [error] = listOf(body, 'errors');
  if (error !== undefined) throw new WikiError(textOf(error, 'code'), shortDetail(textOf(error, 'text')), answer);
  const bad = errorForStatus({ who: 'MediaWiki', status, headers, act, now: job.tools.now() });
  if (bad !== undefined) throw bad;
  if (body !== undefined) return body;
  if (act) throw new Unconfirmed('MediaWiki answered with something unreadable');
  throw new Retryable('MediaWiki answered with something unreadable');
}

const busyWaitMs: Record<string, number> = {
  maxlag: 5_000,
  ratelimited: 60_000,
  readonly: 300_000,
  editconflict: 1_000,
};
const refusedRights = [
  'permissiondenied',
  'cantcreate',
  'noedit',
  'noedit-anon',
  'writeapidenied',
  'writerights',
  'readapidenied',
];

/** The contract's error for an error of api.php (mediawiki.org API:Errors_and_warnings, API:Edit). */
export function errorOfWiki(job: Job, error: WikiError, act: boolean): Error {
  const { code } = error;
  const said = `MediaWiki refused: ${error.message || code}`;
  const waitMs = busyWaitMs[code];
  if (waitMs !== undefined) {
    return new Retryable(said, {
      afterMs: retryAfterMs(error.answer.headers['retry-after'], job.tools.now()) ?? waitMs,
    });
  }
  if (code === 'blocked' || code === 'autoblocked') return new NeedsOperator(said, 'ban');
  if (code.startsWith('captcha') || code === 'badcaptcha') return new NeedsOperator(said, 'captcha');
  if (refusedRights.includes(code) || code.startsWith('assert') || code.startsWith('cantcreate')) {
    return new NeedsOperator(said, 'credentials');
  }
  if (code.startsWith('internal_api_error')) return act ? new Unconfirmed(said) : new Retryable(said);
  if (code === 'badtoken') return new Retryable(said);
  return new Fatal(said);
}
