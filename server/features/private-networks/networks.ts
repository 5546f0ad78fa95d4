import { sql } from 'kysely';
import { topics } from '#domain/contract/live.ts';
import type { PrivateNetwork, PrivateSite } from '#domain/contract/private-networks.ts';
import { normalizeUrl, parseAccountLine } from '#domain/rules/line-formats.ts';
import type { App } from '../../app.ts';
import { anyOf } from '../../db/any-of.ts';
import type { Queryable, Tx } from '../../db/store.ts';
import { releaseProjects } from '../../engine/delete-projects.ts';
import { NotFound, Refusal } from '../../errors/refusal.ts';
import { commit } from '../../live/commit.ts';

/** All networks, newest first. */
export function listNetworks(db: Queryable): Promise<PrivateNetwork[]> {
  return db.selectFrom('private_networks').select(['id', 'name', 'count']).orderBy('id', 'desc').execute();
}

export async function createNetwork(app: App, name: string): Promise<PrivateNetwork> {
  return commit(app, async (tx, note) => {
    const privateNetwork = await tx
      .insertInto('private_networks')
      .values({ name })
      .returning(['id', 'name', 'count'])
      .executeTakeFirstOrThrow();
    note(topics.privateNetworks, { action: 'addNew', privateNetwork });
    return privateNetwork;
  });
}

/** Deletes networks; running projects that post to them are stopped first (D-GEN-16). */
export async function deleteNetworks(app: App, ids: number[]): Promise<number[]> {
  return commit(app, async (tx, note) => {
    await releaseProjects(tx, note, 'private_networks', ids);
    const gone = await tx.deleteFrom('private_networks').where('id', '=', anyOf(ids)).returning('id').execute();
    const goneIds = gone.map((row) => row.id);
    if (goneIds.length > 0) note(topics.privateNetworks, { action: 'deleted', ids: goneIds });
    return goneIds;
  });
}

/** A network with its sites; 404 when it does not exist. */
export async function getNetwork(
  app: App,
  id: number,
): Promise<{ privateNetwork: PrivateNetwork; sites: PrivateSite[] }> {
  const privateNetwork = await networkOf(app.store.db, id);
  const rows = await app.store.db
    .selectFrom('private_sites')
    .where('network_id', '=', id)
    .selectAll()
    .orderBy('group')
    .orderBy('platform')
    .orderBy('site_id')
    .execute();
  const sites = rows.map((row) => ({
    privateGroupId: id,
    siteId: row.site_id,
    email: row.email,
    group: row.group,
    platform: row.platform,
    siteUrl: row.site_url,
    username: row.username,
    password: app.secrets.open(row.password),
    selfHosted: row.self_hosted,
  }));
  return { privateNetwork, sites };
}

async function networkOf(db: Queryable, id: number): Promise<PrivateNetwork> {
  const row = await db
    .selectFrom('private_networks')
    .where('id', '=', id)
    .select(['id', 'name', 'count'])
    .executeTakeFirst();
  if (!row) throw new NotFound('private network');
  return row;
}

/** Adds the sites of a list, refused lines as typed; a repeated site gets its new login (D-PBN-05). */
export async function uploadSites(app: App, id: number, siteList: string, selfHosted: boolean) {
  const lines = siteList.split(/\r?\n/).filter((line) => line.trim() !== '');
  if (lines.length === 0) throw new Refusal('Please enter the list of sites', { field: 'siteList' });
  const errorList: string[] = [];
  const sites: PrivateSite[] = [];
  await commit(app, async (tx, note) => {
    await networkOf(tx, id);
    for (const line of lines) {
      const site = await readLine(tx, id, line, selfHosted);
      if (site) sites.push(await storeSite(app, tx, site));
      else errorList.push(line);
    }
    const { count } = await tx
      .updateTable('private_networks')
      .set({ count: sql<number>`(select count(*) from private_sites where network_id = ${id})` })
      .where('id', '=', id)
      .returning('count')
      .executeTakeFirstOrThrow();
    note(topics.privateNetworks, { action: 'countChanged', id, count });
    note(topics.privateNetwork(id), { action: 'sitesAdded', sites });
  });
  return { errorList, sites };
}

/** `site|email|username|password`; a self-hosted site is its own address, another must stand in the catalogue (D-PBN-01). */
async function readLine(tx: Tx, id: number, line: string, selfHosted: boolean): Promise<PrivateSite | undefined> {
  const [siteText = '', email = '', username = '', password = ''] = parseAccountLine(line) ?? [];
  if (!siteText || siteText.length > 255 || email.length > 255) return undefined;
  const url = normalizeUrl(siteText);
  const login = { privateGroupId: id, email, group: 'Private' as const, username, password, selfHosted };
  if (selfHosted)
    return url ? { ...login, siteId: new URL(url).host, platform: 'Self-hosted', siteUrl: url } : undefined;
  const known = await tx
    .selectFrom('sites')
    .where(sql`lower(site_id)`, '=', siteText.toLowerCase())
    .select(['site_id', 'platform', 'url'])
    .executeTakeFirst();
  return known && { ...login, siteId: known.site_id, platform: known.platform, siteUrl: known.url };
}

async function storeSite(app: App, tx: Tx, site: PrivateSite): Promise<PrivateSite> {
  await sql`insert into private_sites (network_id, site_id, email, "group", platform, site_url, username, password, self_hosted)
    values (${site.privateGroupId}, ${site.siteId}, ${site.email}, ${site.group}, ${site.platform}, ${site.siteUrl},
      ${site.username}, ${app.secrets.seal(site.password)}, ${site.selfHosted})
    on conflict (network_id, lower(site_id), lower(email)) do update
      set username = excluded.username, password = excluded.password`.execute(tx);
  return site;
}
