import type { Found, Job, PostContent, Published, Publishing, Sending } from '#connectors/kit/contract/platforms.ts';
import { Fatal, Unconfirmed } from '#connectors/kit/errors.ts';
import { cutText, htmlToText } from '#connectors/kit/html-to-text.ts';
import { hasMarker } from '#connectors/kit/marker.ts';
import { listOf, objectOf, readObject, textOf } from '#connectors/kit/read-answer.ts';
import { call, formattingOf, forms, projectOf } from './redmine-call.ts';
import { bodyText, standingLinks, withoutSign } from './text.ts';

/** News that one answer lists, the newest first (at most 100, Redmine's REST API). */
const perPage = 100;
/** Answers that a look-up reads at most. */
const maxPages = 10;
/** Clocks are off by this at most. */
const clockSlackMs = 3_600_000;

/** News of a project (Redmine's REST API, News; made, changed and removed since 4.1). Bounds: app/models/news.rb. */
export const news: Publishing = {
  accepts: { markup: 'textile', titleMaxLength: 60, images: false, tags: false, rel: false },
  publish,
  lookUp,
  async update(job, remoteId, content) {
    const body = { news: await fieldsOf(job, content) };
    const answer = await call(job, { method: 'PUT', route: routeOf(remoteId), body }, [404]);
    if (answer.status === 404) throw new Fatal('The news are gone from Redmine');
    return await published(job, remoteId, content);
  },
  async unmark(job, remoteId, marker) {
    const route = routeOf(remoteId);
    const found = objectOf(readObject((await call(job, { method: 'GET', route })).text), 'news');
    const description = withoutSign(textOf(found, 'description'), marker);
    if (description !== undefined) await call(job, { method: 'PUT', route, body: { news: { description } } });
  },
  async remove(job, remoteId) {
    await call(job, { method: 'DELETE', route: routeOf(remoteId) }, [404]);
  },
};

const routeOf = (id: string) => `/news/${encodeURIComponent(id)}.json`;

async function fieldsOf(job: Job, content: PostContent): Promise<Record<string, string>> {
  const description = bodyText(content, await formattingOf(job, forms.news));
  const summary = cutText(htmlToText(content.html.slice(0, 20_000)).replace(/\s+/g, ' '), 250);
  return { title: content.title, summary, description };
}

/** The answer is empty: which number the news have is read from the list. */
async function publish(job: Job, content: PostContent): Promise<Published> {
  const body = { news: await fieldsOf(job, content) };
  await call(job, { method: 'POST', route: 'news.json', body, act: true });
  try {
    const found = await lookUp(job, content, { token: null, sentAt: job.tools.now() });
    if (found.state === 'published') return found;
  } catch (error) {
    throw new Unconfirmed('Redmine took the news, but its list could not be read', { cause: error });
  }
  throw new Unconfirmed('Redmine took the news, but does not list them');
}

async function lookUp(job: Job, content: PostContent, { sentAt }: Sending): Promise<Found> {
  for (let page = 0; page < maxPages; page += 1) {
    const route = `news.json?limit=${perPage}&offset=${page * perPage}`;
    const answer = readObject((await call(job, { method: 'GET', route })).text);
    if (!Array.isArray(answer?.news)) return { state: 'unknown', reason: 'Redmine answered without a list of news' };
    const rows = listOf(answer, 'news');
    const ours = rows.find((row) => hasMarker(textOf(row, 'description'), content.marker));
    if (ours) return await published(job, String(ours.id), content);
    const isOlder = rows.some(
      (row) => sentAt !== null && Date.parse(textOf(row, 'created_on')) < sentAt - clockSlackMs,
    );
    if (rows.length < perPage || isOlder) return { state: 'absent' };
  }
  return { state: 'unknown', reason: `Redmine has more than ${maxPages * perPage} newer news` };
}

/** Redmine names no addresses of news; they are its routes (config/routes.rb). */
async function published(job: Job, id: string, content: PostContent): Promise<Published> {
  const url = new URL(`../../news/${encodeURIComponent(id)}`, await projectOf(job)).href;
  return { state: 'published', url, remoteId: id, ...standingLinks(content.links) };
}
