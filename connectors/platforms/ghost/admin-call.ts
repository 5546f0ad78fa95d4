import { createHmac } from 'node:crypto';
import type { Job, SiteTarget } from '#connectors/kit/contract/platforms.ts';
import type { OutsideAnswer, OutsideRequest, Tools } from '#connectors/kit/contract/tools.ts';
import { Fatal, NeedsOperator, Retryable } from '#connectors/kit/errors.ts';
import { attributeOf, findElements } from '#connectors/kit/find-elements.ts';
import {
  errorForStatus,
  listOf,
  objectOf,
  readObject,
  shortDetail,
  stopWhenBusy,
  textOf,
} from '#connectors/kit/read-answer.ts';
import { isSameSite, liesElsewhere } from '#connectors/kit/same-site.ts';

const who = 'Ghost';
/** Longest life that Ghost gives a token, in seconds (Admin API, token authentication). */
const tokenLife = 300;

/** Address of the interface, ending in "/": below the blog's own. */
const apiOf = ({ url }: Pick<SiteTarget, 'url'>) =>
  `${url.replace(/[?#].*$/, '').replace(/\/*$/, '')}/ghost/api/admin/`;

/** Token made of the key "id:secret" of a custom integration: HS256, its secret in hex (Admin API, token authentication). */
function signToken(key: string, nowMs: number): string {
  const [, id, secret] = /^([0-9a-f]{24}):((?:[0-9a-f]{2}){16,64})$/i.exec(key.trim()) ?? [];
  if (id === undefined || secret === undefined)
    throw new NeedsOperator('This is no Admin API key: it has two parts with a colon between them', 'credentials');
  const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  // A few seconds back: a clock that runs behind ours refuses tokens of the future.
  const issued = Math.floor(nowMs / 1_000) - 10;
  const head = encode({ alg: 'HS256', typ: 'JWT', kid: id });
  const claim = `${head}.${encode({ iat: issued, exp: issued + tokenLife, aud: '/admin/' })}`;
  return `${claim}.${createHmac('sha256', Buffer.from(secret, 'hex')).update(claim).digest('base64url')}`;
}

/** A call of the Admin API. */
export interface AdminCall {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Below the interface: "posts/". */
  route: string;
  query?: Record<string, string>;
  /** An object is sent as JSON; a form comes with its headers. */
  body?: Record<string, unknown>;
  form?: { body: Uint8Array; headers: Record<string, string> };
  act?: boolean;
}

/** Sends a call; the given statuses are handed back, other bad ones throw one of the four errors. */
export async function call(job: Job, request: AdminCall, allowed: number[] = []): Promise<OutsideAnswer> {
  const token = signToken(job.account.password, job.tools.now());
  const act = request.act === true;
  const { body, form, query } = request;
  const sent: Pick<OutsideRequest, 'body'> = form ? { body: form.body } : body ? { body: JSON.stringify(body) } : {};
  const answer = await job.tools.http({
    method: request.method,
    url: `${apiOf(job.site)}${request.route}${query ? `?${new URLSearchParams(query)}` : ''}`,
    headers: {
      authorization: `Ghost ${token}`,
      'accept-version': 'v5.0',
      ...(form?.headers ?? { 'content-type': 'application/json' }),
    },
    ...sent,
    act,
    raw: true,
    secrets: [token],
  });
  if (answer.status < 300 || allowed.includes(answer.status)) return answer;
  throw errorOf(job, answer, act);
}

/** Reads Ghost's {errors: [{message, context, type, code}]}. */
function errorOf(job: Job, { status, headers, text }: OutsideAnswer, act: boolean): Error {
  const [said] = listOf(readObject(text), 'errors');
  const detail = shortDetail(textOf(said, 'context') || textOf(said, 'message'));
  if ((status === 401 || status === 403) && said === undefined)
    return new NeedsOperator(`A firewall in front of Ghost answered ${status} to its Admin API`, 'ban');
  if (status === 401)
    return new NeedsOperator('Ghost refused the Admin API key, or its clock is minutes off', 'credentials');
  if (status === 403) return new NeedsOperator(`Ghost does not let this key do it: ${detail}`, 'credentials');
  if (status === 409) return new Retryable('Somebody else is changing this post in Ghost');
  if (status === 404 && said === undefined) return new Fatal(`No Ghost was found at ${job.site.url}`);
  const known = errorForStatus({ who, status, headers, act, now: job.tools.now(), detail });
  return known ?? new Fatal(`Ghost answered ${status}`);
}

/** What the interface and the front page tell a stranger. */
export async function probe(site: SiteTarget, tools: Tools) {
  const told = await tools.http({ method: 'GET', url: `${apiOf(site)}site/`, raw: true });
  stopWhenBusy({ who, ...told, now: tools.now() });
  const version = textOf(objectOf(readObject(told.text), 'site'), 'version');
  if (version !== '' && !isSameSite(site.url, told.url))
    return { recognised: true, open: false, detail: liesElsewhere(who, told.url) };
  if (version !== '') return { recognised: true, open: true, detail: `Ghost ${version}, Admin API open` };
  const page = await tools.http({ method: 'GET', url: site.url, raw: true });
  const metas = findElements(page.text, 'meta').filter((meta) => attributeOf(meta, 'name') === 'generator');
  const isGhost = metas.some((meta) => /^Ghost\b/.test(attributeOf(meta, 'content') ?? ''));
  return {
    recognised: isGhost,
    open: false,
    detail: isGhost ? 'Ghost, Admin API closed or at another address' : 'No Ghost found',
  };
}
