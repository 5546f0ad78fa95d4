import { expect, it } from 'vitest';
import { biography } from '#connectors/kit/biography.ts';
import { startWorld } from '#rehearsal/world.ts';
import { lost, newContent, PlatformBench } from '#test/suites/platform-target.ts';
import { profileSuite } from '#test/suites/profile-suite.ts';
import { wordpress } from './index.ts';
import { profile } from './profile.ts';

profileSuite({
  platform: wordpress,
  module: 'WebProfile',
  against: 'the rehearsal site',
  start: async () => (await startWorld({ wordpress: 1 })).wordpress[0]!,
});

it.each([
  ['before', { dropBeforeAnswer: true }, 'absent'],
  ['after', { dropAfterCommit: true }, 'published'],
])('is looked up when the answer is lost %s it was filled', async (_, dial, state) => {
  const world = await startWorld({ wordpress: 1 });
  const [site] = world.sites;
  const bench = new PlatformBench(wordpress, site!);
  const content = newContent();
  site?.dial({ ...dial, times: 1 });
  expect((await bench.failure(profile.publish(bench.job(), content))).name).toBe('Unconfirmed');
  site?.resetDials();
  expect(await profile.lookUp(bench.job(), content, lost)).toMatchObject({ state });
  await bench.outside.close();
  await world.close();
});

it.each([
  [
    '<h2>Head</h2><p>One &amp; two.</p><p>No link.</p><p>A <a href="https://a.test/" rel="nofollow">word</a>.</p>',
    'Head\n\nA <a href="https://a.test/">word</a>.',
  ],
  [
    '<p>First <strong>of</strong> all<br>here</p><ul><li>x</li><li><a href="https://a.test/">y</a></li></ul>',
    'First <strong>of</strong> all here\n\n<a href="https://a.test/">y</a>',
  ],
  ['<p><a href="https://a.test/"><img src="i.png" alt="A view"></a>Text</p>', '<a href="https://a.test/"> </a>Text'],
])('makes a biography of %s', (html, expected) => {
  expect(biography({ html })).toBe(expected);
});

it('is filled once by two posts that come at one moment', async () => {
  const world = await startWorld({ wordpress: 1 });
  const bench = new PlatformBench(wordpress, world.sites[0]!);
  const job = () => bench.job({ key: 'one account' });
  const both = [newContent(), newContent()].map((content) => profile.publish(job(), content));
  const ends = await Promise.allSettled(both);
  expect(ends.map(({ status }) => status)).toEqual(['fulfilled', 'rejected']);
  await bench.outside.close();
  await world.close();
});

it('that holds a web address of its owner is left as it is', async () => {
  const world = await startWorld({ wordpress: 1 });
  const [site] = world.sites;
  const bench = new PlatformBench(wordpress, site!);
  const login = Buffer.from(`${site?.username}:${site?.password}`).toString('base64');
  const headers = { authorization: `Basic ${login}`, 'content-type': 'application/json' };
  const body = JSON.stringify({ url: 'https://mine.example.com/' });
  await fetch(`${site?.url}/wp-json/wp/v2/users/me`, { method: 'POST', headers, body });
  expect((await bench.failure(profile.publish(bench.job(), newContent()))).name).toBe('Fatal');
  await bench.outside.close();
  await world.close();
});
