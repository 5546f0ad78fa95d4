import { createHmac } from 'node:crypto';
import type { Found, Job, Platform, PostContent, Published } from '#connectors/kit/contract/platforms.ts';
import type { OutsideAnswer, OutsideRequest } from '#connectors/kit/contract/tools.ts';
import { Fatal, NeedsOperator, Retryable, Unconfirmed } from '#connectors/kit/errors.ts';
import { cutText, htmlToText } from '#connectors/kit/html-to-text.ts';
import { markerWord } from '#connectors/kit/marker.ts';
import { errorForStatus, isObject, readJson, readObject, shortDetail, textOf } from '#connectors/kit/read-answer.ts';

/** Letters of HTML that a description is made of. */
const maxDescribed = 100_000;

/**
 * Shaarli 0.8+ by its REST interface. It writes its whole store at each post without a lock that holds: parallel
 * writers lose links that were answered 201 (measured, reference/real-servers.md section 4), hence one at once and a
 * look at each link after it was taken.
 */
export const shaarli: Platform = {
  id: 'shaarli',
  label: 'Shaarli',
  modules: ['Bookmarking', 'PrivateBookmark'],
  fields: [
    {
      name: 'password',
      label: 'API secret',
      kind: 'secret',
      required: true,
      help: 'Shown in Shaarli under Tools, Configure your Shaarli, REST API secret; not the password of the login',
    },
  ],
  asks: [
    {
      when: 'setup',
      text: 'Switch the REST API on in Shaarli and copy its secret.',
      link: { text: 'Open the settings there', url: '{site}admin/configure' },
    },
    {
      when: 'credentials',
      text: 'Compare the secret with the one in Shaarli, and set the clock of its server.',
      link: { text: 'Open the settings there', url: '{site}admin/configure' },
    },
  ],
  accepts: { markup: 'bookmark', titleMaxLength: 250, images: false, tags: true, maxLinks: 1, rel: false },
  maxAtOnce: 1,
  settleMs: 60_000,
  publish,
  lookUp,
  update,
  unmark,
  remove,
  async check(job) {
    await call(job, { method: 'GET', route: 'info' });
    return { detail: 'Shaarli took the API secret' };
  },
  async probe(site, tools) {
    const answer = await tools.http({ method: 'GET', url: `${rootOf(site.url)}api/v1/info`, raw: true });
    const isApi = answer.status === 401 && /not authorized/i.test(answer.text);
    if (isApi) return { recognised: true, open: true, detail: 'Shaarli, REST interface open' };
    const page = await tools.http({ method: 'GET', url: site.url, raw: true });
    const isShaarli = /shaarli/i.test(page.text);
    return {
      recognised: isShaarli,
      open: false,
      detail: isShaarli ? 'Shaarli, REST interface closed' : 'No Shaarli found',
    };
  },
};

/** Address of the instance, ending in "/". */
function rootOf(url: string): string {
  const plain = url.replace(/[?#].*$/, '').replace(/index\.php$/, '');
  return plain.endsWith('/') ? plain : `${plain}/`;
}

/** Token of the interface: HS512, issued now, good for nine minutes (shaarli/api-documentation). */
function signToken(secret: string, nowMs: number): string {
  const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  // One second back: a clock that runs behind ours refuses tokens of the future.
  const claim = `${encode({ typ: 'JWT', alg: 'HS512' })}.${encode({ iat: Math.floor(nowMs / 1000) - 1 })}`;
  return `${claim}.${createHmac('sha512', secret).update(claim).digest('base64url')}`;
}

interface Call {
  method: OutsideRequest['method'];
  /** Below api/v1/. */
  route: string;
  body?: Record<string, unknown>;
  act?: boolean;
}

/** Sends and judges; the given statuses are handed back unjudged. */
async function call(job: Job, request: Call, allowed: number[] = []): Promise<OutsideAnswer> {
  const token = signToken(job.account.password, job.tools.now());
  const act = request.act === true;
  const answer = await job.tools.http({
    method: request.method,
    url: `${rootOf(job.site.url)}api/v1/${request.route}`,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    ...(request.body === undefined ? {} : { body: JSON.stringify(request.body) }),
    act,
    raw: true,
    secrets: [token],
  });
  const { status, headers } = answer;
  if (status < 300 || allowed.includes(status)) return answer;
  if (status === 401) {
    throw new NeedsOperator('Shaarli refused the API secret, or its clock is more than minutes off', 'credentials');
  }
  const said = readJson(answer.text);
  const detail = shortDetail(typeof said === 'string' ? said : textOf(readObject(answer.text), 'message'));
  const error = errorForStatus({ who: 'Shaarli', status, headers, act, now: job.tools.now(), detail });
  throw error ?? new Fatal(`Shaarli answered ${status}`);
}

/** A tag that starts with a dot is shown to the signed-in owner only: our marker. */
function markerTag(marker: string): string {
  return `.${markerWord(marker)}`;
}

/** The bookmark: first placed link, its anchor unused, since Shaarli shows the title as the link's text. */
function linkBody(content: PostContent): Record<string, unknown> & { url: string } {
  const [link] = content.links;
  if (link === undefined) throw new Fatal('A bookmark needs a link, and the post has none');
  const tags = content.tags.map((tag) => tag.trim().replace(/\s+/g, '-')).filter((tag) => tag !== '');
  const description = cutText(htmlToText(content.html.slice(0, maxDescribed)), 2_000);
  return {
    url: link.url,
    title: content.title,
    description,
    tags: content.marker === '' ? tags : [...tags, markerTag(content.marker)],
    private: false,
  };
}

async function publish(job: Job, content: PostContent): Promise<Published> {
  const body = linkBody(content);
  const answer = await call(job, { method: 'POST', route: 'links', body, act: true }, [409]);
  const link = readObject(answer.text);
  if (answer.status === 409) {
    if (link !== undefined && isOurs(link, content)) return toPublished(job, link);
    throw new Fatal('This URL is already bookmarked there');
  }
  if (typeof link?.id !== 'number') throw new Unconfirmed('Shaarli took the link but did not say where it stands');
  return await confirmStored(job, link, content);
}

/** Reads the link back, since an answer of 201 is no proof. A link that was lost may be sent again. */
async function confirmStored(job: Job, link: Record<string, unknown>, content: PostContent): Promise<Published> {
  let answer: OutsideAnswer;
  try {
    answer = await call(job, { method: 'GET', route: `links/${link.id}` }, [404]);
  } catch (error) {
    throw new Unconfirmed('Shaarli took the link, but it could not be read back', { cause: error });
  }
  const stored = answer.status === 404 ? undefined : readObject(answer.text);
  if (stored !== undefined && isOurs(stored, content)) return toPublished(job, stored);
  throw new Retryable('Shaarli took the link and lost it: something else wrote to it at the same time', {
    afterMs: 1_000,
  });
}

function isOurs(link: Record<string, unknown>, content: PostContent): boolean {
  return Array.isArray(link.tags) && link.tags.includes(markerTag(content.marker));
}

function toPublished(job: Job, link: Record<string, unknown>): Published {
  const url = new URL(`shaare/${textOf(link, 'shorturl')}`, rootOf(job.site.url)).href;
  const links = [{ url: textOf(link, 'url'), anchor: shownTitle(textOf(link, 'title')), rel: '' }];
  return { state: 'published', url, remoteId: String(link.id), links };
}

/** Shaarli escapes titles but not what already looks like an entity, so readers see that decoded (seen on 0.12.1). */
function shownTitle(title: string): string {
  const characters: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#039': "'", '#39': "'" };
  return title.replace(/&(amp|lt|gt|quot|#0?39);/g, (whole, name: string) => characters[name] ?? whole);
}

async function lookUp(job: Job, content: PostContent): Promise<Found> {
  const query = new URLSearchParams({ searchtags: markerTag(content.marker), limit: 'all', visibility: 'all' });
  const answer = await call(job, { method: 'GET', route: `links?${query}` });
  const links = readJson(answer.text);
  if (!Array.isArray(links))
    return { state: 'unknown', reason: 'Shaarli answered the look-up with something unreadable' };
  const ours = links.filter(isObject).find((link) => isOurs(link, content));
  return ours === undefined ? { state: 'absent' } : toPublished(job, ours);
}

async function update(job: Job, remoteId: string, content: PostContent): Promise<Published> {
  const route = `links/${encodeURIComponent(remoteId)}`;
  const answer = await call(job, { method: 'PUT', route, body: linkBody(content) });
  const link = readObject(answer.text);
  if (typeof link?.id !== 'number') throw new Retryable('Shaarli answered the change with something unreadable');
  return toPublished(job, link);
}

async function unmark(job: Job, remoteId: string, marker: string): Promise<void> {
  const route = `links/${encodeURIComponent(remoteId)}`;
  const link = readObject((await call(job, { method: 'GET', route })).text);
  const tags: unknown[] = Array.isArray(link?.tags) ? link.tags : [];
  const sign = markerTag(marker);
  if (!link || !tags.includes(sign)) return;
  const { url, title, description, private: isPrivate } = link;
  const body = { url, title, description, private: isPrivate, tags: tags.filter((tag) => tag !== sign) };
  await call(job, { method: 'PUT', route, body });
}

/** Done when the link is gone, whoever removed it. */
async function remove(job: Job, remoteId: string): Promise<void> {
  await call(job, { method: 'DELETE', route: `links/${encodeURIComponent(remoteId)}` }, [404]);
}
