import { expect, test } from 'vitest';
import { startPexels } from '#rehearsal/media/pexels.ts';
import { FamilyBench } from '#test/suites/family-bench.ts';
import { mediaSuite } from '#test/suites/media-suite.ts';
import { pexels } from './index.ts';

mediaSuite({
  connector: pexels,
  start: startPexels,
  usedUp: { name: 'Retryable' },
  credit: { image: 'Photo by Ann 1 on Pexels', video: 'Video by Ann 1 on Pexels' },
});

test('of a video the widest file is taken that is no cinema film', async () => {
  const api = await startPexels();
  const bench = new FamilyBench(pexels, { ...api, address: api.url });
  const { found } = await pexels.find(bench.job(), { kind: 'video', words: 'garden', wanted: 1, after: null });
  expect(found).toMatchObject([{ url: 'https://files.test/1.mp4', width: 1_920, form: 'file' }]);
  await bench.outside.close();
  await api.close();
});
