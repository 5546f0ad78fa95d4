import { parse, serialize } from 'parse5';
import { describe, expect, test } from 'vitest';
import { type BlogFacts, markOf, pathOf, readState, stateFile } from './blog.ts';
import { listFiles } from './lists.ts';
import { postOf, writeBlog, writePost } from './write-blog.ts';

const facts: BlogFacts = {
  title: 'Garden & "Co" <b>',
  description: 'Moss, stone & more',
  keywords: ['moss', 'stone'],
  social: [{ name: 'Facebook', url: 'https://social.example/a?b=1&c=2' }],
  base: 'https://store.example/garden/',
  home: 'index.html',
};
const articles = [
  { title: 'Moss: how it grows', html: '<p>Moss grows <a href="https://moss.example/">slowly</a>.</p>', author: 'Ann' },
  { title: 'Mauern & Größe', html: '<p>Stone.</p>', author: '' },
];
const at = '2026-03-04T05:06:07.000Z';
const blog = writeBlog({ facts, about: '<p>Me.</p>', contact: '<p>Write.</p>', articles, at });
const textOf = (path: string) => blog.find((file) => file.path === path)?.text ?? expect.fail(`no ${path}`);

describe('a blog', () => {
  test('has all its files, each with its type, and its state last', () => {
    expect(blog.map(({ path }) => path)).toEqual([
      'style.css',
      'about.html',
      'contact.html',
      '404.html',
      'robots.txt',
      expect.stringMatching(/^posts\/moss-how-it-grows-[0-9a-f]{12}\.html$/),
      expect.stringMatching(/^posts\/mauern-gro-?e-[0-9a-f]{12}\.html$/),
      'index.html',
      'archive.html',
      'feed.xml',
      'sitemap.xml',
      stateFile,
    ]);
    expect(new Set(blog.map(({ type }) => type.split(';')[0]))).toEqual(
      new Set(['text/css', 'text/html', 'text/plain', 'application/atom+xml', 'application/xml', 'application/json']),
    );
    expect(blog.every(({ cache }) => cache !== '')).toBe(true);
  });

  test('is the same from the same facts', () => {
    expect(writeBlog({ facts, about: '<p>Me.</p>', contact: '<p>Write.</p>', articles, at })).toEqual(blog);
  });

  test('links only to files that it has, from wherever a page stands', () => {
    const paths = new Set(blog.map(({ path }) => path));
    for (const file of blog.filter(({ path }) => path.endsWith('.html')))
      for (const [, href = ''] of file.text.matchAll(/<(?:a|link)\b[^>]* href="([^"]*)"/g)) {
        const target = new URL(href.replaceAll('&amp;', '&'), facts.base + file.path);
        if (!target.href.startsWith(facts.base) || href.startsWith('#')) continue;
        expect([file.path, href, paths.has(target.pathname.slice('/garden/'.length))]).toEqual([file.path, href, true]);
      }
  });

  test('has well-made pages: one heading of the first rank, landmarks, a language, names as text', () => {
    for (const { path, text } of blog.filter(({ path }) => path.endsWith('.html'))) {
      expect([path, text.match(/<h1\b/g)?.length]).toEqual([path, 1]);
      for (const mark of ['<html lang="en">', '<main ', '<nav ', '<header>', '<footer>', 'name="viewport"'])
        expect([path, mark, text.includes(mark)]).toEqual([path, mark, true]);
      expect(text).toContain('Garden &amp; &quot;Co&quot; &lt;b&gt;');
      expect(text).not.toMatch(/<script|\son\w+=|<b>/);
      // A parser finds nothing to mend.
      const errors: string[] = [];
      serialize(parse(text, { onParseError: ({ code }) => errors.push(code) }));
      expect([path, errors]).toEqual([path, []]);
    }
  });

  test('tells of its posts in front page, feed and sitemap', () => {
    for (const path of ['index.html', 'archive.html', 'feed.xml', 'sitemap.xml'])
      for (const post of blog.filter((file) => file.path.startsWith('posts/')))
        expect(textOf(path)).toContain(post.path);
    expect(textOf('feed.xml')).toContain('<title>Moss: how it grows</title>');
    expect(textOf('feed.xml')).toContain(`<updated>${at}</updated>`);
    expect(textOf('index.html')).toContain('href="https://social.example/a?b=1&amp;c=2"');
    expect(textOf('robots.txt')).toContain('Sitemap: https://store.example/garden/sitemap.xml');
  });

  test('keeps its state so that its lists can be made again', () => {
    const state = readState(textOf(stateFile)) ?? expect.fail('no state');
    expect(listFiles(state).map(({ text }) => text)).toEqual(listFiles(state).map(({ path }) => textOf(path)));
  });

  test.each(['', '{', '{"format":"static-blog 1"}', '<html>', '[1]'])('takes no other text for a state: %s', (text) => {
    expect(readState(text)).toBeUndefined();
  });
});

describe('a post', () => {
  test('stands at an address of its own, whatever its title', () => {
    const paths = ['花園', '...', 'a/../../b', 'x'.repeat(500), 'One', 'One'].map((title, nth) =>
      pathOf(title, markOf(`m${nth}`)),
    );
    expect(new Set(paths).size).toBe(paths.length);
    for (const path of paths) expect(path).toMatch(/^posts\/[a-z0-9-]{1,80}\.html$/);
  });

  test('shows names and tags as text', () => {
    const post = postOf('m', { title: '<i>', html: '<p>x</p>', at });
    const { text } = writePost(facts, { post, html: '<p>x</p>', author: '<u>', tags: ['a<b'] });
    expect(text).toContain('&lt;i&gt;');
    expect(text).toContain('&lt;u&gt;');
    expect(text).toContain('a&lt;b');
  });
});

test('a front page of many posts leads to all of them, and a feed has the newest', () => {
  const posts = Array.from({ length: 120 }, (_, nth) => postOf(`m${nth}`, { title: `T${nth}`, html: '<p>x</p>', at }));
  const files = Object.fromEntries(listFiles({ facts, posts }).map(({ path, text }) => [path, text]));
  const count = (path: string) => new Set(files[path]?.match(/posts\/[a-z0-9-]+\.html/g)).size;
  expect(['index.html', 'archive.html', 'feed.xml', 'sitemap.xml'].map(count)).toEqual([30, 120, 50, 120]);
  expect(files['index.html']).toContain('All 120 posts');
});

test('control characters do not break feed and sitemap', () => {
  const posts = [postOf('m', { title: 'a\u0000b\u001f\ud800 & <c>', html: '<p>x</p>', at })];
  const feed = listFiles({ facts, posts }).find(({ path }) => path === 'feed.xml')?.text ?? '';
  expect(feed).toContain('<title>ab\ufffd &amp; &lt;c&gt;</title>');
});
