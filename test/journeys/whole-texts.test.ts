import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { open, signIn } from '#test/support/browser.ts';
import { type ScreenWorld, startScreenWorld } from '#test/support/screen-world.ts';

// What the server says is read whole and without raw marks, wherever it stands; words of heads are explained.

let place: ScreenWorld;
let page: Page;
const message =
  'The site refused the post with <b>403 Forbidden</b>: "Sorry, you are not allowed to create posts as this user." Check the rights of the <a href="/accounts/1">account</a>.';
const plain = message.replace(/<[^>]+>/g, '');

beforeAll(async () => {
  place = await startScreenWorld();
  ({ page } = await signIn(place.browser, place.app));
});
afterAll(() => place?.stop());

const change = (text: string, ...values: unknown[]) => place.app.app.store.pool.query(text, values);
/** Opens the message of a row, whole, and closes it. */
async function expectWhole(name: string): Promise<void> {
  await page.getByRole('button', { name, exact: true }).first().click();
  const whole = page.locator('.whole-message');
  await whole.getByRole('link', { name: 'account' }).waitFor();
  expect(await whole.textContent()).toBe(plain);
  expect(await whole.locator('strong').textContent()).toBe('403 Forbidden');
}

test('the word on a site of a project', async () => {
  await change(
    `update project_sites set status = 'FAILED', wait_info = $2 where project_id = $1`,
    place.ids.projectId,
    message,
  );
  await open(page, `/project/${place.ids.projectId}?tab=sites`);
  await expectWhole(plain);
});

test('the finding of a site in the catalogue, and why an account is stopped', async () => {
  await change(`update sites set status = 'FAILED', status_reason = $1`, message);
  await open(page, '/custom-sites');
  await expectWhole(plain);
  await change('update accounts set stopped_reason = $1', message);
  await open(page, `/accounts/${place.ids.profileId}`);
  await expectWhole(plain);
});

test('the last error of a project', async () => {
  await change(
    `update projects set status = 'FAILED', last_error = $2::jsonb where id = $1`,
    place.ids.projectId,
    JSON.stringify([message]),
  );
  await open(page, `/project/${place.ids.projectId}`);
  await page.getByRole('button', { name: 'View Error' }).click();
  const dialog = page.getByRole('dialog', { name: 'Error' });
  await dialog.getByRole('link', { name: 'account' }).waitFor();
  expect(await dialog.textContent()).not.toContain('<b>');
});

test('a word in the head of a table is explained to the keyboard too', async () => {
  for (const [path, table, hint] of [
    ['/campaigns', 'table', 'Pages of its sites on which a stranger sees the links'],
    [
      `/accounts/${place.ids.profileId}`,
      'table',
      'An account that its site refused is stopped until it is edited or tested',
    ],
    ['/custom-sites', 'treegrid', 'Domain authority, 0 to 100, as you know it'],
  ] as const) {
    await open(page, path);
    await page.getByRole(table).getByRole('img', { name: hint }).focus();
    await page.getByRole('tooltip').getByText(hint).waitFor();
  }
});

test('an address that is cut keeps its end', async () => {
  const url = `https://a-very-long-name-of-a-site.example/${'path/'.repeat(20)}the-end-of-it/`;
  await change('update url_items set url = $2 where url_list_id = $1', place.ids.moneyId, url);
  await open(page, `/url_list/${place.ids.moneyId}`);
  const link = page.getByRole('link', { name: `${url} (opens in a new tab)` });
  const [whole, end] = [await link.boundingBox(), await link.locator('span').nth(1).boundingBox()];
  expect(await link.locator('span').nth(1).textContent()).toBe('e-end-of-it/');
  // All of its last part is inside the cell.
  expect((end?.x ?? 0) + (end?.width ?? 0)).toBeLessThanOrEqual((whole?.x ?? 0) + (whole?.width ?? 0));
  expect(
    await link
      .locator('span')
      .nth(1)
      .evaluate((part) => part.scrollWidth <= part.clientWidth),
  ).toBe(true);
});
