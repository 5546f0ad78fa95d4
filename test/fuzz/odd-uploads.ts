import { deflateRawSync } from 'node:zlib';
import { pickOne, type Random, randomInt } from '#domain/rules/random.ts';
import type { OddValues } from './odd-values.ts';

/** A multipart body with its content type. */
export interface Multipart {
  type: string;
  body: Buffer;
}

const fileNames = [
  'a.txt',
  'links.csv',
  'a.html',
  'many.zip',
  'a.md',
  'noextension',
  '',
  '.zip',
  'a\0.txt',
  '../../b.txt',
  'ü中💥.txt',
  `${'n'.repeat(3_000)}.txt`,
  'a";name="x.txt',
  '__proto__.txt',
];

/** Builds one upload: files of lines, articles or archives, whole or broken. */
export function makeUpload(random: Random, values: OddValues): Multipart {
  const boundary = pickOne(random, ['x', '----lw', '-'.repeat(60)]);
  const parts: Buffer[] = [];
  const nParts = random() < 0.02 ? 300 : randomInt(random, 1, 3);
  for (let at = 0; at < nParts; at += 1) parts.push(part(random, values, boundary));
  let body = Buffer.concat([...parts, Buffer.from(`--${boundary}--\r\n`)]);
  let type = `multipart/form-data; boundary=${boundary}`;
  const dice = random();
  // Torn, of another boundary, without one, or no multipart at all.
  if (dice < 0.1) body = body.subarray(0, randomInt(random, 0, body.length));
  else if (dice < 0.14) type = 'multipart/form-data; boundary=other';
  else if (dice < 0.17) type = 'multipart/form-data';
  else if (dice < 0.2) type = pickOne(random, ['text/plain', 'application/json', 'multipart/mixed; boundary=x', '']);
  else if (dice < 0.23) body = Buffer.concat([body, body]);
  return { type, body };
}

function part(random: Random, values: OddValues, boundary: string): Buffer {
  const name = pickOne(random, ['file', 'file', 'file', 'permission', 'module', '__proto__', '', 'x'.repeat(500)]);
  const isFile = name === 'file' ? random() < 0.95 : random() < 0.1;
  const fileName = pickOne(random, fileNames);
  const head = [
    `--${boundary}`,
    `Content-Disposition: form-data; name="${name}"${isFile ? `; filename="${fileName}"` : ''}`,
    ...(random() < 0.3 ? [`Content-Type: ${pickOne(random, ['text/csv', 'application/zip', 'x', '\t'])}`] : []),
    ...(random() < 0.05 ? ['Content-Transfer-Encoding: base64', `X-${'h'.repeat(2_000)}: ${'v'.repeat(2_000)}`] : []),
  ];
  const content = isFile ? fileOf(random, values, fileName) : Buffer.from(values.oddText());
  return Buffer.concat([Buffer.from(`${head.join('\r\n')}\r\n\r\n`), content, Buffer.from('\r\n')]);
}

function fileOf(random: Random, values: OddValues, name: string): Buffer {
  if (name.endsWith('.zip') && random() < 0.9) return makeZip(random, values);
  const dice = random();
  if (dice < 0.1) return Buffer.from(Array.from({ length: 500 }, () => randomInt(random, 0, 255)));
  const text = linesOf(random, values);
  if (dice < 0.2) return Buffer.from(`\ufeff${text}`, 'utf16le');
  return dice < 0.3 ? Buffer.from(text, 'latin1') : Buffer.from(text);
}

function linesOf(random: Random, values: OddValues): string {
  const usual = [
    'http://a.test/|x|anchor|x|',
    'http://a.test/1,anchor,,site,user,password,',
    'sample|a@b.test|user|password',
    'siteName,email,username,password',
    'url,anchor,linksOnPage',
    'A title\n\nA body with {two|three} words.',
    'SocialNetwork,sample,wordpress,http://a.test/,wordpress,10,true,owned,note,1,0',
    '"quoted ""cell""",b,c,d',
    '"never closed',
  ];
  const nLines = random() < 0.03 ? 20_000 : randomInt(random, 0, 30);
  const line = () => (random() < 0.8 ? pickOne(random, usual) : values.oddText());
  return Array.from({ length: nLines }, line).join(pickOne(random, ['\n', '\r\n', '\r']));
}

/** An archive written by hand, so that its fields can lie. */
function makeZip(random: Random, values: OddValues): Buffer {
  const lies = random() < 0.4;
  const lie = (value: number) => (lies && random() < 0.2 ? pickOne(random, [0, 1, 0x7fffffff, 0xffffffff]) : value);
  const locals: Buffer[] = [];
  const directory: Buffer[] = [];
  let at = 0;
  const nEntries = random() < 0.03 ? 400 : randomInt(random, 0, 4);
  for (let number = 0; number < nEntries; number += 1) {
    const name = Buffer.from(pickOne(random, [...fileNames, `folder/${number}.txt`, '__MACOSX/a.txt']));
    const content = Buffer.from(random() < 0.05 ? 'a'.repeat(3_000_000) : linesOf(random, values));
    const packed = deflateRawSync(content);
    // Flags, method, time, sum, both sizes: they stand in either header.
    const fields = Buffer.alloc(20);
    fields.writeUInt16LE(lies && random() < 0.1 ? 1 : 0, 0);
    fields.writeUInt16LE(lies && random() < 0.2 ? 99 : 8, 2);
    fields.writeUInt32LE(lie(packed.length), 12);
    fields.writeUInt32LE(lie(content.length), 16);
    const length = Buffer.alloc(2);
    length.writeUInt16LE(name.length);
    const offset = Buffer.alloc(4);
    offset.writeUInt32LE(lie(at));
    const local = Buffer.concat([Buffer.from('PK\x03\x04\x14\0'), fields, length, Buffer.alloc(2), name, packed]);
    directory.push(Buffer.from('PK\x01\x02\x14\0\x14\0'), fields, length, Buffer.alloc(12), offset, name);
    locals.push(local);
    at += local.length;
  }
  const central = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  end.writeUInt16LE(lie(nEntries) & 0xffff, 8);
  end.writeUInt16LE(nEntries, 10);
  end.writeUInt32LE(central.length, 12);
  end.writeUInt32LE(at, 16);
  const whole = Buffer.concat([...locals, central, end]);
  return random() < 0.1 ? whole.subarray(0, randomInt(random, 0, whole.length)) : whole;
}
