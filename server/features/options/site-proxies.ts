import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { topics } from '#domain/contract/live.ts';
import {
  type ProxiesEventBody,
  type ProxyKey,
  type ProxyKind,
  type ProxyStatus,
  proxyTexts,
} from '#domain/contract/options/proxies.ts';
import type { Secrets } from '../../db/secrets.ts';
import type { Queryable, Store } from '../../db/store.ts';
import type { CurrentOptions } from '../../engine/options.ts';
import { commitOne } from '../../live/commit.ts';
import type { Live } from '../../live/live.ts';
import { NoProxy, type ProxyChoice } from '../../outside/way-out.ts';

/** What was chosen counts so long, in ms: a change counts everywhere within a second. */
const freshMs = 500;
/** Choices remembered at most. */
const mostRemembered = 10_000;

interface Parts {
  store: Store;
  secrets: Secrets;
  live: Live;
  options: CurrentOptions;
}

/** Why nothing may leave for sites: traffic is to go by proxies, and none works; undefined when it may. */
export async function whyNoWay(db: Queryable, options: CurrentOptions): Promise<string | undefined> {
  if (!options.latest.useProxyForPosting) return undefined;
  const { rows } = await sql`select from proxies where status <> 'FAILED' limit 1`.execute(db);
  return rows.length > 0 ? undefined : proxyTexts.none;
}

/** A proxy as it is needed to go through it. */
export interface KeptProxy extends ProxyKey {
  kind: ProxyKind;
  username: string | null;
  /** Sealed. */
  password: string | null;
}

/** `http://login@host:port` of a stored proxy. */
export function proxyUrl({ kind, address, port, username, password }: KeptProxy, secrets: Secrets): string {
  const login =
    username === null
      ? ''
      : `${encodeURIComponent(username)}:${encodeURIComponent(password === null ? '' : secrets.open(password))}@`;
  return `${kind.toLowerCase()}://${login}${address}:${port}`;
}

/**
 * Which proxy the traffic of an account with its sites goes through (D-ENG-11): its own, until that fails; none while the
 * option is off. Without a working one nothing leaves.
 */
export function createProxyChoice(parts: Parts): ProxyChoice {
  const { secrets, live, options } = parts;
  const chosen = new Map<string, { url: Promise<string>; at: number }>();
  /** Rows by the address under which they are gone through: a port that a kind has anyway is not written there. */
  const keys = new Map<string, ProxyKey>();
  const forget = () => chosen.clear();
  live.subscribe(topics.proxies, ({ body }) => {
    // A check tells each proxy twice: only one that may not be used any more is another choice.
    const isWord = body.action === 'proxyStatusChanged' && body.proxyStatus !== 'FAILED';
    if (body.action !== 'proxyMonitorStateChanged' && !isWord) forget();
  });
  live.onGap(forget);
  const choose = async (account: string): Promise<string> => {
    const key = createHash('sha256').update(account).digest('base64');
    // Two accounts that move at once may meet a paste of proxies: that is repeated, not a fault of the post.
    const { rows } = await commitOne(parts, (db) =>
      sql<KeptProxy>`select address, port, kind, username, password from proxy_of_account(${key})`.execute(db),
    );
    if (!rows[0]) throw new NoProxy(proxyTexts.none);
    const url = proxyUrl(rows[0], secrets);
    keys.delete(url);
    keys.set(url, { address: rows[0].address, port: rows[0].port });
    forgetOldest(keys);
    return url;
  };
  return {
    async of(account) {
      if (!(await options.read()).useProxyForPosting) return undefined;
      const known = chosen.get(account);
      if (known && performance.now() - known.at < freshMs) return known.url;
      const url = choose(account);
      chosen.delete(account);
      chosen.set(account, { url, at: performance.now() });
      forgetOldest(chosen);
      return url;
    },
    async failed(url, reason) {
      forget();
      const key = keys.get(url);
      if (key) await markProxy(parts, key, { status: 'FAILED', said: reason });
    },
  };
}

/** What became of a proxy. */
export interface ProxyWord {
  status: 'WORKING' | 'FAILED';
  said: string;
}

function forgetOldest(remembered: Map<string, unknown>): void {
  const [oldest] = remembered.keys();
  if (remembered.size > mostRemembered && oldest !== undefined) remembered.delete(oldest);
}

/** A proxy after a change of its state. */
export interface CheckedRow extends ProxyKey {
  status: 'NEW' | 'WORKING' | 'FAILED';
  said: string | null;
  checked_at: Date | null;
  version: number;
}
export const checkedColumns = sql`address, port, status, said, checked_at, version`;

/** How a proxy is now, as it is told. */
export function statusEvent({ status, checked_at, ...row }: CheckedRow, proxyStatus: ProxyStatus): ProxiesEventBody {
  return { action: 'proxyStatusChanged', ...row, proxyStatus, checkedAt: checked_at?.toISOString() ?? null };
}

/**
 * Writes down how a proxy is, and tells it; one that was deleted meanwhile is passed over, and so is the word of a check
 * (`checkedBy` a process) on one that was given another login since it began.
 */
export async function markProxy(
  app: Pick<Parts, 'store' | 'live'>,
  { address, port }: ProxyKey,
  { status, said }: ProxyWord,
  checkedBy?: string,
): Promise<void> {
  await commitOne(app, async (db, note) => {
    const { rows } = await sql<CheckedRow>`
      update proxies set status = ${status}, said = ${said}, checked_at = now(), checking_by = null
      where address = ${address} and port = ${port}
        and (${checkedBy ?? null}::uuid is null or checking_by = ${checkedBy ?? null}::uuid)
      returning ${checkedColumns}`.execute(db);
    for (const row of rows) note(topics.proxies, statusEvent(row, row.status));
  });
}
