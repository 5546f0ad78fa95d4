import type { Job, PostContent } from '#connectors/kit/contract/platforms.ts';
import { asConnectorError } from '#connectors/kit/errors.ts';
import type { HtmlForm } from '#connectors/kit/html-form.ts';
import type { Page } from '#connectors/kit/page-marks.ts';
import type { ShownField, ShownRequest } from '#domain/contract/dry-runs.ts';
import type { FormDefinition, FormStep } from '#domain/contract/form-definitions.ts';
import { placeholdersIn } from '#domain/rules/placeholders.ts';
import { valuesOf } from './definition.ts';
import { findForm, missingForm, problemsOf, tokensOf, unfilled, type ValueFor, valuesFor } from './read-form.ts';
import { loginOf } from './sign-in.ts';
import { isSignInPage, provesNothing, readPage } from './walk.ts';

/** All requests of a post in their order, as far as pages tell that a stranger may read. */
export async function show(job: Job, definition: FormDefinition, content: PostContent): Promise<ShownRequest[]> {
  const { signIn, steps, page } = definition;
  const requests: ShownRequest[] = [];
  if (signIn) {
    const looked = await look(job, signIn.page, { definition: { ...definition, signIn: undefined }, step: signIn });
    requests.push(request('Sign in', looked, { step: signIn, valueFor: loginOf(job) }));
  }
  const valueFor = valuesOf(job, content, definition);
  for (const [index, step] of steps.entries()) {
    const title = steps.length === 1 ? 'Post' : `Step ${index + 1} of ${steps.length}`;
    const looked = index === 0 ? await look(job, page, { definition, step }) : later;
    const early = looked.page && provesNothing(looked.page, definition);
    requests.push(request(title, { ...looked, ...(early ? { problem: early } : {}) }, { step, valueFor }));
  }
  return requests;
}

/** What is known of a page: its form, or why there is none. */
interface Looked {
  form?: HtmlForm;
  page?: Page;
  address: string;
  note?: string;
  problem?: string;
}

const later: Looked = {
  address: 'Where the form of the page before leads',
  note: 'This form is on the answer to the step before: its tokens are read from there',
};

interface Wanted {
  definition: Omit<FormDefinition, 'signIn'> & { signIn?: FormDefinition['signIn'] | undefined };
  step: FormStep;
}

async function look(job: Job, path: string, { definition, step }: Wanted): Promise<Looked> {
  const address = new URL(path, job.site.url).href;
  try {
    const page = await readPage(job, path);
    const form = findForm(page, step.form);
    if (form) return { form, page, address: form.action };
    const { signIn, errors } = definition;
    const isWall = signIn !== undefined && isSignInPage(page, { signIn, errors });
    if (isWall) return { address, note: 'The page asks for a sign-in: its form is seen when an account signs in' };
    return { address, problem: missingForm(page, step.form) };
  } catch (error) {
    const known = asConnectorError(error);
    if (!known || job.tools.signal.aborted) throw error;
    return { address, problem: known.message };
  }
}

function request(
  title: string,
  looked: Looked,
  { step, valueFor }: { step: FormStep; valueFor: ValueFor },
): ShownRequest {
  const { form, page, address } = looked;
  const problems = [looked.problem, ...(form && page ? problemsOf(form, step, page) : [])];
  const secret = new Set(step.fields.filter(isSecret).map(({ name }) => name));
  let fields: ShownField[] = [];
  try {
    fields = valuesFor(form, step, valueFor).map(([name, value]) =>
      secret.has(name) ? { name, value: '', kind: 'secret' } : { name, value, kind: 'value' },
    );
  } catch (error) {
    problems.push(error instanceof Error ? error.message : String(error));
  }
  const tokens = form ? tokensOf(form, step).map(([name, value]): ShownField => ({ name, value, kind: 'token' })) : [];
  const empty = form ? unfilled(form, step) : [];
  const notes = [looked.note, ...empty.map((name) => `The form asks for ${name}, which the definition leaves empty`)];
  const isText = (text: string | undefined) => text !== undefined;
  return {
    title,
    method: 'POST',
    address,
    fields: [...fields, ...tokens],
    notes: notes.filter(isText),
    problems: problems.filter(isText),
  };
}

const isSecret = ({ value = '', choose = '' }: FormStep['fields'][number]) =>
  placeholdersIn(`${value} ${choose}`).includes('account.password');
