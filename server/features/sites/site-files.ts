import { stringify } from 'csv-stringify/sync';
import { maxRowsInEvent, topics } from '#domain/contract/live.ts';
import { permission, type SiteInput, type SiteKey, siteFileColumns, siteInput } from '#domain/contract/sites.ts';
import { limits } from '#domain/limits.ts';
import { readCsvLine } from '#domain/rules/csv-line.ts';
import { readCell, safeCell } from '#domain/rules/line-formats.ts';
import type { App } from '../../app.ts';
import type { UploadedFile } from '../../calls/route.ts';
import { Malformed, Refusal } from '../../errors/refusal.ts';
import { judgeLines, type LineReader } from '../../imports/judge-lines.ts';
import { RefusedList } from '../../imports/refused-list.ts';
import { commit } from '../../live/commit.ts';
import { findSites, putSites, requireConnector, sitePortions, toCustomSite } from './sites.ts';

const header = siteFileColumns.join(',');

/** Reads one line of the file; what it leaves out comes from the form (D-ENG-18: an import asks once). */
function readLine(line: string, fields: Record<string, string>): SiteInput | null {
  const cells = readCsvLine(line.trim())?.map(readCell);
  if (!cells) return null;
  const value = Object.fromEntries(siteFileColumns.map((name, at) => [name, cells[at]?.trim() ?? '']));
  const number = (text: string | undefined) => (text ? Number(text) : undefined);
  const result = siteInput.safeParse({
    ...value,
    pr: number(value.pr) ?? 0,
    dofollow: /^(true|yes|1)$/i.test(value.dofollow ?? ''),
    permission: permission.safeParse(value.permission).data ?? permission.safeParse(fields.permission).data ?? 'none',
    permissionNote: value.permissionNote || fields.permissionNote || '',
    atOnce: number(value.atOnce),
    gapSeconds: number(value.gapSeconds),
  });
  if (!result.success) return null;
  return fields.module && fields.module !== result.data.module ? null : result.data;
}

/** Imports sites as a stream, in portions; good lines stay, bad ones come back as typed, the first of them. */
export async function importSites(app: App, files: AsyncIterable<UploadedFile>) {
  const refused = new RefusedList();
  const done = new Map<string, SiteKey>();
  try {
    for await (const file of files)
      for await (const batch of judgeLines(file, readerOf(file.fields))) {
        for (const line of batch) if (line.row === null) refused.add(line.record);
        const inputs = batch.flatMap((line) => line.row ?? []);
        if (done.size + inputs.length > limits.sites)
          throw new Malformed(`The file holds more than ${limits.sites} sites`);
        for (const key of await putPortion(app, inputs, refused)) done.set(`${key.module} ${key.siteId}`, key);
      }
  } finally {
    // What a torn upload has changed is told too.
    if (done.size > 0) await tellImported(app, [...done.values()]);
  }
  return { sites: await findSites(app.store.db, [...done.values()].slice(0, maxRowsInEvent)), errorList: refused.list };
}

function readerOf(fields: Record<string, string>): LineReader<SiteInput> {
  return {
    isHeader: (record) => record.trim() === header,
    isCsv: () => true,
    read: (record) => readLine(record, fields) ?? 'Not a site',
    show: (record) => record,
  };
}

/** Stores one portion; sites that no connector serves are refused. */
async function putPortion(app: App, inputs: SiteInput[], refused: RefusedList): Promise<SiteKey[]> {
  const fit = inputs.filter((input) => {
    try {
      requireConnector(input);
      return true;
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      refused.add(siteLine(input));
      return false;
    }
  });
  await app.store.db.transaction().execute((tx) => putSites(tx, fit));
  return fit.map(({ module, siteId }) => ({ module, siteId }));
}

function tellImported(app: App, done: SiteKey[]): Promise<void> {
  return commit(app, async (tx, note) => {
    const sites = done.length > maxRowsInEvent ? [] : await findSites(tx, done);
    note(topics.customSites, { action: 'sitesAdded', sites: done.length > maxRowsInEvent ? null : sites });
  });
}

function siteLine(input: SiteInput): string {
  return stringify([siteFileColumns.map((name) => safeCell(String(input[name] ?? '')))], { quoted_match: /\r/ }).trim();
}

/** CSV of all sites, in the form the import reads. */
export async function* siteCsv(app: App): AsyncIterable<string> {
  yield `\uFEFF${header}\r\n`;
  const toLine = (row: Parameters<typeof toCustomSite>[0]) => {
    const site = toCustomSite(row);
    return `${siteLine({ ...site, module: site.id.module, siteId: site.id.siteId })}\r\n`;
  };
  for await (const lines of sitePortions(app.store.db, toLine)) yield lines.join('');
}
