import { createInterface } from 'node:readline/promises';
import { readConfig } from '../config.ts';
import { openStore } from '../db/store.ts';
import { saveUser } from '../features/session/users.ts';

// npm run user -- NAME [EMAIL]: adds a user, or gives an existing one a new password (asked for, or LINKWRIGHT_PASSWORD).
const [name, email] = process.argv.slice(2);
if (!name) {
  console.error('Usage: npm run user -- NAME [EMAIL]');
  process.exit(1);
}
const config = readConfig(process.env, []);
const password = config.firstUser.password ?? (await ask());
if (password.length < 8) {
  console.error('The password must have at least 8 characters');
  process.exit(1);
}
const store = await openStore({ databaseUrl: config.databaseUrl, dataDir: config.dataDir, say: console.log });
await saveUser(store.db, name, password, email);
await store.close();
console.log(`Saved the user ${name}`);

async function ask(): Promise<string> {
  const reader = createInterface({ input: process.stdin, output: process.stdout });
  const answer = await reader.question('Password: ');
  reader.close();
  return answer;
}
