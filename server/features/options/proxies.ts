import { sql } from 'kysely';
import { maxRowsInEvent, topics } from '#domain/contract/live.ts';
import {
  type ListedProxy,
  type MonitorState,
  mostProxies,
  type ProxyKey,
  proxyTexts,
} from '#domain/contract/options/proxies.ts';
import { numberedLines } from '#domain/rules/line-formats.ts';
import { parseProxyLine, type TypedProxy } from '#domain/rules/proxy-line.ts';
import type { Secrets } from '../../db/secrets.ts';
import type { Queryable, Tx } from '../../db/store.ts';
import type { TaskRoom } from '../../engine/tasks/task-room.ts';
import { Refusal } from '../../errors/refusal.ts';
import type { Note } from '../../live/commit.ts';

/** Rows of one statement. */
const portion = 1_000;

/** A proxy that a living process checks; what a dead one began is over. */
const isChecking = sql<boolean>`exists (select from processes where boot_id = proxies.checking_by)`;

const proxyColumns = sql`address, port, kind, username, password,
  case when ${isChecking} then 'CHECKING' else status end as status, said, checked_at, accounts, version`;

/** A proxy as the store hands it back. */
interface ProxyRow extends Omit<ListedProxy, 'proxyStatus' | 'checkedAt'> {
  status: ListedProxy['proxyStatus'];
  checked_at: Date | null;
}

/** A proxy as the screen shows it, its password opened. */
function toProxy(row: ProxyRow, secrets: Secrets): ListedProxy {
  const { status, checked_at, password, ...plain } = row;
  const opened = password === null ? null : secrets.open(password);
  return { ...plain, password: opened, proxyStatus: status, checkedAt: checked_at?.toISOString() ?? null };
}

/** All proxies, by address and port. */
export async function listProxies(db: Queryable, secrets: Secrets): Promise<ListedProxy[]> {
  const { rows } = await sql<ProxyRow>`select ${proxyColumns} from proxies order by address, port`.execute(db);
  return rows.map((row) => toProxy(row, secrets));
}

/** Adds proxies by lines; one that is there gets the new login and is NEW again. Bad lines come back, each with its reason. */
export async function addProxies(
  tx: Tx,
  note: Note,
  text: string,
  secrets: Secrets,
): Promise<{ proxies: ListedProxy[]; errorList: string[] }> {
  const good = new Map<string, TypedProxy>();
  const errorList: string[] = [];
  for (const { line } of numberedLines(text)) {
    const proxy = parseProxyLine(line);
    if (typeof proxy === 'string') errorList.push(`${line}: ${proxy}`);
    else good.set(`${proxy.address}:${proxy.port}`, proxy);
  }
  const added: ListedProxy[] = [];
  const all = [...good.values()].toSorted(byKey);
  for (let at = 0; at < all.length; at += portion)
    added.push(...(await upsert(tx, all.slice(at, at + portion), secrets)));
  const { rows } = await sql<{ count: number }>`select count(*) from proxies`.execute(tx);
  if (Number(rows[0]?.count) > mostProxies)
    throw new Refusal('INVALID', proxyTexts.tooMany(mostProxies), { field: 'proxies' });
  if (added.length > 0)
    note(topics.proxies, { action: 'addNew', proxies: added.length > maxRowsInEvent ? null : added });
  return { proxies: added, errorList };
}

/** One order of locks, whatever order was pasted. */
const byKey = (a: ProxyKey, b: ProxyKey) =>
  a.address === b.address ? a.port - b.port : a.address < b.address ? -1 : 1;

async function upsert(tx: Tx, proxies: TypedProxy[], secrets: Secrets): Promise<ListedProxy[]> {
  const sealed = proxies.map((one) => ({
    ...one,
    password: one.password === null ? null : secrets.seal(one.password),
  }));
  const { rows } = await sql<ProxyRow>`
    insert into proxies (address, port, kind, username, password)
    select address, port, kind, username, password
    from jsonb_to_recordset(${JSON.stringify(sealed)}::jsonb) as t(address text, port int, kind text, username text, password text)
    on conflict (address, port) do update set kind = excluded.kind, username = excluded.username, password = excluded.password,
      status = 'NEW', said = null, checked_at = null, checking_by = null
    returning ${proxyColumns}`.execute(tx);
  return rows.map((row) => toProxy(row, secrets));
}

/** Deletes proxies; unknown ones are passed over. */
export async function deleteProxies(tx: Tx, note: Note, keys: ProxyKey[]): Promise<ProxyKey[]> {
  const { rows } = await sql<ProxyKey>`
    delete from proxies p using jsonb_to_recordset(${JSON.stringify(keys)}::jsonb) as t(address text, port int)
    where p.address = t.address and p.port = t.port returning p.address, p.port`.execute(tx);
  if (rows.length > 0) note(topics.proxies, { action: 'proxiesDeleted', proxies: rows });
  return rows;
}

/** How the check of all proxies stands: asked for, being given up, or at rest. */
export async function monitorStateOf(db: Queryable, tasks: TaskRoom): Promise<MonitorState> {
  if ((await tasks.openPayloads(db, 'checkProxies')).length > 0) return 'CHECKING';
  const { rows } = await sql`select from proxies where ${isChecking} limit 1`.execute(db);
  return rows.length > 0 ? 'STOPPING' : 'NEW';
}

const monitorLock = 728_346_121;

/** Asks the engines to check every proxy; while that is under way nothing more is asked for. */
export async function startMonitor(tx: Tx, note: Note, tasks: TaskRoom): Promise<MonitorState> {
  await sql`select pg_advisory_xact_lock(${monitorLock})`.execute(tx);
  if ((await monitorStateOf(tx, tasks)) !== 'NEW') return monitorStateOf(tx, tasks);
  const { rows } = await sql`select from proxies limit 1`.execute(tx);
  if (rows.length === 0) throw new Refusal('INVALID', proxyTexts.enter);
  await tasks.add(tx, note, 'checkProxies', 'Checking the proxies', {});
  note(topics.proxies, { action: 'proxyMonitorStateChanged', proxyMonitorState: 'CHECKING' });
  return 'CHECKING';
}
