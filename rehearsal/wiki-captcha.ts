import { mediawikiSoftware, pageKey } from './mediawiki.ts';
import { formOf } from './mediawiki-files.ts';
import type { SiteContext, SiteReply, SiteRequest, SiteSoftware } from './site-software.ts';

/** The letters of every picture of the wiki; its bytes are the letters. */
const wikiLetters = 'gardenpath';

/** A wiki that asks for the letters of a picture before it takes an edit (ConfirmEdit, API:Edit). */
export function wikiWithCaptcha(context: SiteContext): SiteSoftware {
  const wiki = mediawikiSoftware(context);
  const asked = new Set<string>();
  const askAgain = (): SiteReply => {
    const id = String(100 + asked.size);
    asked.add(id);
    const captcha = { type: 'image', mime: 'image/png', id, url: `/index.php/Special:Captcha/image?wpCaptchaId=${id}` };
    const body = JSON.stringify({ edit: { result: 'Failure', captcha } });
    return { status: 200, headers: { 'content-type': 'application/json; charset=utf-8' }, body };
  };
  /** A picture is good for one edit. */
  const isSolved = (form: URLSearchParams) =>
    asked.delete(form.get('captchaid') ?? '') && form.get('captchaword') === wikiLetters;
  /** Refused before any letters are asked for (ApiEditPage). */
  const isTaken = (form: URLSearchParams) =>
    form.has('createonly') && context.store.byKey(pageKey(form.get('title') ?? '')) !== undefined;
  const isEdit = (request: SiteRequest) => wiki.isInterface(request) && formOf(request).get('action') === 'edit';
  return {
    isInterface: (request) => wiki.isInterface(request),
    wouldPost: (request) => wiki.wouldPost(request) && (!isEdit(request) || formOf(request).has('captchaid')),
    endSessions: () => wiki.endSessions?.(),
    refuseContent: () => wiki.refuseContent(),
    addressOf: (post) => wiki.addressOf(post),
    handle(request) {
      if (request.path.endsWith('/Special:Captcha/image'))
        return { status: 200, headers: { 'content-type': 'image/png' }, body: Buffer.from(wikiLetters) };
      if (!isEdit(request) || isTaken(formOf(request))) return wiki.handle(request);
      return isSolved(formOf(request)) ? wiki.handle(request) : askAgain();
    },
  };
}
