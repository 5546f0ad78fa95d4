import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Config, readConfig } from '../config.ts';
import { startApp } from '../main.ts';
import { stopOnSignals } from './stop-on-signals.ts';

const say = (message: string) => console.log(message);

try {
  const config = readConfig(process.env, process.argv.slice(2));
  const running = await startApp(config, say);
  if (running.firstPassword !== undefined) tellFirstPassword(config, running.firstPassword);
  say(running.url ? `Linkwright is running at ${running.url}` : `Linkwright is running (${config.roles.join(', ')})`);
  // A promise that nobody waited for is a fault of ours, but no reason to stop the work of others.
  process.on('unhandledRejection', (error) => running.app.log.error({ err: error }, 'a fault in the program'));
  stopOnSignals(running.stop);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}

/**
 * Tells the first user's random password once (D-AUTH-01): in a terminal by a line; else, where lines become a log that
 * others read, in a file that only its owner may read.
 */
function tellFirstPassword({ firstUser: { name }, dataDir }: Config, password: string): void {
  const change = `change it with: npm run user -- ${name}`;
  const file = join(dataDir, 'first-password');
  if (!process.stdout.isTTY) writeFileSync(file, `${password}\n`, { mode: 0o600 });
  say(
    process.stdout.isTTY
      ? `First user: ${name}, password: ${password} (shown only now; ${change})`
      : `First user: ${name}; the password stands in ${file} (delete it when it is read; ${change})`,
  );
}
