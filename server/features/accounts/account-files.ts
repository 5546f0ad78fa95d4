import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Account } from '#domain/contract/accounts.ts';
import type { ImportReply } from '#domain/contract/imports.ts';
import { maxRowsInEvent, topics } from '#domain/contract/live.ts';
import { quotedCell } from '#domain/rules/line-formats.ts';
import type { App } from '../../app.ts';
import type { UploadedFile } from '../../calls/route.ts';
import { Malformed } from '../../errors/refusal.ts';
import { ImportTally } from '../../imports/import-tally.ts';
import { type Sameness, tallyLines } from '../../imports/tally-lines.ts';
import { commit } from '../../live/commit.ts';
import { accountHeader, accountReader } from './account-lines.ts';
import { getProfile, lockProfile, noteProfile } from './accounts.ts';
import { accountPage, toAccount } from './queries.ts';
import {
  freshenStatistics,
  heldIdentities,
  identityOf,
  mergeStaged,
  type NewAccount,
  openStage,
  stageAccounts,
} from './staged-accounts.ts';

/** Accounts written before the event loop gets a turn: opening their passwords takes time. */
const exportSize = 500;
/** From this many accounts on the store's statistics are renewed. */
const largeImport = 10_000;

interface Import {
  profileId: number;
  files: AsyncIterable<UploadedFile>;
  dryRun: boolean;
  /** True once nobody waits for the answer any more. */
  isCalledOff: () => boolean;
}

/**
 * Imports accounts as a stream: good lines stay, bad ones come back as typed. All or nothing where the upload is torn or
 * called off. A dry run judges alone.
 */
export async function importAccounts(app: App, { dryRun, isCalledOff, ...given }: Import): Promise<ImportReply> {
  const { profileId } = given;
  await getProfile(app.store.db, profileId);
  const tally = new ImportTally(accountReader);
  const portions = readAccounts(app, given, tally);
  if (dryRun) {
    for await (const _ of portions);
    return tally.reply();
  }
  const changed: Account[] = [];
  await app.store.db.transaction().execute(async (tx) => {
    await openStage(tx);
    for await (const accounts of portions) {
      await stageAccounts(tx, app.secrets, accounts);
      if (changed.length <= maxRowsInEvent)
        changed.push(...accounts.map((row) => ({ accountListId: profileId, ...row })));
    }
    if (isCalledOff()) throw new Malformed('The import was called off');
    await lockProfile(tx, profileId);
    await mergeStaged(tx, profileId);
  });
  const reply = tally.reply();
  if (reply.count >= largeImport) await freshenStatistics(app.store.db);
  if (changed.length > 0) await tellImported(app, profileId, changed);
  return reply;
}

/** The good lines of an upload in portions; every line is judged. */
async function* readAccounts(
  app: App,
  { profileId, files }: Pick<Import, 'profileId' | 'files'>,
  tally: ImportTally<NewAccount>,
): AsyncIterable<NewAccount[]> {
  const sameness: Sameness<NewAccount> = {
    keyOf: identityOf,
    held: (accounts) => heldIdentities(app.store.db, profileId, accounts),
    repeats: (line) => `The same account as in line ${line}: the last one counts`,
    ofHeld: ['updates', null],
  };
  for await (const file of files)
    for await (const accounts of tallyLines(file, { reader: accountReader, tally, sameness }))
      if (accounts.length > 0) yield accounts;
}

async function tellImported(app: App, profileId: number, changed: Account[]): Promise<void> {
  await commit(app, async (tx, note) => {
    const accounts = changed.length > maxRowsInEvent ? null : changed;
    note(topics.profile(profileId), { action: 'accountsImported', accounts });
    await noteProfile(tx, note, profileId);
  });
}

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
        text += `${[siteName, email, username, password].map(quotedCell).join(',')}\r\n`;
      }
      if (text !== '') yield { text, nRows: rows.length };
      await nextTurn();
      after = next ?? undefined;
    } while (after !== undefined);
  }
}
