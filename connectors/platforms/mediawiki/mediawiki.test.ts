import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { startWorld } from '#rehearsal/world.ts';
import { platformSuite } from '#test/suites/platform-suite.ts';
import { newContent, PlatformBench } from '#test/suites/platform-target.ts';
import { profileSuite } from '#test/suites/profile-suite.ts';
import { mediawiki } from './index.ts';
import { titlesOf } from './page-text.ts';

platformSuite({
  platform: mediawiki,
  against: 'the rehearsal site',
  hasFaults: true,
  start: async () => (await startWorld({ mediawiki: 1 })).mediawiki[0]!,
});

profileSuite({
  platform: mediawiki,
  module: 'WebProfile',
  against: 'the rehearsal site',
  start: async () => (await startWorld({ mediawiki: 1 })).mediawiki[0]!,
});

it('signs in again after the wiki was restarted', async () => {
  const dataFolder = mkdtempSync(join(tmpdir(), 'wiki-'));
  const first = await startWorld({ mediawiki: 1, dataFolder });
  const site = first.mediawiki[0]!;
  const bench = new PlatformBench(mediawiki, site);
  const job = bench.job({ key: 'same' });
  await bench.publish(newContent(), job);
  await first.close();
  const second = await startWorld({ mediawiki: 1, dataFolder, firstPort: Number(new URL(site.url).port) });
  // Uses up the connection that died with the first wiki.
  await mediawiki.probe(job.site, job.tools).catch(() => undefined);
  await bench.publish(newContent(), job);
  expect(second.mediawiki[0]?.posts()).toHaveLength(2);
  await bench.outside.close();
  await second.close();
});

it('takes a bot password', async () => {
  const world = await startWorld({ mediawiki: 1 });
  const site = world.mediawiki[0]!;
  const bench = new PlatformBench(mediawiki, site);
  await bench.publish(newContent(), bench.job({ account: { username: `${site.username}@tool` } }));
  await bench.outside.close();
  await world.close();
});

it.each([
  ['A [b] {c} <d> | #e', 'A b c d e'],
  ['Help: how', 'Help – how'],
  ['  _ ./x', 'x'],
  ['100%25 &amp; more', '10025 and amp; more'],
  ['[]', 'Page'],
  ['é'.repeat(200), 'é'.repeat(127)],
])('makes a title of %s', (title, expected) => {
  expect(titlesOf(newContent({ title }))[0]).toBe(expected);
});
