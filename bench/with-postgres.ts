import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { endWithUs } from '#test/support/end-with-us.ts';
import { startPostgres } from '#test/support/real/start.ts';

/** Runs another bench on a fresh PostgreSQL server: node bench/with-postgres.ts bench/kill.ts --kills=100 */
const postgres = await startPostgres();
const child = endWithUs(
  spawn(process.execPath, process.argv.slice(2), {
    stdio: 'inherit',
    env: { ...process.env, DATABASE_URL: postgres.databaseUrl },
  }),
);
const [status] = (await once(child, 'exit')) as [number | null];
await postgres.stop();
process.exit(status ?? 1);
