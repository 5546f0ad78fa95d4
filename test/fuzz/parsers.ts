import { Readable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Email } from 'postal-mime';
import { readArticle, refusalOf } from '#connectors/kit/articles/read-article.ts';
import { attributeOf, findElements } from '#connectors/kit/find-elements.ts';
import { formsOf } from '#connectors/kit/html-form.ts';
import { cutText, htmlToText } from '#connectors/kit/html-to-text.ts';
import { hasMarker } from '#connectors/kit/marker.ts';
import { toMarkup } from '#connectors/kit/markup/to-markup.ts';
import { linkLike, markOn } from '#connectors/kit/page-marks.ts';
import { readJson, shortDetail } from '#connectors/kit/read-answer.ts';
import { parseXmlRpc } from '#connectors/kit/xml-rpc.ts';
import { mediawiki } from '#connectors/platforms/mediawiki/index.ts';
import { pageText, titlesOf } from '#connectors/platforms/mediawiki/page-text.ts';
import { redmine } from '#connectors/platforms/redmine/index.ts';
import { wordpress } from '#connectors/platforms/wordpress/index.ts';
import { slugOf } from '#connectors/platforms/wordpress/post-body.ts';
import { postSettings } from '#domain/contract/post-settings.ts';
import type { LinkPosition } from '#domain/contract/projects/posting.ts';
import { problemOfSettings } from '#domain/contract/site-settings.ts';
import { limits } from '#domain/limits.ts';
import { parseBounded } from '#domain/rules/bounded-json.ts';
import { splitCommaText } from '#domain/rules/comma-text.ts';
import { comparableText, comparableUrl } from '#domain/rules/comparable.ts';
import { readCsvLine, safeCsvLine } from '#domain/rules/csv-line.ts';
import { openEnvelope } from '#domain/rules/envelope.ts';
import { normalizeUrl } from '#domain/rules/line-formats.ts';
import { fillPlaceholders } from '#domain/rules/placeholders.ts';
import { judgePage } from '#domain/rules/proof.ts';
import { seededRandom } from '#domain/rules/random.ts';
import { keptStretches } from '#domain/rules/spinning/kept-stretches.ts';
import { maskPieces } from '#domain/rules/spinning/mask-pieces.ts';
import { plainerSpintax } from '#domain/rules/spinning/plainer-spintax.ts';
import { missingWord } from '#domain/rules/spinning/protected-words.ts';
import { spin } from '#domain/rules/spintax.ts';
import { storable } from '#domain/rules/storable-text.ts';
import { matchesWildcards } from '#domain/rules/wildcards.ts';
import { type ComposeInput, compose } from '#server/compose/compose.ts';
import { composeAside } from '#server/compose/compose-aside.ts';
import { accountReader } from '#server/features/accounts/account-lines.ts';
import { readBatch } from '#server/features/links/items.ts';
import { linkReader } from '#server/features/links/link-lines.ts';
import { refuseBadText } from '#server/http/well-formed.ts';
import { ImportTally } from '#server/imports/import-tally.ts';
import { judgeLines, type LineReader } from '#server/imports/judge-lines.ts';
import { readZip } from '#server/imports/reading/read-zip.ts';
import { readText } from '#server/imports/reading/text-reader.ts';
import { AccountStates } from '#server/outside/account-state.ts';
import { readMail, toReadMail } from '#server/outside/mail/read-mail.ts';
import { readMailAside } from '#server/outside/mail/read-mail-aside.ts';
import { maskSecrets } from '#server/outside/mask-secrets.ts';
import { decodePage } from '#server/outside/page-text.ts';
import { readPdf } from '#server/outside/pdf/read-pdf.ts';
import { createPdfRoom } from '#server/outside/pdf/read-pdf-aside.ts';
import { parseInPortions } from '#server/outside/read-body.ts';
import type { Parser } from './measure-parser.ts';

const mib = 1_024 * 1_024;
const page = 'http://h.test/';
const pdfRoom = createPdfRoom();
const expected = Array.from({ length: 20 }, (_, at) => ({ url: `${page}${at}`, anchor: `x ${at}`, rel: 'nofollow' }));
const content = (text: string) => ({
  marker: 'lw0123456789',
  title: text,
  html: '<p>a</p>',
  tags: [],
  links: [],
  author: { name: '', bio: '' },
});

async function importFile<T extends object>(text: string, reader: LineReader<T>): Promise<void> {
  const tally = new ImportTally(reader);
  const chunks = Readable.from([Buffer.from(text)].flatMap(inChunks));
  for await (const batch of judgeLines({ name: 'a', stream: chunks, fields: {} }, reader)) {
    for (const line of batch) tally.note(line, line.row === null ? 'refused' : 'new');
    await nextTurn();
  }
  tally.reply();
}

function inChunks(bytes: Buffer): Buffer[] {
  const size = 64 * 1_024;
  return Array.from({ length: Math.ceil(bytes.length / size) }, (_, at) => bytes.subarray(at * size, (at + 1) * size));
}

/** As `readPage` reads a page, and as a proof judges it. */
async function readAndJudge(text: string): Promise<void> {
  const { links, robots } = await parseInPortions(text, page);
  await nextTurn();
  const reading = storable({ httpStatus: 200, finalUrl: page, robots, reason: null, links });
  judgePage(reading, expected);
}

const article = (body: string, position: LinkPosition): ComposeInput => ({
  seed: 'a',
  marker: 'm',
  now: 0,
  article: { title: 'A title', body, authorName: '', authorBio: '' },
  links: ['garden tools', 'ab'].map((anchor) => ({ url: page, anchor, rel: '' })),
  position,
  tags: '',
  images: null,
  videos: null,
  accepts: wordpress.accepts,
  settings: postSettings.parse({}),
});

/** What a body becomes, on the event loop up to a bound and in a worker beyond. */
function articleParser(name: string, position: LinkPosition, head = ''): Parser {
  const input = (text: string) => article(head + text, position);
  return {
    name,
    most: limits.articleBody,
    run: (text) => compose(input(text)),
    aside: (text) => composeAside(input(text)),
  };
}

/** Every parser of what strangers send, as the product calls it. */
export const parsers: Parser[] = [
  { name: 'page of a site, with its proof', most: 20 * mib, run: readAndJudge },
  {
    name: 'page with a base',
    most: 20 * mib,
    run: (text) =>
      readAndJudge(`<base href="http://h.test/${text.slice(0, text.length / 2)}/">${text.slice(text.length / 2)}`),
  },
  {
    name: 'letters of a page',
    most: 20 * mib,
    run: (text) => [decodePage(Buffer.from(text), 'text/html'), decodePage(Buffer.from(text, 'latin1'), text)],
  },
  {
    name: 'elements of a front page',
    most: 20 * mib,
    run: (text) =>
      findElements(text, 'link').map((element) => [attributeOf(element, 'rel'), attributeOf(element, 'href')]),
  },
  { name: 'answer of a site', most: 20 * mib, run: (text) => [readJson(text), shortDetail(text)] },
  { name: 'marker in an answer', most: 20 * mib, run: (text) => hasMarker(text, 'a1') },
  {
    name: 'XML-RPC answer',
    most: 2 * mib,
    run: (text) => [parseXmlRpc(text), parseXmlRpc(`<methodResponse>${text}`)],
    seeds: ['<methodResponse>', '<value>', '<struct><member><name>', '<array><data>', '&amp;', '<![CDATA[', '</value>'],
  },
  { name: 'masked answer', most: 20 * mib, run: (text) => maskSecrets(text, ['secret pass', 'a"b', 'ab ']) },
  {
    name: 'cookies of a site',
    most: 16_000,
    run: (text) => new AccountStates().of('a').jar.store('http://h.test', [text, `a=b; ${text}`], 0),
    seeds: ['expires=', ';', '=', 'Max-Age='],
  },
  { name: 'JSON body', most: limits.body, run: (text) => refuseBadText(parseBounded(text)) },
  { name: 'envelope', most: 8_000, run: (text) => openEnvelope(text) },
  { name: 'CSV record', most: 200_000, run: (text) => [readCsvLine(text), safeCsvLine(text)] },
  { name: 'file of links', most: limits.upload, run: (text) => importFile(text, linkReader) },
  { name: 'file of accounts', most: limits.upload, run: (text) => importFile(text, accountReader) },
  { name: 'lines typed or pasted', most: 20_000_000, run: (text) => readBatch(text) },
  {
    name: 'address of a link',
    most: 20_000,
    run: (text) => [normalizeUrl(text), comparableUrl(text), comparableUrl(`http://h.test/${text}`)],
  },
  {
    name: 'host of a link',
    most: 20_000,
    run: (text) => [normalizeUrl(`http://${text}/`), comparableUrl(`http://${text}`)],
  },
  { name: 'compared text', most: 10_000, run: (text) => comparableText(text) },
  { name: 'comma-joined text', most: 100_000, run: (text) => splitCommaText(text) },
  {
    name: 'letters of a file',
    most: limits.articleFile,
    run: (text) => [readText(Buffer.from(text)), readText(Buffer.from(text, 'latin1'))],
  },
  {
    name: 'ZIP',
    most: limits.upload,
    run: (text) =>
      readZip(Readable.from([Buffer.from(text, 'latin1')]), { maxFile: limits.articleFile, bytes: 0 }, async () => {}),
    seeds: ['PK\u0001\u0002', 'PK\u0003\u0004', 'PK\u0005\u0006', '\0\0\0\0', '\u0014\0'],
  },
  {
    name: 'text that is spun',
    most: 100_000,
    run: (text) => {
      const masked = maskPieces(text, keptStretches(text));
      return masked.unmask(masked.text);
    },
    seeds: ['<a href="', '</a>', '<!--', '{a|', '}', '&amp;', '[link]', '%', 'a@', 'http://', '\n'],
  },
  {
    name: 'answer of a spinner',
    most: 385_000,
    run: (text) => [
      maskPieces('<b>a</b>', [{ from: 0, to: 3 }]).unmask(text),
      missingWord('garden tools of garden', text, ['garden', 'garden tools']),
      plainerSpintax(text, { nested: false, sentences: false, paragraphs: false }),
    ],
    seeds: ['{garden|', '{', '|', '}', 'LWK0Q', ' garden tools', '{~'],
  },
  { name: 'spin syntax', most: 30_000, run: (text) => spin(text, seededRandom('a')) },
  articleParser('article', 'ReplaceKeyword'),
  articleParser('article of HTML', 'ReplaceLinkTag', '<p>'),
  articleParser('article with links in it', 'RandomParagraph'),
  { name: 'HTML to text', most: 100_000, run: (text) => cutText(htmlToText(text), 1_000) },
  {
    name: 'HTML to markups',
    most: limits.articleBody,
    run: (text) => [toMarkup(text, 'wikitext'), toMarkup(text, 'dokuwiki')],
    aside: async (text) =>
      pageText((await composeAside({ ...article(text, 'Bottom'), accepts: mediawiki.accepts })).content),
  },
  {
    name: 'HTML to Textile',
    most: limits.articleBody,
    run: (text) => toMarkup(text, 'textile'),
    aside: async (text) =>
      (await composeAside({ ...article(text, 'Bottom'), accepts: redmine.accepts })).content.markup,
  },
  { name: 'HTML to Markdown', most: 100_000, run: (text) => toMarkup(text, 'markdown') },
  {
    name: 'mail that came',
    most: 256_000,
    run: (text) => readMail({ id: 'a', at: null, raw: text }),
    aside: (text) => readMailAside({ id: 'a', at: null, raw: text }),
    seeds: [
      'Content-Type: multipart/mixed; boundary=a\r\n',
      '\r\n--a',
      '\r\n\r\n',
      'http://',
      '<a href=',
      '=?utf-8?B?',
    ],
  },
  {
    name: 'PDF',
    most: 2 * mib,
    run: (text) => readPdf(Buffer.from(text, 'latin1')),
    aside: (text) => pdfRoom.run(Buffer.from(text, 'latin1'), text.length),
    seeds: [
      '%PDF-1.7\n',
      '1 0 obj',
      '<</Type/Pages/Kids[',
      ' 1 0 R',
      'stream\n',
      '\nendstream endobj\n',
      'trailer<</Root 1 0 R>>',
      'xref\n0 9\n',
    ],
  },
  { name: 'body of a mail', most: 256_000, run: (text) => toReadMail('a', 0, { text, html: text } as Email) },
  {
    name: 'forms of a page',
    most: 2 * mib,
    run: (text) => [formsOf(text, page), formsOf(`<form><select name="a">${text}`, page)],
    seeds: [
      '<form ',
      '<input name="a" ',
      '<select name="a">',
      '<option value="',
      '<textarea name=a>',
      '</textarea>',
      '&#x26;',
    ],
  },
  {
    name: 'marks on the page of a form',
    most: 20 * mib,
    run: (text) => [
      markOn({ text, url: page }, [
        { text: 'thank you' },
        { element: { tag: 'a', attribute: 'class', contains: 'b' } },
      ]),
      linkLike({ text, url: page }, '/a/*b*/c'),
    ],
    seeds: ['<script>', '</script', '<style ', '<a href="', 'thank', ' you'],
  },
  {
    name: 'definition of a form',
    most: 20_000,
    run: (text) => [
      problemOfSettings('formDefinition', readJson(text)),
      problemOfSettings('formDefinition', { page: text, steps: [{ fields: [{ name: 'a', value: text }] }] }),
      matchesWildcards(text, text.slice(0, 300)),
      fillPlaceholders(text, () => 'a'),
    ],
    seeds: ['{', '{title}', '{link.url', '/*', '*', '"steps":[', '"fields":[{'],
  },
  {
    name: 'article of a source',
    most: 8 * mib,
    run: (text) => [readArticle(text, 'subject'), readArticle(`<h1>${text}`, 'subject'), refusalOf('a', text)],
    seeds: ['<h1', '</h1>', '{', '|', '}', '<p>', '\n', 'no ', ' left'],
  },
  {
    name: 'titles for a site',
    most: limits.articleTitle,
    run: (text) => [titlesOf(content(text)), slugOf(content(text))],
  },
];
