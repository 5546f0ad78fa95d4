import { parse } from 'csv-parse/sync';
import { stringify } from 'csv-stringify/sync';
import { type Account, accountInput } from '#domain/contract/accounts.ts';
import { maxRowsInEvent, topics } from '#domain/contract/live.ts';
import { parseAccountLine, readCell, safeCell } from '#domain/rules/line-formats.ts';
import type { App } from '../../app.ts';
import { readRecords } from '../../db/read-records.ts';
import type { UploadedFile } from '../../http/route.ts';
import { commit } from '../../live/commit.ts';
import { getProfile, noteProfile } from './accounts.ts';
import { accountPage, toAccount, upsertAccounts } from './queries.ts';

const header = 'siteName,email,username,password';
const batchSize = 1_000;
/** Refused lines beyond this are counted but not sent back. */
const maxErrors = 1_000;

/** Reads one line: CSV as exported, or `site|email|username|password`; null when it is neither (D-ACC-03). */
function readLine(line: string): Omit<Account, 'accountListId'> | null {
  const bars = line.startsWith('"') ? null : parseAccountLine(line);
  const [siteName, email, username, password] = bars ?? readCsvLine(line) ?? [];
  const result = accountInput.safeParse({ siteName, email, username, password });
  return result.success ? result.data : null;
}

function readCsvLine(line: string): string[] | null {
  try {
    const [cells] = parse(line, { relax_column_count: true }) as string[][];
    return cells?.length === 4 ? cells.map(readCell) : null;
  } catch {
    return null;
  }
}

/** Imports accounts as a stream: good lines stay, bad ones come back as typed. */
export async function importAccounts(app: App, profileId: number, files: AsyncIterable<UploadedFile>) {
  await getProfile(app.store.db, profileId);
  const result = { count: 0, errorList: [] as string[] };
  const changed: Account[] = [];
  let batch: Account[] = [];
  const flush = async () => {
    const accounts = batch;
    batch = [];
    if (accounts.length === 0) return;
    await app.store.db.transaction().execute((tx) => upsertAccounts(tx, app.secrets, accounts));
    result.count += accounts.length;
    if (changed.length <= maxRowsInEvent) changed.push(...accounts);
  };
  for await (const file of files)
    for await (const record of readRecords(file.stream)) {
      if (record.trim() === '' || record.trim() === header) continue;
      const account = readLine(record);
      if (account) batch.push({ accountListId: profileId, ...account });
      else if (result.errorList.length < maxErrors) result.errorList.push(record.slice(0, 2_000));
      if (batch.length >= batchSize) await flush();
    }
  await flush();
  await commit(app, async (tx, note) => {
    const accounts = changed.length > maxRowsInEvent ? null : changed;
    if (result.count > 0) note(topics.profile(profileId), { action: 'accountsImported', accounts });
    await noteProfile(tx, note, profileId);
  });
  return result;
}

/** CSV of the accounts of several profiles, read page by page. */
export async function* accountCsv(app: App, profileIds: number[]): AsyncIterable<string> {
  yield `\uFEFF${header}\r\n`;
  for (const profileId of profileIds) {
    let after: string | undefined;
    do {
      const { rows, next } = await accountPage(app.store.db, profileId, { limit: 2_000, after });
      const cells = rows
        .map((row) => toAccount(app.secrets, row))
        .map((account) => [account.siteName, account.email, account.username, account.password].map(safeCell));
      if (cells.length > 0) yield stringify(cells, { record_delimiter: '\r\n' });
      after = next ?? undefined;
    } while (after !== undefined);
  }
}
