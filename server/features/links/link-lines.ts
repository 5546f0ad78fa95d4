import { readCsvLine } from '#domain/rules/csv-line.ts';
import { type LinkLine, normalizeUrl, parseLinkLine, readCell, whyNoUrl } from '#domain/rules/line-formats.ts';
import { type Columns, type LineReader, namesIn } from '../../imports/judge-lines.ts';

/** First row of a CSV file of links (D-GEN-20). */
export const linkHeader = 'url,anchor,linksOnPage,site,username,password,dateAdded';
/** What the export of all information says of the proof, behind it: word, time of that word, what differs or stands in the way. */
export const proofHeader = 'proof,proofCheckedAt,proofReason';
const columnNames = `${linkHeader},${proofHeader},DA`.toLowerCase().split(',');

/** A link of a file: with the page's account when it comes from an export. */
export interface NewLink extends LinkLine {
  site: string;
  username: string;
  password: string;
  /** When it was found, ISO 8601; '' for now. */
  dateAdded: string;
}
const bare = { site: '', username: '', password: '', dateAdded: '' };
const isBatchLine = (record: string) => !record.startsWith('"') && record.includes('|x|');

/** Reads links from lines: CSV as exported, or a line of the batch dialog (D-LINK-05). */
export const linkReader: LineReader<NewLink> = {
  header: (record) => namesIn(record, ['url'], columnNames),
  isCsv: (record) => record.startsWith('"') || (record.includes(',') && !isBatchLine(record)),
  read(record, columns) {
    const line = record.trim();
    if (!line.includes(',') && !line.startsWith('"') && !columns) return readBatchLine(line);
    const cells = readCsvLine(line)?.map(readCell);
    const [first = ''] = cells ?? [];
    // A line with a comma may still be a batch line whose URL or anchor holds one.
    const isBatch = !line.startsWith('"') && (isBatchLine(line) || (!columns && normalizeUrl(first) === null));
    if (isBatch) return readBatchLine(line);
    if (!cells) return 'The quotes of the line do not match';
    const at = (name: string) => cells[(columns ?? columnNames).indexOf(name)] ?? '';
    const url = normalizeUrl(at('url'));
    if (!url) return whyNoUrl(at('url'));
    const [site, username, password] = [at('site'), at('username'), at('password')];
    return {
      url,
      anchor: at('anchor'),
      linksOnPage: at('linksonpage'),
      site,
      username,
      password,
      dateAdded: dateOf(at('dateadded')),
    };
  },
  show: (record, row, columns) =>
    row ? [row.url, row.anchor].filter(Boolean).join(' · ') : withoutLogin(record, columns),
};

/** A time that is past; what is none, or lies ahead, counts as not said. */
function dateOf(cell: string): string {
  const time = /^\d{4}-\d\d-\d\dT/.test(cell) ? Date.parse(cell) : Number.NaN;
  return time <= Date.now() ? new Date(time).toISOString() : '';
}

function readBatchLine(line: string): NewLink | string {
  const link = parseLinkLine(line);
  return link ? { ...link, ...bare } : whyNoUrl(line.split('|x|')[0]?.trim() ?? '');
}

/** The first cells of a refused line: those behind them may be the login of the page, and in another order any may. */
function withoutLogin(record: string, columns: Columns | null): string {
  const nSafe = columns && columns.slice(0, 3).join() !== columnNames.slice(0, 3).join() ? 0 : 3;
  const cells = record.split(',');
  return cells.length > (nSafe === 0 ? 1 : 4)
    ? `${cells
        .slice(0, nSafe)
        .map((cell) => `${cell},`)
        .join('')}…`
    : record;
}
