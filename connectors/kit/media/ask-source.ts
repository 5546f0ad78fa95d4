import type { ServiceJob } from '../contract/connector.ts';
import { Fatal } from '../errors.ts';
import { bodyDetail, errorForStatus, readObject } from '../read-answer.ts';

/** A question to a source of media. */
export interface SourceQuestion {
  /** Name of the source for people. */
  who: string;
  path: string;
  query: Record<string, string>;
  headers?: Record<string, string>;
  /** Values that must not reach a log. */
  secrets?: string[];
  /** What a bad status means at this source alone; undefined: what it means everywhere. */
  judge?(status: number, text: string): Error | undefined;
}

/** The object that a source answers; throws Fatal where the answer is none, and as the status says. */
export async function askSource(job: ServiceJob, question: SourceQuestion): Promise<Record<string, unknown>> {
  const { who, path, query, headers = {}, secrets = [], judge } = question;
  const url = `${job.address}${path}?${new URLSearchParams(query)}`;
  const { status, text, headers: told } = await job.tools.http({ method: 'GET', url, headers, secrets, raw: true });
  const facts = { who, status, headers: told, act: false, now: job.tools.now(), detail: bodyDetail(text) };
  const error = status >= 300 ? (judge?.(status, text) ?? errorForStatus(facts)) : undefined;
  if (error) throw error;
  const answer = readObject(text);
  if (!answer) throw new Fatal(`What ${who} answered cannot be read`);
  return answer;
}

/** The list that an answer must have; Fatal where it has none. */
export function requireList(answer: Record<string, unknown>, name: string, who: string): Record<string, unknown>[] {
  const list = answer[name];
  if (!Array.isArray(list)) throw new Fatal(`What ${who} answered cannot be read`);
  return list.filter((one): one is Record<string, unknown> => typeof one === 'object' && one !== null);
}

/** Pixels or a count; null where it is no number above 0. */
export function sizeOf(object: Record<string, unknown> | undefined, name: string): number | null {
  const value = object?.[name];
  return typeof value === 'number' && value > 0 ? value : null;
}

/** An id, which may be a number; '' where there is none. */
export function idOf(object: Record<string, unknown>): string {
  const { id } = object;
  return typeof id === 'string' || typeof id === 'number' ? String(id) : '';
}

/** Media without an id, an address or a page of their own are none. */
export const isWhole = ({ remoteId, url, pageUrl }: { remoteId: string; url: string; pageUrl: string }): boolean =>
  remoteId !== '' && [url, pageUrl].every((one) => /^https?:\/\//.test(one) && URL.canParse(one));

/** A day: what is found is kept so long before a source is asked again for the same words. */
export const dayMs = 86_400_000;
