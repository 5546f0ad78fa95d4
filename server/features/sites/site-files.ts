import { parse } from 'csv-parse/sync';
import { stringify } from 'csv-stringify/sync';
import { maxRowsInEvent, topics } from '#domain/contract/live.ts';
import {
  type CustomSite,
  permission,
  type SiteInput,
  type SiteKey,
  siteFileColumns,
  siteInput,
} from '#domain/contract/sites.ts';
import { readCell, safeCell } from '#domain/rules/line-formats.ts';
import type { App } from '../../app.ts';
import { readRecords } from '../../db/read-records.ts';
import { Malformed, Refusal } from '../../errors/refusal.ts';
import type { UploadedFile } from '../../http/route.ts';
import { commit } from '../../live/commit.ts';
import { getSite, putSite, sitePortions, toCustomSite } from './sites.ts';

const header = siteFileColumns.join(',');
const maxRows = 100_000;

/** Reads one line of the file; what it leaves out comes from the form (D-ENG-18: an import asks once). */
function readLine(line: string, fields: Record<string, string>): SiteInput | null {
  if (line.includes('\0')) return null;
  let cells: string[];
  try {
    cells = ((parse(line, { relax_column_count: true }) as string[][])[0] ?? []).map(readCell);
  } catch {
    return null;
  }
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

/** Imports sites; good lines stay, bad ones come back as typed. */
export async function importSites(app: App, files: AsyncIterable<UploadedFile>) {
  const inputs: SiteInput[] = [];
  const errorList: string[] = [];
  for await (const file of files)
    for await (const record of readRecords(file.stream)) {
      if (record.trim() === '' || record.trim() === header) continue;
      const input = readLine(record, file.fields);
      if (input) inputs.push(input);
      else errorList.push(record.slice(0, 2_000));
      if (inputs.length > maxRows) throw new Malformed(`The file holds more than ${maxRows} sites`);
    }
  const sites = await commit(app, async (tx, note) => {
    const done: SiteKey[] = [];
    for (const input of inputs) {
      try {
        await putSite(tx, input);
        done.push({ module: input.module, siteId: input.siteId });
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
        errorList.push(siteLine(input));
      }
    }
    const shown: CustomSite[] = [];
    for (const key of done.slice(0, maxRowsInEvent)) shown.push(await getSite(tx, key));
    if (done.length > 0)
      note(topics.customSites, { action: 'sitesAdded', sites: done.length > maxRowsInEvent ? null : shown });
    return shown;
  });
  return { sites, errorList };
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
