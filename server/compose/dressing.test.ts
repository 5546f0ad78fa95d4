import { describe, expect, it, test } from 'vitest';
import { wordpress } from '#connectors/platforms/wordpress/index.ts';
import { type PostSettings, postSettings } from '#domain/contract/post-settings.ts';
import { type ComposeInput, compose } from './compose.ts';
import { addressOf } from './dress/dress-post.ts';
import { imagesOf, planText } from './plan-text.ts';

const words = (count: number, word = 'word') => Array.from({ length: count }, (_, at) => `${word}${at}`).join(' ');
const link = (anchor: string) => ({ url: 'http://money.test/', anchor, rel: '' });
const input = (body: string, anchors: string[], settings: Partial<PostSettings> = {}): ComposeInput => ({
  seed: 'x',
  marker: 'r1',
  now: 0,
  article: { title: 'A title', body, authorName: 'Ada {L.|Lovelace}', authorBio: 'Writes <programs>.' },
  links: anchors.map(link),
  position: 'ReplaceKeyword',
  tags: 'a',
  images: null,
  videos: null,
  accepts: wordpress.accepts,
  settings: { ...postSettings.parse({}), ...settings },
});
const made = (body: string, anchors: string[], settings: Partial<PostSettings> = {}) =>
  compose(input(body, anchors, { authorBlock: false, ...settings }));

describe('a keyword that the article lacks', () => {
  it('goes into sentences that carry it, one for each link, never two alike before all were used', () => {
    const carrierSentences = 'First {see|visit} {anchor}.\nThen {anchor} too.\n{Last|At last}: {anchor}.';
    const { content, findings } = made('One.\n\nTwo.\n\nThree.', ['red', 'green', 'blue'], { carrierSentences });
    const blocks = content.html.split('\n');
    expect(blocks).toHaveLength(6);
    for (const anchor of ['red', 'green', 'blue']) {
      const own = blocks.find((block) => block.includes(`>${anchor}</a>`)) ?? '';
      expect(own).toMatch(/^<p>(First (see|visit) <a.*<\/a>\.|Then <a.*<\/a> too\.|(Last|At last): <a.*<\/a>\.)<\/p>$/);
    }
    // They do not stand one behind the other while the article has other places.
    expect(blocks.map((block) => block.includes('<a '))).toEqual([false, true, false, true, false, true]);
    const said = findings.filter((one) => one.kind === 'keyword');
    expect(said).toHaveLength(3);
    expect(said[0]).toMatchObject({ stops: false, text: expect.stringContaining('"red" is not in the article') });
  });

  it.each([
    ['English', 'Stones and moss.', /^[\x20-\x7e]+$/],
    ['Arabic', 'هذه حديقة جميلة.', /\p{Script=Arabic}/u],
    ['Chinese', '这是一个美丽的花园。', /\p{Script=Han}/u],
    ['Hindi', 'यह एक सुंदर बाग है।', /\p{Script=Devanagari}/u],
    ['Russian', 'Это красивый сад.', /\p{Script=Cyrillic}/u],
  ])('is carried by a built-in sentence in the script of %s', (_, body, letters) => {
    const last = made(body, ['X']).content.html.split('\n')[1] ?? '';
    const around = last.replace(/<p>|<\/p>|<a .*<\/a>/g, '');
    expect(around).toMatch(letters);
    expect(around.trim().length).toBeGreaterThan(3);
  });

  it('keeps the post from being sent when the project says wait', () => {
    const { findings } = made('One. Two.', ['red'], { whenKeywordMissing: 'wait' });
    expect(findings).toContainEqual({ kind: 'keyword', text: 'The keyword is not in the article', stops: true });
  });

  it.each([
    ['Chinese, which has no spaces', '我们在花园里散步。', '花园', '在<a href="http://money.test/">花园</a>里'],
    ['Hindi, not in a longer word', 'बागान और बाग है।', 'बाग', 'और <a href="http://money.test/">बाग</a> है'],
    ['over a line break', 'Red\ngarden tools here.', 'garden tools', '<a href="http://money.test/">garden tools</a>'],
  ])('is found in %s', (_, body, anchor, expected) => {
    const { content, findings } = made(body, [anchor], { whenKeywordMissing: 'wait' });
    expect(content.html).toContain(expected);
    expect(findings.filter((one) => one.kind === 'keyword')).toEqual([]);
  });
});

describe('texts that must not go out', () => {
  const stopping = (body: string, article: Partial<ComposeInput['article']> = {}) => {
    const of = input(body, []);
    return compose({ ...of, article: { ...of.article, ...article } })
      .findings.filter((one) => one.stops)
      .map((one) => one.text);
  };
  it.each([
    ['Fine {a|b} text.', []],
    ['Broken {a|b text.', ['Spin syntax is broken at character 8 (line 1, column 8) of the article "A title"']],
    ['😀 a} text.', ['Spin syntax is broken at character 4 (line 1, column 4) of the article "A title"']],
    ['See [keyword] and %title% at 100%.', ['Left-over token: [keyword]', 'Left-over token: %title%']],
    ['Dear {{name}}, {anchor}.', ['Left-over token: {{name}}', 'Left-over token: {anchor}']],
    ['<pre>echo %PATH% [links]</pre><p>5% of a [link] here.</p>', []],
  ])('%s', (body, expected) => {
    expect(stopping(body)).toEqual(expected);
  });

  it('tells in which part the syntax is broken', () => {
    expect(stopping('x', { title: 'A {b' })).toEqual([
      'Spin syntax is broken at character 3 (line 1, column 3) of the title of the article "A {b"',
    ]);
    expect(stopping('x', { authorBio: 'b}' })).toEqual([
      'Spin syntax is broken at character 2 (line 1, column 2) of the author bio of the article "A title"',
    ]);
  });

  it('calls an article short without stopping it', () => {
    const short = (body: string) => made(body, []).findings;
    expect(short('One two.')).toEqual([
      { kind: 'short', text: 'The article is short: 2 words of at least 100', stops: false },
    ]);
    expect(short(words(100))).toEqual([]);
    expect(short('花园'.repeat(110))).toEqual([]);
  });
});

describe('how a post is dressed', () => {
  test('author and bio stand at its end where they are filled in', () => {
    const { html } = compose(input('One.', [])).content;
    expect(html).toMatch(/\n<p><strong>Ada (L\.|Lovelace)<\/strong><br \/>Writes &lt;programs&gt;\.<\/p>$/);
    const of = input('One.', []);
    const nobody = { ...of, article: { ...of.article, authorName: ' ', authorBio: '' } };
    expect(compose(nobody).content.html).toBe('<p>One.</p>');
  });

  test('what editors set is only for platforms that have editors', () => {
    const settings = { category: 'Garden', excerptFrom: 'firstParagraph', postStatus: 'draft' } as const;
    const of = input('One <b>bold</b>.\n\nTwo.', [], settings);
    expect(compose(of).content).toMatchObject({
      category: 'Garden',
      excerpt: 'One bold.',
      status: 'draft',
      slug: 'a-title',
    });
    const plain = compose({ ...of, accepts: { ...of.accepts, editorial: false } }).content;
    for (const name of ['category', 'excerpt', 'status', 'slug', 'featured']) expect(plain).not.toHaveProperty(name);
  });

  test.each([
    ['Arabic', 'الحديقة مكان جميل.', ' dir="rtl" lang="ar"'],
    ['Persian', 'باغچه جای زیبایی است.', ' dir="rtl" lang="fa"'],
    ['Urdu', 'یہ باغ بہت خوبصورت ہے۔', ' dir="rtl" lang="ur"'],
    ['Hebrew', 'הגן הוא מקום יפה.', ' dir="rtl" lang="he"'],
    ['English', 'A garden is calm.', ''],
    ['Hindi', 'बाग सुंदर है।', ''],
  ])('%s is said to be written its own way, and a line in Latin letters stays as it is', (_, sentence, attributes) => {
    const text = `${sentence}\n\nLa.\n\n${sentence}`;
    expect(made(text, []).content.html).toBe(
      `<p${attributes}>${sentence}</p>\n<p>La.</p>\n<p${attributes}>${sentence}</p>`,
    );
    const accepts = { ...wordpress.accepts, markup: 'wikitext' as const };
    const wiki = compose({ ...input(text, [], { authorBlock: false }), accepts }).content.markup;
    expect(wiki?.startsWith(attributes === '' ? sentence : `<div${attributes}>\n${sentence}`)).toBe(true);
  });

  test('a timed post is shown a full minute after its hours', () => {
    const of = {
      ...input('One.', [], { postStatus: 'timed', publishAfterHours: 3 }),
      now: Date.UTC(2030, 0, 1, 9, 59, 30),
    };
    expect(compose(of).content.publishAt).toBe('2030-01-01T13:00:00.000Z');
  });

  test('the first image stands above the post when that is wished', () => {
    const images = {
      urls: ['http://i.test/1.png?a&b', 'http://i.test/2.png'],
      min: 2,
      max: 2,
      position: 'Top' as const,
    };
    const { content } = compose({ ...input('One.', [], { featuredImage: true }), images });
    expect(content.html.match(/<img/g)).toHaveLength(1);
    expect(content.featured?.alt).toBe('A title');
    expect(imagesOf(content).toSorted()).toEqual(images.urls.toSorted());
  });

  test.each([
    ['Great Gardens & Café: 10 ideas!', 'great-gardens-cafe-10-ideas', 'great-gardens-café-10-ideas'],
    ['花园 小路', 'hua-yuan-xiao-lu', '花园-小路'],
    ['Сад и камни', 'sad-i-kamni', 'сад-и-камни'],
    ['पेड़ के नीचे की बेंच', 'ped-ke-niiche-kii-bench', 'पेड़-के-नीचे-की-बेंच'],
    ['लकड़ी या पत्थर', 'lakadii-yaa-patthar', 'लकड़ी-या-पत्थर'],
    ['!!!', '', ''],
  ])('%s has an address of its own', (title, latin, own) => {
    expect([addressOf(title, 'latin'), addressOf(title, 'own')]).toEqual([latin, own]);
  });

  test.each(['أفضل أدوات الحديقة', 'बाग के औज़ार', 'a'.repeat(300), '花'.repeat(300), words(60)])(
    'the address of %s is clean and fits',
    (title) => {
      const [latin, own] = [addressOf(title, 'latin'), addressOf(title, 'own')];
      expect(latin).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/);
      expect(latin.length).toBeLessThanOrEqual(60);
      expect(own).not.toBe('');
      expect(encodeURIComponent(own).length).toBeLessThanOrEqual(180);
    },
  );

  test('a site takes the category of its own line, else that of all', () => {
    const project = { category: 'News\nsite-1 = Garden\nblog.test=Moss', tags: 't' };
    const searched = { image: undefined, video: undefined };
    const of = (siteId: string, host: string) =>
      planText({ ...input('x', []), project: project as never, site: { siteId, host }, searched }).input.settings
        .category;
    expect([of('site-1', 'a.test'), of('z', 'blog.test'), of('z', 'a.test')]).toEqual(['Garden', 'Moss', 'News']);
  });
});
