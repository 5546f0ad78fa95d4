import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import type { PlacedLink } from '#connectors/kit/contract/platforms.ts';
import { toMarkup } from '#connectors/kit/markup/to-markup.ts';
import { postSettings } from '#domain/contract/post-settings.ts';
import { type LinkPosition, linkPositions } from '#domain/contract/projects/posting.ts';
import { seededRandom } from '#domain/rules/random.ts';
import { type ComposeInput, compose as composeAll } from './compose.ts';
import { toBlocks } from './html-blocks.ts';
import { createCarriers } from './links/carrier-sentences.ts';
import { placeLinks } from './links/place-links.ts';

const link: PlacedLink = { url: 'http://money.test/?a=1&b=2', anchor: 'garden tools', rel: '' };
const element = '<a href="http://money.test/?a=1&amp;b=2">garden tools</a>';
const carrier = 'Carry {anchor}!';
const carried = `Carry ${element}!`;
const body = 'First one. Second one!\n\nThe best Garden Tools here. And more.\n\nLast words.';
const place = (text: string, position: LinkPosition, links = [link], seed = 's') =>
  placeAll(text, position, { links, seed }).blocks;
const placeAll = (text: string, position: LinkPosition, { links = [link], seed = 's', typed = carrier } = {}) => {
  const [blocks, random] = [toBlocks(text), seededRandom(seed)];
  return placeLinks(blocks, links, { position, random, carriers: createCarriers(typed, blocks.join(' '), random) });
};
const compose = (of: ComposeInput) => composeAll(of).content;

describe('the seven positions', () => {
  it('ReplaceKeyword takes the first whole match of the anchor text', () => {
    expect(place(body, 'ReplaceKeyword')).toEqual([
      '<p>First one. Second one!</p>',
      `<p>The best ${element} here. And more.</p>`,
      '<p>Last words.</p>',
    ]);
  });

  it.each([
    ['inside a tag', '<p title="x">a</p><p><img src="http://a.test/" alt="garden tools" /> x.</p>'],
    ['inside a link', '<p>See <a href="http://b.test/">garden tools</a> now.</p>'],
    ['inside a heading', '<h2>garden tools</h2><p>Words.</p>'],
    ['inside another word', '<p>My garden toolshed. Words.</p>'],
    ['inside preformatted text', '<pre>garden tools</pre><p>Words.</p>'],
  ])('ReplaceKeyword does not match %s, and goes into a sentence of its own', (_, html) => {
    const text = place(html, 'ReplaceKeyword').join('');
    expect(text.split(carried)).toHaveLength(2);
    expect(text.replace(`<p>${carried}</p>`, '')).toBe(toBlocks(html).join(''));
    expect(text).not.toMatch(/<a [^>]*>[^<]*<a |<h2>[^<]*<a |alt="[^"]*<a /);
  });

  it('Top and Bottom go to the first and the last paragraph', () => {
    const html = '<h2>Head</h2><p>One.</p><p>Two.</p><ul><li>x</li></ul>';
    expect(place(html, 'Top')).toEqual([
      '<h2>Head</h2>',
      `<p>One. ${carried}</p>`,
      '<p>Two.</p>',
      '<ul><li>x</li></ul>',
    ]);
    expect(place(html, 'Bottom')).toEqual([
      '<h2>Head</h2>',
      '<p>One.</p>',
      `<p>Two. ${carried}</p>`,
      '<ul><li>x</li></ul>',
    ]);
    expect(place('<h2>Head</h2>', 'Top')).toEqual([`<p>${carried}</p>`, '<h2>Head</h2>']);
    expect(place('<h2>Head</h2>', 'Bottom')).toEqual(['<h2>Head</h2>', `<p>${carried}</p>`]);
  });

  it('RandomSentence stands after the end of any sentence', () => {
    const found = new Set(
      Array.from({ length: 60 }, (_, seed) => place(body, 'RandomSentence', [link], String(seed)).join('')),
    );
    const ends = ['First one.', 'Second one!', 'here.', 'more.', 'words.'];
    expect(found.size).toBe(ends.length);
    for (const end of ends) expect([...found].some((text) => text.includes(`${end} ${carried}`))).toBe(true);
  });

  it('RandomParagraph is a paragraph of its own after any other', () => {
    const found = Array.from({ length: 60 }, (_, seed) => place(body, 'RandomParagraph', [link], String(seed)));
    const places = new Set(found.map((blocks) => blocks.indexOf(`<p>${carried}</p>`)));
    expect([...places].sort()).toEqual([1, 2, 3]);
  });

  it('ReplaceLinkTag fills the tags in turn and removes spare ones', () => {
    const second = { ...link, url: 'http://b.test/', anchor: 'b' };
    const text = place('One [link] two [link] three [link].', 'ReplaceLinkTag', [link, second]).join('');
    expect(text).toBe(`<p>One ${element} two <a href="http://b.test/">b</a> three .</p>`);
  });

  it('ReplaceLinkTag without tags goes after a sentence', () => {
    expect(place('One. Two.', 'ReplaceLinkTag').join('').split(carried)).toHaveLength(2);
  });

  it('InBlurbOnly adds one closing sentence and touches nothing else', () => {
    const second = { ...link, url: 'http://b.test/', anchor: 'b' };
    expect(place(body, 'InBlurbOnly', [link, second])).toEqual([
      ...toBlocks(body),
      `<p>Read more: ${element}, <a href="http://b.test/">b</a>.</p>`,
    ]);
    expect(place(body, 'InBlurbOnly', [])).toEqual(toBlocks(body));
  });

  it.each(linkPositions)('%s loses no link and leaves no tag, whatever the text', (position) => {
    const pieces = fc.constantFrom(
      'Word',
      ' word. ',
      '\n\n',
      '[link]',
      '<p>x</p>',
      '<h2>y</h2>',
      'garden tools',
      '<b>',
      '&',
      '"',
      '<ul><li>z</li></ul>',
      '花。',
    );
    const text = fc.array(pieces, { maxLength: 20 }).map((parts) => parts.join(''));
    const links = fc.array(fc.record({ url: fc.webUrl(), anchor: fc.string({ minLength: 1 }), rel: fc.constant('') }), {
      maxLength: 4,
    });
    fc.assert(
      fc.property(text, links, fc.string(), (given, wanted, seed) => {
        const html = place(given, position, wanted, seed).join('\n');
        expect(html).not.toContain('[link]');
        expect(html.match(/<a /g) ?? []).toHaveLength(wanted.length);
        // Nothing is placed inside an element that was placed before.
        expect(html).not.toMatch(/<a [^>]*>[^<]*<a /);
      }),
    );
  });
});

describe('anchors and rel', () => {
  it('escapes what would break out of the element', () => {
    const bad = { url: 'http://a.test/"><script>', anchor: '<b>"x" & y</b>', rel: 'nofollow' };
    expect(place('One.', 'Bottom', [bad])).toEqual([
      '<p>One. Carry <a href="http://a.test/&quot;&gt;&lt;script&gt;" rel="nofollow">&lt;b&gt;&quot;x&quot; &amp; y&lt;/b&gt;</a>!</p>',
    ]);
  });

  it.each(['nofollow', 'sponsored', 'ugc'])('writes rel %s', (rel) => {
    expect(place('One.', 'Bottom', [{ ...link, rel }]).join('')).toContain(`rel="${rel}"`);
  });
});

describe('bodies', () => {
  it.each([
    ['plain text', 'One\ntwo\n\nThree', ['<p>One<br />two</p>', '<p>Three</p>']],
    ['Windows line ends', 'One\r\n\r\nTwo', ['<p>One</p>', '<p>Two</p>']],
    ['HTML', '<h1>Head</h1><p>One</p>', ['<h2>Head</h2>', '<p>One</p>']],
    ['loose text between blocks', 'Loose<p>One</p>end', ['<p>Loose</p>', '<p>One</p>', '<p>end</p>']],
    ['scripts', '<p>One<script>alert(1)</script></p>', ['<p>One</p>']],
    ['handlers', '<p onclick="x()">One <a href="javascript:x()">y</a></p>', ['<p>One <a>y</a></p>']],
    ['nothing', '', []],
    ['text with signs', '1 < 2 & 3', ['<p>1 &lt; 2 &amp; 3</p>']],
  ])('%s', (_, text, blocks) => {
    expect(toBlocks(text)).toEqual(blocks);
  });
});

const input: ComposeInput = {
  seed: 'one',
  marker: 'lwabc',
  now: 0,
  article: {
    title: '{Good|Fine}  title',
    body: '{One|Two} words. {~a|b|c}.\n\nEnd.',
    authorName: 'Ada',
    authorBio: 'Bio',
  },
  links: [link],
  position: 'RandomSentence',
  tags: 'x, {y|z},x',
  images: null,
  videos: null,
  accepts: { markup: 'html', titleMaxLength: 200, images: true, tags: true, rel: true },
  settings: { ...postSettings.parse({}), authorBlock: false },
};
const images = (position: 'Top' | 'Bottom' | 'Random', max = 2) => ({
  urls: ['http://i.test/1.png', 'http://i.test/2.png', 'http://i.test/3.png'],
  min: max,
  max,
  position,
});

describe('compose', () => {
  test('the same seed gives the same text, another one another', () => {
    expect(compose(input)).toEqual(compose(input));
    const texts = new Set(Array.from({ length: 30 }, (_, seed) => compose({ ...input, seed: String(seed) }).html));
    expect(texts.size).toBeGreaterThan(10);
  });

  test('spin syntax is resolved everywhere', () => {
    const { title, html, tags, author, marker } = compose(input);
    expect(title).toMatch(/^(Good|Fine) title$/);
    expect(html).not.toMatch(/[{}|~]/);
    expect(tags.slice(0, 1)).toEqual(['x']);
    expect(tags).toHaveLength(2);
    expect({ author, marker }).toEqual({ author: { name: 'Ada', bio: 'Bio' }, marker: 'lwabc' });
  });

  test('images go to the top, to the bottom or anywhere', () => {
    const blocks = (position: 'Top' | 'Bottom' | 'Random') =>
      compose({ ...input, images: images(position) }).html.split('\n');
    const isImage = (block = '') =>
      /^<p><img src="http:\/\/i\.test\/\d\.png" alt="(Good|Fine) title" \/><\/p>$/.test(block);
    expect(blocks('Top').slice(0, 2).every(isImage)).toBe(true);
    expect(blocks('Bottom').slice(-2).every(isImage)).toBe(true);
    expect(blocks('Random').filter(isImage)).toHaveLength(2);
    expect(compose({ ...input, images: images('Top', 9) }).html.match(/<img/g)).toHaveLength(3);
  });

  test('videos stand as bare addresses, on platforms with HTML alone', () => {
    const videos = { urls: ['http://v.test/?v=1&x'], min: 1, max: 1, position: 'Bottom' as const };
    expect(compose({ ...input, videos }).html).toMatch(/<p>http:\/\/v\.test\/\?v=1&amp;x<\/p>$/);
    const wiki = { ...input.accepts, markup: 'wikitext' as const, images: false };
    const plain = compose({ ...input, videos, images: images('Top'), accepts: wiki });
    expect(plain.html).not.toMatch(/v\.test|<img/);
  });

  test('a wiki gets its own markup, made where the text is made', () => {
    const wiki = { ...input.accepts, markup: 'wikitext' as const };
    const { html, markup: wikitext } = compose({ ...input, accepts: wiki });
    expect(wikitext).toBe(toMarkup(html, 'wikitext'));
    expect(compose(input)).not.toHaveProperty('wikitext');
  });

  test('keeps to what the platform takes', () => {
    const article = { ...input.article, title: 'A title of several words' };
    const accepts = { ...input.accepts, titleMaxLength: 12, tags: false, maxLinks: 1 };
    const { title, tags, links } = compose({ ...input, article, links: [link, link], accepts });
    expect({ title, tags, links }).toEqual({ title: 'A title of', tags: [], links: [link] });
  });

  test('a bookmark is its first link under the title', () => {
    const accepts = { ...input.accepts, markup: 'bookmark' as const, maxLinks: 1 };
    const { links, html, title } = compose({ ...input, accepts });
    expect(links).toEqual([{ url: link.url, anchor: title, rel: '' }]);
    expect(html).not.toContain('<a ');
  });
});
