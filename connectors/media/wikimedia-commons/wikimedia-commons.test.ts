import { startWikimediaCommons } from '#rehearsal/media/wikimedia-commons.ts';
import { mediaSuite } from '#test/suites/media-suite.ts';
import { wikimediaCommons } from './index.ts';

mediaSuite({
  connector: wikimediaCommons,
  start: startWikimediaCommons,
  usedUp: { name: 'Retryable' },
  credit: { image: 'Ann & Bob 1, CC BY-SA 4.0, via Wikimedia Commons' },
});
