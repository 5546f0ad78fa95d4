import { spawnSync } from 'node:child_process';
import { startPostgres } from '#test/support/real/start.ts';

/** Runs another bench on a fresh PostgreSQL server: node bench/with-postgres.ts bench/kill.ts --kills=100 */
const postgres = await startPostgres();
const result = spawnSync(process.execPath, process.argv.slice(2), {
  stdio: 'inherit',
  env: { ...process.env, DATABASE_URL: postgres.databaseUrl },
});
await postgres.stop();
process.exit(result.status ?? 1);
