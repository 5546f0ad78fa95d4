import type { Checked } from '#connectors/kit/contract/connector.ts';
import type { Found, Job, Platform, PostContent, Published } from '#connectors/kit/contract/platforms.ts';
import { Fatal, NeedsOperator, Unconfirmed } from '#connectors/kit/errors.ts';
import { hasMarker, markerSign } from '#connectors/kit/marker.ts';
import { listOf, objectOf, shortDetail, textOf } from '#connectors/kit/read-answer.ts';
import { isSameSite, liesElsewhere } from '#connectors/kit/same-site.ts';
import { captchaOfEdit, solveWikiCaptcha } from './captcha.ts';
import { searchApi } from './find-api.ts';
import { editSummary, pageText, titlesOf } from './page-text.ts';
import { uploadedPdf } from './pdf.ts';
import { sessionToken, withSession } from './session.ts';
import { signUp } from './sign-up.ts';
import { ask, errorOfWiki, post, type WikiAnswer, WikiError } from './wiki-call.ts';

/** MediaWiki 1.31+ by its Action API. */
export const mediawiki: Platform = {
  id: 'mediawiki',
  label: 'MediaWiki',
  modules: ['Wiki', 'PDF'],
  ownWays: { PDF: uploadedPdf },
  fields: [
    {
      name: 'username',
      label: 'Username',
      kind: 'text',
      required: true,
      help: 'Name of a bot password, as User@tool; the name of the account works where the wiki allows it',
    },
    {
      name: 'password',
      label: 'Bot password',
      kind: 'secret',
      required: true,
      help: 'Made on the wiki under Special:BotPasswords; the password of the account works where the wiki allows it',
    },
  ],
  asks: [
    {
      when: 'setup',
      text: 'Make a bot password with the rights to edit and create pages, and to upload files where it is to post PDFs.',
      link: { text: 'How bot passwords are made', url: 'https://www.mediawiki.org/wiki/Manual:Bot_passwords' },
    },
    {
      when: 'credentials',
      text: 'Make a new bot password, and see that it may edit and create pages.',
      link: { text: 'How bot passwords are made', url: 'https://www.mediawiki.org/wiki/Manual:Bot_passwords' },
    },
    {
      when: 'captcha',
      text: 'Ask an administrator of the wiki to free this account from captchas (right skipcaptcha).',
    },
  ],
  accepts: { markup: 'wikitext', titleMaxLength: 200, images: false, tags: false, rel: false },
  settleMs: 60_000,
  publish,
  lookUp,
  update,
  signUp,
  check,
  async probe(site, tools) {
    const facts = await searchApi(site, tools);
    if (facts === undefined) return { recognised: false, open: false, detail: 'No MediaWiki found' };
    if (!isSameSite(site.url, facts.api))
      return { recognised: true, open: false, detail: liesElsewhere('MediaWiki', facts.api) };
    if (facts.generator === '') return { recognised: true, open: false, detail: 'MediaWiki, closed to strangers' };
    return { recognised: true, open: true, detail: `${facts.generator}, interface open` };
  },
};

async function publish(job: Job, content: PostContent): Promise<Published> {
  const [own, unique] = titlesOf(content);
  try {
    return await create(job, content, own);
  } catch (error) {
    if (!(error instanceof WikiError)) throw error;
    if (error.code !== 'articleexists') throw errorOfWiki(job, error, true);
  }
  const found = await findByTitle(job, content);
  if (found !== undefined) return found;
  try {
    return await create(job, content, unique);
  } catch (error) {
    throw error instanceof WikiError ? errorOfWiki(job, error, true) : error;
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
  if (captchaOfEdit(again) !== undefined) await solved.wasWrong();
  return again;
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

async function lookUp(job: Job, content: PostContent): Promise<Found> {
  try {
    return await search(job, content);
  } catch (error) {
    if (!(error instanceof WikiError)) throw error;
    if (error.code !== 'readapidenied') throw errorOfWiki(job, error, false);
  }
  // A wiki that only its members may read: look again signed in.
  try {
    await sessionToken(job);
    return await search(job, content);
  } catch (error) {
    throw error instanceof WikiError ? errorOfWiki(job, error, false) : error;
  }
}

async function search(job: Job, content: PostContent): Promise<Found> {
  return (await findByTitle(job, content)) ?? (await findInContributions(job, content)) ?? { state: 'absent' };
}

async function findByTitle(job: Job, content: PostContent): Promise<Published | undefined> {
  const titles = [...new Set(titlesOf(content))].join('|');
  const pages = await readPages(job, {
    titles,
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

async function check(job: Job): Promise<Checked> {
  const values = { action: 'query', meta: 'userinfo', uiprop: 'rights', assert: 'user' };
  const send = () => ask(job, values);
  const info = objectOf(objectOf(await withSession(job, send, false), 'query'), 'userinfo');
  const rights = Array.isArray(info?.rights) ? info.rights : [];
  if (!rights.includes('edit') || !rights.includes('createpage')) {
    throw new NeedsOperator('This wiki account may not make pages', 'credentials');
  }
  return { detail: `Signed in as ${textOf(info, 'name')}, may make pages` };
}
