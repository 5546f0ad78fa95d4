import { text } from 'node:stream/consumers';
import { readConfig } from '../config.ts';
import { copyBeforeUpdate } from '../db/backups/before-update.ts';
import { createSecrets } from '../db/secrets.ts';
import { type FoundStore, openStore } from '../db/store.ts';
import { saveUser } from '../features/session/users.ts';
import { askPassword } from './ask-password.ts';

// npm run user -- NAME [EMAIL]: adds a user, or gives an existing one a new password: LINKWRIGHT_PASSWORD, else typed in
// the terminal, else the first line of what is piped in. It may run beside the product.
const usage = 'Usage: npm run user -- NAME [EMAIL]';
const shortest = 8;

try {
  const [name, email] = process.argv.slice(2);
  if (!name) throw new Error(usage);
  const config = readConfig(process.env, []);
  const password = config.firstUser.password ?? (await readPassword());
  if (password === undefined || password === '')
    throw new Error('No password was given: type it, pipe it in, or set LINKWRIGHT_PASSWORD. Nothing was changed.');
  if (password.length < shortest) throw new Error(`The password must have at least ${shortest} characters`);
  const say = (message: string) => console.log(message);
  const secrets = createSecrets(config.secretKey, config.dataDir);
  const before = (found: FoundStore) => copyBeforeUpdate(found, { secrets, dataDir: config.dataDir, say });
  const store = await openStore({
    databaseUrl: config.databaseUrl,
    dataDir: config.dataDir,
    say,
    isGuest: true,
    before,
  });
  await saveUser(store.db, name, password, email).finally(() => store.close());
  console.log(`Saved the user ${name}`);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}

function readPassword(): Promise<string | undefined> {
  if (process.stdin.isTTY) return askPassword('Password: ', process.stdin, process.stdout);
  return text(process.stdin).then((piped) => piped.split(/\r?\n/)[0]);
}
