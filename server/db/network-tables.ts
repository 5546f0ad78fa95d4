import type { ColumnType, Generated } from 'kysely';
import type { Module } from '#domain/contract/modules.ts';

type WithDefault<T> = ColumnType<T, T | undefined, T>;

interface PrivateNetworks {
  id: Generated<number>;
  name: string;
  count: WithDefault<number>;
  version: Generated<number>;
}
interface PrivateSites {
  network_id: number;
  site_id: string;
  email: string;
  group: WithDefault<Module>;
  platform: string;
  site_url: string;
  username: string;
  password: string;
  self_hosted: WithDefault<boolean>;
  stopped_reason: string | null;
  version: Generated<number>;
}

/** Tables of private networks. */
export interface NetworkTables {
  private_networks: PrivateNetworks;
  private_sites: PrivateSites;
}
