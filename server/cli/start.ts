import { readConfig } from '../config.ts';
import { startApp } from '../main.ts';
import { stopOnSignals } from './stop-on-signals.ts';

const say = (message: string) => console.log(message);

try {
  const config = readConfig(process.env, process.argv.slice(2));
  const running = await startApp(config, say);
  say(running.url ? `Linkwright is running at ${running.url}` : `Linkwright is running (${config.roles.join(', ')})`);
  // A promise that nobody waited for is a fault of ours, but no reason to stop the work of others.
  process.on('unhandledRejection', (error) => running.app.log.error({ err: error }, 'a fault in the program'));
  stopOnSignals(running.stop);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}
