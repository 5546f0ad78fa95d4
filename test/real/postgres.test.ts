import { Client } from 'pg';
import { describe, expect, it } from 'vitest';
import { whyNotReal } from '#test/support/real/install.ts';
import { startPostgres } from '#test/support/real/start.ts';

const reason = whyNotReal(['postgresql']);

describe.skipIf(reason)(`real PostgreSQL${reason ? ` (skipped: ${reason})` : ''}`, () => {
  it('starts on a fresh folder and takes statements', async () => {
    const server = await startPostgres();
    const client = new Client({ connectionString: server.databaseUrl });
    await client.connect();
    expect((await client.query('select 1 + 1 as two')).rows).toEqual([{ two: 2 }]);
    await client.end();
    await server.stop();
  });
});
