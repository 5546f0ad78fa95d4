import { expect, test } from 'vitest';
import { docxOf, paragraph } from '#test/support/docx.ts';
import { docxTexts, readDocx } from './read-docx.ts';

test('a document becomes simple HTML', async () => {
  const bold =
    '<w:p><w:r><w:t xml:space="preserve">Some </w:t></w:r><w:r><w:rPr><w:b/></w:rPr><w:t>bold</w:t></w:r></w:p>';
  const bytes = await docxOf(`${paragraph('Title', 'Heading1')}${bold}${paragraph('a &lt;script&gt; &amp; {b|c}')}`);
  expect(await readDocx(bytes)).toEqual({
    html: '<h1>Title</h1><p>Some <strong>bold</strong></p><p>a &lt;script&gt; &amp; {b|c}</p>',
  });
});

test.each([
  ['no archive', async () => Buffer.from('Title\ntext'), docxTexts.noDocx],
  ['nothing', async () => Buffer.alloc(0), docxTexts.noDocx],
  ['cut off', async () => (await docxOf(paragraph('a'))).subarray(0, 200), docxTexts.noDocx],
  ['broken XML', () => docxOf('<w:p><w:r>'), docxTexts.noDocx],
  ['another archive', () => docxOf('', { 'word/document.xml': 'no XML' }), docxTexts.noDocx],
  ['macros', () => docxOf(paragraph('a'), { 'word/vbaProject.bin': 'code' }), docxTexts.macros],
  ['a bomb', () => docxOf('', { 'word/document.xml': Buffer.alloc(60_000_000, 'a') }), docxTexts.tooLarge],
])('%s is refused with its reason', async (_, make, reason) => {
  expect(await readDocx(await make())).toEqual({ reason });
});

test('links to pages stay, those to scripts and files lose their address', async () => {
  const link = (id: string) => `<w:p><w:hyperlink r:id="${id}"><w:r><w:t>${id}</w:t></w:r></w:hyperlink></w:p>`;
  const target = (id: string, to: string) =>
    `<Relationship Id="${id}" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/hyperlink" Target="${to}" TargetMode="External"/>`;
  const targets = target('a1', 'https://a.test/x') + target('b2', 'javascript:alert(1)') + target('c3', 'file:///c:/x');
  const bytes = await docxOf(link('a1') + link('b2') + link('c3'), {
    'word/_rels/document.xml.rels': `<?xml version="1.0"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${targets}</Relationships>`,
  });
  expect(await readDocx(bytes)).toEqual({
    html: '<p><a href="https://a.test/x">a1</a></p><p><a>b2</a></p><p><a>c3</a></p>',
  });
});

test('nothing outside of the document is read', async () => {
  const entity = `<?xml version="1.0"?><!DOCTYPE d [<!ENTITY x SYSTEM "file:///etc/hostname"><!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;">]>
    <w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body>${paragraph('&x; &b; end')}</w:body></w:document>`;
  const read = await readDocx(await docxOf('', { 'word/document.xml': entity }));
  expect(JSON.stringify(read)).not.toMatch(/aaaaaaaaaaaaaaaaaaaa|localhost/);
});

test('of a directory that lies about sizes no more than the bound is kept', async () => {
  const bytes = await docxOf('', { 'word/document.xml': Buffer.alloc(30_000_000, 'a') });
  // Sizes stand behind the two signatures of an entry; both are made to say 10.
  const text = bytes.toString('latin1').replaceAll('\x80\xc3\xc9\x01', '\x0a\x00\x00\x00');
  const before = process.memoryUsage().rss;
  expect(await readDocx(Buffer.from(text, 'latin1'))).toEqual({ reason: docxTexts.noDocx });
  expect(process.memoryUsage().rss - before).toBeLessThan(400_000_000);
});
