import type { Locator, Page } from 'playwright-core';

/** The entry that Enter takes, in a list or in a tree. */
const marked = ['.ant-select-item-option-active', '.ant-select-tree-treenode-active']
  .map((entry) => `.ant-select-dropdown:visible ${entry}`)
  .join(', ');

/** Chooses by key in a select that is searched, once what is looked for stands first: its entries may still be on their way. */
export async function chooseFrom(page: Page, name: string, text: string): Promise<void> {
  await page.getByLabel(name, { exact: true }).fill(text);
  const first = page.locator(marked);
  await first.filter({ hasText: text }).waitFor();
  await page.keyboard.press('Enter');
}

/** Chooses by keys so many entries below the one that is marked, or above it: once there are entries, which may be asked of a service first. */
export async function chooseBelow(select: Locator, steps: number): Promise<void> {
  const page = select.page();
  await select.focus();
  await page.keyboard.press('Enter');
  const list = page.locator('.ant-select-dropdown:visible').filter({ has: page.locator('.ant-select-item-option') });
  await list.waitFor();
  for (let step = 0; step < Math.abs(steps); step += 1) await page.keyboard.press(steps > 0 ? 'ArrowDown' : 'ArrowUp');
  await page.keyboard.press('Enter');
  await list.waitFor({ state: 'hidden' });
}
