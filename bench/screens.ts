import { mkdirSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import '#server/cli/build-web.ts';
import { open, signIn } from '#test/support/browser.ts';
import { openingsOf } from '#test/support/screen-openings.ts';
import { screensOf, startScreenWorld } from '#test/support/screen-world.ts';
import { fillScreens } from './screens-filled.ts';

/**
 * Pictures of every screen, dialog and tab of a filled product, for people to look at. Prints the folder.
 * node bench/screens.ts [--widths=390,1280,1920] [--themes=light,dark] [--only=text of a name] [--no-dialogs]
 */
const option = (name: string) => process.argv.find((word) => word.startsWith(`--${name}=`))?.slice(name.length + 3);
const widths = (option('widths') ?? '390,1280,1920').split(',').map(Number);
const themes = (option('themes') ?? 'light,dark').split(',') as ('light' | 'dark')[];
const only = option('only') ?? '';

const folder = option('folder') ?? mkdtempSync(join(tmpdir(), 'lw-screens-'));
mkdirSync(folder, { recursive: true });
const place = await startScreenWorld();
await fillScreens(place);
const screens = screensOf(place).map(([path]) => ({ name: path, show: (page: Page) => open(page, path) }));
const openings = process.argv.includes('--no-dialogs') ? [] : openingsOf(place);
for (const theme of themes)
  for (const width of widths) {
    const { page, context } = await signIn(place.browser, place.app, theme);
    page.setDefaultTimeout(8_000);
    await page.setViewportSize({ width, height: width < 640 ? 844 : 900 });
    for (const { name, show } of [...screens, ...openings].filter((one) => one.name.includes(only))) {
      const file = `${name.replace(/[^\w]+/g, '_').replace(/^_|_$/g, '')}-${width}-${theme}.png`;
      await show(page).catch((error: Error) => console.log(`${file}: ${error.message.split('\n')[0]}`));
      await page.screenshot({ path: join(folder, file) });
    }
    await context.close();
  }
console.log(folder);
await place.stop();
