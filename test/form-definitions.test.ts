import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { formDefinition, hasLinkField } from '#domain/contract/form-definitions.ts';
import { problemOfSettings } from '#domain/contract/site-settings.ts';
import { matchesWildcards } from '#domain/rules/wildcards.ts';
import { articleDefinition, placeDefinition } from '#rehearsal/form-definition.ts';
import { examples } from '#web/features/sites/dialogs/example-definition.ts';

const good = {
  version: 1,
  page: '/submit',
  steps: [{ form: { id: 'post' }, fields: [{ name: 'text', value: '{html}' }] }],
  success: [{ text: 'Thank you' }],
  address: { from: 'final' },
};
const page = readFileSync('docs/form-definitions.md', 'utf8');
const documented = JSON.parse(/```json\n([^`]*)```/.exec(page)?.[1] ?? '');
const [step] = good.steps;
const field = (value: object) => ({ steps: [{ ...step, fields: [...(step?.fields ?? []), value] }] });

describe('a definition', () => {
  test.each([
    ['the least there is', good],
    ['that of an article', articleDefinition],
    ['that of a place', placeDefinition],
    ['the example of the dialog', examples.formDefinition],
    ['the example of the documentation', documented],
  ])('is good: %s', (_, definition) => {
    expect(problemOfSettings('formDefinition', definition)).toBeUndefined();
  });

  test.each([
    ['steps: Needs at least 1 of them', { steps: [] }],
    ['steps: Takes at most 5 of them', { steps: Array.from({ length: 6 }, () => step) }],
    ['steps.0.fields.1.name: Must not be empty', field({ name: '', value: 'a' })],
    ['steps.0.fields.1.name: Must have at most 200 characters', field({ name: 'a'.repeat(201), value: 'a' })],
    ['steps.0.fields.1: Needs one of value, choose and checked', field({ name: 'a' })],
    ['steps.0.fields.1: Needs one of value, choose and checked', field({ name: 'a', value: '', checked: true })],
    ['steps.0.fields.1: otherwise belongs to choose', field({ name: 'a', value: 'b', otherwise: 'c' })],
    ['steps.0.fields.1: Not known here: vlaue', field({ name: 'a', value: 'b', vlaue: 'c' })],
    ['steps.0.form: Needs an id, a name, an action or a field of the form', { steps: [{ ...step, form: {} }] }],
    ['page: Must be a path of the site, beginning with one "/" and without spaces', { page: 'https://other.test/' }],
    ['page: Must be a path of the site, beginning with one "/" and without spaces', { page: '//other.test/' }],
    ['page: Must be a path of the site, beginning with one "/" and without spaces', { page: '/\\other.test/' }],
    ['success.0: Needs a text, an address or an element', { success: [{}] }],
    ['address.link: Takes at most 5 times *', { address: { from: 'answer', link: '/*a*b*c*d*e*f' } }],
    ['address.link: Needs the pattern of the link', { address: { from: 'answer' } }],
    ['lookUp: Needed: the address of a post is read from the list', { address: { from: 'list' } }],
    ['titleMaxLength: Must be a number between 10 and 1000', { titleMaxLength: 5 }],
    ['links: No field takes {link.url}', { links: 'field' }],
    [
      'steps: No field takes the text of the post ({html}, {bbcode} or {text}), nor its link ({link.url})',
      { steps: [{ ...step, fields: [{ name: 'a', value: '{title}' }] }] },
    ],
  ])('is refused: %s', (message, changes) => {
    expect(problemOfSettings('formDefinition', { ...good, ...changes })).toBe(message);
  });

  test('gives a password to the sign-in form only, and names what else can stand in a field', () => {
    expect(problemOfSettings('formDefinition', { ...good, ...field({ name: 'a', value: '{account.password}' }) })).toBe(
      'steps.0.fields.1.value: {account.password} cannot stand here, only {title}, {html}, {bbcode}, {text}, {excerpt}, {link.url}, {link.anchor}, {author.name}, {author.bio}, {tags}, {category}, {marker}, {account.username}, {account.email}',
    );
    const signIn = {
      page: '/in',
      form: { id: 'a' },
      fields: [{ name: 'a', value: '{title}' }],
      success: [{ text: 'a' }],
    };
    expect(problemOfSettings('formDefinition', { ...good, signIn })).toBe(
      'signIn.fields.0.value: {title} cannot stand here, only {account.username}, {account.email}, {account.password}',
    );
  });

  test('looks for a marker only where one was put', () => {
    const lookUp = { page: '/mine', shows: { text: 'Mine' }, entry: 'li', by: 'marker', link: '/a/*' };
    expect(problemOfSettings('formDefinition', { ...good, lookUp })).toBe(
      'lookUp.by: No field of the steps takes {marker}',
    );
    const paged = { ...lookUp, by: 'title', pages: 3 };
    expect(problemOfSettings('formDefinition', { ...good, lookUp: paged })).toBe(
      'lookUp.page: Needs {page} for several pages',
    );
  });

  test('tells its first problems, and how many more there are', () => {
    const fields = Array.from({ length: 5 }, () => ({ name: '', value: '{html}' }));
    const told = problemOfSettings('formDefinition', { ...good, steps: [{ ...step, fields }] });
    expect(told).toBe(
      `${[0, 1, 2].map((at) => `steps.0.fields.${at}.name: Must not be empty`).join('; ')}; and 2 more`,
    );
  });

  test('has its link in a field where one takes it', () => {
    expect(hasLinkField(formDefinition.parse(placeDefinition))).toBe(true);
    expect(hasLinkField(formDefinition.parse(articleDefinition))).toBe(false);
  });
});

test.each([
  ['/a/b', '/a/*', true],
  ['/a/', '/a/*', true],
  ['/a', '/a/*', false],
  ['/a/1/edit', '/a/*/edit', true],
  ['/a/edit', '/a/*/edit', false],
  ['/a/b', '/a/b', true],
  ['/a/bc', '/a/b', false],
  ['/x', '/*x*x', false],
  ['/x/y/xx', '/*x*x', true],
])('%s is like %s: %s', (text, pattern, expected) => {
  expect(matchesWildcards(text, pattern)).toBe(expected);
});
