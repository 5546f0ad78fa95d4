import type { Lie } from './lie.ts';
import { drip, head, pour, whole, wholeJson } from './lie-tools.ts';

type Tell = Lie['tell'];
const quick = (name: string, tell: Tell): Lie => ({ name, kind: 'quick', tell });
const heavy = (name: string, tell: Tell): Lie => ({ name, kind: 'heavy', tell });
const slow = (name: string, tell: Tell): Lie => ({ name, kind: 'slow', tell });
/** Sends and leaves. */
const says = (name: string, text: string | Buffer) => quick(name, (socket) => void socket.end(text));
const page = '<!doctype html><p>hello</p>';

/** Lengths, chunks and connections. */
const lengths: Lie[] = [
  says('length too long, then gone', head('200 OK', 'content-length: 5000') + page),
  quick('length too long, then silence of the end', (socket) => {
    socket.write(head('200 OK', 'content-length: 5000') + page);
    setTimeout(() => socket.destroy(), 300);
  }),
  says('length too short', head('200 OK', 'content-length: 3') + page),
  says('length below zero', head('200 OK', 'content-length: -1') + page),
  says('length beyond all numbers', head('200 OK', `content-length: ${'9'.repeat(40)}`) + page),
  says('two lengths', head('200 OK', 'content-length: 3', 'content-length: 27') + page),
  says(
    'length and chunks',
    `${head('200 OK', 'content-length: 3', 'transfer-encoding: chunked')}5\r\nhello\r\n0\r\n\r\n`,
  ),
  says('chunks that are none', `${head('200 OK', 'transfer-encoding: chunked')}zz\r\n${page}\r\n`),
  says('a chunk beyond all numbers', `${head('200 OK', 'transfer-encoding: chunked')}ffffffffffffffffff\r\n${page}`),
  says('a chunk without end', `${head('200 OK', 'transfer-encoding: chunked')}ffffff\r\n${page}`),
  heavy('a chunk extension without end', (socket) => {
    socket.write(`${head('200 OK', 'transfer-encoding: chunked')}5;`);
    pour(socket, 'x'.repeat(65_536), 64 * 1_024 * 1_024);
  }),
  heavy('trailers without end', (socket) => {
    socket.write(`${head('200 OK', 'transfer-encoding: chunked')}5\r\nhello\r\n0\r\n`);
    pour(socket, 'x-more: and more\r\n'.repeat(4_096), 64 * 1_024 * 1_024);
  }),
  heavy('a million chunks of one byte', (socket) => {
    socket.write(head('200 OK', 'transfer-encoding: chunked'));
    pour(socket, '1\r\nx\r\n'.repeat(10_000), 6_000_000);
  }),
  says('204 with a body', head('204 No Content', `content-length: ${page.length}`) + page),
  says('304 with a body', head('304 Not Modified', `content-length: ${page.length}`) + page),
  quick('a second answer behind the first', (socket) => {
    socket.write(
      Buffer.concat([wholeJson('200 OK', '{}'), whole('200 OK', page), wholeJson('500 No', '{"code":"x"}')]),
    );
  }),
];

/** Heads. */
const heads: Lie[] = [
  heavy('header lines without end', (socket) => {
    socket.write('HTTP/1.1 200 OK\r\n');
    pour(socket, 'x-line: more of it\r\n'.repeat(4_096));
  }),
  heavy('one header line without end', (socket) => {
    socket.write('HTTP/1.1 200 OK\r\nx-line: ');
    pour(socket, 'y'.repeat(65_536));
  }),
  heavy('a status line without end', (socket) => {
    socket.write('HTTP/1.1 200 ');
    pour(socket, 'O'.repeat(65_536));
  }),
  says('NUL in a header', head('200 OK', 'x-nul: a\0b', `content-length: ${page.length}`) + page),
  says('NUL in the status line', `HTTP/1.1 200 O\0K\r\ncontent-length: 0\r\n\r\n`),
  says('a header without colon', head('200 OK', 'nothing here', `content-length: ${page.length}`) + page),
  says('a status of 999', whole('999 What', page)),
  says('a status of 000', whole('000 What', page)),
  says('another version', `HTTP/9.9 200 OK\r\ncontent-length: 2\r\n\r\nhi`),
  says('another protocol', 'SSH-2.0-OpenSSH_9.6\r\n'),
  says('a body without head', page),
  says(
    'an upgrade nobody asked for',
    'HTTP/1.1 101 Switching Protocols\r\nupgrade: websocket\r\nconnection: upgrade\r\n\r\n',
  ),
  says('garbage of TLS', Buffer.from('16030300320200002e0303', 'hex')),
  says('random bytes', Buffer.from(Array.from({ length: 4_096 }, (_, at) => (at * 167 + 13) & 0xff))),
  quick('a flood of 1xx', (socket) => {
    socket.write('HTTP/1.1 103 Early Hints\r\nlink: </a>; rel=preload\r\n\r\n'.repeat(20_000));
    socket.end(whole('200 OK', page));
  }),
  heavy('1xx without end', (socket) => {
    pour(socket, 'HTTP/1.1 102 Processing\r\n\r\n'.repeat(2_000));
  }),
  quick('100 without being asked', (socket) => {
    socket.end(Buffer.concat([Buffer.from('HTTP/1.1 100 Continue\r\n\r\n'), whole('200 OK', page)]));
  }),
  quick('cookies in floods', (socket, { number }) => {
    const cookies = Array.from({ length: 150 }, (_, at) => `set-cookie: c${number}x${at}=${'v'.repeat(40)}`);
    socket.end(whole('200 OK', page, ...cookies));
  }),
  quick('one long cookie', (socket, { number }) => {
    socket.end(whole('200 OK', page, `set-cookie: big${number}=${'v'.repeat(12_000)}; path=/`));
  }),
  says('a Retry-After that is none', whole('503 Busy', 'busy', 'retry-after: soon')),
  says('a Retry-After of the past', whole('429 Busy', 'busy', 'retry-after: Thu, 01 Jan 1970 00:00:00 GMT')),
];

/** Connections, and time. */
const connections: Lie[] = [
  quick('gone at once', (socket) => void socket.destroy()),
  quick('reset', (socket) => void socket.resetAndDestroy()),
  quick('half closed without a word', (socket) => void socket.end()),
  says('half a head, then gone', 'HTTP/1.1 200 OK\r\ncontent-ty'),
  {
    name: 'an answer before the question',
    kind: 'quick',
    early: true,
    tell: (socket) => void socket.end(wholeJson('200 OK', '{"id":1,"link":"http://a.test/","status":"publish"}')),
  },
  slow('silence', () => {}),
  slow('a body by the byte', (socket) => {
    socket.write(head('200 OK', 'content-length: 100000'));
    drip(socket, 'x'.repeat(100_000), 200);
  }),
  slow('a head by the byte', (socket) => drip(socket, `HTTP/1.1 200 OK\r\nx-slow: ${'y'.repeat(5_000)}`, 200)),
  slow('chunks by the byte', (socket) => {
    socket.write(head('200 OK', 'transfer-encoding: chunked'));
    drip(socket, '1\r\nx\r\n'.repeat(10_000), 100);
  }),
];

const to = (name: string, location: string) =>
  says(`sent on to ${name}`, whole('302 Found', '', `location: ${location}`));
/** Redirects: in circles, to where nobody may go, to other schemes. */
const redirects: Lie[] = [
  quick('sent on to itself', (socket, { path }) => void socket.end(whole('302 Found', '', `location: ${path}`))),
  quick('sent on without end', (socket, { baseUrl, number }) => {
    socket.end(whole('307 Temporary Redirect', '', `location: ${baseUrl}/next/${number}`));
  }),
  quick('sent on to a stranger', (socket, { trapUrl }) => {
    socket.end(whole('302 Found', '', `location: ${trapUrl}/stolen`));
  }),
  to('cloud metadata', 'http://169.254.169.254/latest/meta-data/'),
  to('metadata as a number', 'http://2852039166/latest/'),
  to('metadata in hex', 'http://0xA9.0xFE.0xA9.0xFE/'),
  to('metadata inside IPv6', 'http://[::ffff:169.254.169.254]/'),
  to('metadata by its name', 'http://metadata.google.internal/'),
  to('loopback of IPv6', 'http://[::1]:9/'),
  to('no address at all', 'http://0.0.0.0:9/'),
  to('a name of loopback', 'http://localhost:9/'),
  to('a file', 'file:///etc/passwd'),
  to('gopher', 'gopher://127.0.0.1:6379/_INFO'),
  to('a script', 'javascript:alert(1)'),
  to('nowhere', 'http://['),
  to('an address without end', `http://a.test/${'x'.repeat(10_000)}`),
  to('a login of its own', 'http://root:toor@127.0.0.1:9/'),
];

/** Lies of length, head, connection and way. */
export const frameLies: Lie[] = [...lengths, ...heads, ...connections, ...redirects];
