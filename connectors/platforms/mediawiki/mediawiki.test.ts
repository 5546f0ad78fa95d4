import { startWorld } from '#rehearsal/world.ts';
import { platformSuite } from '#test/suites/platform-suite.ts';
import { mediawiki } from './index.ts';

platformSuite({
  platform: mediawiki,
  against: 'the rehearsal site',
  hasFaults: true,
  start: async () => (await startWorld({ mediawiki: 1 })).mediawiki[0]!,
});
