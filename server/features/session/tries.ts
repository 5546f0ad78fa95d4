import ipaddr from 'ipaddr.js';
import { sql } from 'kysely';
import type { Db } from '../../db/store.ts';

/** Time in which failed tries count (D-AUTH-05). */
const since = sql<Date>`now() - interval '15 minutes'`;

/** So many tries of a wide network count as one: many people may share it. */
const netShare = 5;

/** Under what a failed try counts: the name as typed, the address, and of IPv6 the wide network that one site is given. */
export function tryKeys(username: string, address: string): [name: string, ...addresses: string[]] {
  return [`name:${username.trim().toLowerCase()}`, ...addressKeys(address)];
}

/** An address and, of IPv6, its /48: whoever is given one has 65,536 networks of the usual size (RFC 6177, section 2). */
export function addressKeys(address: string): string[] {
  const own = addressKey(address);
  const [, wide] = /^address:([0-9a-f]{12})[0-9a-f]{4}$/.exec(own) ?? [];
  return wide === undefined ? [own] : [own, `net:${wide}`];
}

/** An address as it counts: of IPv6 its network, since whoever has one address there has 2^64 (RFC 6177). */
export function addressKey(address: string): string {
  if (!ipaddr.isValid(address)) return `address:${address}`;
  const parsed = ipaddr.process(address);
  if (parsed instanceof ipaddr.IPv4) return `address:${parsed}`;
  return `address:${Buffer.from(parsed.toByteArray().slice(0, 8)).toString('hex')}`;
}

/** Failed tries within 15 minutes, of the key that has most. */
export async function countFailures(db: Db, keys: string[]): Promise<number> {
  const rows = await db
    .selectFrom('login_failures')
    .where('key', 'in', keys)
    .where('at', '>', since)
    .groupBy('key')
    .select((build) => ['key', build.fn.countAll<number>().as('count')])
    .execute();
  return Math.max(0, ...rows.map(({ key, count }) => (key.startsWith('net:') ? Math.floor(count / netShare) : count)));
}

/** Notes a try as failed, one row per key, and answers the ids of the rows; old rows go. */
export async function noteTry(db: Db, keys: string[]): Promise<number[]> {
  await db.deleteFrom('login_failures').where('at', '<=', since).execute();
  const rows = await db
    .insertInto('login_failures')
    .values(keys.map((key) => ({ key })))
    .returning('id')
    .execute();
  return rows.map((row) => row.id);
}

/** Takes a noted try back. */
export async function dropTry(db: Db, ids: number[]): Promise<void> {
  await db.deleteFrom('login_failures').where('id', 'in', ids).execute();
}
