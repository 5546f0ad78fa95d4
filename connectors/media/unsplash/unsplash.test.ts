import { expect, test } from 'vitest';
import { startUnsplash } from '#rehearsal/media/unsplash.ts';
import { FamilyBench } from '#test/suites/family-bench.ts';
import { mediaSuite } from '#test/suites/media-suite.ts';
import { unsplash } from './index.ts';

mediaSuite({
  connector: unsplash,
  start: startUnsplash,
  usedUp: { name: 'Retryable', afterMs: 3_600_000 },
  credit: { image: 'Photo by Ann 1 on Unsplash' },
});

test('links to photos name the application, and a use is told of', async () => {
  const api = await startUnsplash();
  const bench = new FamilyBench(unsplash, { ...api, address: api.url });
  const search = { kind: 'image' as const, words: 'garden', wanted: 1, after: null };
  const [photo] = (await unsplash.find(bench.job(), search)).found;
  expect(photo?.pageUrl).toBe('https://unsplash.test/photos/photo_1?utm_source=garden_posts&utm_medium=referral');
  if (photo) await unsplash.noteUse?.(bench.job(), photo);
  expect(api.requests.at(-1)?.path).toBe('/photos/photo_1/download');
  await bench.outside.close();
  await api.close();
});
