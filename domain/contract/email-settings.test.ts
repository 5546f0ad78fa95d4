import { expect, test } from 'vitest';
import { emailProblems, emailSettings, emailTexts, isWrongMail } from './email-settings.ts';

const good = emailSettings.parse({
  ...{ emailServer: 'mail.example.com', emailAddress: 'ann@example.com', emailLogin: 'ann', emailPassword: 'pw' },
});

test.each([
  {},
  { emailServer: '::1' },
  { emailServer: '127.0.0.1' },
  { emailAddress: 'ann+tag@sub.example' },
  { emailAddress: '阿@例.example' },
])('%j is a mailbox', (change) => {
  expect(emailProblems({ ...good, ...change })).toEqual([]);
});

test.each([
  ['emailAddress', 'ann', emailTexts.addressForm],
  ['emailAddress', 'ann@@example.com', emailTexts.addressForm],
  ['emailAddress', 'ann b@example.com', emailTexts.addressForm],
  ['emailServer', 'https://mail.example.com', emailTexts.serverForm],
  ['emailServer', 'mail example', emailTexts.serverForm],
  ['emailServer', 'ann@mail.example', emailTexts.serverForm],
  ['emailLogin', 'a\nb', emailTexts.control],
  ['emailServerPort', 0, emailTexts.portBounds],
] as const)('%s %j is wrong, and told once at its field', (field, value, message) => {
  expect(emailProblems({ ...good, [field]: value })).toEqual([{ field, message }]);
  expect(isWrongMail(message)).toBe(true);
});

test('what is empty is missing, not wrong', () => {
  const found = emailProblems({ ...good, emailServer: ' ', emailAddress: '', emailServerPort: null });
  expect(found.map(({ field }) => field)).toEqual(['emailServer', 'emailServerPort', 'emailAddress']);
  expect(found.some(({ message }) => isWrongMail(message))).toBe(false);
});
