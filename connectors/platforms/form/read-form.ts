import { Fatal, NeedsOperator } from '#connectors/kit/errors.ts';
import { type FormField, formsOf, type HtmlForm } from '#connectors/kit/html-form.ts';
import { hasPath, type Page, pathOf } from '#connectors/kit/page-marks.ts';
import { shortDetail } from '#connectors/kit/read-answer.ts';
import { isSameSite } from '#connectors/kit/same-site.ts';
import type { DefinedField, FormMark, FormStep } from '#domain/contract/form-definitions.ts';
import { fillPlaceholders, placeholdersIn } from '#domain/rules/placeholders.ts';

/** Value of each placeholder. */
export type ValueFor = (name: string) => string;
/** Names and values in the order in which they are sent. */
export type Sent = [name: string, value: string][];

/** The form that is meant. */
export function findForm(page: Page, mark: FormMark): HtmlForm | undefined {
  return formsOf(page.text, page.url).find(
    (form) =>
      (mark.id === undefined || form.id === mark.id) &&
      (mark.name === undefined || form.name === mark.name) &&
      (mark.action === undefined || hasPath(form.action, mark.action)) &&
      (mark.field === undefined || form.fields.some(({ name }) => name === mark.field)),
  );
}

const some = (names: readonly string[]) => shortDetail([...new Set(names)].join(', ')) || 'none';

function markText({ id, name, action, field }: FormMark): string {
  const parts = [id && `the id ${id}`, name && `the name ${name}`, action && `the action ${action}`];
  return [...parts, field && `the field ${field}`].filter(Boolean).join(' and ');
}

const formText = ({ id, name, action }: HtmlForm) => id || name || `one that goes to ${pathOf(action)}`;

/** Why a page has no such form. */
export function missingForm(page: Page, mark: FormMark): string {
  const there = formsOf(page.text, page.url).map(formText);
  return `The page ${pathOf(page.url)} has no form with ${markText(mark)}; forms there: ${some(there)}`;
}

/** What is wrong between a definition and the form as the page draws it. */
export function problemsOf(form: HtmlForm, step: FormStep, page: Page): string[] {
  const problems: string[] = [];
  if (form.method !== 'post') problems.push('The form is sent by GET: such forms change nothing, and are not sent');
  if (!isSameSite(page.url, form.action))
    problems.push(`The form goes to another site (${new URL(form.action).origin}): nothing is sent there`);
  const names = form.fields.map(({ name }) => name);
  for (const { name } of step.fields)
    if (!names.includes(name)) problems.push(`The form has no field ${name}; fields there: ${some(names)}`);
  for (const name of step.carry ?? [])
    if (!names.includes(name)) problems.push(`The form has no field ${name} to carry; fields there: ${some(names)}`);
  const buttons = form.fields.filter(isButton).map(({ name }) => name);
  if (step.button !== undefined && !buttons.includes(step.button))
    problems.push(`The form has no button ${step.button}; buttons there: ${some(buttons)}`);
  if (asksPerson(form, step)) problems.push('The form asks for a person (a captcha): it is left to people');
  return problems;
}

const isButton = ({ type }: FormField) => type === 'submit' || type === 'image' || type === 'button';
const filledNames = (step: FormStep) => new Set(step.fields.map(({ name }) => name));

/** A question that the definition does not answer is meant for a person. */
function asksPerson(form: HtmlForm, step: FormStep): boolean {
  const known = filledNames(step);
  const asked = form.fields.some(({ name, type }) => /captcha/i.test(name) && type !== 'hidden' && !known.has(name));
  return form.hasCaptcha || asked;
}

/** Throws where the form is not as it is defined. */
export function refuseOther(form: HtmlForm, step: FormStep, page: Page): void {
  if (asksPerson(form, step))
    throw new NeedsOperator('The form of this site asks for a person (a captcha): it is left to people', 'captcha');
  const [problem] = problemsOf(form, step, page);
  if (problem !== undefined) throw new Fatal(problem);
}

/** Required fields that nothing is put into. */
export function unfilled(form: HtmlForm, step: FormStep): string[] {
  const sent = new Set([...filledNames(step), ...tokensOf(form, step).map(([name]) => name)]);
  return form.fields.filter(({ name, required }) => required && !sent.has(name)).map(({ name }) => name);
}

/** Fields for what a post says that hold something else already. */
export function heldOtherwise(form: HtmlForm, step: FormStep, valueFor: ValueFor): string[] {
  const folded = (text: string) => text.replace(/\s+/g, ' ').trim();
  return step.fields.flatMap(({ name, value = '' }) => {
    // A field may stand there twice, empty and filled.
    const held = form.fields.filter((field) => field.name === name).map((field) => folded(field.value));
    const isOfPost = placeholdersIn(value).some((one) => !one.startsWith('account.'));
    const own = isOfPost ? folded(fillPlaceholders(value, valueFor)) : '';
    return isOfPost && held.some((text) => text !== '' && text !== own) ? [name] : [];
  });
}

/** What is sent as the page gives it: tokens, and the button that is pressed. */
export function tokensOf(form: HtmlForm, { carry, button, ...step }: FormStep): Sent {
  const filled = filledNames({ ...step });
  const isCarried = ({ name, type, checked }: FormField) =>
    !filled.has(name) && checked !== false && (carry ? carry.includes(name) : type === 'hidden');
  const pressed = form.fields.find((field) => field.name === button && isButton(field));
  return [...form.fields.filter(isCarried), ...(pressed ? [pressed] : [])].map(({ name, value }) => [name, value]);
}

/** What the definition puts into the fields; without a form its choices are sent as they are written. */
export function valuesFor(form: HtmlForm | undefined, step: FormStep, valueFor: ValueFor): Sent {
  return step.fields.flatMap((field): Sent => {
    if (field.value !== undefined) return [[field.name, fillPlaceholders(field.value, valueFor)]];
    if (field.choose !== undefined) return [[field.name, choiceFor(form, field, valueFor)]];
    if (!field.checked) return [];
    const box = form?.fields.find(({ name, type }) => name === field.name && type === 'checkbox');
    return [[field.name, box?.value || 'on']];
  });
}

/** The choice of this value or label; Fatal where the page has none. */
function choiceFor(form: HtmlForm | undefined, field: DefinedField, valueFor: ValueFor): string {
  const wishes = [field.choose ?? '', ...(field.otherwise === undefined ? [] : [field.otherwise])];
  const wanted = wishes.map((wish) => fillPlaceholders(wish, valueFor).trim());
  if (!form) return wanted.find((wish) => wish !== '') ?? '';
  const own = form.fields.filter(({ name }) => name === field.name);
  const offered = own.flatMap(({ choices, value }) => choices ?? [{ value, label: value }]);
  const isWish = (wish: string, { value, label }: { value: string; label: string }) =>
    value === wish || label.toLowerCase() === wish.toLowerCase();
  for (const wish of wanted) {
    const found = offered.find((one) => isWish(wish, one));
    if (found && wish !== '') return found.value;
  }
  const there = some(offered.map(({ label }) => label));
  throw new Fatal(
    `The field ${field.name} has no choice ${shortDetail(wanted[0] ?? '') || '(empty)'}; choices there: ${there}`,
  );
}
