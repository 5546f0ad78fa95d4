import type { Found, Job, PostContent, Published, Publishing } from '#connectors/kit/contract/platforms.ts';
import { Fatal, NeedsOperator, Retryable, Unconfirmed } from '#connectors/kit/errors.ts';
import { escapeHtml } from '#connectors/kit/escape-html.ts';
import { hasMarker, markerSign, withoutMarker } from '#connectors/kit/marker.ts';
import { toMarkup } from '#connectors/kit/markup/to-markup.ts';
import { listOf, objectOf, shortDetail, textOf } from '#connectors/kit/read-answer.ts';
import { captchaOfEdit, solveWikiCaptcha } from './captcha.ts';
import { editSummary, pageText } from './page-text.ts';
import { readAlsoAsMember, withSession } from './session.ts';
import { ask, errorOfWiki, post, type WikiAnswer, WikiError } from './wiki-call.ts';

/** Titles under which a page may be made, the first that is free. */
export type TitlesOf = (content: PostContent, job: Job) => string[];

/** Pages of a wiki (API:Edit); `taken` is said where pages of all titles are there. */
export function pagesUnder(
  titlesOf: TitlesOf,
  taken: string,
): Publishing & Required<Pick<Publishing, 'update' | 'unmark'>> {
  return {
    accepts: { markup: 'wikitext', titleMaxLength: 200, images: false, tags: false, rel: false },
    publish: async (job, content) => {
      const made = await publish(job, content, titlesOf(content, job));
      if (made === undefined) throw new Fatal(taken);
      return made;
    },
    lookUp: (job, content) => lookUp(job, content, titlesOf(content, job)),
    update,
    unmark,
  };
}

async function publish(job: Job, content: PostContent, titles: string[]): Promise<Published | undefined> {
  try {
    for (const title of titles) {
      const made = await createUnlessThere(job, content, title);
      if (made) return made;
      const found = await findByTitle(job, content, titles);
      if (found) return found;
    }
  } catch (error) {
    throw error instanceof WikiError ? errorOfWiki(job, error, true) : error;
  }
  return undefined;
}

/** Undefined when a page of this title is there. */
async function createUnlessThere(job: Job, content: PostContent, title: string): Promise<Published | undefined> {
  try {
    return await create(job, content, title);
  } catch (error) {
    if (error instanceof WikiError && error.code === 'articleexists') return undefined;
    throw error;
  }
}

async function create(job: Job, content: PostContent, title: string): Promise<Published> {
  const values = { title, text: pageText(content), summary: editSummary(content), createonly: '1' };
  const edit = await editOnce(job, values);
  const pageId = readEdit(edit);
  return await whereItStands(job, pageId, content);
}

/** The answer to an edit. A captcha is solved and the edit sent once more: the first one changed nothing. */
async function editOnce(job: Job, values: Record<string, string>): Promise<Record<string, unknown> | undefined> {
  const edit = objectOf(await sendEdit(job, values, true), 'edit');
  const captcha = captchaOfEdit(edit);
  if (captcha === undefined) return edit;
  const solved = await solveWikiCaptcha(job, captcha);
  const again = objectOf(await sendEdit(job, { ...values, ...solved.values }, true), 'edit');
  if (captchaOfEdit(again) === undefined) return again;
  await solved.wasWrong();
  throw new Retryable('The wiki did not take the answer to its captcha');
}

function sendEdit(job: Job, values: Record<string, string>, act: boolean): Promise<WikiAnswer> {
  const edit = { action: 'edit', assert: 'user', maxlag: '5', ...values };
  return withSession(job, (token) => post(job, { ...edit, token }, { act }), act);
}

/** Page id of an edit that succeeded. A captcha stops the account; other failures come from filters (API:Edit). */
function readEdit(edit: Record<string, unknown> | undefined): string {
  if (textOf(edit, 'result') === 'Success' && typeof edit?.pageid === 'number') return String(edit.pageid);
  const captcha = objectOf(edit, 'captcha');
  if (captcha !== undefined) {
    const kind = textOf(captcha, 'type');
    throw new NeedsOperator(
      `The wiki asks this account for a captcha${kind ? ` (${kind})` : ''} before it takes links`,
      'captcha',
    );
  }
  if (textOf(edit, 'result') === 'Failure') {
    const why = ['spamblacklist', 'warning', 'info', 'code']
      .map((name) => textOf(edit, name))
      .find((text) => text !== '');
    throw new Fatal(`The wiki refused the page${why ? `: ${shortDetail(why)}` : ''}`);
  }
  throw new Unconfirmed('MediaWiki took the page but did not say where it stands');
}

/** Address of a page that was just made. The page stands: from here on no failure may lead to a second one. */
async function whereItStands(job: Job, pageId: string, content: PostContent): Promise<Published> {
  try {
    const pages = await readPages(job, { pageids: pageId, prop: 'info', inprop: 'url' });
    const url = textOf(pages[0], 'fullurl');
    if (url !== '') return { state: 'published', url, remoteId: pageId, ...standingLinks(content) };
  } catch (error) {
    throw new Unconfirmed('The wiki took the page, but its address could not be read', { cause: error });
  }
  throw new Unconfirmed('The wiki took the page, but its address could not be read');
}

async function readPages(job: Job, values: Record<string, string>): Promise<Record<string, unknown>[]> {
  return listOf(objectOf(await ask(job, { action: 'query', ...values }), 'query'), 'pages');
}

const lookUp = (job: Job, content: PostContent, titles: string[]) =>
  readAlsoAsMember(job, () => search(job, content, titles));

async function search(job: Job, content: PostContent, titles: string[]): Promise<Found> {
  return (await findByTitle(job, content, titles)) ?? (await findInContributions(job, content)) ?? { state: 'absent' };
}

async function findByTitle(job: Job, content: PostContent, titles: string[]): Promise<Published | undefined> {
  const pages = await readPages(job, {
    titles: [...new Set(titles)].join('|'),
    prop: 'info|revisions',
    inprop: 'url',
    rvprop: 'content|comment',
    rvslots: 'main',
  });
  const ours = pages.find((page) => isOurs(page, content.marker));
  return ours === undefined ? undefined : toPublished(ours, content);
}

function isOurs(page: Record<string, unknown>, marker: string): boolean {
  const [revision] = listOf(page, 'revisions');
  const text = textOf(objectOf(objectOf(revision, 'slots'), 'main'), 'content');
  return hasMarker(text, marker) || hasMarker(textOf(revision, 'comment'), marker);
}

function toPublished(page: Record<string, unknown>, content: PostContent): Published {
  return { state: 'published', url: textOf(page, 'fullurl'), remoteId: String(page.pageid), ...standingLinks(content) };
}

/** The wiki sets rel by its own rule (nofollow by default, $wgNoFollowLinks): a rel that was asked for does not stand. */
function standingLinks(content: PostContent): Pick<Published, 'links'> {
  if (content.links.every((link) => link.rel === '')) return {};
  return { links: content.links.map((link) => ({ ...link, rel: '' })) };
}

/** Finds a page that was moved or edited since, by the summary of the account's own edits (the last 500). */
async function findInContributions(job: Job, content: PostContent): Promise<Published | undefined> {
  const ucuser = job.account.username.replace(/@.*$/, '');
  const answer = await ask(job, {
    action: 'query',
    list: 'usercontribs',
    ucuser,
    uclimit: '500',
    ucprop: 'ids|title|comment',
  });
  const edits = listOf(objectOf(answer, 'query'), 'usercontribs');
  const ours = edits.find((edit) => hasMarker(textOf(edit, 'comment'), content.marker));
  if (ours === undefined) return undefined;
  const [page] = await readPages(job, { pageids: String(ours.pageid), prop: 'info', inprop: 'url' });
  return page === undefined || page.missing ? undefined : toPublished(page, content);
}

/** Sent twice it changes nothing more: no act. */
async function update(job: Job, remoteId: string, content: PostContent): Promise<Published> {
  try {
    const values = {
      pageid: remoteId,
      text: pageText(content),
      summary: content.marker === '' ? 'Changed' : `Changed (${markerSign(content.marker)})`,
      nocreate: '1',
    };
    const pageId = readEdit(objectOf(await sendEdit(job, values, false), 'edit'));
    return await whereItStands(job, pageId, content);
  } catch (error) {
    throw error instanceof WikiError ? errorOfWiki(job, error, false) : error;
  }
}

async function unmark(job: Job, remoteId: string, marker: string): Promise<void> {
  try {
    const asked = { pageids: remoteId, prop: 'revisions', rvprop: 'ids|content', rvslots: 'main' };
    const [revision] = listOf((await readAlsoAsMember(job, () => readPages(job, asked)))[0], 'revisions');
    const text = withoutMarker(textOf(objectOf(objectOf(revision, 'slots'), 'main'), 'content'), marker);
    if (text === undefined) return;
    // An edit that comes between is merged or a conflict, never written over (API:Edit).
    const values = { pageid: remoteId, text, baserevid: String(revision?.revid), summary: 'Changed', nocreate: '1' };
    readEdit(objectOf(await sendEdit(job, values, false), 'edit'));
  } catch (error) {
    throw error instanceof WikiError ? errorOfWiki(job, error, false) : error;
  }
}

const pages = pagesUnder(
  // The English name of the namespace leads to it on every wiki (Help:Namespaces); a bot password's tool is no part of the name.
  (_, job) => [`User:${job.account.username.replace(/@.*$/, '')}`],
  'The user page of this account has a text already, and is filled only once: use another account',
);

/** The page about an account that its name leads to: the wiki's public profile. One that is there is left as it is. */
export const userPage: Publishing = {
  ...pages,
  publish: (job, content) => pages.publish(job, withTitle(content)),
  update: (job, remoteId, content) => pages.update(job, remoteId, withTitle(content)),
};

/** The page is named by the account: what names the text is its first heading. */
function withTitle(content: PostContent): PostContent {
  const heading = toMarkup(`<h2>${escapeHtml(content.title)}</h2>`, 'wikitext');
  return { ...content, markup: `${heading}\n\n${pageText({ ...content, marker: '' })}` };
}
