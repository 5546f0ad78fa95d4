import { expect, it } from 'vitest';
import { startWorld } from '#rehearsal/world.ts';
import { platformSuite } from '#test/suites/platform-suite.ts';
import { lost, newContent, PlatformBench } from '#test/suites/platform-target.ts';
import { dokuwiki } from './index.ts';
import { idsOf, pageText, standingLinks } from './page.ts';

platformSuite({
  platform: dokuwiki,
  against: 'the rehearsal site',
  hasFaults: true,
  start: async () => (await startWorld({ dokuwiki: 1 })).sites[0]!,
});

it('signs in again when the wiki has forgotten the session, and posts once', async () => {
  const world = await startWorld({ dokuwiki: 1 });
  const site = world.sites[0]!;
  const bench = new PlatformBench(dokuwiki, site);
  const job = bench.job({ key: 'same' });
  await bench.publish(newContent(), job);
  site.dial({ endSessions: true, times: 1 });
  await bench.publish(newContent(), job);
  expect(site.posts()).toHaveLength(2);
  await bench.outside.close();
  await world.close();
});

it('looks again later when the wiki is busy while a page is looked for', async () => {
  const world = await startWorld({ dokuwiki: 1 });
  const site = world.sites[0]!;
  const bench = new PlatformBench(dokuwiki, site);
  const content = newContent();
  await bench.publish(content);
  site.dial({ gone: true });
  const job = bench.job({ key: 'looks' });
  expect((await bench.failure(dokuwiki.lookUp(job, content, lost))).name).toBe('Retryable');
  site.resetDials();
  expect(await dokuwiki.lookUp(job, content, lost)).toMatchObject({ state: 'published' });
  await bench.outside.close();
  await world.close();
});

it.each([
  ['A [b] {c} <d> | #e', 'a_b_c_d_e'],
  ['Help: how to - start', 'help_how_to_start'],
  ['  _ ./x', 'x'],
  ['Version 2.5 – новое', 'version_2.5_новое'],
  ['[]', 'page'],
  ['花'.repeat(200), '花'.repeat(20)],
])('makes an id of %s', (title, expected) => {
  expect(idsOf({ title, marker: 'lw0123456789abcdef' })[0]).toBe(expected);
});

it('makes a second id that no other post has, and no name of a file too long', () => {
  expect(idsOf({ title: 'A b', marker: 'lw0123456789abcdef' })[1]).toBe('a_b_89abcdef');
  const [own, second] = idsOf({ title: '花'.repeat(200), marker: 'lw0123456789abcdef' });
  for (const id of [own, second]) expect(encodeURIComponent(id).length).toBeLessThanOrEqual(180);
});

it('writes the title as the first heading, and tells what becomes of an anchor', () => {
  const content = newContent({ title: '= A == title =', html: '<p>x</p>', links: [] });
  expect(pageText(content)).toBe('====== A = title ======\n\nx\n');
  const link = { url: 'https://a.test/', anchor: 'the [best] one', rel: '' };
  expect(standingLinks([link])).toEqual({ links: [{ ...link, anchor: 'the (best) one' }] });
  expect(standingLinks([{ ...link, anchor: 'plain' }])).toEqual({});
});
