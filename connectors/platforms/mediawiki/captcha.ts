import type { Job } from '#connectors/kit/contract/platforms.ts';
import type { CaptchaAnswer } from '#connectors/kit/contract/tools.ts';
import { NeedsOperator } from '#connectors/kit/errors.ts';
import { listOf, objectOf, textOf } from '#connectors/kit/read-answer.ts';
import { findApi } from './find-api.ts';

/** A captcha of ConfirmEdit, as an edit or a sign-up asks for it. */
export interface Captcha {
  /** "image", "simple", "question", "recaptchanocaptcha", "turnstile". */
  type: string;
  id: string;
  /** Of a picture. */
  url: string;
  /** Site key of a widget. */
  key: string;
}

/** What a wiki asks of whom makes an account (meta=authmanagerinfo); undefined where it asks for no captcha. */
export function captchaOf(info: Record<string, unknown> | undefined): Captcha | undefined {
  for (const request of listOf(info, 'requests')) {
    if (!/captcha/i.test(textOf(request, 'id'))) continue;
    const fields = objectOf(request, 'fields');
    const of = (name: string) => textOf(objectOf(fields, name), 'value');
    const metadata = objectOf(request, 'metadata');
    const [type, key] = [textOf(metadata, 'type'), textOf(metadata, 'key')];
    return { type, id: of('captchaId'), url: of('captchaInfo'), key };
  }
  return undefined;
}

/** What an edit is answered with that needs one (API:Edit); undefined where it asks for none. */
export function captchaOfEdit(edit: Record<string, unknown> | undefined): Captcha | undefined {
  const asked = objectOf(edit, 'captcha');
  if (asked === undefined) return undefined;
  const of = (name: string) => textOf(asked, name);
  return { type: of('type'), id: of('id'), url: of('url'), key: of('key') };
}

/** Has it solved; gives the values that go with the request, and whom to tell when they were wrong. */
export async function solveWikiCaptcha(
  job: Job,
  captcha: Captcha,
): Promise<Pick<CaptchaAnswer, 'wasWrong'> & { values: Record<string, string> }> {
  const { type, id, url, key } = captcha;
  if (type === 'image') {
    const image = await readPicture(job, url);
    const { answer, wasWrong } = await job.tools.solve({ kind: 'picture', ...image });
    return { values: { captchaId: id, captchaWord: answer, captchaid: id, captchaword: answer }, wasWrong };
  }
  const widget = ({ recaptchanocaptcha: 'recaptcha-v2', turnstile: 'turnstile' } as const)[type];
  if (widget === undefined)
    throw new NeedsOperator(
      `The wiki asks this account a question that only a person answers (captcha ${type}): do this step by hand`,
      'captcha',
    );
  const { answer, wasWrong } = await job.tools.solve({ kind: widget, siteKey: key, pageUrl: job.site.url });
  const field = widget === 'turnstile' ? 'cf-turnstile-response' : 'g-recaptcha-response';
  return { values: { captchaWord: answer, captchaword: answer, [field]: answer }, wasWrong };
}

/** Largest picture that is read, in bytes. */
const maxPicture = 500_000;

async function readPicture(job: Job, url: string): Promise<{ image: Uint8Array; type: string }> {
  const api = await findApi(job.site, job.tools);
  const answer = await job.tools.stream({ method: 'GET', url: new URL(url, api).href }, maxPicture);
  const parts: Uint8Array[] = [];
  for await (const part of answer.body) parts.push(part);
  return { image: new Uint8Array(Buffer.concat(parts)), type: answer.headers['content-type'] ?? 'image/png' };
}
