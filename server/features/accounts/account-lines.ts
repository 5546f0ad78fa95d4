import { accountInput } from '#domain/contract/accounts.ts';
import { readCsvLine } from '#domain/rules/csv-line.ts';
import { parseAccountLine, readCell } from '#domain/rules/line-formats.ts';
import type { LineReader } from '../../imports/judge-lines.ts';
import type { NewAccount } from './queries.ts';

/** First row of a CSV file of accounts (D-ACC-03). */
export const accountHeader = 'siteName,email,username,password';
const nFields = 4;
const hidden = '•••';

/** Reads accounts from lines: CSV as exported, or `site|email|username|password` (D-ACC-03). */
export const accountReader: LineReader<NewAccount> = {
  isHeader: (record) => record.trim().replaceAll('"', '').toLowerCase() === accountHeader.toLowerCase(),
  isCsv: (record) => record.startsWith('"') || (record.includes(',') && parseAccountLine(record) === null),
  read(record) {
    const fields = fieldsOf(record);
    if (typeof fields === 'string') return fields;
    const [siteName, email, username, password] = fields;
    const result = accountInput.safeParse({ siteName, email, username, password });
    if (result.success) return result.data;
    const [issue] = result.error.issues;
    return issue?.code === 'too_big'
      ? `${String(issue.path[0])}: ${issue.message}`
      : (issue?.message ?? 'Not an account');
  },
  show: (record, row) =>
    row ? [row.siteName, row.email, row.username, hidden].join(' | ') : maskLine(record, fieldsOf(record)),
};

/** The four fields of a line, or why there are not four. */
function fieldsOf(record: string): string[] | string {
  const bars = record.startsWith('"') ? null : parseAccountLine(record);
  if (bars) return bars;
  const cells = readCsvLine(record);
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
function maskLine(record: string, fields: string[] | string): string {
  if (typeof fields !== 'string') return [...fields.slice(0, 3), hidden].join(' | ');
  const parts = record.split(/[|,;:\s]+/);
  return [...parts.slice(0, Math.min(2, parts.length - 1)), hidden].join(' | ');
}
