import { createHash, randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { CaptchaKind } from '#domain/contract/session.ts';
import type { App } from '../../app.ts';
import type { SessionUser } from '../../calls/route.ts';
import { type GivenCaptcha, isSolved, neededCaptcha } from './captcha/captcha.ts';
import { isPassword } from './passwords.ts';
import { countFailures, dropTry, noteTry, tryKeys } from './tries.ts';

export const sessionCookie = 'lw_session';
/** A session ends after this time without a request (D-AUTH-02). */
const idleMs = 12 * 3_600_000;
/** A kept session ends so long after its sign-in, as its cookie does (D-AUTH-10). */
const keptMs = 30 * 24 * 3_600_000;
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
    .select(['users.id', 'users.name', 'users.email', 'sessions.seen_at', 'sessions.kept'])
    .executeTakeFirst();
  if (!row) return undefined;
  if (!row.kept && Date.now() - row.seen_at.getTime() > touchMs)
    await app.store.db
      .updateTable('sessions')
      .set({ seen_at: new Date(), expires_at: new Date(Date.now() + idleMs) })
      .where('id_hash', '=', hashId(id))
      .execute();
  const { id: userId, name, email } = row;
  const privileged = app.config.privilegedAccounts.includes(email.toLowerCase());
  return { id: userId, name, email, privileged, session: hashId(id) };
}

/** What a visitor sends to sign in. */
export interface Credentials extends GivenCaptcha {
  username: string;
  password: string;
}

/** Outcome of a sign-in; a refused one tells which captcha the next try needs. */
export type SignIn =
  | { outcome: 'ok'; sessionId: string; name: string; keepMs: number | undefined }
  | { outcome: 'wrong' | 'captcha' | 'tooMany'; captcha: CaptchaKind | null };

/**
 * Signs in by name or e-mail; failures count for the name and for the address. A try counts as failed while its password
 * is being checked: many at once get no more tries than one after the other. So it is no transaction: what it notes counts
 * at once, and stays when it is refused.
 */
export async function signIn(app: App, given: Credentials, address: string): Promise<SignIn> {
  const { db } = app.store;
  const keys = tryKeys(given.username, address);
  const before = await countFailures(db, keys);
  if (before >= maxFailures) return refusal(app, 'tooMany', before);
  const needed = neededCaptcha(app, before);
  if (needed && !(await isSolved(app, needed, given, address))) return refusal(app, 'captcha', before);
  const noted = await noteTry(db, keys);
  const others = (await countFailures(db, keys)) - 1;
  // Tries at the same moment: the count was lower when this one began.
  const late = !needed && neededCaptcha(app, others) ? 'captcha' : others >= maxFailures ? 'tooMany' : undefined;
  if (late) {
    await dropTry(db, noted);
    return refusal(app, late, others);
  }
  const user = await findUser(app, given.username);
  if (!(await isPassword(given.password, user?.password_hash)) || !user) return refusal(app, 'wrong', others + 1);
  await dropTry(db, noted);
  await db.deleteFrom('login_failures').where('key', '=', keys[0]).execute();
  return { outcome: 'ok', name: user.name, ...(await startSession(app, user.id)) };
}

function refusal(app: App, outcome: 'wrong' | 'captcha' | 'tooMany', failures: number): SignIn {
  return { outcome, captcha: neededCaptcha(app, failures) };
}

function findUser(app: App, username: string) {
  const name = username.trim().toLowerCase();
  return app.store.db
    .selectFrom('users')
    .where((build) =>
      build.or([build(sql<string>`lower(name)`, '=', name), build(sql<string>`lower(email)`, '=', name)]),
    )
    .select(['id', 'name', 'password_hash'])
    .executeTakeFirst();
}

/** Makes a session; with the option automaticSignIn it is kept for 30 days (D-AUTH-10). */
async function startSession(app: App, userId: number): Promise<{ sessionId: string; keepMs: number | undefined }> {
  const kept = await staysSignedIn(app);
  const sessionId = randomBytes(32).toString('base64url');
  await app.store.db
    .insertInto('sessions')
    .values({
      id_hash: hashId(sessionId),
      user_id: userId,
      kept,
      expires_at: new Date(Date.now() + (kept ? keptMs : idleMs)),
    })
    .execute();
  return { sessionId, keepMs: kept ? keptMs : undefined };
}

/** The option automaticSignIn, off unless stored as on. */
async function staysSignedIn(app: App): Promise<boolean> {
  const row = await app.store.db.selectFrom('settings').where('key', '=', 'options').select('value').executeTakeFirst();
  return (row?.value as { automaticSignIn?: unknown } | undefined)?.automaticSignIn === true;
}

/** Ends a session on the server, and every socket that was opened with it. */
export async function signOut(app: App, id: string): Promise<void> {
  await app.store.db.deleteFrom('sessions').where('id_hash', '=', hashId(id)).execute();
  app.live.endSession(hashId(id));
}

/** Those of the sessions that have not ended. */
export async function livingSessions(app: App, sessions: string[]): Promise<Set<string>> {
  const rows = await app.store.db
    .selectFrom('sessions')
    .where('id_hash', 'in', sessions)
    .where('expires_at', '>', sql<Date>`now()`)
    .select('id_hash')
    .execute();
  return new Set(rows.map((row) => row.id_hash));
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
