import type { Checked } from '#connectors/kit/contract/connector.ts';
import type { Found, Job, Platform, PostContent, Published } from '#connectors/kit/contract/platforms.ts';
import { Fatal, NeedsOperator, Unconfirmed } from '#connectors/kit/errors.ts';
import { hasMarker } from '#connectors/kit/marker.ts';
import { objectOf, readObject, textOf } from '#connectors/kit/read-answer.ts';
import { news } from './news.ts';
import { profile } from './profile.ts';
import { call, formattingAt, formattingOf, forms, probe, projectOf } from './redmine-call.ts';
import { pageText, standingLinks, titlesOf, withoutSign } from './text.ts';

/** Redmine 4.1+ by its REST interface: pages of a project's wiki, and its news. */
export const redmine: Platform = {
  id: 'redmine',
  label: 'Redmine',
  modules: ['Wiki', 'PressRelease', 'ArticleDirectory', 'ForumProfile'],
  fields: [
    {
      name: 'password',
      label: 'API access key',
      kind: 'secret',
      required: true,
      help: 'Shown in Redmine under My account, API access key; not the password of the login',
    },
  ],
  asks: [
    {
      when: 'setup',
      text: 'Enter the address of the project for the site, and switch on in Redmine: the REST web service (Administration, Settings, API), and Wiki or News in the project.',
      link: { text: 'The REST interface of Redmine', url: 'https://www.redmine.org/projects/redmine/wiki/Rest_api' },
    },
    {
      when: 'credentials',
      text: 'Compare the API access key with the one in Redmine, and give the user a role in the project that may edit wiki pages or manage news.',
    },
  ],
  accepts: { markup: 'textile', titleMaxLength: 200, images: false, tags: false, rel: false },
  // Two of ours with one title at the same moment: the second one would take the place of the first.
  maxAtOnce: 1,
  settleMs: 60_000,
  publish,
  lookUp,
  update,
  unmark,
  async remove(job, remoteId) {
    await call(job, { method: 'DELETE', route: routeOf(remoteId) }, [404]);
  },
  ownWays: { PressRelease: news, ArticleDirectory: news, ForumProfile: profile },
  check,
  probe,
};

const routeOf = (title: string) => `wiki/${encodeURIComponent(title)}.json`;

interface WikiPage {
  title: string;
  text: string;
  version: number;
}

async function publish(job: Job, content: PostContent): Promise<Published> {
  for (const title of titlesOf(content)) {
    const there = await readPage(job, title);
    if (there && hasMarker(there.text, content.marker)) return await whereItStands(job, there.title, content);
    const made = there ? undefined : await create(job, title, content);
    if (made) return made;
  }
  throw new Fatal('The wiki has pages of this title already');
}

/**
 * Undefined when a page of this title came up meanwhile. The call makes pages and changes them; version 0, which no page of
 * a person has, makes it refuse the change (409, seen on 5.0.4).
 */
async function create(job: Job, title: string, content: PostContent): Promise<Published | undefined> {
  const text = pageText(content, await formattingOf(job, forms.wiki));
  const body = { wiki_page: { text, comments: 'New', version: 0 } };
  const answer = await call(job, { method: 'PUT', route: routeOf(title), body, act: true }, [409]);
  if (answer.status === 409) return undefined;
  const made = textOf(objectOf(readObject(answer.text), 'wiki_page'), 'title');
  if (made === '') throw new Unconfirmed('Redmine took the page but did not say where it stands');
  return await whereItStands(job, made, content);
}

async function readPage(job: Job, title: string): Promise<WikiPage | undefined> {
  const answer = await call(job, { method: 'GET', route: routeOf(title) }, [404]);
  const page = answer.status === 404 ? undefined : objectOf(readObject(answer.text), 'wiki_page');
  return page && { title: textOf(page, 'title'), text: textOf(page, 'text'), version: Number(page.version) };
}

/** Redmine names the title that a page got; its address is a route of Redmine (config/routes.rb). */
async function whereItStands(job: Job, title: string, content: PostContent): Promise<Published> {
  const url = `${await projectOf(job)}wiki/${encodeURIComponent(title)}`;
  return { state: 'published', url, remoteId: title, ...standingLinks(content.links) };
}

async function lookUp(job: Job, content: PostContent): Promise<Found> {
  for (const title of titlesOf(content)) {
    const page = await readPage(job, title);
    if (page && hasMarker(page.text, content.marker)) return await whereItStands(job, page.title, content);
  }
  return { state: 'absent' };
}

/** Sent twice it changes nothing more: no act. */
async function update(job: Job, remoteId: string, content: PostContent): Promise<Published> {
  if (!(await readPage(job, remoteId))) throw new Fatal('The page is gone from the wiki');
  const text = pageText(content, await formattingOf(job, forms.wiki));
  await call(job, { method: 'PUT', route: routeOf(remoteId), body: { wiki_page: { text, comments: 'Changed' } } });
  return await whereItStands(job, remoteId, content);
}

async function unmark(job: Job, remoteId: string, marker: string): Promise<void> {
  const page = await readPage(job, remoteId);
  const text = withoutSign(page?.text ?? '', marker);
  if (!page || text === undefined) return;
  // An edit that came between is refused (409), not written over.
  const body = { wiki_page: { text, comments: 'Changed', version: page.version } };
  await call(job, { method: 'PUT', route: routeOf(remoteId), body });
}

async function check(job: Job): Promise<Checked> {
  const answer = await call(job, { method: 'GET', route: '/users/current.json' });
  const login = textOf(objectOf(readObject(answer.text), 'user'), 'login');
  const mayEdit = await formattingAt(job, forms.wiki);
  const mayTell = await formattingAt(job, forms.news);
  const rights = [...(mayEdit ? ['make wiki pages'] : []), ...(mayTell ? ['add news'] : [])];
  if (rights.length === 0)
    throw new NeedsOperator('This account may neither edit the wiki of the project nor manage its news', 'credentials');
  return { detail: `Signed in as ${login}, may ${rights.join(' and ')}` };
}
