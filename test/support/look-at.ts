import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';

/** The page as it stands, at both widths and in both themes: nothing wider than it, and nothing that axe finds. `folder`: pictures are kept there. */
export async function lookAt(page: Page, name: string, folder: string | undefined): Promise<void> {
  await page.mouse.move(0, 0);
  for (const theme of ['light', 'dark'] as const) {
    // In the tree of a page below a dialog the switch has no role.
    const to = page.locator(`button[aria-label="Switch to ${theme}"]`);
    if (await to.count()) await to.evaluate((button: { click(): void }) => button.click());
    for (const width of [1280, 390]) {
      await page.setViewportSize({ width, height: 800 });
      await expect
        .poll(() => page.evaluate('document.scrollingElement.scrollWidth'), { message: name })
        .toBeLessThanOrEqual(width);
      if (folder) await page.screenshot({ path: `${folder}/${name}-${theme}-${width}.png` });
      // Colours are a matter of the theme, the rest one of the width: each is judged once.
      if ((theme === 'light') !== (width === 1280)) continue;
      const { violations } = await new AxeBuilder({ page }).analyze();
      expect(
        violations.map(({ id, nodes }) => `${name} ${theme} ${width} ${id}: ${nodes.map((one) => one.target).join()}`),
      ).toEqual([]);
    }
  }
  await page.locator('button[aria-label="Switch to light"]').evaluate((button: { click(): void }) => button.click());
  await page.setViewportSize({ width: 1280, height: 800 });
  // What minds its size has heard of it two frames later.
  await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))');
}
