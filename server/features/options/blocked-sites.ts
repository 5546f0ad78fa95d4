import { domainToASCII } from 'node:url';
import { sql } from 'kysely';
import { maxRowsInEvent, topics } from '#domain/contract/live.ts';
import { type BlockedSite, blockedTexts, mostBlocked } from '#domain/contract/options/blocked-sites.ts';
import { numberedLines } from '#domain/rules/line-formats.ts';
import type { Queryable, Tx } from '../../db/store.ts';
import { Refusal } from '../../errors/refusal.ts';
import type { Note } from '../../live/commit.ts';

/** All blocked hosts, by name. */
export function listBlockedSites(db: Queryable): Promise<BlockedSite[]> {
  return db.selectFrom('blocked_sites').select('id').orderBy('id').execute();
}

/** Blocks hosts, one per line; one bad line refuses all (D-OPT-12). Answers those that were not blocked before. */
export async function blockSites(tx: Tx, note: Note, text: string): Promise<BlockedSite[]> {
  const hosts = new Set<string>();
  for (const { line, number } of numberedLines(text)) {
    const host = hostOf(line);
    if (host === undefined) throw new Refusal('INVALID', blockedTexts.notAHost(number), { field: 'sites' });
    hosts.add(host);
  }
  if (hosts.size === 0) throw new Refusal('INVALID', blockedTexts.enter, { field: 'sites' });
  const { rows: added } = await sql<BlockedSite>`
    insert into blocked_sites (id) select unnest(${[...hosts].toSorted()}::text[]) on conflict do nothing
    returning id`.execute(tx);
  const { rows } = await sql<{ count: number }>`select count(*) from blocked_sites`.execute(tx);
  if (Number(rows[0]?.count) > mostBlocked)
    throw new Refusal('INVALID', blockedTexts.tooMany(mostBlocked), { field: 'sites' });
  if (added.length > 0)
    note(topics.blockedSites, {
      action: 'blockedSitesAdded',
      blockedSites: added.length > maxRowsInEvent ? null : added,
    });
  return added;
}

/** Unblocks hosts; unknown ones are passed over. */
export async function unblockSites(tx: Tx, note: Note, ids: string[]): Promise<string[]> {
  const { rows } =
    await sql<BlockedSite>`delete from blocked_sites where id = any(${ids}::text[]) returning id`.execute(tx);
  const goneIds = rows.map(({ id }) => id);
  if (goneIds.length > 0)
    note(topics.blockedSites, {
      action: 'blockedSitesDeleted',
      ids: goneIds.length > maxRowsInEvent ? null : goneIds,
    });
  return goneIds;
}

/** Labels of letters, digits and hyphens with a dot between them, or an address in brackets (RFC 1123, section 2.1). */
const hostName =
  /^(?=.{1,253}$)(\[[\da-f:.]+\]|[a-z\d]([a-z\d_-]{0,61}[a-z\d])?(\.[a-z\d]([a-z\d_-]{0,61}[a-z\d])?)*)$/;

/** The host of a typed line: without scheme, login, path, port and leading www., in lower case, IDN in ASCII. */
function hostOf(line: string): string | undefined {
  const address = /^[a-z][a-z\d+.-]*:\/\//i.test(line) ? line : `http://${line}`;
  if (!URL.canParse(address)) return undefined;
  const { hostname } = new URL(address);
  // 1.2.3 is 1.2.0.3 to a browser: who typed it meant neither.
  if (/^[\d.]+$/.test(hostname) && !line.includes(hostname)) return undefined;
  const host = (hostname.startsWith('[') ? hostname : domainToASCII(hostname)).toLowerCase().replace(/\.$/, '');
  const plain = host.replace(/^www\.(?=[^.]+\.)/, '');
  return hostName.test(plain) && (plain.includes('.') || plain.startsWith('[') || plain === 'localhost')
    ? plain
    : undefined;
}
