import { expect, it } from 'vitest';
import type { ConnectorField } from '../contract/connectors.ts';
import { askLink, pleaseEnter, readFields } from './connector-fields.ts';

const field = (changes: Partial<ConnectorField>): ConnectorField => ({
  name: 'a',
  label: 'A field',
  help: '',
  kind: 'text',
  required: true,
  ...changes,
});
const number = field({ kind: 'number', range: { min: 1, max: 3 } });
const select = field({ kind: 'select', choices: [{ value: 'x', label: 'X' }] });
const shaped = field({ shape: { pattern: '[a-z0-9-]{4}', says: 'Four of these letters' } });

it('keeps what has a shape without the blanks around it', () => {
  expect(readFields([shaped], { a: ' ab-1\n' }).values).toEqual({ a: 'ab-1' });
});

it.each([
  [field({}), 'b', null],
  [field({}), ' ', 'Please enter a field'],
  [field({}), undefined, 'Please enter a field'],
  [field({ required: false }), undefined, null],
  [field({}), 5, 'A field must be a text'],
  [shaped, 'ab-1', null],
  [shaped, 'ab 1', 'Four of these letters'],
  [shaped, 'ab-12', 'Four of these letters'],
  [number, 2, null],
  [number, 4, 'A field must be between 1 and 3'],
  [number, '2', 'A field must be a number'],
  [select, 'x', null],
  [select, 'y', 'Please choose A field'],
  [field({ kind: 'switch' }), true, null],
  [field({ kind: 'switch' }), 'yes', 'A field must be on or off'],
])('judges %o with %j', (declared, value, message) => {
  const { values, problems } = readFields([declared], value === undefined ? {} : { a: value, spare: 'no' });
  expect(problems).toEqual(message === null ? [] : [{ field: 'a', message }]);
  expect(Object.keys(values)).toEqual(message === null && value !== undefined ? ['a'] : []);
});

it('takes no value that an object has by itself', () => {
  expect(readFields([field({ name: 'constructor' })], {}).problems).toHaveLength(1);
});

it.each([
  ['Application password', 'Please enter application password'],
  ['API secret', 'Please enter API secret'],
  ['User name', 'Please enter user name'],
])('asks for %s', (label, text) => expect(pleaseEnter(label)).toBe(text));

it.each([
  ['{site}wp-admin/', 'https://h.test', 'https://h.test/wp-admin/'],
  ['{site}wp-admin/', 'https://h.test/blog', 'https://h.test/blog/wp-admin/'],
  ['{site}wp-admin/', 'https://h.test/blog/index.php?a=/b', 'https://h.test/blog/wp-admin/'],
  ['{site}x', 'https://h.test/$&/', 'https://h.test/$&/x'],
  ['https://help.test/', undefined, 'https://help.test/'],
  ['{site}x', undefined, undefined],
  ['{site}x', 'javascript:alert(1)//', undefined],
])('links %s of %s', (url, site, expected) => expect(askLink(url, site)).toBe(expected));
