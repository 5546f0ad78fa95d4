import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addMailbox, deleteMailboxes, importMailboxes } from '#domain/contract/mailboxes.ts';
import { type Pop3Server, startPop3 } from '#rehearsal/pop3.ts';
import { launchBrowser, open, signIn } from '#test/support/browser.ts';
import { lookAt } from '#test/support/look-at.ts';
import { startTestApp, type TestApp } from '#test/support/start-app.ts';

/** The operator's list of mailboxes. EMAIL_SHOTS names a folder for pictures. */
let app: TestApp;
let pop3: Pop3Server;
let browser: Browser;
let page: Page;
beforeAll(async () => {
  [app, pop3, browser] = await Promise.all([startTestApp(), startPop3('pass:word'), launchBrowser()]);
  ({ page } = await signIn(browser, app));
});
afterAll(async () => {
  await browser?.close();
  await app?.stop();
  await pop3?.close();
});
const look = (name: string) => lookAt(page, name, process.env.EMAIL_SHOTS);
const button = (name: string | RegExp) => page.getByRole('button', { name, exact: typeof name === 'string' });
const field = (label: string) => page.getByRole('dialog').getByLabel(label, { exact: true });
const row = (address: string) => page.getByRole('row').filter({ hasText: address });

test('begins empty, and says what belongs there', async () => {
  await page.getByRole('link', { name: 'Email Manager' }).click();
  await page.getByText('No mailboxes yet').waitFor();
  await look('emails-none');
  await button('Help').click();
  await page.getByText('ann@example.com:ann:secret:pop.example.com:995:pop3:true').waitFor();
  await look('emails-help');
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click();
});

test('a mailbox is added when its form is whole, tested on the way, and its port follows its protocol', async () => {
  await button('Add Email').first().click();
  await page.getByRole('dialog').getByRole('button', { name: 'Add', exact: true }).click();
  for (const words of [
    'Please enter server address',
    'Please enter your verification email',
    'Email password is required',
  ])
    await page.getByText(words).waitFor();
  await look('emails-problems');
  await field('Email address').fill('ann@x.test');
  expect(await field('Email login').inputValue()).toBe('ann@x.test');
  await field('Email password').fill('wrong');
  await field('Server').fill('127.0.0.1');
  expect(await field('Port').inputValue()).toBe('995');
  await field('SSL').uncheck();
  await expect.poll(() => field('Port').inputValue()).toBe('110');
  await field('Port').fill(String(pop3.port));
  await page.getByRole('dialog').getByRole('button', { name: 'Test Login' }).click();
  await page.getByText('The mail server refused the login: address, login or password is wrong').waitFor();
  await look('emails-refused');
  await field('Email password').fill('pass:word');
  await page.getByRole('dialog').getByRole('button', { name: 'Test Login' }).click();
  await page.getByText('Successfully logged in to the email address').waitFor();
  await page.keyboard.press('Control+Home');
  await field('Email address').press('Enter');
  await page.getByText('Successfully added the email account').waitFor();
  await row('ann@x.test').getByText('Not tested').waitFor();
  expect(await row('ann@x.test').getByText('pass:word').count()).toBe(0);
});

test('pasted lines are judged first; what is wrong with one is said', async () => {
  await button('Paste Lines').click();
  const lines = [
    `ben@x.test:ben:pass:word:127.0.0.1:${pop3.port}:pop3:0`,
    `cat@x.test:cat:other:127.0.0.1:${pop3.port}:pop3:0`,
    'dan@x.test:dan:pw:mail.x.test:995:smtp:1',
  ];
  await page.getByLabel('One per line').fill(lines.join('\n'));
  await button('Check Lines').click();
  await page.getByText('The protocol must be pop3 or imap, not "smtp"').waitFor();
  await look('emails-import');
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Import 2/ })
    .click();
  await page.getByRole('dialog').getByText('2 mailboxes imported').waitFor();
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click();
  await row('ben@x.test').waitFor();
});

test('logins of many are tested, live in a second window too', async () => {
  const { page: second } = await signIn(browser, app);
  await open(second, '/email-manager');
  await page.getByRole('checkbox', { name: 'Select all' }).first().check();
  await button('Test Login (3)').click();
  for (const window of [page, second]) {
    await window.getByRole('row').filter({ hasText: 'ben@x.test' }).getByText('Works').waitFor();
    await window.getByRole('row').filter({ hasText: 'cat@x.test' }).getByText('Failed').waitFor();
  }
  await button('Mark Used (3)').click();
  await row('ann@x.test').getByText('Used', { exact: true }).waitFor();
  await second.getByRole('row').filter({ hasText: 'ann@x.test' }).getByText('Used', { exact: true }).waitFor();
  await look('emails');
  await second.context().close();
});

test('two windows do not undo each other, and what is deleted is gone', async () => {
  await button('Edit cat@x.test').click();
  await field('Email password').fill('mine');
  const body = { emailAddress: 'cat@x.test', emailLogin: 'cat', emailPassword: 'theirs', emailServer: 's.test' };
  await app.send(deleteMailboxes, { body: ['cat@x.test'] });
  await app.send(addMailbox, { body });
  await page.getByRole('dialog').getByRole('button', { name: 'Save', exact: true }).click();
  await button('Show what was saved').click();
  await expect.poll(() => field('Server').inputValue()).toBe('s.test');
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).last().click();
  await page.getByRole('checkbox', { name: 'Select all' }).first().uncheck();
  await page.getByRole('checkbox', { name: /cat@x\.test/ }).check();
  await button('Delete (1)').click();
  await button('Delete 1').click();
  await row('cat@x.test').waitFor({ state: 'detached' });
});

test('a list of 10,000 is searched and scrolled', async () => {
  const lines = Array.from({ length: 10_000 }, (_, at) => `m${at}@many.test:m${at}:p:mail.many.test:995:pop3:true`);
  await app.upload(importMailboxes, { files: { 'm.txt': lines.join('\n') }, query: { dryRun: 'false' } });
  await open(page, '/email-manager');
  await page.getByText('10,002 mailboxes').waitFor();
  await look('emails-many');
  await page.getByRole('searchbox', { name: 'Search mailboxes' }).fill('m9999@');
  await row('m9999@many.test').waitFor();
  await page.getByText('1 of 10,002 mailboxes').waitFor();
});
