import { sql } from 'kysely';
import type { Confirmation } from '#domain/contract/accounts.ts';
import { topics } from '#domain/contract/live.ts';
import type { Tx } from '../../db/store.ts';
import type { Note } from '../../live/commit.ts';
import { noteProfile } from './accounts.ts';

/** An account that a project made at a site. */
export interface MadeAccount {
  profileId: number;
  projectId: number;
  siteName: string;
  email: string;
  username: string;
  password: string;
  sealedPassword: string;
  confirmation: Confirmation;
}

/** Keeps an account that was made, in place of one that the profile has of the same site and address. */
export async function keepMadeAccount(tx: Tx, note: Note, made: MadeAccount): Promise<void> {
  const { profileId, siteName, email, username, password, confirmation } = made;
  const { rows } = await sql<{ isNew: boolean }>`
    insert into accounts as a (profile_id, site_key, email_key, site_name, email, username, password, made_by, made_at, confirmation)
    select id, ${siteName.toLowerCase()}, ${email.toLowerCase()}, ${siteName}, ${email}, ${username}, ${made.sealedPassword},
      ${made.projectId}, now(), ${confirmation} from profiles where id = ${profileId}
    on conflict (profile_id, site_key, email_key) do update set username = excluded.username, password = excluded.password,
      made_by = excluded.made_by, made_at = excluded.made_at, confirmation = excluded.confirmation, stopped_reason = null
    returning (xmax = 0) as "isNew"`.execute(tx);
  const kept = rows[0];
  if (!kept) return;
  const account = { accountListId: profileId, siteName, email, username, password, stopped: null, confirmation };
  note(topics.profile(profileId), { action: kept.isNew ? 'newAccount' : 'accountEdited', account });
  await noteProfile(tx, note, profileId);
}
