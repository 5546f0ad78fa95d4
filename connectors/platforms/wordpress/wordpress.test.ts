import { startWorld } from '#rehearsal/world.ts';
import { platformSuite } from '#test/suites/platform-suite.ts';
import { wordpress } from './index.ts';

platformSuite({
  platform: wordpress,
  against: 'the rehearsal site',
  hasFaults: true,
  start: async () => (await startWorld({ wordpress: 1 })).wordpress[0]!,
});
