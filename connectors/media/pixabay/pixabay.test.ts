import { startPixabay } from '#rehearsal/media/pixabay.ts';
import { mediaSuite } from '#test/suites/media-suite.ts';
import { pixabay } from './index.ts';

mediaSuite({
  connector: pixabay,
  start: startPixabay,
  usedUp: { name: 'Retryable' },
  credit: { image: 'Image by Ann1 on Pixabay' },
});
