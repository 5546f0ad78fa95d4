import type { Job } from '#connectors/kit/contract/platforms.ts';
import type { OutsideAnswer } from '#connectors/kit/contract/tools.ts';
import { Fatal, NeedsOperator, Unconfirmed } from '#connectors/kit/errors.ts';
import type { HtmlForm } from '#connectors/kit/html-form.ts';
import { hasPath, markOn, type Page } from '#connectors/kit/page-marks.ts';
import { postForm } from '#connectors/kit/post-form.ts';
import { isSameSite } from '#connectors/kit/same-site.ts';
import type { FormDefinition, FormStep } from '#domain/contract/form-definitions.ts';
import { refuseErrors, refuseRefusals, refuseStatus } from './judge-answer.ts';
import { findForm, missingForm, refuseOther, tokensOf, type ValueFor, valuesFor } from './read-form.ts';

type Known = Partial<Pick<FormDefinition, 'signIn'>> & Pick<FormDefinition, 'errors'>;

/** Who asks, an account or nobody. */
export type Asking = Pick<Job, 'site' | 'tools'>;

/** Reads a page of the site, wherever it sends us on; throws for what is no answer. */
export async function readPage(job: Asking, path: string): Promise<OutsideAnswer> {
  const url = new URL(path, job.site.url).href;
  const page = await job.tools.http({ method: 'GET', url, raw: true });
  refuseStatus(job, page);
  if (!isSameSite(job.site.url, page.url))
    throw new Fatal(`The page ${path} lies at another site (${new URL(page.url).origin}): nothing is read there`);
  return page;
}

/** Sends a filled form, and reads the page it leads to. */
export async function sendForm(
  job: Job,
  { form, step, valueFor, act = false }: { form: HtmlForm; step: FormStep; valueFor: ValueFor; act?: boolean },
): Promise<OutsideAnswer> {
  const fields = [...tokensOf(form, step), ...valuesFor(form, step, valueFor)];
  const answer = await postForm(
    job.tools,
    { url: form.action, fields, isMultipart: form.isMultipart },
    { act, raw: true },
  );
  refuseStatus(job, answer, act);
  if (answer.status < 300) return answer;
  const { location = '' } = answer.headers;
  const target = URL.canParse(location, answer.url) ? new URL(location, answer.url) : undefined;
  if (answer.status > 303 || !target || !isSameSite(job.site.url, target.href)) {
    const said = `The site answered ${answer.status} and names no page of its own`;
    throw act ? new Unconfirmed(said) : new Fatal(said);
  }
  return await readPage(job, `${target.pathname}${target.search}`).catch((error: unknown) => {
    throw act
      ? new Unconfirmed('The site sent us on after the post, but that page cannot be read', { cause: error })
      : error;
  });
}

/** The session is over: what was asked for was not looked at. */
export class SignedOut extends NeedsOperator {
  constructor() {
    super('The site asks for a sign-in again right after one', 'credentials');
  }
}

/** True for the page on which one signs in, shown in place of another. */
export function isSignInPage(page: OutsideAnswer, { signIn }: Known): boolean {
  if (!signIn) return false;
  return hasPath(page.url, signIn.page) || (findForm(page, signIn.form) !== undefined && !markOn(page, signIn.success));
}

/** Why a definition would take any answer for a success; undefined when it would not. */
export function provesNothing(page: Page, { success, waiting }: Pick<FormDefinition, 'success' | 'waiting'>) {
  return markOn(page, [...success, ...waiting])
    ? 'A mark of success is on the page of the form already, before anything was sent: it proves nothing'
    : undefined;
}

/** The form of a step; throws what its absence means. */
export function expectForm(job: Job, page: OutsideAnswer, definition: Known, step: FormStep): HtmlForm {
  const form = findForm(page, step.form);
  if (form) {
    refuseOther(form, step, page);
    return form;
  }
  refuseErrors(job, page, definition);
  if (isSignInPage(page, definition)) throw new SignedOut();
  refuseRefusals(page);
  throw new Fatal(missingForm(page, step.form));
}
