import { startOpenverse } from '#rehearsal/media/openverse.ts';
import { mediaSuite } from '#test/suites/media-suite.ts';
import { openverse } from './index.ts';

mediaSuite({
  connector: openverse,
  start: startOpenverse,
  usedUp: { name: 'Retryable' },
  credit: { image: '"garden 1" by Ann 1 is licensed under CC BY 2.0.' },
});
