import { deflateSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { judgePage } from '#domain/rules/proof.ts';
import { type PageServer, startPageServer } from '#test/support/page-server.ts';
import { renderPdfAside } from '../../compose/pdf-aside.ts';
import { createOutside, type Outside } from '../outside.ts';

let pages: PageServer;
let outside: Outside;
beforeAll(async () => {
  pages = await startPageServer();
  outside = createOutside({ timeoutMs: () => 20_000, log: () => {} });
});
afterAll(async () => {
  await outside.close();
  await pages.close();
});

const url = 'https://money.test/?a=1&b=2';
const render = (html: string) =>
  renderPdfAside({ title: 'T', html, author: { name: '', bio: '' } }, '2026-11-22T10:00:00.000Z');

/** Reads bytes as a stranger does. */
function read(bytes: Uint8Array, type = 'application/pdf') {
  pages.say((_, response) => void response.writeHead(200, { 'content-type': type }).end(bytes));
  return outside.readPage(`http://${pages.host}/file.pdf`, new AbortController().signal);
}

describe('links of a PDF', () => {
  it.each([
    ['Latin', 'the “old” stones', 'ltr'],
    ['Chinese', '古老的石头，很漂亮', 'ltr'],
    ['Hindi', 'पुराने पत्थर की किताबें', 'ltr'],
    ['Thai', 'หินเก่าแก่ริมน้ำ', 'ltr'],
    ['Bengali', 'পুরোনো পাথর', 'ltr'],
    ['Arabic', 'الحجارة القديمة', 'rtl'],
    ['Arabic with ligatures', 'السلام على الأولاد، لا إله', 'rtl'],
    ['Arabic with numbers and Latin', 'حجارة (2024) من Old Garden هنا', 'rtl'],
    ['Farsi with joiners', 'می‌خواهم کتاب', 'rtl'],
    ['Hebrew with points', 'הַגָּן הישן', 'rtl'],
    ['Hebrew in a text from left to right', 'הגן הישן', 'ltr'],
    ['Vietnamese of several fonts', 'Đường đến khu vườn rất dài', 'ltr'],
  ])('are live with their anchors: %s', async (_, anchor, direction) => {
    const html = `<p dir="${direction}">word <a href="${url.replace('&', '&amp;')}">${anchor}</a> word</p>`;
    const page = await read(await render(html));
    expect(judgePage(page, [{ url, anchor, rel: '' }])).toMatchObject({ state: 'LIVE', reason: null });
    expect(judgePage(page, [{ url, anchor: `${anchor} more` }])).toMatchObject({
      state: 'CHANGED',
      changes: ['anchor'],
    });
    expect(judgePage(page, [{ url: 'https://other.test/', anchor: 'none' }]).state).toBe('MISSING');
  });

  it('are whole where they are broken over lines, and two where two stand below each other', async () => {
    const long = 'a long way through the garden '.repeat(9).trim();
    const html = `<p>${'x '.repeat(60)}<a href="${url}">${long}</a></p><ul><li><a href="${url}">one</a></li><li><a href="${url}">two</a></li></ul>`;
    const links = ['one', long, 'two'].map((anchor) => ({ url, anchor }));
    expect(judgePage(await read(await render(html)), links)).toMatchObject({ state: 'LIVE' });
  });

  it('are read by the first letters where the type tells nothing, and not from what is called HTML', async () => {
    const bytes = await render(`<p><a href="${url}">stones</a></p>`);
    expect((await read(bytes, 'application/octet-stream')).links).toMatchObject([{ url, anchor: 'stones' }]);
    expect((await read(bytes, 'text/html')).links).toEqual([]);
    expect(await read(Buffer.from('PK'), 'application/octet-stream')).toMatchObject({ unreadable: true });
  });
});

/** A PDF of one page with a drawing as given. */
function pdfOf(drawing: Buffer, filter: string): Buffer {
  const head = `%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj
3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]/Contents 4 0 R/Annots[5 0 R]>>endobj
5 0 obj<</Type/Annot/Subtype/Link/Rect[0 0 9 9]/A<</S/URI/URI(${url})>>>>endobj
4 0 obj<</Length ${drawing.length}/Filter${filter}>>stream\n`;
  return Buffer.concat([Buffer.from(head), drawing, Buffer.from('\nendstream endobj\ntrailer<</Root 1 0 R>>\n%%EOF')]);
}

describe('the worst of strangers', () => {
  it('a bomb of gigabytes is given up before it fills the memory', async () => {
    const once = deflateSync(Buffer.alloc(400 * 1024 * 1024, ' '), { level: 9 });
    const before = process.memoryUsage().rss;
    const page = await read(
      pdfOf(deflateSync(Buffer.concat(Array(8).fill(once)), { level: 9 }), '[/FlateDecode/FlateDecode]'),
    );
    expect(process.memoryUsage().rss - before).toBeLessThan(1_500 * 1024 * 1024);
    expect(judgePage(page, [{ url, anchor: 'x' }]).state).not.toBe('LIVE');
    expect((await read(await render(`<p><a href="${url}">stones</a></p>`))).links).toHaveLength(1);
  });

  it.each([
    ['nothing behind its first letters', Buffer.from('%PDF-1.7\n')],
    [
      'a table that points anywhere',
      Buffer.from(`%PDF-1.7\nxref\n0 9\n${'9999999999 00000 n \n'.repeat(9)}startxref\n9\n%%EOF`),
    ],
    [
      'pages that hold themselves',
      Buffer.from(
        '%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[2 0 R 2 0 R]/Count 999999999>>endobj\ntrailer<</Root 1 0 R>>',
      ),
    ],
    ['brackets without end', Buffer.from(`%PDF-1.4\n1 0 obj${'['.repeat(500_000)}`)],
    ['objects without end', Buffer.from(`%PDF-1.4\n${'1 0 obj<</A 1 0 R>>endobj\n'.repeat(50_000)}`)],
  ])('%s leads to a word and not to an end', async (_, bytes) => {
    const page = await read(bytes);
    expect(['UNREADABLE', 'MISSING']).toContain(judgePage(page, [{ url, anchor: 'x' }]).state);
  });
});
