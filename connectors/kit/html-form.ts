import { NeedsOperator } from './errors.ts';
import { attributeOf, findElements } from './find-elements.ts';
import { shortDetail } from './read-answer.ts';

/** A field of a form as its page draws it. */
export interface FormField {
  name: string;
  /** "text", "hidden", "password", "submit", "checkbox", "textarea", ... */
  type: string;
  value: string;
  required: boolean;
}

/** A form of a foreign page. */
export interface HtmlForm {
  /** Where it is sent, with the page's address as its base. */
  action: string;
  fields: FormField[];
}

/** Forms that are looked at, at most. */
const maxForms = 30;

/** The forms of a page that were sent by POST; a page is cut as find-elements.ts does. */
export function formsOf(html: string, pageUrl: string): HtmlForm[] {
  return html
    .split(/<form(?=[\s>])/i)
    .slice(1, maxForms + 1)
    .map((part) => {
      const head = `<form ${part.slice(0, part.indexOf('>') + 1)}`;
      const body = part.split(/<\/form\s*>/i, 1)[0] ?? '';
      const action = attributeOf(head, 'action') ?? '';
      return {
        action: URL.canParse(action, pageUrl) ? new URL(action, pageUrl).href : pageUrl,
        fields: fieldsOf(body),
      };
    });
}

function fieldsOf(body: string): FormField[] {
  return (['input', 'textarea', 'select'] as const).flatMap((name) =>
    findElements(body, name).flatMap((element) => {
      const fieldName = attributeOf(element, 'name');
      if (fieldName === undefined || fieldName === '') return [];
      const type = name === 'input' ? (attributeOf(element, 'type') ?? 'text').toLowerCase() : name;
      const isRequired = /\srequired(?=[\s=/>])/i.test(element);
      return [{ name: fieldName, type, value: attributeOf(element, 'value') ?? '', required: isRequired }];
    }),
  );
}

/** What a form sends as it stands: its hidden values, with those that are filled in. Missing fields are added. */
export function filledIn(form: HtmlForm, values: Record<string, string>): Record<string, string> {
  const hidden = form.fields.filter((field) => field.type === 'hidden').map((field) => [field.name, field.value]);
  return { ...Object.fromEntries(hidden), ...values };
}

/** The form of a page that has a field of this name. */
export function formWith(page: { text: string; url: string }, fieldName: string): HtmlForm | undefined {
  return formsOf(page.text, page.url).find((form) => form.fields.some((field) => field.name === fieldName));
}

/** Throws NeedsOperator where a form that makes accounts has a field that only a person can fill in: a captcha, a question. */
export function refuseQuestions(form: HtmlForm, known: ReadonlySet<string>, who: string): void {
  const drawn = form.fields.filter((field) => !['hidden', 'submit', 'button'].includes(field.type));
  const asked = drawn.find(({ name, required }) => !known.has(name) && (required || /captcha|answer/i.test(name)));
  if (asked)
    throw new NeedsOperator(
      `The registration form of this ${who} asks for more than name and address (${shortDetail(asked.name)}): make this account by hand`,
      'captcha',
    );
}
