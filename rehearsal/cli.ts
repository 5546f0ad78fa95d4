import { parseArgs } from 'node:util';
import { startWorld } from './world.ts';

/**
 * Runs the rehearsal sites as a process of their own, so that they outlive kills of the product. Prints one line of
 * JSON with addresses and credentials, then runs until it is ended.
 * `node rehearsal/cli.ts --wordpress=3 --mediawiki=1 --shaarli=1 --port=9100 --data=/tmp/rehearsal`
 */
const { values } = parseArgs({
  options: {
    wordpress: { type: 'string' },
    mediawiki: { type: 'string' },
    shaarli: { type: 'string' },
    port: { type: 'string' },
    data: { type: 'string' },
    seed: { type: 'string' },
  },
});

const world = await startWorld({
  ...(values.wordpress && { wordpress: Number(values.wordpress) }),
  ...(values.mediawiki && { mediawiki: Number(values.mediawiki) }),
  ...(values.shaarli && { shaarli: Number(values.shaarli) }),
  ...(values.port && { firstPort: Number(values.port) }),
  ...(values.data && { dataFolder: values.data }),
  ...(values.seed && { seed: values.seed }),
});
const sites = world.sites.map(({ platform, url, username, password }) => ({ platform, url, username, password }));
process.stdout.write(`${JSON.stringify({ sites })}\n`);
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => void world.close().then(() => process.exit(0)));
}
