import { startWorld } from '#rehearsal/world.ts';
import { platformSuite } from '#test/suites/platform-suite.ts';
import { shaarli } from './index.ts';

platformSuite({
  platform: shaarli,
  against: 'the rehearsal site',
  hasFaults: true,
  start: async () => (await startWorld({ shaarli: 1 })).shaarli[0]!,
});
