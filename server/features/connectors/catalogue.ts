import type { Connector } from '#connectors/kit/contract/connector.ts';
import type { Platform } from '#connectors/kit/contract/platforms.ts';
import type { registry } from '#connectors/registry.ts';
import { type ConnectorInfo, families } from '#domain/contract/connectors.ts';

/** Functions of all families that the screens may ask for. */
const functions = [
  'check',
  'publish',
  'lookUp',
  'update',
  'remove',
  'probe',
  'show',
  'submit',
  'poll',
  'reportBad',
  'status',
  'spin',
  'find',
  'noteUse',
  'put',
  'list',
] as const;
/** Declared lists of kinds. */
const lists = ['solves', 'gives', 'finds'] as const;

/** What the connectors declare, picked name by name: nothing else of theirs is ever sent. */
export function describeConnectors(connectors: typeof registry): ConnectorInfo[] {
  return families.flatMap((family) => connectors[family].map((connector) => describe(family, connector)));
}

function describe(family: ConnectorInfo['family'], connector: Connector & Partial<Declared>): ConnectorInfo {
  const { id, label, fields, asks, address = null, modules = [], siteSettings, maxAtOnce = null } = connector;
  const has = functions.filter((name) => name in connector && typeof connector[name as never] === 'function');
  const can = [...has, ...lists.flatMap((name) => connector[name] ?? [])];
  const ofSites = { modules, siteSettings: siteSettings?.kind ?? null, maxAtOnce };
  return { id, family, label, address, fields, asks, can, ...ofSites };
}

/** What only some families declare. */
interface Declared {
  address: string;
  modules: ConnectorInfo['modules'];
  siteSettings: Platform['siteSettings'];
  maxAtOnce: number;
  solves: string[];
  gives: string[];
  finds: string[];
}
