import { expect, it } from 'vitest';
import { startWorld } from '#rehearsal/world.ts';
import { platformSuite } from '#test/suites/platform-suite.ts';
import { newContent, PlatformBench } from '#test/suites/platform-target.ts';
import { shaarli } from './index.ts';

platformSuite({
  platform: shaarli,
  against: 'the rehearsal site',
  hasFaults: true,
  start: async () => (await startWorld({ shaarli: 1 })).shaarli[0]!,
});

it('knows its own link again, and refuses one that stands there already', async () => {
  const world = await startWorld({ shaarli: 1 });
  const bench = new PlatformBench(shaarli, world.shaarli[0]!);
  const content = newContent();
  const { url } = await bench.publish(content);
  expect((await bench.publish(content)).url).toBe(url);
  const error = await bench.failure(shaarli.publish(bench.job(), newContent({ links: content.links })));
  expect(error).toMatchObject({ name: 'Fatal', message: 'This URL is already bookmarked there' });
  const empty = await bench.failure(shaarli.publish(bench.job(), newContent({ links: [] })));
  expect(empty.name).toBe('Fatal');
  expect(world.shaarli[0]?.posts()).toHaveLength(1);
  await bench.outside.close();
  await world.close();
});
