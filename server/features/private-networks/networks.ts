import { sql } from 'kysely';
import { topics } from '#domain/contract/live.ts';
import type { PrivateNetwork, PrivateSite } from '#domain/contract/private-networks.ts';
import { normalizeUrl, parseAccountLine } from '#domain/rules/line-formats.ts';
import { anyOf } from '../../db/any-of.ts';
import type { Secrets } from '../../db/secrets.ts';
import type { Queryable, Tx } from '../../db/store.ts';
import { releaseProjects } from '../../engine/runs/delete-projects.ts';
import { NotFound, Refusal } from '../../errors/refusal.ts';
import { RefusedList } from '../../imports/refused-list.ts';
import type { Note } from '../../live/commit.ts';

/** All networks, newest first. */
export function listNetworks(db: Queryable): Promise<PrivateNetwork[]> {
  return db.selectFrom('private_networks').select(['id', 'name', 'count']).orderBy('id', 'desc').execute();
}

/** Makes an empty network. */
export async function createNetwork(tx: Tx, note: Note, name: string): Promise<PrivateNetwork> {
  const privateNetwork = await tx
    .insertInto('private_networks')
    .values({ name })
    .returning(['id', 'name', 'count'])
    .executeTakeFirstOrThrow();
  note(topics.privateNetworks, { action: 'addNew', privateNetwork });
  return privateNetwork;
}

/** Deletes networks; running projects that post to them are stopped first (D-GEN-16). */
export async function deleteNetworks(tx: Tx, note: Note, ids: number[]): Promise<number[]> {
  await releaseProjects(tx, note, 'private_networks', ids);
  const gone = await tx.deleteFrom('private_networks').where('id', '=', anyOf(ids)).returning('id').execute();
  const goneIds = gone.map((row) => row.id);
  if (goneIds.length > 0) note(topics.privateNetworks, { action: 'deleted', ids: goneIds });
  return goneIds;
}

/** A network with its sites; 404 when it does not exist. */
export async function getNetwork(
  db: Queryable,
  id: number,
  secrets: Secrets,
): Promise<{ privateNetwork: PrivateNetwork; sites: PrivateSite[] }> {
  const privateNetwork = await networkOf(db, id);
  const rows = await db
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
    password: secrets.open(row.password),
    selfHosted: row.self_hosted,
  }));
  return { privateNetwork, sites };
}

async function networkOf(db: Queryable, id: number, isLocked = false): Promise<PrivateNetwork> {
  const row = await db
    .selectFrom('private_networks')
    .where('id', '=', id)
    .$if(isLocked, (query) => query.forUpdate())
    .select(['id', 'name', 'count'])
    .executeTakeFirst();
  if (!row) throw new NotFound('private network');
  return row;
}

/** Lines that are looked up and stored by one statement each: others get their turn in between. */
const portion = 1_000;

/** A list of sites for a network, as it is typed. */
interface TypedSites {
  id: number;
  siteList: string;
  selfHosted: boolean;
}

/** Adds the sites of a list, the first refused lines as typed; a repeated site gets its new login (D-PBN-05). */
export async function uploadSites(tx: Tx, note: Note, { id, siteList, selfHosted }: TypedSites, secrets: Secrets) {
  const lines = siteList.split(/\r?\n/).filter((line) => line.trim() !== '');
  if (lines.length === 0) throw new Refusal('INVALID', 'Please enter the list of sites', { field: 'siteList' });
  const refused = new RefusedList();
  const sites: PrivateSite[] = [];
  // Locked first: it may not be deleted before its sites are counted.
  await networkOf(tx, id, true);
  for (let at = 0; at < lines.length; at += portion) {
    const read = await readLines(tx, id, lines.slice(at, at + portion), selfHosted);
    const good = read.flatMap(({ site }) => site ?? []);
    await storeSites(tx, good, secrets);
    sites.push(...good);
    for (const { line, site } of read) if (!site) refused.add(line);
  }
  const { count } = await tx
    .updateTable('private_networks')
    .set({ count: sql<number>`(select count(*) from private_sites where network_id = ${id})` })
    .where('id', '=', id)
    .returning('count')
    .executeTakeFirstOrThrow();
  note(topics.privateNetworks, { action: 'countChanged', id, count });
  note(topics.privateNetwork(id), { action: 'sitesAdded', sites });
  return { errorList: refused.list, sites };
}

/** `site|email|username|password`; a self-hosted site is its own address, another must stand in the catalogue (D-PBN-01). */
async function readLines(tx: Tx, id: number, lines: string[], selfHosted: boolean) {
  const parsed = lines.map((line) => ({ line, fields: fieldsOf(line) }));
  const known = selfHosted
    ? new Map()
    : await knownSites(
        tx,
        parsed.flatMap(({ fields }) => fields?.siteText ?? []),
      );
  return parsed.map(({ line, fields }): { line: string; site: PrivateSite | undefined } => {
    if (!fields) return { line, site: undefined };
    const { siteText, ...own } = fields;
    const url = selfHosted ? normalizeUrl(siteText) : null;
    const found = url
      ? { siteId: new URL(url).host, platform: 'Self-hosted', siteUrl: url }
      : known.get(siteText.toLowerCase());
    return { line, site: found && { ...own, ...found, privateGroupId: id, group: 'Private' as const, selfHosted } };
  });
}

function fieldsOf(line: string) {
  const [siteText = '', email = '', username = '', password = ''] = parseAccountLine(line) ?? [];
  return !siteText || siteText.length > 255 || email.length > 255 ? null : { siteText, email, username, password };
}

/** Sites of the catalogue by their ids as they are compared. */
async function knownSites(tx: Tx, texts: string[]) {
  const names = [...new Set(texts.map((text) => text.toLowerCase()))];
  const { rows } = await sql<{ asked: string; siteId: string; platform: string; siteUrl: string }>`
    select distinct on (lower(s.site_id)) n.name as asked, s.site_id as "siteId", s.platform, s.url as "siteUrl"
    from unnest(${names}::text[]) n(name) join sites s on lower(s.site_id) = lower(n.name)
    order by lower(s.site_id), s.module`.execute(tx);
  return new Map(rows.map(({ asked, ...site }) => [asked, site]));
}

/** Stores them in one order, of equal ones the last; equal is what the store takes for equal. */
async function storeSites(tx: Tx, sites: PrivateSite[], secrets: Secrets): Promise<void> {
  if (sites.length === 0) return;
  const rows = sites.map((site, at) => ({ ...site, at, password: secrets.seal(site.password) }));
  await sql`insert into private_sites (network_id, site_id, email, "group", platform, site_url, username, password, self_hosted)
    select distinct on (lower("siteId"), lower(email))
      "privateGroupId", "siteId", email, "group", platform, "siteUrl", username, password, "selfHosted"
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as t("privateGroupId" bigint, "siteId" text, email text,
      "group" text, platform text, "siteUrl" text, username text, password text, "selfHosted" boolean, at int)
    order by lower("siteId"), lower(email), at desc
    on conflict (network_id, lower(site_id), lower(email)) do update
      set username = excluded.username, password = excluded.password`.execute(tx);
}
