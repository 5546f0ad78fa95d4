import { once } from 'node:events';
import { Readable } from 'node:stream';
import { createGunzip, createGzip, constants as zlib } from 'node:zlib';
import { safeCsvLine } from '#domain/rules/csv-line.ts';
import type { FileAnswer, UploadedFile } from '../calls/route.ts';
import { judgeLines, type LineReader } from './judge-lines.ts';

/**
 * All lines of an upload that its import refuses, in the format of the file: CSV keeps its header and quoting, with
 * cells that no spreadsheet runs; lines stay as typed. A browser reads no answer before it has sent all, so the lines
 * are held back until then, packed, in memory: nothing of them ever lies on a disk.
 */
export async function rejectsFile<T extends object>(
  files: AsyncIterable<UploadedFile>,
  reader: LineReader<T>,
): Promise<FileAnswer> {
  const gzip = createGzip({ level: zlib.Z_BEST_SPEED });
  const packed: Buffer[] = [];
  gzip.on('data', (chunk: Buffer) => packed.push(chunk));
  let name: string | undefined;
  let csv: boolean | undefined;
  const put = async (text: string) => {
    if (text !== '' && !gzip.write(text)) await once(gzip, 'drain');
  };
  for await (const file of files) {
    name ??= file.name;
    const form: FileForm = { csv, header: undefined };
    for await (const batch of judgeLines(file, withHeader(reader, form))) {
      let text = '';
      // The form of the first file is that of all: more than one is never sent by the screens.
      if (csv === undefined) {
        csv = form.csv ?? false;
        if (csv && form.header !== undefined) text = `\uFEFF${form.header}\r\n`;
      }
      for (const line of batch) if (line.row === null) text += `${csv ? safeCsvLine(line.record) : line.record}\r\n`;
      await put(text);
    }
  }
  gzip.end();
  await once(gzip, 'end');
  const stem = (name ?? '').replace(/\.\w+$/, '') || 'import';
  return {
    name: `${stem}_rejects.${csv ? 'csv' : 'txt'}`,
    type: `text/${csv ? 'csv' : 'plain'}; charset=utf-8`,
    content: Readable.from(packed).pipe(createGunzip()),
  };
}

interface FileForm {
  csv: boolean | undefined;
  header: string | undefined;
}

/** Notes the header row, and by it or by the first line whether the file is CSV. */
function withHeader<T extends object>(reader: LineReader<T>, form: FileForm): LineReader<T> {
  return {
    ...reader,
    header(record) {
      const columns = reader.header(record);
      if (columns) form.header ??= record.trim();
      form.csv ??= columns !== null || reader.isCsv(record);
      return columns;
    },
  };
}
