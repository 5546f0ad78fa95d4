import { readConfig } from '../config.ts';
import { startApp } from '../main.ts';
import { stopOnSignals } from './stop-on-signals.ts';

const say = (message: string) => console.log(message);

try {
  const config = readConfig(process.env, process.argv.slice(2));
  const running = await startApp(config, say);
  say(running.url ? `Linkwright is running at ${running.url}` : `Linkwright is running (${config.roles.join(', ')})`);
  stopOnSignals(running.stop);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}
