import { AxeBuilder } from '@axe-core/playwright';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createContentGroup, saveArticle } from '#domain/contract/content.ts';
import { type S3Api, startS3 } from '#rehearsal/clouds/s3.ts';
import { launchBrowser, open, signIn } from '#test/support/browser.ts';
import { chooseBelow } from '#test/support/choose-from.ts';
import { startTestApp, type TestApp } from '#test/support/start-app.ts';

/** Cloud accounts, and a blog from its form to its removal. CLOUD_SHOTS names a folder for pictures. */
let app: TestApp;
let store: S3Api;
let browser: Browser;
let page: Page;
let other: Page;
beforeAll(async () => {
  [app, store, browser] = await Promise.all([startTestApp(), startS3(), launchBrowser()]);
  const { body } = await app.send(createContentGroup, { body: { name: 'Garden articles' } });
  const article = { id: null, contentGroupId: body.contentGroup.id, authorName: 'Ann', authorBio: 'Writes.' };
  await app.send(saveArticle, { body: { ...article, title: 'How moss grows', body: 'Slowly, and in the shade.' } });
  ({ page } = await signIn(browser, app));
  ({ page: other } = await signIn(browser, app, 'dark'));
});
afterAll(async () => {
  await browser?.close();
  await app?.stop();
  await store?.close();
});

const still =
  'document.getAnimations().every((one) => one.playState !== "running" || one.effect?.getTiming().iterations === Infinity)';

/** A page as it stands, at both widths: nothing wider than it, and nothing that axe finds. */
async function look(name: string, at = page): Promise<void> {
  await at.locator('.ant-btn-loading').first().waitFor({ state: 'detached' });
  await at.mouse.move(0, 0);
  for (const width of [1280, 390]) {
    await at.setViewportSize({ width, height: 800 });
    await expect.poll(() => at.evaluate(still)).toBe(true);
    expect(await at.evaluate('document.scrollingElement.scrollWidth'), `${name} ${width}`).toBeLessThanOrEqual(width);
    const { violations } = await new AxeBuilder({ page: at }).exclude('iframe').analyze();
    expect(
      violations.map(({ id, nodes }) => `${name} ${width} ${id}: ${nodes.map(({ target }) => target).join()}`),
    ).toEqual([]);
    const folder = process.env.CLOUD_SHOTS;
    if (folder) await at.screenshot({ path: `${folder}/${name}-${width}.png`, fullPage: name.includes('form') });
  }
  await at.setViewportSize({ width: 1280, height: 800 });
}

const button = (name: string | RegExp, at = page) => at.getByRole('button', { name, exact: typeof name === 'string' });
const dialog = (name: string | RegExp) => page.getByRole('dialog', { name });

test('an account is added from the menu, shown masked, and told to other windows', async () => {
  await page.getByRole('link', { name: 'Cloud Accounts' }).click();
  await page.getByRole('heading', { name: 'Cloud Accounts' }).waitFor();
  await page.getByText('No cloud accounts yet').waitFor();
  await look('accounts-empty');
  await open(other, '/cloud-accounts');
  await button(/Add Account/)
    .first()
    .click();
  const drawer = dialog('Add Account');
  await drawer.getByRole('button', { name: 'Save' }).click();
  await drawer.getByText('Please enter friendly name').waitFor();
  await drawer.getByText('Please enter access key').waitFor();
  await look('account-drawer-problems');
  await drawer.getByLabel('Friendly Name').fill('Rehearsal');
  await drawer.getByLabel('Access Key').fill(store.accessKey);
  await drawer.getByLabel('Secret Key').fill('wrong');
  await drawer.getByLabel(/Endpoint/).fill(store.url);
  await drawer.getByRole('button', { name: 'Test' }).click();
  await drawer.getByText(/answered 403/).waitFor();
  await drawer.getByLabel('Secret Key').fill(store.secretKey);
  await drawer.getByRole('button', { name: 'Test' }).click();
  await drawer.getByText(/The key is good/).waitFor();
  await look('account-drawer');
  await drawer.getByRole('button', { name: 'Save' }).click();
  for (const window of [page, other]) await window.getByRole('cell', { name: 'Rehearsal', exact: true }).waitFor();
  await button('Details of Rehearsal').click();
  await page.getByText('Secret Key').waitFor();
  expect(await page.getByText('••••••••').count()).toBe(2);
  expect(await page.getByText(store.secretKey).count()).toBe(0);
  await button('Show password of Rehearsal: Secret Key').click();
  await page.getByText(store.secretKey).waitFor();
  await button('Hide password of Rehearsal: Secret Key').click();
  await look('accounts');
  await other.getByRole('button', { name: 'Details of Rehearsal' }).click();
  await look('accounts-dark', other);
});

test('an edit follows the service, and closing resets the drawer', async () => {
  await button('Edit Rehearsal').click();
  const drawer = dialog('Edit Account');
  await expect.poll(() => drawer.getByLabel('Friendly Name').inputValue()).toBe('Rehearsal');
  await chooseBelow(drawer.getByLabel('Service'), 1);
  await drawer.getByLabel('Connection String').waitFor();
  await look('account-azure');
  await drawer.getByRole('button', { name: 'Close' }).click();
  await drawer.waitFor({ state: 'hidden' });
  await button('Edit Rehearsal').click();
  await drawer.getByLabel('Access Key').waitFor();
  await drawer.getByLabel('Friendly Name').fill('Rehearsed store');
  await drawer.getByRole('button', { name: 'Save' }).click();
  for (const window of [page, other])
    await window.getByRole('cell', { name: 'Rehearsed store', exact: true }).waitFor();
});

test('a blog is checked, previewed and uploaded, and every window sees it stand', async () => {
  await page.getByRole('link', { name: 'Cloud Blog Generator' }).click();
  await page.getByText('No blog was uploaded yet').waitFor();
  await open(other, '/cloud-blog-generator');
  await button('Preview').click();
  for (const text of ['bucket name (it should be in spintax)', 'title of the blog', 'some keywords for your blog'])
    await page.getByText(`You need to enter ${text}`).waitFor();
  expect(await page.getByLabel('Bucket Name').getAttribute('aria-invalid')).toBe('true');
  await look('blog-form-problems');
  await page.getByLabel('Bucket Name').fill('{Garden|garden}-notes');
  await page.getByLabel('Title').fill('Garden notes');
  await page.getByLabel('Keywords').fill('moss,stone,');
  await page.getByLabel('Description').fill('Notes on moss and stone');
  await page.getByLabel('About Me').fill('I am Ann.');
  await page.getByLabel('Contact Us').fill('Write to me.');
  await page.getByLabel('Facebook').fill('https://social.example/ann');
  await chooseBelow(page.getByLabel('Content Group'), 1);
  await page.getByRole('combobox', { name: 'Articles' }).click();
  await page.getByTitle('How moss grows').first().waitFor();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Escape');
  await look('blog-form');
  await button('Preview').click();
  const frame = page.frameLocator('iframe');
  await frame.getByRole('heading', { name: 'Garden notes' }).waitFor();
  await look('blog-preview');
  await dialog('Preview').getByText('Post', { exact: true }).click();
  await frame.getByRole('heading', { name: 'How moss grows' }).waitFor();
  await look('blog-preview-post');
  await dialog('Preview').getByRole('button', { name: 'Close' }).last().click();
  await button('Upload').click();
  const asking = dialog('Upload the blog');
  await asking.getByLabel('Cloud account').waitFor();
  await look('blog-upload');
  await asking.getByRole('button', { name: 'Upload' }).click();
  for (const window of [page, other]) await window.getByRole('article').getByText('LIVE').waitFor();
  const url = `${store.url}/garden-notes/index.html`;
  await page.getByRole('link', { name: url }).waitFor();
  await look('blog-live');
  await look('blog-live-dark', other);
  const stranger = await browser.newContext();
  const visit = await stranger.newPage();
  await visit.goto(url);
  await visit.getByRole('link', { name: 'How moss grows' }).click();
  await visit.getByText('Slowly, and in the shade.').waitFor();
  const { violations } = await new AxeBuilder({ page: visit }).analyze();
  expect(violations.map(({ id }) => id)).toEqual([]);
  if (process.env.CLOUD_SHOTS) await visit.screenshot({ path: `${process.env.CLOUD_SHOTS}/stranger-post.png` });
  await visit.getByRole('link', { name: 'About' }).click();
  await visit.getByText('I am Ann.').waitFor();
  await stranger.close();
});

test('a name that does not fit is told at its field', async () => {
  await page.getByLabel('Bucket Name').fill('Not A Name');
  await button('Upload').click();
  await dialog('Upload the blog').getByRole('button', { name: 'Upload' }).click();
  await page.getByText(/The bucket name "Not A Name" takes small letters/).waitFor();
  await dialog('Upload the blog').waitFor({ state: 'hidden' });
});

test('a blog that cannot stand says why, can be tried again, and is forgotten', async () => {
  await page.getByLabel('Bucket Name').fill('taken');
  await page.getByLabel('Title').fill('Stone notes');
  await button('Upload').click();
  await dialog('Upload the blog').getByRole('button', { name: 'Upload' }).click();
  for (const window of [page, other]) await window.getByText(/"taken" belongs to somebody else/).waitFor();
  await look('blog-failed');
  await button('Resume Stone notes').click();
  await page.getByText(/"taken" belongs to somebody else/).waitFor();
  await button('Forget Stone notes').click();
  await dialog('Forget the blog "Stone notes"?').getByRole('button', { name: 'Forget' }).click();
  for (const window of [page, other])
    await window.getByRole('article', { name: 'Stone notes' }).waitFor({ state: 'detached' });
});

test('a blog is removed with its bucket, and an account is deleted in the words of its question', async () => {
  await button('Remove Garden notes').click();
  await dialog('Remove the blog "Garden notes"?').getByRole('button', { name: 'Remove' }).click();
  for (const window of [page, other]) await window.getByText('No blog was uploaded yet').waitFor();
  expect(store.buckets.has('garden-notes')).toBe(false);
  await open(page, '/cloud-accounts');
  await button('Delete Rehearsed store').click();
  const asked = dialog('Delete Cloud Account');
  await asked
    .getByText('Do you want to delete the selected cloud account? Deleting the account will delete the cloud blogs on')
    .waitFor();
  await look('account-delete');
  await asked.getByRole('button', { name: 'Delete' }).click();
  await page.getByText('No cloud accounts yet').waitFor();
});
