import { z } from 'zod';
import { placeholdersIn } from '../rules/placeholders.ts';

/** What a value of a post's form may be made of. */
const postPlaceholders = [
  'title',
  'html',
  'bbcode',
  'text',
  'excerpt',
  'link.url',
  'link.anchor',
  'author.name',
  'author.bio',
  'tags',
  'category',
  'marker',
  'account.username',
  'account.email',
] as const;
/** What a value of the sign-in form may be made of: a password goes nowhere else. */
const signInPlaceholders = ['account.username', 'account.email', 'account.password'] as const;
/** Texts of a post, the richest first. */
export const bodyPlaceholders = ['html', 'bbcode', 'text'] as const;

const bounded = (max: number) => z.string().max(max, `Must have at most ${max} characters`);
const filled = (max: number) => bounded(max).min(1, 'Must not be empty');
const listOf = <T extends z.ZodType>(item: T, { min = 0, max }: { min?: number; max: number }) =>
  z.array(item).min(min, `Needs at least ${min} of them`).max(max, `Takes at most ${max} of them`);
const number = (min: number, max: number) =>
  z
    .int(`Must be a number between ${min} and ${max}`)
    .min(min, `Must be a number between ${min} and ${max}`)
    .max(max, {
      message: `Must be a number between ${min} and ${max}`,
    });

/** Only paths: another host is another site, to which no login is sent. */
const path = filled(500).regex(
  /^\/(?![/\\])[^\s\\]*$/,
  'Must be a path of the site, beginning with one "/" and without spaces',
);
const pattern = filled(300)
  .regex(
    /^\/(?![/\\])[^\s\\]*$/,
    'Must be a path of the site, beginning with one "/", in which * stands for any letters',
  )
  .refine((value) => value.split('*').length <= 6, 'Takes at most 5 times *');
const tag = z.string().regex(/^[a-z][a-z0-9]{0,19}$/, 'Must be the name of an element, such as li or tr');

const markFields = {
  text: filled(300).optional().describe('Words that stand on the page, as they are read; capitals make no difference'),
  address: pattern.optional().describe('Path of the page, * stands for any letters'),
  element: z
    .strictObject({ tag, attribute: filled(60), contains: filled(200) })
    .optional()
    .describe('An element with an attribute that contains a text'),
};
const saysSomething = ({ text, address, element }: { text?: unknown; address?: unknown; element?: unknown }) =>
  text !== undefined || address !== undefined || element !== undefined;
const nothingSaid = 'Needs a text, an address or an element';
const mark = z.strictObject(markFields).refine(saysSomething, nothingSaid);
/** How a page is told: all that is said must be so. */
export type PageMark = z.infer<typeof mark>;

const errorMark = z
  .strictObject({ ...markFields, means: z.enum(['refused', 'duplicate', 'busy', 'login', 'captcha', 'banned']) })
  .refine(saysSomething, nothingSaid);

const form = z
  .strictObject({
    id: filled(200).optional(),
    name: filled(200).optional(),
    action: pattern.optional(),
    field: filled(200).optional().describe('A field that the form has'),
  })
  .refine((value) => Object.keys(value).length > 0, 'Needs an id, a name, an action or a field of the form');
/** Which form of a page is meant. */
export type FormMark = z.infer<typeof form>;

const field = z
  .strictObject({
    name: filled(200),
    value: bounded(5_000).optional().describe('A text with placeholders such as {title}'),
    choose: bounded(500).optional().describe('Value or label of the choice of a select or of radio buttons'),
    otherwise: bounded(500).optional().describe('What is chosen where the page has no such choice'),
    checked: z.boolean().optional().describe('Of a checkbox'),
  })
  .refine(
    ({ value, choose, checked }) => [value, choose, checked].filter((one) => one !== undefined).length === 1,
    'Needs one of value, choose and checked',
  )
  .refine(({ choose, otherwise }) => choose !== undefined || otherwise === undefined, 'otherwise belongs to choose');
/** A field and what it gets. */
export type DefinedField = z.infer<typeof field>;

const filledForm = {
  form,
  fields: listOf(field, { max: 60 }),
  carry: listOf(filled(200), { max: 60 })
    .optional()
    .describe('Fields that are sent as the page gives them, tokens say; missing: all hidden ones'),
  button: filled(200).optional().describe('Name of the button that is pressed, where it is sent too'),
};
const step = z.strictObject(filledForm);
const signIn = z.strictObject({
  page: path,
  ...filledForm,
  success: listOf(mark, { min: 1, max: 10 }),
  failure: listOf(mark, { max: 10 }).default([]),
});
/** A form that is filled in and sent. */
export type FormStep = z.infer<typeof step>;

const lookUp = z.strictObject({
  page: path.describe('A list of the own posts, the newest first; {page} is the number of its page'),
  pages: number(1, 20).default(1),
  shows: mark.describe('How it is told that this is the list'),
  empty: mark.optional().describe('How an empty list is told; missing: one without entries tells nothing'),
  entry: tag.describe('Element that begins each entry of the list'),
  by: z.enum(['marker', 'title', 'link']).describe('What of the post stands in its entry'),
  link: pattern.describe('The link to the post in its entry'),
});

const shape = z.strictObject({
  $schema: bounded(500).optional(),
  version: z.literal(1),
  signIn: signIn.optional(),
  page: path.describe('Page with the form of the first step'),
  steps: listOf(step, { min: 1, max: 5 }).describe('Forms in their order; sending the last one makes the post'),
  success: listOf(mark, { min: 1, max: 10 }).describe('Any of them says that the post was taken'),
  waiting: listOf(mark, { max: 10 }).default([]).describe('Any of them says that it waits for an editor'),
  errors: listOf(errorMark, { max: 30 }).default([]),
  address: z
    .strictObject({ from: z.enum(['final', 'answer', 'list']), link: pattern.optional() })
    .describe('Where the address of the post is read'),
  lookUp: lookUp.optional().describe('Missing: nobody can tell after a lost answer, and the operator is asked'),
  links: z.enum(['text', 'field']).optional().describe('Missing: in a field where one takes {link.url}'),
  shown: z
    .strictObject({ anchor: filled(300), rel: bounded(60).default('') })
    .optional()
    .describe('How the site shows the link of a field'),
  titleMaxLength: number(10, 1_000).default(200),
  maxLinks: number(1, 50).optional(),
  keepsRel: z.boolean().default(false),
  images: z.boolean().default(false),
});

/**
 * How posts are made through the web form of a site whose owner lets the operator use it: pages, fields, tokens, and how
 * success and errors look. Nothing in it is a program, and all of it is matched in one pass.
 */
export const formDefinition = shape.superRefine((value, context) => {
  const add = (path: (string | number)[], message: string) => context.addIssue({ code: 'custom', path, message });
  const { address, lookUp: look } = value;
  checkPlaceholders(value, add);
  if (address.from !== 'final' && address.from !== 'list' && address.link === undefined)
    add(['address', 'link'], 'Needs the pattern of the link');
  if (address.from === 'list' && !look) add(['lookUp'], 'Needed: the address of a post is read from the list');
  if (value.waiting.length > 0 && !look) add(['lookUp'], 'Needed: what waits for an editor is looked for in the list');
  if (look && look.pages > 1 && !look.page.includes('{page}'))
    add(['lookUp', 'page'], 'Needs {page} for several pages');
  const used = usedPlaceholders(value);
  if (look?.by === 'marker' && !used.has('marker')) add(['lookUp', 'by'], 'No field of the steps takes {marker}');
  const isEmpty = value.steps.length === 0;
  if (!isEmpty && !used.has('link.url') && !bodyPlaceholders.some((name) => used.has(name)))
    add(['steps'], 'No field takes the text of the post ({html}, {bbcode} or {text}), nor its link ({link.url})');
  if (value.links === 'field' && !used.has('link.url')) add(['links'], 'No field takes {link.url}');
});
export type FormDefinition = z.infer<typeof formDefinition>;

type Add = (path: (string | number)[], message: string) => void;

function checkPlaceholders({ signIn: login, steps, shown }: z.infer<typeof shape>, add: Add): void {
  const check = (text: string, known: readonly string[], at: (string | number)[]) => {
    for (const name of placeholdersIn(text))
      if (!known.includes(name))
        add(at, `{${name}} cannot stand here, only ${known.map((one) => `{${one}}`).join(', ')}`);
  };
  const checkFields = (fields: DefinedField[], known: readonly string[], at: (string | number)[]) => {
    for (const [index, one] of fields.entries())
      for (const part of ['value', 'choose', 'otherwise'] as const)
        check(one[part] ?? '', known, [...at, 'fields', index, part]);
  };
  checkFields(login?.fields ?? [], signInPlaceholders, ['signIn']);
  for (const [index, one] of steps.entries()) checkFields(one.fields, postPlaceholders, ['steps', index]);
  check(shown?.anchor ?? '', ['title', 'link.url', 'author.name'], ['shown', 'anchor']);
}

/** Placeholders of all steps. */
export function usedPlaceholders({ steps }: Pick<FormDefinition, 'steps'>): Set<string> {
  const fields = steps.flatMap((one) => one.fields);
  return new Set(fields.flatMap(({ value = '', choose = '' }) => placeholdersIn(`${value} ${choose}`)));
}

/** True when the link of a post goes into a field of its own, and its text has none. */
export const hasLinkField = (definition: FormDefinition): boolean =>
  (definition.links ?? (usedPlaceholders(definition).has('link.url') ? 'field' : 'text')) === 'field';
