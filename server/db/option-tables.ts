import type { ColumnType, Generated } from 'kysely';
import type { FoundMedia } from '#connectors/kit/contract/media.ts';
import type { ProxyKind } from '#domain/contract/options/proxies.ts';

interface Proxies {
  id: Generated<number>;
  address: string;
  port: number;
  kind: ProxyKind;
  username: string | null;
  /** Sealed (server/db/secrets.ts). */
  password: string | null;
  status: ColumnType<
    'NEW' | 'WORKING' | 'FAILED',
    'NEW' | 'WORKING' | 'FAILED' | undefined,
    'NEW' | 'WORKING' | 'FAILED'
  >;
  said: string | null;
  checked_at: Date | null;
  /** Process that checks it now. */
  checking_by: string | null;
  accounts: Generated<number>;
  version: Generated<number>;
}

interface AccountProxies {
  account_key: string;
  proxy_id: number;
}

interface BlockedSites {
  id: string;
  added_at: Generated<Date>;
}

interface MediaFindings {
  service: string;
  kind: 'image' | 'video';
  words: string;
  found: FoundMedia[];
  found_at: Generated<Date>;
}

/** Tables of the options (migrations 0029 and 0031). */
export interface OptionTables {
  proxies: Proxies;
  account_proxies: AccountProxies;
  blocked_sites: BlockedSites;
  media_findings: MediaFindings;
}
