import type { z } from 'zod';
import { type Account, type accountChanges, accountExists } from '#domain/contract/accounts.ts';
import { topics } from '#domain/contract/live.ts';
import type { Secrets } from '../../db/secrets.ts';
import type { Tx } from '../../db/store.ts';
import { NotFound, Refusal, refuseStale } from '../../errors/refusal.ts';
import type { Note } from '../../live/commit.ts';
import { mostRowsTold, rowPortions } from '../../live/row-portions.ts';
import { type Doomed, lockProfile } from './accounts.ts';
import { accountValues, changeAccount, changeAccounts, lockAccount, toAccount } from './queries.ts';

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
  await lockProfile(tx, profileId);
  const held = await lockAccount(tx, profileId, was);
  if (!held) throw new NotFound('account');
  refuseStale(edition, toAccount(secrets, held));
  const { site_key, email_key } = accountValues(secrets, account);
  const isSame = site_key === held.site_key && email_key === held.email_key;
  if (!isSame && (await lockAccount(tx, profileId, account)))
    throw new Refusal('EXISTS', accountExists, { field: 'email' });
  const edited = toAccount(secrets, await changeAccount(tx, secrets, held, account));
  const topic = topics.profile(profileId);
  if (!isSame) note(topic, { action: 'accountsDeleted', ids: [{ siteName: held.site_name, email: held.email }] });
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
  await lockProfile(tx, profileId);
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
