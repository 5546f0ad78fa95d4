import { expect, test } from 'vitest';
import { wordpress } from '#connectors/platforms/wordpress/index.ts';
import { postSettings } from '#domain/contract/post-settings.ts';
import { type ComposeInput, compose } from './compose.ts';
import { composeAside } from './compose-aside.ts';

const input = (body: string): ComposeInput => ({
  seed: 'a',
  marker: 'm',
  now: 0,
  article: { title: '{One|Two}', body, authorName: 'n', authorBio: 'b' },
  links: [{ url: 'http://a.test/', anchor: 'garden', rel: 'nofollow' }],
  position: 'ReplaceKeyword',
  tags: 'a,{b|c}',
  images: null,
  videos: null,
  accepts: wordpress.accepts,
  settings: postSettings.parse({}),
});

test.each([
  ['short', 'A {fine|good} garden.'],
  ['long', 'A {fine|good} <b>garden</b>.\n\n'.repeat(5_000)],
])('a %s article becomes the same text wherever it is composed', async (_, body) => {
  expect(await composeAside(input(body))).toEqual(compose(input(body)));
});

test('a long article does not hold the event loop while it is composed', async () => {
  let isDone = false;
  const composed = composeAside(input('<p>'.repeat(300_000))).then(() => {
    isDone = true;
  });
  let turns = 0;
  while (!isDone) {
    await new Promise((resolve) => setImmediate(resolve));
    turns += 1;
  }
  await composed;
  expect(turns).toBeGreaterThan(100);
});
