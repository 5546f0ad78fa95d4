import { readCsvLine } from '#domain/rules/csv-line.ts';
import { type LinkLine, normalizeUrl, parseLinkLine, readCell } from '#domain/rules/line-formats.ts';
import type { LineReader } from '../../imports/judge-lines.ts';

/** First row of a CSV file of links (D-GEN-20). */
export const linkHeader = 'url,anchor,linksOnPage,site,username,password,dateAdded';
/** What the export of all information says of the proof, behind it: word, time of that word, what differs or stands in the way. */
export const proofHeader = 'proof,proofCheckedAt,proofReason';
const withProof = `${linkHeader},${proofHeader}`;
const headers = [
  linkHeader,
  `${linkHeader},DA`,
  withProof,
  `${withProof},DA`,
  'url',
  'url,anchor',
  'url,anchor,linksOnPage',
].map((header) => header.toLowerCase());
const noAddress = 'No web address at its start';

/** A link of a file: with the page's account when it comes from an export. */
export interface NewLink extends LinkLine {
  site: string;
  username: string;
  password: string;
}
const bare = { site: '', username: '', password: '' };
const isBatchLine = (record: string) => !record.startsWith('"') && record.includes('|x|');

/** Reads links from lines: CSV as exported, or a line of the batch dialog (D-LINK-05). */
export const linkReader: LineReader<NewLink> = {
  isHeader: (record) => headers.includes(record.trim().replaceAll('"', '').toLowerCase()),
  isCsv: (record) => record.startsWith('"') || (record.includes(',') && !isBatchLine(record)),
  read(record) {
    const line = record.trim();
    if (!line.includes(',') && !line.startsWith('"')) return readBatchLine(line);
    const cells = readCsvLine(line);
    const url = normalizeUrl(readCell(cells?.[0] ?? ''));
    // A line with a comma may still be a batch line whose URL or anchor holds one.
    if (!line.startsWith('"') && (!url || isBatchLine(line))) return readBatchLine(line);
    if (!cells) return 'The quotes of the line do not match';
    if (!url) return noAddress;
    const [, anchor = '', linksOnPage = '', site = '', username = '', password = ''] = cells.map(readCell);
    return { url, anchor, linksOnPage, site, username, password };
  },
  show: (record, row) => (row ? [row.url, row.anchor].filter(Boolean).join(' · ') : withoutLogin(record)),
};

function readBatchLine(line: string): NewLink | string {
  const link = parseLinkLine(line);
  return link ? { ...link, ...bare } : noAddress;
}

/** The first cells of a refused line: those behind them may be the login of the page. */
function withoutLogin(record: string): string {
  const cells = record.split(',');
  return cells.length > 4 ? `${cells.slice(0, 3).join(',')},…` : record;
}
