import { accountInput } from '#domain/contract/accounts.ts';
import { readCsvLine } from '#domain/rules/csv-line.ts';
import { parseAccountLine, readCell } from '#domain/rules/line-formats.ts';
import { type Columns, type LineReader, namesIn } from '../../imports/judge-lines.ts';
import type { NewAccount } from './staged-accounts.ts';

/** First row of a CSV file of accounts (D-ACC-03). */
export const accountHeader = 'siteName,email,username,password';
const names = accountHeader.toLowerCase().split(',');
const nFields = names.length;
const hidden = '•••';

/** Reads accounts from lines: CSV as exported, or `site|email|username|password` (D-ACC-03). */
export const accountReader: LineReader<NewAccount> = {
  header: (record) => namesIn(record, names, names),
  isCsv: (record) => record.startsWith('"') || (record.includes(',') && parseAccountLine(record) === null),
  read(record, columns) {
    const fields = fieldsOf(record, columns);
    if (typeof fields === 'string') return fields;
    const [siteName, given, username, password] = fields;
    // Many platforms know no address: the name tells the account apart, as in the dialog.
    const email = given?.trim() ? given : username;
    const result = accountInput.safeParse({ siteName, email, username, password });
    if (result.success) return result.data;
    const [issue] = result.error.issues;
    return issue?.code === 'too_big'
      ? `${String(issue.path[0])}: ${issue.message}`
      : (issue?.message ?? 'Not an account');
  },
  show: (record, row, columns) =>
    row
      ? [row.siteName, row.email, row.username, hidden].join(' | ')
      : maskLine(record, fieldsOf(record, columns), columns),
};

/** The four fields of a line in the order of our own header, or why there are not four. */
function fieldsOf(record: string, columns: Columns | null): string[] | string {
  const cells = readCsvLine(record);
  // Below a header a line of as many cells is meant as CSV, also where a password holds bars.
  if (columns && cells?.length === nFields) return names.map((name) => readCell(cells[columns.indexOf(name)] ?? ''));
  const bars = record.startsWith('"') ? null : parseAccountLine(record);
  if (bars) return bars;
  if (cells?.length === nFields) return cells.map(readCell);
  const parts = record.startsWith('"') ? [] : record.split('|');
  if (parts.length >= nFields) return [...parts.slice(0, 3), parts.slice(3).join('|')];
  if (cells === null) return 'The quotes of the line do not match';
  return `Four fields are needed, this line has ${Math.max(cells.length, parts.length)}`;
}

/**
 * A refused line for people. Which of its parts is the password is known only when there are four; else two parts
 * are shown at most, and never the last one, whatever separates them.
 */
function maskLine(record: string, fields: string[] | string, columns: Columns | null): string {
  // In the order of another header the first part may be the password.
  if (typeof fields === 'string' && columns && columns[nFields - 1] !== 'password') return hidden;
  if (typeof fields !== 'string') return [...fields.slice(0, 3), hidden].join(' | ');
  const parts = record.split(/[|,;:\s]+/);
  return [...parts.slice(0, Math.min(2, parts.length - 1)), hidden].join(' | ');
}
