import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { z } from 'zod';
import type { ServiceJob } from '#connectors/kit/contract/connector.ts';
import type { Indexer as IndexerConnector } from '#connectors/kit/contract/indexers.ts';
import { asConnectorError } from '#connectors/kit/errors.ts';
import { findIndexer, registry } from '#connectors/registry.ts';
import type { FieldValue } from '#domain/contract/connectors.ts';
import {
  type checkIndexer,
  type Indexer,
  indexingTexts,
  type removeIndexer as removeIndexerCall,
  type saveIndexer,
} from '#domain/contract/indexing.ts';
import { readFields } from '#domain/rules/connector-fields.ts';
import type { App } from '../../../app.ts';
import type { Secrets } from '../../../db/secrets.ts';
import type { Queryable, Tx } from '../../../db/store.ts';
import { NotFound, Refusal, refuseStale } from '../../../errors/refusal.ts';
import { maskSecrets } from '../../../outside/mask-secrets.ts';

/** Somebody waits at the screen: a Validate gives up after so many seconds. */
const longestCheckS = 30;

/** What the operator saved of a service, opened. */
interface Settings {
  address: string;
  values: Record<string, FieldValue>;
  edition: number | null;
}

/** What was saved of a service; undefined where nothing was. */
export async function readSettings(db: Queryable, secrets: Secrets, id: string): Promise<Settings | undefined> {
  const row = await db.selectFrom('indexers').where('id', '=', id).selectAll().executeTakeFirst();
  return row && opened(row, secrets);
}

/** What was saved of all services, by id, in one read. */
export async function readAllSettings(db: Queryable, secrets: Secrets): Promise<Map<string, Settings>> {
  const rows = await db.selectFrom('indexers').selectAll().execute();
  return new Map(rows.map((row) => [row.id, opened(row, secrets)]));
}

function opened(row: { address: string; sealed_fields: string; edition: number }, secrets: Secrets): Settings {
  const values = JSON.parse(secrets.open(row.sealed_fields)) as Settings['values'];
  return { address: row.address, values, edition: row.edition };
}

/** False where a key was kept without the address or the other fields that its service needs. */
const isComplete = (fields: IndexerConnector['fields'], { address, values }: Settings): boolean =>
  address !== '' && readFields(fields, values).problems.length === 0;

const shown = ({ id, label, fields, asks, address }: IndexerConnector, settings: Settings | undefined): Indexer => ({
  ...{ id, label, fields, asks, isSetUp: settings !== undefined && isComplete(fields, settings) },
  ...(settings ?? { address, values: {}, edition: null }),
});

/** Every service of this version with its settings. */
export async function listIndexers(db: Queryable, secrets: Secrets): Promise<Indexer[]> {
  const kept = await readAllSettings(db, secrets);
  return registry.indexers.map((connector) => shown(connector, kept.get(connector.id)));
}

/** Keeps what a service needs; all its fields are sealed, whether they hold a secret or not. */
export async function storeIndexer(
  tx: Tx,
  { id, edition, ...typed }: z.output<(typeof saveIndexer)['body']>,
  secrets: Secrets,
): Promise<Indexer> {
  const connector = requireIndexer(id);
  const { address, values } = requireSettings(connector, typed);
  await holdSettings(tx, id);
  const stored = await readSettings(tx, secrets, id);
  if (stored) refuseStale(edition, { ...shown(connector, stored), edition: stored.edition ?? 0 });
  const kept = { address, sealed_fields: secrets.seal(JSON.stringify(values)) };
  await tx
    .insertInto('indexers')
    .values({ id, ...kept })
    .onConflict((conflict) =>
      conflict.column('id').doUpdateSet({ ...kept, edition: sql<number>`nextval('row_versions')` }),
    )
    .execute();
  await forgetWishes(tx, id);
  return shown(connector, await readSettings(tx, secrets, id));
}

const settingsLock = 728_346_131;

/** One save of a service after the other, the first one too, when there is no row yet. */
export async function holdSettings(tx: Tx, id: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(${settingsLock}, hashtext(${id}))`.execute(tx);
}

/** Forgets all settings of a service; one that has none is as it was asked for already. */
export async function removeIndexer(
  tx: Tx,
  { id, edition }: z.output<(typeof removeIndexerCall)['body']>,
  secrets: Secrets,
): Promise<Indexer> {
  const connector = requireIndexer(id);
  await holdSettings(tx, id);
  const stored = await readSettings(tx, secrets, id);
  if (stored) refuseStale(edition, { ...shown(connector, stored), edition: stored.edition ?? 0 });
  await forgetIndexer(tx, id);
  return shown(connector, undefined);
}

/** Forgets what was saved of a service. */
export async function forgetIndexer(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('indexers').where('id', '=', id).execute();
  await forgetWishes(tx, id);
}

/** A service that is set up anew may be another one: how long the one before wanted to be left alone says nothing of it. */
async function forgetWishes(tx: Tx, id: string): Promise<void> {
  await tx.updateTable('indexer_paces').set({ held_until: null }).where('indexer', '=', id).execute();
}

function requireIndexer(id: string): IndexerConnector {
  const connector = findIndexer(id);
  if (!connector) throw new NotFound('indexing service');
  return connector;
}

/** What was typed, when it would do: a whole address without "/" at its end, and all fields that are required. */
function requireSettings(connector: IndexerConnector, typed: Pick<Settings, 'address' | 'values'>) {
  const address = (typed.address || connector.address).replace(/\/+$/, '');
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (!url || !/^https?:$/.test(url.protocol))
    throw new Refusal('INVALID', indexingTexts.noAddress, { field: 'address' });
  if (url.username !== '' || url.password !== '')
    throw new Refusal('INVALID', indexingTexts.noLogin, { field: 'address' });
  const { values, problems } = readFields(connector.fields, typed.values);
  const [problem] = problems;
  if (problem) throw new Refusal('INVALID', problem.message, { field: problem.field });
  return { address, values };
}

/** Asks a service whether what is typed works; what is not typed is as it was saved. */
export async function validateIndexer(app: App, input: z.output<(typeof checkIndexer)['body']>) {
  const connector = requireIndexer(input.indexerSource);
  const stored = await readSettings(app.store.db, app.secrets, connector.id);
  const keyField = connector.fields.find(({ name }) => name === 'apiKey' || name === 'key');
  const typed = {
    address: input.address ?? stored?.address ?? '',
    values: {
      ...(stored?.values ?? {}),
      ...input.values,
      ...(input.apiKey !== undefined && keyField ? { [keyField.name]: input.apiKey } : {}),
    },
  };
  const settings = requireSettings(connector, typed);
  const signal = AbortSignal.timeout(longestCheckS * 1_000);
  const job = jobOf(app, connector, settings, { signal, accountKey: `check ${randomUUID()}` });
  const masked = (text: string) => maskSecrets(text, secretsOf(connector, settings.values)).slice(0, 500);
  try {
    const { detail, balance, cannotTell = false } = await connector.check(job);
    return { balance: balance?.amount ?? null, detail: masked(detail), cannotTell };
  } catch (error) {
    const known = asConnectorError(error);
    if (!known) throw error;
    throw new Refusal(
      'OUTSIDE_REFUSED',
      signal.aborted ? indexingTexts.noAnswer(longestCheckS) : masked(known.message),
    );
  }
}

const secretsOf = ({ fields }: IndexerConnector, values: Settings['values']): string[] =>
  fields.flatMap(({ name, kind }) => (kind === 'secret' && values[name] !== undefined ? [String(values[name])] : []));

interface ToolsFor {
  signal: AbortSignal;
  /** What the connector remembers is kept under it. */
  accountKey: string;
}

function jobOf(
  app: App,
  connector: IndexerConnector,
  { address, values }: Pick<Settings, 'address' | 'values'>,
  { signal, accountKey }: ToolsFor,
): ServiceJob {
  const of = { connectorId: connector.id, siteUrl: address, secrets: secretsOf(connector, values), signal };
  return { address, key: values, tools: app.outside.toolsFor({ ...of, accountKey, seed: accountKey }) };
}

/** A service that may be told of links, with all it needs. */
export interface ReadyIndexer {
  connector: IndexerConnector;
  job: ServiceJob;
  secrets: string[];
  /** Hides its secrets in what it says: that is shown and kept. */
  masked(text: string): string;
}

/** The service of an id as the operator set it up; or why there is none. */
export async function readyIndexer(app: App, id: string, tools: ToolsFor): Promise<ReadyIndexer | string> {
  const connector = findIndexer(id);
  if (!connector) return indexingTexts.unknown(id);
  const settings = await readSettings(app.store.db, app.secrets, id);
  if (!settings || !isComplete(connector.fields, settings)) return indexingTexts.notSetUp(connector.label);
  const secrets = secretsOf(connector, settings.values);
  const job = jobOf(app, connector, settings, tools);
  return { connector, job, secrets, masked: (text) => maskSecrets(text, secrets) };
}
