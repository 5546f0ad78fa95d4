import type { Checked } from '#connectors/kit/contract/connector.ts';
import type { Found, Job, Platform, PostContent, Published, SiteTarget } from '#connectors/kit/contract/platforms.ts';
import type { Tools } from '#connectors/kit/contract/tools.ts';
import { Fatal, NeedsOperator, Retryable, Unconfirmed } from '#connectors/kit/errors.ts';
import { attributeOf, findElements } from '#connectors/kit/find-elements.ts';
import { hasMarker } from '#connectors/kit/marker.ts';
import { stopWhenBusy } from '#connectors/kit/read-answer.ts';
import { isSameSite, liesElsewhere } from '#connectors/kit/same-site.ts';
import { encodeXmlRpc, parseXmlRpc, structsIn } from '#connectors/kit/xml-rpc.ts';
import { editSummary, idsOf, pageText, standingLinks } from './page.ts';
import { signUp } from './sign-up.ts';
import { baseOf, call, errorOfFault, findBase, pageMissing, WikiFault } from './wiki-call.ts';

/** DokuWiki by its remote interface, XML-RPC with the wiki.* names that all releases know. */
export const dokuwiki: Platform = {
  id: 'dokuwiki',
  label: 'DokuWiki',
  modules: ['Wiki'],
  fields: [
    { name: 'username', label: 'Username', kind: 'text', required: true, help: 'Login name at the wiki' },
    { name: 'password', label: 'Password', kind: 'secret', required: true, help: 'Password of that login' },
  ],
  asks: [
    {
      when: 'setup',
      text: 'Switch the remote interface on (settings remote and remoteuser), and let users make pages.',
      link: { text: 'The remote interface of DokuWiki', url: 'https://www.dokuwiki.org/devel:xmlrpc' },
    },
    { when: 'credentials', text: 'Compare name and password with the wiki, and see that the user may make pages.' },
    { when: 'ban', text: 'Switch the remote interface on, and let the firewall pass lib/exe/xmlrpc.php.' },
    { when: 'confirmation', text: 'Ask the owner of the wiki for an account.' },
    { when: 'captcha', text: 'Make this account by hand: the form of the wiki asks a question.' },
  ],
  accepts: { markup: 'dokuwiki', titleMaxLength: 200, images: false, tags: false, rel: false },
  // A page is put in place of what was there, and no call makes only new ones: whether it is free is asked before.
  maxAtOnce: 1,
  settleMs: 60_000,
  publish: (job, content) => inWords(() => publish(job, content)),
  lookUp: (job, content) => inWords(() => lookUp(job, content)),
  update: (job, remoteId, content) => inWords(() => update(job, remoteId, content)),
  remove: (job, remoteId) => inWords(() => remove(job, remoteId)),
  signUp,
  check: (job) => inWords(() => check(job)),
  probe,
};

async function inWords<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw errorOfFault(error);
  }
}

async function publish(job: Job, content: PostContent): Promise<Published> {
  for (const id of idsOf(content)) {
    if (await exists(job, id)) {
      if (await isOurs(job, id, content.marker)) return await stands(job, id, content);
      continue;
    }
    await put(job, [id, pageText(content), editSummary(content.marker, 'New')], true);
    return await stands(job, id, content);
  }
  throw new Fatal('The wiki has pages of this name already');
}

async function put(job: Job, [id, text, sum]: [string, string, string], act: boolean): Promise<void> {
  const taken = await call(job, { method: 'wiki.putPage', parameters: [id, text, { sum, minor: false }], act });
  if (taken === true || taken === 1) return;
  throw new Retryable(
    'The wiki refused the page without a reason: it is locked, or its filter of words refuses the text',
  );
}

async function exists(job: Job, id: string): Promise<boolean> {
  try {
    const info = await call(job, { method: 'wiki.getPageInfo', parameters: [id] });
    return structsIn([info]).some(({ name }) => name !== undefined);
  } catch (error) {
    if (error instanceof WikiFault && error.code === pageMissing) return false;
    throw error;
  }
}

/** Edits of a page that are looked through at most, the newest first. */
const mostEdits = 200;

/** The history of a page names the edits that made it; the wiki tells as many at a time as it likes (setting recent). */
async function isOurs(job: Job, id: string, marker: string): Promise<boolean> {
  for (let from = 0; from < mostEdits; ) {
    const edits = structsIn(await call(job, { method: 'wiki.getPageVersions', parameters: [id, from] }));
    if (edits.some(({ sum }) => typeof sum === 'string' && hasMarker(sum, marker))) return true;
    if (edits.length === 0) return false;
    from += edits.length;
  }
  return false;
}

/** A page that stands: no failure may lead to a second one. */
async function stands(job: Job, id: string, content: PostContent): Promise<Published> {
  try {
    return await whereItStands(job, id, content);
  } catch (error) {
    throw new Unconfirmed('The wiki took the page, but its address could not be read', { cause: error });
  }
}

/** A page with its address as the wiki names it. */
async function whereItStands(job: Job, id: string, content: PostContent): Promise<Published> {
  const shown = new URL(`doku.php?${new URLSearchParams({ id })}`, await baseOf(job)).href;
  const page = await job.tools.http({ method: 'GET', url: shown, raw: true });
  const links = findElements(page.text, 'link');
  const own = links.find((element) => attributeOf(element, 'rel') === 'canonical');
  const named = own && attributeOf(own, 'href');
  const url = named && isSameSite(job.site.url, named) ? named : shown;
  return { state: 'published', url, remoteId: id, ...standingLinks(content.links) };
}

async function lookUp(job: Job, content: PostContent): Promise<Found> {
  for (const id of idsOf(content))
    if ((await exists(job, id)) && (await isOurs(job, id, content.marker)))
      return await whereItStands(job, id, content);
  return { state: 'absent' };
}

/** Sent twice it changes nothing more: no act. */
async function update(job: Job, remoteId: string, content: PostContent): Promise<Published> {
  if (!(await exists(job, remoteId))) throw new Fatal('The page is gone from the wiki');
  await put(job, [remoteId, pageText(content), editSummary(content.marker, 'Changed')], false);
  return await whereItStands(job, remoteId, content);
}

/** A page without text is none. Done when it is gone, whoever removed it. */
async function remove(job: Job, remoteId: string): Promise<void> {
  if (!(await exists(job, remoteId))) return;
  await put(job, [remoteId, '', 'Removed'], false);
}

/** The right to make pages begins with 4 (inc/auth.php, AUTH_CREATE). */
const mayCreate = 4;

async function check(job: Job): Promise<Checked> {
  const right = await call(job, { method: 'wiki.aclCheck', parameters: ['some_new_page'] });
  if (Number(right) < mayCreate) throw new NeedsOperator('This account may not make pages', 'credentials');
  return { detail: `Signed in as ${job.account.username}, may make pages` };
}

async function probe(site: SiteTarget, tools: Tools) {
  const base = await findBase(site, tools);
  if (base === undefined) return { recognised: false, open: false, detail: 'No DokuWiki found' };
  if (!isSameSite(site.url, base)) return { recognised: true, open: false, detail: liesElsewhere('DokuWiki', base) };
  const url = new URL('lib/exe/xmlrpc.php', base).href;
  const headers = { 'content-type': 'text/xml; charset=utf-8' };
  const body = encodeXmlRpc('wiki.getRPCVersionSupported', []);
  const told = await tools.http({ method: 'POST', url, headers, body, raw: true });
  stopWhenBusy({ who: dokuwiki.label, ...told, now: tools.now() });
  const answer = parseXmlRpc(told.text);
  // Who is not signed in is refused; where the interface is off, everybody is.
  const isOff = !answer || ('fault' in answer && answer.fault.code === -32605);
  return { recognised: true, open: !isOff, detail: `DokuWiki, remote interface ${isOff ? 'off' : 'on'}` };
}
