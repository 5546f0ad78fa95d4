import { NeedsOperator } from './errors.ts';
import { attributeOf, decodeEntities } from './find-elements.ts';
import { shortDetail } from './read-answer.ts';

/** A field of a form as its page draws it. */
export interface FormField {
  name: string;
  /** "text", "hidden", "password", "submit", "checkbox", "textarea", "select", "button", ... */
  type: string;
  /** As it stands there; of a select what is chosen. */
  value: string;
  required: boolean;
  /** Of a checkbox or radio button. */
  checked?: boolean;
  /** What a select offers. */
  choices?: { value: string; label: string }[];
}

/** A form of a foreign page. */
export interface HtmlForm {
  /** Where it is sent, with the page's address as its base. */
  action: string;
  /** '' where it has none. */
  id: string;
  name: string;
  method: 'get' | 'post';
  /** True where it is sent in parts, as forms are that take files. */
  isMultipart: boolean;
  fields: FormField[];
  /** True when it holds one of the usual widgets that ask for a person. */
  hasCaptcha: boolean;
}

/** Forms that are looked at, fields of each and choices of a select, at most; a page is read so far. */
const maxForms = 30;
const maxFields = 500;
const maxChoices = 1_000;
const maxLength = 1_024 * 1_024;
/** Controls of a form, of whatever kind, with a name or without. */
const maxControls = 10_000;
/** Longest element: tokens of some servers take many thousand letters. */
const maxElement = 128 * 1_024;

/** The forms of a page. One pass over a text that is cut, whatever a stranger sends. */
export function formsOf(html: string, pageUrl: string): HtmlForm[] {
  const page = withoutComments(html.slice(0, maxLength));
  const base = baseOf(page, pageUrl);
  return page
    .split(/<form(?=[\s>])/i)
    .slice(1, maxForms + 1)
    .map((part) => {
      const head = `<form ${part.slice(0, part.indexOf('>') + 1)}`;
      const body = part.split(/<\/form\s*>/i, 1)[0] ?? '';
      const action = attributeOf(head, 'action') ?? '';
      return {
        action: action !== '' && URL.canParse(action, base) ? withoutLogin(new URL(action, base)) : pageUrl,
        id: attributeOf(head, 'id') ?? '',
        name: attributeOf(head, 'name') ?? '',
        method: attributeOf(head, 'method')?.toLowerCase() === 'post' ? 'post' : 'get',
        isMultipart: attributeOf(head, 'enctype')?.toLowerCase() === 'multipart/form-data',
        fields: fieldsOf(body),
        hasCaptcha: /\b(?:g-recaptcha|h-captcha|cf-turnstile)\b/.test(body),
      };
    });
}

/** A comment is no part of the page; one without an end goes on to the end of the page. */
function withoutComments(html: string): string {
  const [first = '', ...rest] = html.split('<!--');
  let text = first;
  for (const part of rest) {
    const end = part.indexOf('-->');
    if (end >= 0) text += part.slice(end + 3);
  }
  return text;
}

/** What addresses of a page are relative to (HTML, section 4.2.3). */
function baseOf(page: string, pageUrl: string): string {
  const [element] = /<base(?=[\s])[^>]{0,2000}>/i.exec(page) ?? [];
  const href = element === undefined ? undefined : attributeOf(element, 'href');
  return href !== undefined && URL.canParse(href, pageUrl) ? new URL(href, pageUrl).href : pageUrl;
}

/** A login in an address is none of ours, and would stand in what is stored of the post. */
function withoutLogin(url: URL): string {
  url.username = '';
  url.password = '';
  return url.href;
}

function fieldsOf(body: string): FormField[] {
  const fields: FormField[] = [];
  let select: FormField | undefined;
  let nControls = 0;
  for (const { name, element, end } of controlsIn(body)) {
    nControls += 1;
    if (nControls > maxControls) break;
    if (name === '/select') select = undefined;
    else if (name === 'option') select && addChoice(select, element, textFrom(body, end, labels));
    else if (!name.startsWith('/') && fields.length < maxFields) {
      const hasText = name === 'textarea' && attributeOf(element, 'name') !== undefined;
      const field = fieldOf(name, element, hasText ? textFrom(body, end, texts) : '');
      select = name === 'select' ? field : undefined;
      if (field.name !== '') fields.push(field);
    }
  }
  return fields;
}

interface Control {
  name: string;
  element: string;
  /** Where its text begins. */
  end: number;
}

function* controlsIn(body: string): Generator<Control> {
  const heads = /<(input|textarea|select|option|button|\/select)(?=[\s/>])/gi;
  for (let match = heads.exec(body); match; match = heads.exec(body)) {
    const end = body.indexOf('>', match.index);
    if (end < 0) return;
    const name = (match[1] ?? '').toLowerCase();
    if (end - match.index < maxElement) yield { name, element: body.slice(match.index, end + 1), end: end + 1 };
    heads.lastIndex = end + 1;
  }
}

const labels = { until: '<', most: 300 };
const texts = { until: '</textarea', most: 10_000 };

/** What stands from a place to the next tag, at most so many letters. */
function textFrom(body: string, from: number, { until, most }: { until: string; most: number }): string {
  const text = body.slice(from, from + most);
  const end = text.toLowerCase().indexOf(until);
  return decodeEntities(end < 0 ? text : text.slice(0, end)).trim();
}

function fieldOf(name: string, element: string, text: string): FormField {
  const type = name === 'input' || name === 'button' ? (attributeOf(element, 'type') ?? usualType[name]) : name;
  return {
    name: attributeOf(element, 'name') ?? '',
    type: type.toLowerCase(),
    value: name === 'textarea' ? text : (attributeOf(element, 'value') ?? ''),
    required: hasFlag(element, 'required'),
    ...(/^(?:checkbox|radio)$/i.test(type) ? { checked: hasFlag(element, 'checked') } : {}),
    ...(name === 'select' ? { choices: [] } : {}),
  };
}

const usualType = { input: 'text', button: 'submit' } as const;
const hasFlag = (element: string, name: string) => new RegExp(`\\s${name}(?=[\\s=/>])`, 'i').test(element);

/** The first choice is the one that is chosen where the page chooses none. */
function addChoice(select: FormField, element: string, label: string): void {
  if (!select.choices || select.choices.length >= maxChoices) return;
  const value = attributeOf(element, 'value') ?? label;
  if (select.choices.length === 0 || hasFlag(element, 'selected')) select.value = value;
  select.choices.push({ value, label });
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
