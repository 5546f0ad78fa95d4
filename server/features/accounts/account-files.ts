import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Account } from '#domain/contract/accounts.ts';
import type { ImportReply } from '#domain/contract/imports.ts';
import { maxRowsInEvent, topics } from '#domain/contract/live.ts';
import { safeCell } from '#domain/rules/line-formats.ts';
import type { App } from '../../app.ts';
import type { UploadedFile } from '../../calls/route.ts';
import { ImportTally } from '../../imports/import-tally.ts';
import { type Sameness, tallyLines } from '../../imports/tally-lines.ts';
import { commit } from '../../live/commit.ts';
import { accountHeader, accountReader } from './account-lines.ts';
import { getProfile, noteProfile } from './accounts.ts';
import {
  accountPage,
  freshenStatistics,
  heldIdentities,
  identityOf,
  type NewAccount,
  toAccount,
  upsertAccounts,
} from './queries.ts';

/** Accounts written before the event loop gets a turn: opening their passwords takes time. */
const exportSize = 500;
/** From this many accounts on the store's statistics are renewed. */
const largeImport = 10_000;

interface Import {
  profileId: number;
  files: AsyncIterable<UploadedFile>;
  dryRun: boolean;
}

/** Imports accounts as a stream: good lines stay, bad ones come back as typed. A dry run judges alone. */
export async function importAccounts(app: App, { profileId, files, dryRun }: Import): Promise<ImportReply> {
  await getProfile(app.store.db, profileId);
  const tally = new ImportTally(accountReader);
  const sameness: Sameness<NewAccount> = {
    keyOf: identityOf,
    held: (accounts) => heldIdentities(app.store.db, profileId, accounts),
    repeats: (line) => `The same account as in line ${line}: the last one counts`,
    ofHeld: ['updates', null],
  };
  const changed: Account[] = [];
  let nTaken = 0;
  const take = async (accounts: NewAccount[]) => {
    if (dryRun || accounts.length === 0) return;
    await app.store.db.transaction().execute((tx) => upsertAccounts(tx, app.secrets, profileId, accounts));
    nTaken += accounts.length;
    if (changed.length <= maxRowsInEvent)
      changed.push(...accounts.map((row) => ({ accountListId: profileId, ...row })));
  };
  try {
    for await (const file of files)
      for await (const accounts of tallyLines(file, { reader: accountReader, tally, sameness })) await take(accounts);
  } finally {
    if (nTaken >= largeImport) await freshenStatistics(app.store.db);
    // What a torn upload has changed is told too.
    if (changed.length > 0) await tellImported(app, profileId, changed);
  }
  return tally.reply();
}

async function tellImported(app: App, profileId: number, changed: Account[]): Promise<void> {
  await commit(app, async (tx, note) => {
    const accounts = changed.length > maxRowsInEvent ? null : changed;
    note(topics.profile(profileId), { action: 'accountsImported', accounts });
    await noteProfile(tx, note, profileId);
  });
}

const quoted = (value: string) => `"${safeCell(value).replaceAll('"', '""')}"`;

/** CSV of the accounts of several profiles, read page by page; `told` hears how many were handed over, also when it ends early. */
export async function* accountCsv(
  app: App,
  profileIds: number[],
  told: (count: number) => void,
): AsyncIterable<string> {
  let count = 0;
  try {
    for await (const { text, nRows } of csvPortions(app, profileIds)) {
      count += nRows;
      yield text;
    }
  } finally {
    told(count);
  }
}

async function* csvPortions(app: App, profileIds: number[]): AsyncIterable<{ text: string; nRows: number }> {
  yield { text: `\uFEFF${accountHeader}\r\n`, nRows: 0 };
  for (const profileId of profileIds) {
    let after: string | undefined;
    do {
      const { rows, next } = await accountPage(app.store.db, profileId, { limit: exportSize, after });
      let text = '';
      for (const row of rows) {
        const { siteName, email, username, password } = toAccount(app.secrets, row);
        // All quoted: a cell with bars would make its line look like the other form.
        text += `${[siteName, email, username, password].map(quoted).join(',')}\r\n`;
      }
      if (text !== '') yield { text, nRows: rows.length };
      await nextTurn();
      after = next ?? undefined;
    } while (after !== undefined);
  }
}
