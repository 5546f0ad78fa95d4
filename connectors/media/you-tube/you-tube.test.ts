import { startYouTube } from '#rehearsal/media/you-tube.ts';
import { mediaSuite } from '#test/suites/media-suite.ts';
import { youTube } from './index.ts';

mediaSuite({
  connector: youTube,
  start: startYouTube,
  usedUp: { name: 'NeedsOperator', ask: 'balance' },
  credit: { video: "Ann & the garden 1 by Ann's garden on YouTube" },
});
