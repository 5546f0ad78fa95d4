import type { z } from 'zod';
import { type Account, type accountChanges, accountExists } from '#domain/contract/accounts.ts';
import { topics } from '#domain/contract/live.ts';
import type { Secrets } from '../../db/secrets.ts';
import type { Tx } from '../../db/store.ts';
import { NotFound, Refusal, refuseStale } from '../../errors/refusal.ts';
import type { Note } from '../../live/commit.ts';
import { mostRowsTold, rowPortions } from '../../live/row-portions.ts';
import { type Doomed, getProfile } from './accounts.ts';
import { changeAccounts, deleteByKey, findAccount, insertAccount, toAccount } from './queries.ts';

interface Edit {
  was: { siteName: string; email: string };
  account: Account;
  /** The edition that was edited; without it the edit goes over any. */
  edition?: number | undefined;
}

/** Changes one account, which may be used again after it; 404 when it is gone, a taken identity is refused. */
export async function editAccount(
  tx: Tx,
  note: Note,
  { was, account, edition }: Edit,
  secrets: Secrets,
): Promise<Account> {
  const profileId = account.accountListId;
  // Edits of a profile one after the other: each takes a row away and puts another one in its place.
  await tx.selectFrom('profiles').where('id', '=', profileId).select('id').forNoKeyUpdate().execute();
  const held = await findAccount(tx, profileId, was);
  if (held) refuseStale(edition, toAccount(secrets, held));
  const [gone] = await deleteByKey(tx, profileId, [was]);
  if (!gone) throw new NotFound('account');
  const row = await insertAccount(tx, secrets, account);
  if (!row) throw new Refusal('EXISTS', accountExists, { field: 'email' });
  const edited = toAccount(secrets, row);
  const isSame = row.site_key === was.siteName.toLowerCase() && row.email_key === was.email.toLowerCase();
  const topic = topics.profile(profileId);
  if (!isSame) note(topic, { action: 'accountsDeleted', ids: [{ siteName: gone.siteName, email: gone.email }] });
  note(topic, { action: isSame ? 'accountEdited' : 'newAccount', account: edited });
  return edited;
}

interface BulkEdit {
  profileId: number;
  which: Doomed;
  changes: z.output<typeof accountChanges>;
}

/** Changes what many accounts have in common; gives back how many there were. */
export async function editAccounts(
  tx: Tx,
  note: Note,
  { profileId, which, changes }: BulkEdit,
  secrets: Secrets,
): Promise<number> {
  await getProfile(tx, profileId);
  const { username, password } = changes;
  const columns = {
    ...(username === '' ? {} : { username }),
    ...(password === '' ? {} : { password: secrets.seal(password) }),
  };
  const rows = await changeAccounts(tx, profileId, which, columns);
  if (rows.length > mostRowsTold) note(topics.profile(profileId), { action: 'accountsChanged', profileId });
  else
    for (const told of rowPortions(rows)) {
      const accounts = told.map((row) => toAccount(secrets, row));
      note(topics.profile(profileId), { action: 'accountsImported', accounts });
    }
  return rows.length;
}
