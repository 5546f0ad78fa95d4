import { expect, it } from 'vitest';
import { startWorld } from '#rehearsal/world.ts';
import { platformSuite } from '#test/suites/platform-suite.ts';
import { lost, newContent, PlatformBench } from '#test/suites/platform-target.ts';
import { profileSuite } from '#test/suites/profile-suite.ts';
import { redmine } from './index.ts';
import { news } from './news.ts';
import { profile } from './profile.ts';
import { bodyText, titlesOf } from './text.ts';

const start = async () => (await startWorld({ redmine: 1 })).sites[0]!;
platformSuite({ platform: redmine, against: 'the rehearsal site', hasFaults: true, start });
platformSuite({
  platform: { ...redmine, ...news, label: 'News of Redmine' },
  against: 'the rehearsal site',
  hasFaults: true,
  start,
});

profileSuite({ platform: redmine, module: 'ForumProfile', against: 'the rehearsal site', start });

it.each([
  ['before', { dropBeforeAnswer: true }, 'absent'],
  ['after', { dropAfterCommit: true }, 'published'],
])('looks a profile up when the answer is lost %s it was filled', async (_, dial, state) => {
  const bench = new PlatformBench(redmine, await start());
  const content = newContent();
  bench.site.dial?.({ ...dial, times: 1 });
  expect((await bench.failure(profile.publish(bench.job(), content))).name).toBe('Unconfirmed');
  bench.site.resetDials?.();
  expect(await profile.lookUp(bench.job(), content, lost)).toMatchObject({ state });
  await bench.outside.close();
  await bench.site.close();
});

it('posts to the project that the address names, and says when there is none', async () => {
  const bench = new PlatformBench(redmine, await start());
  const url = `${bench.site.url}/projects/notes/wiki`;
  const { site, tools } = bench.job({ url });
  expect(await redmine.probe(site, tools)).toMatchObject({ recognised: true, open: true });
  expect((await bench.publish(newContent(), bench.job({ url }))).url).toContain('/projects/notes/wiki/Garden_notes');
  const none = bench.job({ url: `${bench.site.url}/projects/none` });
  expect(await bench.failure(redmine.publish(none, newContent()))).toMatchObject({ name: 'NeedsOperator' });
  await bench.outside.close();
  await bench.site.close();
});

it('tells what the account may do', async () => {
  const bench = new PlatformBench(redmine, await start());
  const detail = `Signed in as ${bench.site.username}, may make wiki pages and add news`;
  expect(await redmine.check(bench.job())).toEqual({ detail });
  await bench.outside.close();
  await bench.site.close();
});

it('changes and removes no page of another, and no news that are gone', async () => {
  const bench = new PlatformBench(redmine, await start());
  for (const way of [redmine, news]) {
    const gone = await bench.failure(way.update!(bench.job(), '77', newContent()));
    expect([gone.name, gone.message]).toEqual(['Fatal', expect.stringContaining('gone')]);
  }
  await bench.outside.close();
  await bench.site.close();
});

it.each([
  ['One title: twice [or more]', 'One_title_twice_or_more'],
  ['a.b/c?d;e|f,g', 'a_b_c_d_e_f_g'],
  ['  <b>&amp; – ', 'b_amp'],
  ['...', 'Page'],
  ['花'.repeat(200), '花'.repeat(133)],
])('makes a title of %s', (title, expected) => {
  expect(titlesOf({ title, marker: 'ref0123456789abcdef' })).toEqual([expected, `${expected}_89abcdef`]);
});

it('hides the marker in both formats, and takes no Markdown that would hold up everything', () => {
  const content = newContent({ html: '<p>x</p>', marker: 'm1' });
  expect(bodyText(content, 'textile')).toBe('x\n\n<!--ref:m1-->');
  expect(bodyText({ ...content, markup: 'made before' }, 'textile')).toBe('made before\n\n<!--ref:m1-->');
  expect(bodyText(content, 'markdown')).toBe('x\n\n[ref:m1]: #');
  expect(bodyText({ ...content, marker: '' }, 'markdown')).toBe('x');
  expect(() => bodyText({ ...content, html: 'x'.repeat(100_001) }, 'markdown')).toThrow('too long');
});
