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

/** A form with a file (RFC 7578), parted by a line that no part holds. */
export function multipart(values: Record<string, string>, file: SentFile) {
  const boundary = `part-${createHash('sha256').update(file.bytes).update(JSON.stringify(values)).digest('hex')}`;
  const quoted = (name: string) =>
    name.replace(/["\r\n]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`);
  const head = (name: string, more: string) =>
    `--${boundary}\r\nContent-Disposition: form-data; name="${quoted(name)}"${more}\r\n\r\n`;
  const texts = Object.entries(values).map(([name, value]) => `${head(name, '')}${value}\r\n`);
  const ofFile = head(file.field, `; filename="${quoted(file.name)}"\r\nContent-Type: ${file.type}`);
  const body = Buffer.concat([
    Buffer.from(texts.join('') + ofFile),
    file.bytes,
    Buffer.from(`\r\n--${boundary}--\r\n`),
  ]) as Uint8Array;
  return { body, headers: { 'content-type': `multipart/form-data; boundary=${boundary}` } };
}
