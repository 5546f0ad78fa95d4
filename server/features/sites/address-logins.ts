import { sql } from 'kysely';
import { hasLogin } from '#domain/rules/line-formats.ts';
import type { App } from '../../app.ts';
import type { Tx } from '../../db/store.ts';

/** Where the logins go: as accounts, sealed, for the operator to file. */
const shelf = 'Logins from site addresses';
/** One process mends, the others find it done. */
const mendLock = 728_346_107;
/** Texts in which an address of a site may stand. */
const texts = [
  ['sites', 'status_reason'],
  ['posts', 'reason'],
  ['posts', 'url'],
  ['attempts', 'reason'],
  ['project_sites', 'wait_info'],
  ['project_sites', 'post_url'],
  ['url_items', 'url'],
] as const;

/**
 * Takes logins out of the addresses of sites (`https://name:password@host/`), which earlier versions stored in plain text
 * and never sent: the address stays without them, the login becomes an account of a profile of its own. Answers how many. It
 * commits by itself: the tables are written anew afterwards, which no transaction may do.
 */
export async function mendAddressLogins(app: App, say: (message: string) => void): Promise<number> {
  const count = await app.store.db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(${mendLock})`.execute(tx);
    return (await mendSites(app, tx)) + (await mendPrivateSites(tx));
  });
  if (count === 0) return 0;
  // What was changed still lies in the files of the tables until they are written anew.
  for (const table of ['sites', 'private_sites']) await app.store.pool.query(`vacuum full ${table}`);
  say(`Took the login out of ${count} addresses of sites; see the account profile "${shelf}"`);
  return count;
}

async function mendSites(app: App, tx: Tx): Promise<number> {
  const rows = await tx
    .selectFrom('sites')
    .where(sql<boolean>`url ~ '://[^/?#]*@'`)
    .select(['module', 'site_id', 'url'])
    .execute();
  const found = rows.filter(({ url }) => hasLogin(url));
  if (found.length === 0) return 0;
  const profileId = await shelfOf(tx);
  for (const { module, site_id, url } of found) {
    const { username, password, hostname } = new URL(url);
    // A name alone is a key, as some interfaces take it: it is as secret as a password.
    const [name, secret] = password === '' ? ['login', plain(username)] : [plain(username), plain(password)];
    const email = name.includes('@') ? name : `${name}@${hostname}`;
    await tx
      .insertInto('accounts')
      .values({
        profile_id: profileId,
        site_key: site_id.toLowerCase(),
        email_key: email.toLowerCase(),
        site_name: site_id,
        email,
        username: name,
        password: app.secrets.seal(secret),
      })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    await tx
      .updateTable('sites')
      .set({ url: withoutLogin(url) })
      .where('module', '=', module)
      .where('site_id', '=', site_id)
      .execute();
    await forget(tx, url);
  }
  return found.length;
}

/** A private site has its login in columns of its own; what stood in its address was never used. */
async function mendPrivateSites(tx: Tx): Promise<number> {
  const rows = await tx
    .selectFrom('private_sites')
    .where(sql<boolean>`site_url ~ '://[^/?#]*@'`)
    .select('site_url')
    .distinct()
    .execute();
  const found = rows.filter(({ site_url }) => hasLogin(site_url));
  for (const { site_url } of found) {
    const clean = withoutLogin(site_url);
    await tx.updateTable('private_sites').set({ site_url: clean }).where('site_url', '=', site_url).execute();
    await forget(tx, site_url);
  }
  return found.length;
}

/** The profile for what was found, in the newest campaign; both are made when they are missing. */
async function shelfOf(tx: Tx): Promise<number> {
  const known = await tx.selectFrom('profiles').where('name', '=', shelf).select('id').limit(1).executeTakeFirst();
  if (known) return known.id;
  const newest = await tx.selectFrom('campaigns').select('id').orderBy('id', 'desc').limit(1).executeTakeFirst();
  const campaign =
    newest ?? (await tx.insertInto('campaigns').values({ name: shelf }).returning('id').executeTakeFirstOrThrow());
  const values = { campaign_id: campaign.id, name: shelf };
  return (await tx.insertInto('profiles').values(values).returning('id').executeTakeFirstOrThrow()).id;
}

/** Takes the login out of what was told of an address, as it was typed and as it is written by the rules of addresses. */
async function forget(tx: Tx, url: string): Promise<void> {
  for (const login of new Set([loginOf(url), loginOf(new URL(url).href)]))
    for (const [table, column] of texts)
      await sql`update ${sql.table(table)} set ${sql.ref(column)} = replace(${sql.ref(column)}, ${login}, '://')
        where position(${login} in ${sql.ref(column)}) > 0`.execute(tx);
}

const loginOf = (url: string) => /:\/\/[^/?#]*@/.exec(url)?.[0] ?? '://';
const withoutLogin = (url: string) => url.replace(/:\/\/[^/?#]*@/, '://');

function plain(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
