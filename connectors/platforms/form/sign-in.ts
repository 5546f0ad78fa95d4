import type { Job } from '#connectors/kit/contract/platforms.ts';
import { NeedsOperator } from '#connectors/kit/errors.ts';
import { markOn } from '#connectors/kit/page-marks.ts';
import type { FormDefinition } from '#domain/contract/form-definitions.ts';
import { refuseErrors } from './judge-answer.ts';
import { findForm } from './read-form.ts';
import { expectForm, readPage, SignedOut, sendForm } from './walk.ts';

const signedIn = 'signed in';

/** Values of the sign-in form. */
export const loginOf =
  ({ account }: Job) =>
  (name: string): string =>
    name === 'account.password' ? account.password : name === 'account.email' ? account.email : account.username;

/** Signs in, where the site has such a page; NeedsOperator when the login is not taken. */
export async function signIn(job: Job, definition: FormDefinition): Promise<void> {
  const step = definition.signIn;
  if (!step) return;
  job.tools.memory.delete(signedIn);
  const before = await readPage(job, step.page);
  // Who is signed in is often sent on to another page.
  if (!findForm(before, step.form) && markOn(before, step.success)) {
    job.tools.memory.set(signedIn, 'yes');
    return;
  }
  const form = expectForm(job, before, { errors: definition.errors }, step);
  const page = await sendForm(job, { form, step, valueFor: loginOf(job) });
  if (markOn(page, step.failure))
    throw new NeedsOperator('The site refused the login: name or password is wrong', 'credentials');
  if (!markOn(page, step.success)) {
    refuseErrors(job, page, definition);
    if (findForm(page, step.form))
      throw new NeedsOperator('The site asks for the login again: name or password is wrong', 'credentials');
    throw new NeedsOperator('The site did not say that it signed in: no mark of success is on its page', 'credentials');
  }
  job.tools.memory.set(signedIn, 'yes');
}

/** Does what needs a session, once more with a new one where the site has forgotten it. */
export async function signedInUntil<T>(job: Job, definition: FormDefinition, work: () => Promise<T>): Promise<T> {
  if (job.tools.memory.get(signedIn) === undefined) await signIn(job, definition);
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof SignedOut)) throw error;
  }
  await signIn(job, definition);
  return await work();
}
