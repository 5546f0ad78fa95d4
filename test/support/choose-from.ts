import type { Page } from 'playwright-core';

/** Chooses by key in a select that is searched, once what is looked for stands first: its entries may still be on their way. */
export async function chooseFrom(page: Page, name: string, text: string): Promise<void> {
  await page.getByLabel(name, { exact: true }).fill(text);
  const first = page.locator('.ant-select-dropdown:visible .ant-select-item-option-active');
  await first.filter({ hasText: text }).waitFor();
  await page.keyboard.press('Enter');
}
