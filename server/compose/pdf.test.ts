import { getDocumentProxy } from 'unpdf';
import { describe, expect, it } from 'vitest';
import { TextFonts } from './pdf/fonts.ts';
import { renderPdfAside } from './pdf-aside.ts';

const madeAt = '2026-11-22T10:20:30.000Z';
const author = { name: 'Ann Author', bio: '' };

/** A file as a reader of another house shows it (pdf.js). */
async function readBack(bytes: Uint8Array) {
  const document = await getDocumentProxy(new Uint8Array(bytes));
  const pages = Array.from({ length: document.numPages }, (_, at) => document.getPage(at + 1));
  const texts: string[] = [];
  const links: { url: string; text: string; box: number[] }[] = [];
  for (const page of await Promise.all(pages)) {
    const { items } = await page.getTextContent();
    texts.push(items.map((item) => ('str' in item ? item.str + (item.hasEOL ? ' ' : '') : '')).join(''));
    for (const one of await page.getAnnotations())
      links.push({ url: one.url, text: one.overlaidText ?? '', box: one.rect as number[] });
  }
  const info = (await document.getMetadata()).info as Record<string, string>;
  return { text: texts.join(' '), nPages: texts.length, links, info, size: (await pages[0])?.view };
}

const folded = (text: string) => text.replace(/\s+/g, ' ');

describe('texts', () => {
  it.each([
    ['Greek', 'Ο κήπος', 'Ο δρόμος προς τον κήπο είναι μακρύς, αλλά ', 'οι παλιές πέτρες', ' είναι όμορφες.'],
    ['Chinese', '石头花园', '花园里的小路很长，但是', '古老的石头', '很漂亮。我们每天都去那里散步。'],
    ['Hindi', 'पत्थरों का बगीचा', 'बगीचे का रास्ता लंबा है, लेकिन ', 'पुराने पत्थर की किताबें', ' सुंदर हैं। क्षत्रिय विद्यार्थी।'],
    ['Thai', 'สวนหิน', 'ทางเดินในสวนยาวมากแต่', 'หินเก่าแก่ริมน้ำ', 'สวยงามและทำงานกับน้ำ'],
    ['Bengali', 'বাগান', 'বাগানের পথ কোনো দিন ', 'পুরোনো পাথর', ' সুন্দর।'],
  ])('%s is read as it was written, and its link stands over its anchor', async (_, title, before, anchor, after) => {
    const html = `<p>${before}<a href="https://first.test/?a=1&amp;b=2">${anchor}</a>${after}</p>`;
    const { text, links, info } = await readBack(await renderPdfAside({ title, html, author }, madeAt));
    expect(folded(text)).toBe(`${title} Ann Author ${before}${anchor}${after}`);
    expect(links).toMatchObject([{ url: 'https://first.test/?a=1&b=2', text: anchor }]);
    expect(info).toMatchObject({ Title: title, Author: 'Ann Author' });
  });

  it('sets Arabic from right to left, its letters joined, and still read in their order', async () => {
    const html = `<p dir="rtl">الطريق إلى الحديقة طويل، ولكن <a href="https://first.test/ar">الحجارة القديمة</a> والأولاد.</p>`;
    const { text, links } = await readBack(await renderPdfAside({ title: 'حديقة الأحجار', html, author }, madeAt));
    for (const words of ['حديقة الأحجار', 'الطريق إلى الحديقة طويل', 'الحجارة القديمة', 'والأولاد'])
      expect(text).toContain(words);
    const [left = 0, , right = 0] = links[0]?.box ?? [];
    // Beyond the middle: the line begins at the right.
    expect(right).toBeLessThan(595 - 64 - 120);
    expect(right - left).toBeGreaterThan(50);
  });

  it('has the letters of all 35 languages', async () => {
    const words = [
      'English, Größe, año, garçon, ภาษาไทย, blåbærgrøt, tiếng Việt được, عربية, বাংলা ভাষা, русский объём, ação, bahasa',
      '日本語のテキスト、カタカナ, ığüşçöİ, 한국어 정원, räksmörgås, українська ґїє, città, čćžšđ, 简体中文, 繁體中文龍龜, हिन्दी भाषा',
      'فارسی پچژگ, žluťoučký kůň, zażółć gęślą jaźń, één, șțăîâ, български език, árvíztűrő tükörfúrógép, æøå, õäöü, Ελληνικά',
      'ąčęėįšųūž, āčēģīķļņšūž, עברית',
    ];
    const all = words.join(' ');
    const fonts = await TextFonts.of(all, '');
    const has = (letter: string) => fonts.pick(letter, undefined).has.has(letter.codePointAt(0) ?? 0);
    expect([...all].filter((letter) => !has(letter))).toEqual([]);
    const html = words.map((line) => `<p>${line}</p>`).join('');
    const { text } = await readBack(await renderPdfAside({ title: '', html, author: { name: '', bio: '' } }, madeAt));
    for (const word of ['Größe', 'được', 'カタカナ', '한국어', '繁體中文龍龜', 'हिन्दी', 'gęślą', 'tükörfúrógép'])
      expect(text).toContain(word);
  });
});

describe('files', () => {
  const content = {
    title: 'Garden',
    html: '<h2>One</h2><p>Two <strong>three</strong></p><ol><li>four</li></ol>',
    author,
  };

  it('are the same bytes for the same text, whatever was made before', async () => {
    const first = await renderPdfAside(content, madeAt);
    await renderPdfAside({ ...content, html: '<p>花园</p>' }, madeAt);
    expect(Buffer.from(await renderPdfAside(content, madeAt)).equals(first)).toBe(true);
    expect(Buffer.from(first.slice(0, 5)).toString()).toBe('%PDF-');
  });

  it('are A4, and turn the page where one is full', async () => {
    const html = '<p>The path through the garden is long.</p>'.repeat(100);
    const { nPages, size, text } = await readBack(await renderPdfAside({ ...content, html }, madeAt));
    expect(size).toEqual([0, 0, 595.28, 841.89]);
    expect(nPages).toBeGreaterThan(2);
    expect(text.match(/garden is long\./g)).toHaveLength(100);
  });

  it('break a link over two lines into two places of one address', async () => {
    const html = `<p>${'word '.repeat(12)}<a href="https://long.test/">${'anchor '.repeat(20).trim()}</a>.</p>`;
    const { links } = await readBack(await renderPdfAside({ ...content, html }, madeAt));
    expect(links.length).toBeGreaterThan(1);
    expect(links.map(({ text }) => text).join(' ')).toBe('anchor '.repeat(20).trim());
  });

  it('are refused in one sentence when the text is a book', async () => {
    const html = '<p>Much too long to be a post.</p>'.repeat(12_000);
    await expect(renderPdfAside({ ...content, html }, madeAt)).rejects.toThrow(
      'The article is too long for a PDF. It would have more than 300 pages',
    );
  });

  it('stand what no writer would send: controls, lone halves, endless words', async () => {
    const html = `<p>\u0000\ud800\u202e x \u2066<a href="http://x.test/\u00e9">\u{1f600}</a> ${'a'.repeat(5_000)}</p>`;
    const { links } = await readBack(await renderPdfAside({ ...content, html }, madeAt));
    expect(links[0]?.url).toBe('http://x.test/%C3%A9');
  });
});
