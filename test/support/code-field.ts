import type { Page } from 'playwright-core';

/** What stands in a field with spin syntax, of which all lines are drawn: short texts alone. */
export async function writtenIn(page: Page, label: string): Promise<string> {
  const lines = await page.getByLabel(label, { exact: true }).locator('.cm-line').all();
  const texts = await Promise.all(lines.map((line) => line.evaluate(lettersOf)));
  return texts.join('\n');
}

/** The placeholder stands in an empty field and is not what was written. */
function lettersOf(line: unknown): string {
  const own = (line as { cloneNode(deep: boolean): Line }).cloneNode(true);
  for (const holder of own.querySelectorAll('.cm-placeholder')) holder.remove();
  return own.textContent;
}

interface Line {
  textContent: string;
  querySelectorAll(selector: string): Iterable<{ remove(): void }>;
}
