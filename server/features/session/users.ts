import { randomBytes } from 'node:crypto';
import type { Db } from '../../db/store.ts';
import { hashPassword } from './passwords.ts';

/**
 * Adds a user, or gives an existing one a new password, which ends all sessions that began with the old one.
 * Commits by itself: the password is hashed before, so that no transaction waits for it.
 */
export async function saveUser(db: Db, name: string, password: string, email = name): Promise<void> {
  const hash = await hashPassword(password);
  await db.transaction().execute(async (tx) => {
    const user = await tx
      .insertInto('users')
      .values({ name, email, password_hash: hash })
      .onConflict((conflict) => conflict.column('email').doUpdateSet({ password_hash: hash, name }))
      .returning('id')
      .executeTakeFirstOrThrow();
    await tx.deleteFrom('sessions').where('user_id', '=', user.id).execute();
  });
}

/** Makes the first user when there is none (D-AUTH-01). Answers the random password it got when none was set. */
export async function ensureFirstUser(
  db: Db,
  first: { name: string; password: string | undefined },
): Promise<string | undefined> {
  if (await db.selectFrom('users').select('id').limit(1).executeTakeFirst()) return undefined;
  const random = first.password === undefined ? randomBytes(9).toString('base64url') : undefined;
  await saveUser(db, first.name, first.password ?? random ?? '');
  return random;
}
