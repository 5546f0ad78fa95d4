import type { Job } from '#connectors/kit/contract/platforms.ts';
import type { OutsideAnswer } from '#connectors/kit/contract/tools.ts';
import { Fatal, NeedsOperator, Retryable } from '#connectors/kit/errors.ts';
import { markOn, saidAt, wordsOf } from '#connectors/kit/page-marks.ts';
import { errorForStatus, retryAfterMs } from '#connectors/kit/read-answer.ts';
import type { FormDefinition } from '#domain/contract/form-definitions.ts';

const who = 'The site';

/** The site knows the post already. */
export class Duplicate extends Fatal {
  override name = 'Fatal';
}

/** Throws for a page by which somebody in front of the site asks for a person, and for a status that is no answer. */
export function refuseStatus(
  { tools }: Pick<Job, 'tools'>,
  { status, headers, text }: OutsideAnswer,
  act = false,
): void {
  // A post that met an error may have been taken, whatever stands on the page of that error.
  if (isGate.test(text) && (status === 403 || (status === 503 && !act)))
    throw new NeedsOperator('A page in front of the site asks for a person: nothing is sent past it', 'captcha');
  if (status === 403)
    throw new NeedsOperator('The site answered 403: it does not let this account, or this server, do that', 'ban');
  const error = status < 400 ? undefined : errorForStatus({ who, status, headers, act, now: tools.now() });
  if (error) throw error;
}

/** Pages of firewalls, and widgets that ask for a person. */
const isGate = /cf-chl-|\/challenge-platform\//;
const isWidget = /\b(?:g-recaptcha|h-captcha|cf-turnstile)\b/;

/** Throws what a mark of error on a page means; what the definition does not name is left. */
export function refuseErrors(job: Job, page: OutsideAnswer, { errors }: Pick<FormDefinition, 'errors'>): void {
  const mark = markOn(page, errors);
  if (!mark) return;
  const said = saidAt(page, mark);
  switch (mark.means) {
    case 'refused':
      throw new Fatal(`The site refused the post: ${said}`);
    case 'duplicate':
      throw new Duplicate(`The site has this post already: ${said}`);
    case 'busy':
      throw new Retryable(`The site is busy: ${said}`, {
        afterMs: retryAfterMs(page.headers['retry-after'], job.tools.now()) ?? 60_000,
      });
    case 'login':
      throw new NeedsOperator(`The site refused the login: ${said}`, 'credentials');
    case 'captcha':
      throw new NeedsOperator(`The site asks for a person: ${said}`, 'captcha');
    case 'banned':
      throw new NeedsOperator(`The site does not let this account post: ${said}`, 'ban');
  }
}

/** Words by which sites say no where a form was expected. */
const refusals =
  /you (?:are not (?:allowed|authori[sz]ed|permitted)|do not have (?:permission|the right)|(?:have been|are|were) (?:banned|blocked|suspended))|access (?:is )?denied|permission denied|account (?:has been|is|was) (?:banned|blocked|suspended)/i;

/** Throws where a page without the form that was expected says that nobody, or not this account, may go on. */
export function refuseRefusals(page: OutsideAnswer): void {
  const words = wordsOf(page.text);
  const [said] = refusals.exec(words) ?? [];
  if (said !== undefined) throw new NeedsOperator(`The site refuses: ${said}`, 'ban');
  if (isGate.test(page.text) || isWidget.test(page.text))
    throw new NeedsOperator(
      'The site asks for a person before it shows its form: nothing is sent past that',
      'captcha',
    );
}
