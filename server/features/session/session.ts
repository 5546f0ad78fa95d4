import { createHash, randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { App } from '../../app.ts';
import type { SessionUser } from '../../http/route.ts';
import { isPassword } from './passwords.ts';

export const sessionCookie = 'lw_session';
/** A session ends after this time without a request (D-AUTH-02). */
const idleMs = 12 * 3_600_000;
/** How much of that time may pass before the end is moved again: saves a write per request. */
const touchMs = 60_000;
/** Failed tries in the window after which further ones are refused (D-AUTH-05). */
const maxFailures = 20;

const hashId = (id: string) => createHash('sha256').update(id).digest('hex');

/** User of a session id, or undefined when it is unknown or ended. */
export async function findSession(app: App, id: string): Promise<SessionUser | undefined> {
  const row = await app.store.db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .where('id_hash', '=', hashId(id))
    .where('expires_at', '>', sql<Date>`now()`)
    .select(['users.id', 'users.name', 'users.email', 'sessions.seen_at'])
    .executeTakeFirst();
  if (!row) return undefined;
  if (Date.now() - row.seen_at.getTime() > touchMs)
    await app.store.db
      .updateTable('sessions')
      .set({ seen_at: new Date(), expires_at: new Date(Date.now() + idleMs) })
      .where('id_hash', '=', hashId(id))
      .execute();
  const { id: userId, name, email } = row;
  return { id: userId, name, email, privileged: app.config.privilegedAccounts.includes(email.toLowerCase()) };
}

/** Outcome of a sign-in. */
export type SignIn = { outcome: 'ok'; sessionId: string; name: string } | { outcome: 'wrong' } | { outcome: 'tooMany' };

/** Signs in by name or e-mail; failures count for the name and for the address. */
export async function signIn(app: App, username: string, password: string, address: string): Promise<SignIn> {
  const keys = [`name:${username.trim().toLowerCase()}`, `address:${address}`];
  if (await hasFailedTooOften(app, keys)) return { outcome: 'tooMany' };
  const user = await app.store.db
    .selectFrom('users')
    .where((build) =>
      build.or([
        build(sql<string>`lower(name)`, '=', username.trim().toLowerCase()),
        build(sql<string>`lower(email)`, '=', username.trim().toLowerCase()),
      ]),
    )
    .select(['id', 'name', 'password_hash'])
    .executeTakeFirst();
  if (!(await isPassword(password, user?.password_hash)) || !user) {
    await app.store.db
      .insertInto('login_failures')
      .values(keys.map((key) => ({ key })))
      .execute();
    return { outcome: 'wrong' };
  }
  await app.store.db
    .deleteFrom('login_failures')
    .where('key', '=', keys[0] ?? '')
    .execute();
  const sessionId = randomBytes(32).toString('base64url');
  await app.store.db
    .insertInto('sessions')
    .values({ id_hash: hashId(sessionId), user_id: user.id, expires_at: new Date(Date.now() + idleMs) })
    .execute();
  return { outcome: 'ok', sessionId, name: user.name };
}

async function hasFailedTooOften(app: App, keys: string[]): Promise<boolean> {
  await app.store.db.deleteFrom('login_failures').where('at', '<', sql<Date>`now() - interval '15 minutes'`).execute();
  const rows = await app.store.db
    .selectFrom('login_failures')
    .where('key', 'in', keys)
    .groupBy('key')
    .select((build) => build.fn.countAll<number>().as('count'))
    .execute();
  return rows.some((row) => row.count >= maxFailures);
}

/** Ends a session on the server. */
export async function signOut(app: App, id: string): Promise<void> {
  await app.store.db.deleteFrom('sessions').where('id_hash', '=', hashId(id)).execute();
}

/** Random id of this installation, made once (D-NAV-08). */
export async function installationId(app: App): Promise<string> {
  await app.store.db
    .insertInto('settings')
    .values({ key: 'installationId', value: JSON.stringify(randomBytes(16).toString('hex')) })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const row = await app.store.db
    .selectFrom('settings')
    .where('key', '=', 'installationId')
    .select('value')
    .executeTakeFirstOrThrow();
  return String(row.value);
}
