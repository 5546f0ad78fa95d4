import { sql } from 'kysely';
import type { Indexer } from '#connectors/kit/contract/indexers.ts';
import { registry } from '#connectors/registry.ts';
import type { IndexerKeys, OptionTab } from '#domain/contract/options/options.ts';
import { firstValues, readFields } from '#domain/rules/connector-fields.ts';
import type { Secrets } from '../../../db/secrets.ts';
import type { Queryable, Tx } from '../../../db/store.ts';
import { Refusal } from '../../../errors/refusal.ts';
import { forgetIndexer, holdSettings, readAllSettings, readSettings } from './indexers.ts';

const keyName = 'apiKey';
const nameOf = ({ id }: Indexer) => `${id}ApiKey`;
const keyed = () => registry.indexers.filter(({ fields }) => fields.some(({ name }) => name === keyName));

/** The key of each service that has one, '' where none is kept: `indexer` of the options (D-NAME-09). */
export async function readIndexerKeys(db: Queryable, secrets: Secrets): Promise<IndexerKeys> {
  const kept = await readAllSettings(db, secrets);
  return Object.fromEntries(
    keyed().map((connector) => [nameOf(connector), String(kept.get(connector.id)?.values[keyName] ?? '')]),
  );
}

/**
 * Keeps the keys that are told; one that is not told stays, an empty one takes all settings of its service with it. What a
 * service needs beside its key is as it was, or as a new form begins: it is told of links when nothing is missing.
 */
export async function storeIndexerKeys(tx: Tx, typed: IndexerKeys, secrets: Secrets): Promise<void> {
  const known = new Map(keyed().map((connector) => [nameOf(connector), connector]));
  for (const [name, key] of Object.entries(typed)) {
    const connector = known.get(name);
    if (!connector) throw refused(name, 'There is no such indexing service');
    await storeKey(tx, { connector, key }, secrets);
  }
}

async function storeKey(tx: Tx, { connector, key }: { connector: Indexer; key: string }, secrets: Secrets) {
  await holdSettings(tx, connector.id);
  const stored = await readSettings(tx, secrets, connector.id);
  if (key === String(stored?.values[keyName] ?? '')) return;
  if (key === '') return forgetIndexer(tx, connector.id);
  const values = { ...(stored?.values ?? firstValues(connector)), [keyName]: key };
  const problem = readFields(connector.fields, values).problems.find(({ field }) => field === keyName);
  if (problem) throw refused(nameOf(connector), problem.message);
  const sealed_fields = secrets.seal(JSON.stringify(values));
  await tx
    .insertInto('indexers')
    .values({ id: connector.id, address: connector.address, sealed_fields })
    .onConflict((conflict) =>
      conflict.column('id').doUpdateSet({ sealed_fields, edition: sql<number>`nextval('row_versions')` }),
    )
    .execute();
}

function refused(name: string, message: string): Refusal {
  const tab: OptionTab = 'indexer';
  return new Refusal('INVALID', message, { field: `indexer.${name}`, tab });
}
