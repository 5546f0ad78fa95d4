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
  const began = Date.now();
  console.log('Building the pages, once for this version; this takes some seconds ...');
  // A test runner names its own environment, and React would be built for development, twice as large and slow.
  const { NODE_ENV } = process.env;
  process.env.NODE_ENV = 'production';
  await build({ configFile: `${root}web/vite.config.ts`, logLevel: 'warn' });
  if (NODE_ENV === undefined) delete process.env.NODE_ENV;
  else process.env.NODE_ENV = NODE_ENV;
  console.log(`The pages are built (${((Date.now() - began) / 1_000).toFixed(1)} s)`);
}
