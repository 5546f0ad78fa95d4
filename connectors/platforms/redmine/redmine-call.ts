import type { Job, SiteTarget } from '#connectors/kit/contract/platforms.ts';
import type { OutsideAnswer, OutsideRequest, Tools } from '#connectors/kit/contract/tools.ts';
import { Fatal, NeedsOperator } from '#connectors/kit/errors.ts';
import { attributeOf, findElements } from '#connectors/kit/find-elements.ts';
import { errorForStatus, listOf, readObject, shortDetail, stopWhenBusy, textOf } from '#connectors/kit/read-answer.ts';
import { isSameSite, liesElsewhere } from '#connectors/kit/same-site.ts';

const who = 'Redmine';

/** A call with the account's key. */
export interface Call {
  method: OutsideRequest['method'];
  /** Below the project, or below the root of Redmine where it begins with "/". */
  route: string;
  body?: Record<string, unknown>;
  act?: boolean;
}

/** Sends a call; the given statuses are handed back, other bad ones throw one of the four errors. */
export async function call(job: Job, request: Call, allowed: number[] = []): Promise<OutsideAnswer> {
  const base = request.route.startsWith('/') ? placeOf(job.site).root : await projectOf(job);
  const act = request.act === true;
  const answer = await job.tools.http({
    method: request.method,
    url: base + request.route.replace(/^\//, ''),
    headers: { 'x-redmine-api-key': job.account.password, 'content-type': 'application/json' },
    ...(request.body === undefined ? {} : { body: JSON.stringify(request.body) }),
    act,
    raw: true,
  });
  if (answer.status < 300 || allowed.includes(answer.status)) return answer;
  throw errorOf(job, answer, act);
}

function errorOf(job: Job, { status, headers, text }: OutsideAnswer, act: boolean): Error {
  const now = job.tools.now();
  if (status === 401) return new NeedsOperator('Redmine refused the API access key', 'credentials');
  if (status === 403)
    return new NeedsOperator(
      'Redmine does not let this account do it: its role, a part of the project that is off, or the REST interface',
      'credentials',
    );
  if (status === 404) return new Fatal('Redmine has no such project or page');
  const said = readObject(text)?.errors;
  const detail = shortDetail(Array.isArray(said) ? said.map(String).join('; ') : '');
  return errorForStatus({ who, status, headers, act, now, detail }) ?? new Fatal(`Redmine answered ${status}`);
}

/** The root of a Redmine, ending in "/", and the project that an address names. */
export function placeOf({ url }: SiteTarget): { root: string; project: string | undefined } {
  const plain = url.replace(/[?#].*$/, '');
  const named = /^(.*?\/)projects\/([^/]+)/.exec(plain);
  return { root: named?.[1] ?? (plain.endsWith('/') ? plain : `${plain}/`), project: named?.[2] };
}

/** Address of the project, ending in "/": the one that the site's names, else the only one that the account sees. */
export async function projectOf(job: Job): Promise<string> {
  const { root, project } = placeOf(job.site);
  if (project !== undefined) return `${root}projects/${project}/`;
  const key = `project ${job.site.url}`;
  const known = job.tools.memory.get(key) ?? (await onlyProject(job));
  job.tools.memory.set(key, known);
  return `${root}projects/${encodeURIComponent(known)}/`;
}

async function onlyProject(job: Job): Promise<string> {
  const answer = await call(job, { method: 'GET', route: '/projects.json?limit=2' });
  const [first, second] = listOf(readObject(answer.text), 'projects').map((one) => textOf(one, 'identifier'));
  if (first && second === undefined) return first;
  if (first) throw new Fatal('Redmine has several projects: enter the address of one of them for the site');
  throw new Fatal(`No project of a Redmine was found at ${job.site.url}`);
}

/** What a front page and the interface behind it say, without a login. */
export async function probe(site: SiteTarget, tools: Tools) {
  const page = await tools.http({ method: 'GET', url: site.url, raw: true });
  stopWhenBusy({ who, ...page, now: tools.now() });
  const metas = findElements(page.text, 'meta');
  const isRedmine = metas.some(
    (meta) => attributeOf(meta, 'name') === 'description' && attributeOf(meta, 'content') === 'Redmine',
  );
  if (!isRedmine) return { recognised: false, open: false, detail: 'No Redmine found' };
  if (!isSameSite(site.url, page.url)) return { recognised: true, open: false, detail: liesElsewhere(who, page.url) };
  // A stranger is asked for a key (401) where the interface is on, and refused (403) where it is off.
  const asked = await tools.http({ method: 'GET', url: `${placeOf(site).root}users/current.json`, raw: true });
  const open = asked.status === 401;
  return { recognised: true, open, detail: `Redmine, REST interface ${open ? 'on' : 'off'}` };
}

/** How the texts of a Redmine are written; its interface does not tell, its forms do. */
export type Formatting = 'textile' | 'markdown';

/** The format of the form at a route of the project; undefined where the account is shown no form. */
export async function formattingAt(job: Job, route: string): Promise<Formatting | undefined> {
  const { text } = await call(job, { method: 'GET', route }, [302, 403, 404]);
  // Each format has a tool bar of its own (public/javascripts/jstoolbar); both Markdowns are written alike.
  const named = /jstoolbar\/(textile|markdown|common_mark)\b/.exec(text)?.[1];
  if (named === undefined) return undefined;
  return named === 'textile' ? 'textile' : 'markdown';
}

/** Routes with a form for who may write there: a page that nobody wrote, and the news. */
export const forms = { wiki: 'wiki/Unwritten_page_of_no_name', news: 'news' };

/** The same from memory, else of the first of the routes that shows a form. */
export async function formattingOf(job: Job, ...routes: string[]): Promise<Formatting> {
  const key = `formatting ${job.site.url}`;
  const known = job.tools.memory.get(key);
  if (known !== undefined) return known as Formatting;
  for (const route of routes) {
    const found = await formattingAt(job, route);
    if (found === undefined) continue;
    job.tools.memory.set(key, found);
    return found;
  }
  throw new NeedsOperator(
    'This account may not write in the project, or its texts are neither Textile nor Markdown',
    'credentials',
  );
}
