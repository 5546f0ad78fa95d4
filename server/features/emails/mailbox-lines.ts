import type { EmailSettings } from '#domain/contract/email-settings.ts';
import { readCsvLine } from '#domain/rules/csv-line.ts';
import { readCell } from '#domain/rules/line-formats.ts';
import {
  cutMailboxLine,
  lineForm,
  type MailboxCells,
  mailboxColumns,
  readMailbox,
} from '#domain/rules/mailbox-line.ts';
import { type Columns, type LineReader, namesIn } from '../../imports/judge-lines.ts';

/** First row of a CSV file of mailboxes. */
export const mailboxHeader = mailboxColumns.join(',');
const known = mailboxColumns.map((name) => name.toLowerCase());
const needed = known.slice(0, 7);
const hidden = '•••';

/** Reads mailboxes from lines: CSV as exported, or the form of {@link lineForm} (D-MAIL-02). */
export const mailboxReader: LineReader<EmailSettings> = {
  header: (record) => namesIn(record, needed, known),
  isCsv: (record) => record.startsWith('"') || (record.includes(',') && cutMailboxLine(record) === null),
  read(record, columns) {
    const cells = cellsOf(record, columns);
    return typeof cells === 'string' ? cells : readMailbox(cells);
  },
  show(record, row, columns) {
    if (row) return shown(row.emailAddress, row.emailLogin, `${row.emailServer}:${row.emailServerPort}`);
    const cells = cellsOf(record, columns);
    if (typeof cells !== 'string') return shown(cells.address, cells.login, `${cells.server}:${cells.port}`);
    // Which part is the password cannot be told: the first one alone is shown, and only where others follow it.
    const [first = '', ...more] = columns ? [] : record.split(/[:,;|\s]+/);
    return more.length > 0 ? shown(first) : hidden;
  },
};

const shown = (address: string, ...more: string[]) => [address, ...more, hidden].join(' | ');

function cellsOf(record: string, columns: Columns | null): MailboxCells | string {
  const cells = readCsvLine(record);
  if (columns && cells?.length === columns.length)
    return Object.fromEntries(
      mailboxColumns.map((name, at) => [name, readCell(cells[columns.indexOf(known[at] ?? '')] ?? '')]),
    ) as MailboxCells;
  const cut = record.startsWith('"') ? null : cutMailboxLine(record);
  if (cut) return cut;
  if (cells === null) return 'The quotes of the line do not match';
  return `Seven fields are needed: ${lineForm}`;
}
