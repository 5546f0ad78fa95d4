import { createHash } from 'node:crypto';

/** A file in a form. */
export interface SentFile {
  /** Name of its field. */
  field: string;
  name: string;
  /** Media type. */
  type: string;
  bytes: Uint8Array;
}

/** A form in parts as browsers write it (RFC 7578; HTML, section 4.10.21.7), parted by a line that no part holds. */
export function multipart(values: [name: string, value: string][], file?: SentFile) {
  const ownLine = createHash('sha256')
    .update(file?.bytes ?? '')
    .update(JSON.stringify(values))
    .digest('hex');
  const boundary = `part-${ownLine}`;
  const head = (name: string, more = '') =>
    `--${boundary}\r\nContent-Disposition: form-data; name="${quoted(name)}"${more}\r\n\r\n`;
  const texts = values.map(([name, value]) => `${head(name)}${withLines(value)}\r\n`);
  const end = `--${boundary}--\r\n`;
  const ofFile = file
    ? [
        Buffer.from(head(file.field, `; filename="${quoted(file.name)}"\r\nContent-Type: ${file.type}`)),
        file.bytes,
        Buffer.from('\r\n'),
      ]
    : [];
  const body = Buffer.concat([Buffer.from(texts.join('')), ...ofFile, Buffer.from(end)]) as Uint8Array;
  return { body, headers: { 'content-type': `multipart/form-data; boundary=${boundary}` } };
}

const withLines = (text: string) => text.replace(/\r\n|\r|\n/g, '\r\n');
const quoted = (name: string) => withLines(name).replaceAll('\r\n', '%0D%0A').replaceAll('"', '%22');
