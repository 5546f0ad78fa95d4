import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';

/** Outside the repository: made once, about 500 MB. Newer releases of azurite name packages that are not there. */
const folder = join(homedir(), '.cache/linkwright', 'clouds-2');
const packages = ['azurite@3.36.0', 's3rver@3.7.1', 'firebase-tools@15.34.2'];
/** Written last: an installation that was cut off is begun anew. */
const ready = join(folder, 'ready');

/** A file of the installation. */
export const storeFile = (path: string) => join(folder, path);

/** Where the program of a store stands, once it is installed. */
export const storeProgram = (name: string) => join(folder, 'node_modules/.bin', name);

/** Why tests against these stores cannot run here, or undefined when they can. */
export function whyNoStores(): string | undefined {
  return existsSync(ready) ? undefined : 'the stores are not installed (node test/support/real/install.ts)';
}

/** Installs the stores of files that come as packages of the registry. */
export function installStores(): void {
  if (existsSync(ready)) return;
  console.log(`Stores of files: installing into ${folder} ...`);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'package.json'), '{"private":true}');
  const done = spawnSync('npm', ['install', '--no-audit', '--no-fund', ...packages], { cwd: folder, timeout: 300_000 });
  if (done.status === 0) writeFileSync(ready, '');
  console.log(`Stores of files: ${done.status === 0 ? 'installed' : `not installed: ${done.stderr}`}.`);
}
