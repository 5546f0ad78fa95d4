import { expect, it } from 'vitest';
import { startWorld } from '#rehearsal/world.ts';
import { pdfPlatform } from '#test/suites/pdf-platform.ts';
import { platformSuite } from '#test/suites/platform-suite.ts';
import { lost, newContent, PlatformBench } from '#test/suites/platform-target.ts';
import { wordpress } from './index.ts';

const pdf = pdfPlatform(wordpress, 'PDF');

platformSuite({
  platform: pdf,
  against: 'the rehearsal site',
  hasFaults: true,
  start: async () => (await startWorld({ wordpress: 1 })).wordpress[0]!,
});

it('writes anew what stands beside a file, whose bytes stay', async () => {
  const world = await startWorld({ wordpress: 1 });
  const site = world.wordpress[0]!;
  const bench = new PlatformBench(pdf, site);
  const content = newContent();
  const { url, remoteId } = await bench.publish(content);
  const bytes = await (await fetch(url)).arrayBuffer();
  expect(site.posts()).toMatchObject([{ title: content.title, marker: content.marker }]);
  await wordpress.ownWays?.PDF?.update?.(bench.job(), remoteId, { ...content, marker: '' });
  expect(site.posts()).toMatchObject([{ title: content.title, marker: '' }]);
  expect(await (await fetch(url)).arrayBuffer()).toEqual(bytes);
  expect(await pdf.lookUp(bench.job(), content, lost)).toEqual({ state: 'absent' });
  await bench.outside.close();
  await world.close();
});
