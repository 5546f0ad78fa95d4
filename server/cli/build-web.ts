import { existsSync, readdirSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';

const root = fileURLToPath(new URL('../../', import.meta.url));
const built = `${root}dist/web/index.html`;

/** Newest change below a folder, in ms since 1970. */
function newest(folder: string): number {
  return Math.max(
    ...readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => statSync(`${entry.parentPath}/${entry.name}`).mtimeMs),
  );
}

// Builds the pages once, and again only when their sources changed.
const changedAt = Math.max(newest(`${root}web`), newest(`${root}domain`));
if (!existsSync(built) || statSync(built).mtimeMs < changedAt) {
  console.log('Building the pages ...');
  // Tests set NODE_ENV, and libraries behave otherwise under it: the pages are always those of the product.
  const before = process.env.NODE_ENV;
  process.env.NODE_ENV = 'production';
  await build({ configFile: `${root}web/vite.config.ts`, logLevel: 'warn' });
  process.env.NODE_ENV = before ?? '';
}
