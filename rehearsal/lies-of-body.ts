import type { Lie } from './lie.ts';
import {
  brotliBomb,
  deepJson,
  deepObjects,
  doubleBomb,
  gzipBomb,
  openTags,
  saidAddress,
  wideJson,
  zipBomb,
} from './lie-bodies.ts';
import { head, pour, whole, wholeJson } from './lie-tools.ts';

const quick = (name: string, answer: () => Buffer): Lie => ({
  name,
  kind: 'quick',
  tell: (socket) => void socket.end(answer()),
});
const heavy = (name: string, tell: Lie['tell']): Lie => ({ name, kind: 'heavy', tell });
const sends = (name: string, answer: () => Buffer) => heavy(name, (socket) => void socket.end(answer()));
const page = '<!doctype html><p>hello</p>';

/** Packed bodies that unpack to more than there is room for, or to nothing. */
const packed: Lie[] = [
  sends('a gzip bomb', () => whole('200 OK', gzipBomb(), 'content-encoding: gzip')),
  sends('a brotli bomb', () => whole('200 OK', brotliBomb(), 'content-encoding: br')),
  sends('a bomb in a bomb', () => whole('200 OK', doubleBomb(), 'content-encoding: gzip, gzip')),
  sends('a ZIP bomb', () => whole('200 OK', zipBomb(), 'content-encoding: deflate')),
  quick('gzip that is none', () => whole('200 OK', page, 'content-encoding: gzip')),
  quick('gzip that is cut', () => whole('200 OK', gzipBomb().subarray(0, 500), 'content-encoding: gzip')),
  quick('a packing nobody knows', () => whole('200 OK', page, 'content-encoding: rot13')),
  quick('forty packings', () => whole('200 OK', page, `content-encoding: ${Array(40).fill('gzip').join(',')}`)),
];

/** Bodies without end, or too large for an honest one. */
const large: Lie[] = [
  heavy('a body without end', (socket) => {
    socket.write(head('200 OK', 'connection: close'));
    pour(socket, '<p>more</p>'.repeat(6_000));
  }),
  heavy('chunks without end', (socket) => {
    socket.write(head('200 OK', 'transfer-encoding: chunked'));
    pour(socket, `10000\r\n${'x'.repeat(65_536)}\r\n`);
  }),
  sends('JSON a million deep', () => wholeJson('200 OK', deepJson())),
  sends('objects a million deep', () => wholeJson('200 OK', deepObjects())),
  sends('JSON of five megabytes', () => wholeJson('200 OK', wideJson())),
  sends('a megabyte of open links', () => whole('200 OK', openTags('<a'))),
  sends('a megabyte of links in links', () => whole('200 OK', openTags('<a href=a>'))),
  sends('a megabyte of open link elements', () => whole('200 OK', openTags('<link '))),
  sends('a megabyte of brackets', () => whole('200 OK', openTags('<'))),
  sends('a megabyte of comments that never end', () => whole('200 OK', openTags('<!--'))),
  sends('an error of brackets', () =>
    wholeJson('400 Bad', JSON.stringify({ code: 'x', message: '<'.repeat(100_000) })),
  ),
];

const said = (name: string, link: unknown, id?: unknown) =>
  quick(name, () => wholeJson('201 Created', saidAddress(link, id)));
/** Words that are not what they seem. */
const words: Lie[] = [
  quick('NUL in the body', () => whole('200 OK', `\0<p>\0</p>\0`)),
  quick('UTF-16 that is none', () => wholeJson('200 OK', page, 'content-type: application/json; charset=utf-16le')),
  quick('a charset nobody knows', () => whole('200 OK', page, 'content-type: text/html; charset=klingon')),
  quick('bytes that are no letters', () =>
    wholeJson('200 OK', Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0xc0, 0x80, 0x22, 0x7d])),
  ),
  quick('half letters', () => wholeJson('400 Bad', '{"code":"x","message":"half \\ud800 of \\udc00 it"}')),
  quick('nothing at all', () => whole('200 OK', '')),
  quick('a page where JSON was asked for', () => whole('200 OK', page)),
  quick('a page that loads itself', () => whole('200 OK', '<meta http-equiv=refresh content="0;url=?again">')),
  quick('JSON that is null', () => wholeJson('200 OK', 'null')),
  quick('JSON with a prototype', () =>
    wholeJson('200 OK', '{"__proto__":{"id":1},"constructor":{"prototype":{"link":"x"}},"id":1}'),
  ),
  quick('an error without a word', () => wholeJson('400 Bad', '{"code":null,"message":{"a":[]},"errors":[{}]}')),
  quick('errors that are no list', () => wholeJson('200 OK', '{"errors":"none","error":7,"query":[],"edit":null}')),
  said('a script as address', 'javascript:alert(1)'),
  said('data as address', 'data:text/html,<script>alert(1)</script>'),
  said('an address without end', `http://a.test/${'x'.repeat(20_000)}`),
  said('an object as address', { href: 'http://a.test/' }),
  said('a number as address', 7),
  said('an id beyond all numbers', 'http://money.example/', 1e300),
  said('an object as id', 'http://money.example/', { a: 1 }),
  said('NUL in an address', 'http://money.example/\0'),
  said('cloud metadata as address', 'http://169.254.169.254/latest/'),
];

/** Lies of the body. */
export const bodyLies: Lie[] = [...packed, ...large, ...words];
