import { stringify } from 'csv-stringify/sync';
import { maxRowsInEvent, topics } from '#domain/contract/live.ts';
import { type Module, moduleLabels, siteModules } from '#domain/contract/modules.ts';
import { permission, type SiteInput, type SiteKey, siteFileColumns, siteInput } from '#domain/contract/sites.ts';
import { limits } from '#domain/limits.ts';
import { parseBounded } from '#domain/rules/bounded-json.ts';
import { readCsvLine } from '#domain/rules/csv-line.ts';
import { readCell, safeCell } from '#domain/rules/line-formats.ts';
import type { App } from '../../app.ts';
import type { UploadedFile } from '../../calls/route.ts';
import { Malformed, Refusal } from '../../errors/refusal.ts';
import { type Columns, judgeLines, type LineReader, namesIn } from '../../imports/judge-lines.ts';
import { RefusedList } from '../../imports/refused-list.ts';
import { commit } from '../../live/commit.ts';
import { requireConnector } from '../connectors/require-connector.ts';
import { findSites, putSites, sitePortions, toCustomSite } from './sites.ts';

const header = siteFileColumns.join(',');
const names = header.toLowerCase().split(',');

/** Reads one line of the file; what it leaves out comes from the form (D-ENG-18: an import asks once). */
function readLine(line: string, columns: Columns, fields: Record<string, string>): SiteInput | string {
  const cells = readCsvLine(line.trim())?.map(readCell);
  if (!cells) return 'The quotes of the line do not match';
  const value = Object.fromEntries(siteFileColumns.map((name) => [name, cellOf(cells, columns, name)]));
  const number = (text: string | undefined) => (text ? Number(text) : undefined);
  const result = siteInput.safeParse({
    ...value,
    module: moduleOf(value.module ?? ''),
    pr: number(value.pr) ?? 0,
    dofollow: /^(true|yes|1)$/i.test(value.dofollow ?? ''),
    permission: permission.safeParse(value.permission).data ?? permission.safeParse(fields.permission).data ?? 'none',
    permissionNote: value.permissionNote || fields.permissionNote || '',
    atOnce: number(value.atOnce),
    gapSeconds: number(value.gapSeconds),
    settings: settingsOf(value.settings ?? ''),
  });
  if (!siteModules.some((name) => name === moduleOf(value.module ?? ''))) return unknownType(value.module ?? '');
  const [issue] = result.error?.issues ?? [];
  if (!result.success) return issue ? `${issue.path.join('.')}: ${issue.message}` : 'Not a site';
  if (fields.module && fields.module !== result.data.module)
    return `This import takes sites of type ${labelOf(fields.module)} only`;
  return withConnector(result.data);
}

const labelOf = (name: string) => moduleLabels[name as Module] ?? name;
/** A type may be named as the file of an export names it, or as the screens do. */
const moduleOf = (name: string): string =>
  siteModules.find((one) => one === name || moduleLabels[one].toLowerCase() === name.toLowerCase()) ?? name;
const knownTypes = siteModules.map(labelOf).join(', ');
const unknownType = (name: string) => `Unknown type "${name.slice(0, 60)}": one of ${knownTypes}`;

/** JSON of a cell; what is none is told as the place says it. */
function settingsOf(cell: string): unknown {
  if (cell === '') return null;
  try {
    return parseBounded(cell);
  } catch {
    return cell;
  }
}

const cellOf = (cells: readonly string[], columns: Columns, name: string) =>
  cells[columns.indexOf(name.toLowerCase())]?.trim() ?? '';

/** The site when its connector serves it, else why not. */
function withConnector(input: SiteInput): SiteInput | string {
  try {
    requireConnector(input);
    return input;
  } catch (error) {
    if (error instanceof Refusal) return error.message;
    throw error;
  }
}

/** Imports sites as a stream; good lines stay, bad ones come back as typed, the first of them. All or nothing at a fault. */
export async function importSites(app: App, files: AsyncIterable<UploadedFile>) {
  const refused = new RefusedList();
  const inputs = new Map<string, SiteInput>();
  for await (const file of files)
    for await (const batch of judgeLines(file, readerOf(file.fields)))
      for (const { row, record, number: line, reason } of batch) {
        if (row) inputs.set(`${row.module} ${row.siteId}`, row);
        else refused.add(record, { line, reason: reason ?? '' });
        if (inputs.size > limits.sites) throw new Malformed(`The file holds more than ${limits.sites} sites`);
      }
  const done = [...inputs.values()].map(({ module, siteId }) => ({ module, siteId }));
  let updated = 0;
  await app.store.db.transaction().execute(async (tx) => {
    for (const portion of portions([...inputs.values()])) {
      const { nNew } = await putSites(tx, portion);
      updated += portion.length - nNew;
    }
  });
  if (done.length > 0) await tellImported(app, done);
  return {
    sites: await findSites(app.store.db, done.slice(0, maxRowsInEvent)),
    count: done.length,
    updated,
    errorList: refused.list,
    refused: refused.reasons,
    rejected: refused.count,
  };
}

/** Sites of one statement. */
const portionSize = 1_000;

/** All sites in their order of keys, which is the order of locks, a statement's worth at a time. */
function portions(inputs: SiteInput[]): SiteInput[][] {
  const key = ({ module, siteId }: SiteInput) => `${module} ${siteId}`;
  const sorted = inputs.toSorted((one, other) => (key(one) < key(other) ? -1 : 1));
  return Array.from({ length: Math.ceil(sorted.length / portionSize) }, (_, at) =>
    sorted.slice(at * portionSize, (at + 1) * portionSize),
  );
}

function readerOf(fields: Record<string, string>): LineReader<SiteInput> {
  return {
    header: (record) => namesIn(record, ['module', 'siteid', 'url'], names),
    isCsv: () => true,
    read: (record, columns) => readLine(record, columns ?? names, fields),
    show: (record) => record,
  };
}

function tellImported(app: App, done: SiteKey[]): Promise<void> {
  return commit(app, async (tx, note) => {
    const sites = done.length > maxRowsInEvent ? [] : await findSites(tx, done);
    note(topics.customSites, { action: 'sitesAdded', sites: done.length > maxRowsInEvent ? null : sites });
  });
}

const textOf = (value: SiteInput[keyof SiteInput]) =>
  typeof value === 'object' && value ? JSON.stringify(value) : String(value ?? '');

function siteLine(input: SiteInput): string {
  return stringify([siteFileColumns.map((name) => safeCell(textOf(input[name])))], { quoted_match: /\r/ }).trim();
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
