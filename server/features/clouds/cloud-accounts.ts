import type { Cloud } from '#connectors/kit/contract/clouds.ts';
import { registry } from '#connectors/registry.ts';
import {
  type CloudAccount,
  type CloudInfo,
  type CloudService,
  cloudServices,
  cloudTexts,
  problemsOfCloud,
  readCloudInfo,
} from '#domain/contract/clouds.ts';
import { topics } from '#domain/contract/live.ts';
import type { App } from '../../app.ts';
import type { Secrets } from '../../db/secrets.ts';
import type { Queryable, Tx } from '../../db/store.ts';
import { NotFound, Refusal, refuseStale } from '../../errors/refusal.ts';
import type { Note } from '../../live/commit.ts';
import { deleteSites } from '../sites/sites.ts';

interface AccountRow {
  id: number;
  friendly_name: string;
  service: CloudService;
  info: string;
  edition: number;
  version: number;
}

const columns = ['id', 'friendly_name', 'service', 'info', 'edition', 'version'] as const;

function toAccount(row: AccountRow, secrets: Secrets): CloudAccount {
  const { id, friendly_name, service, edition, version } = row;
  return { id, friendlyName: friendly_name, service, info: openInfo(row.info, secrets), edition, version };
}

/** The JSON text of an account; '{}' where the key of this installation does not fit. */
function openInfo(sealed: string, secrets: Secrets): string {
  try {
    return secrets.open(sealed);
  } catch {
    return '{}';
  }
}

/** All accounts in the order of their ids. */
export async function listAccounts(db: Queryable, secrets: Secrets): Promise<CloudAccount[]> {
  const rows = await db.selectFrom('cloud_accounts').select(columns).orderBy('id').execute();
  return rows.map((row) => toAccount(row, secrets));
}

/** One account with its fields read; 404 when it does not exist. */
export async function accountOf(
  db: Queryable,
  secrets: Secrets,
  id: number,
): Promise<CloudAccount & { fields: CloudInfo }> {
  const account = toAccount(await rowOf(db, id), secrets);
  return { ...account, fields: readCloudInfo(account.info) ?? {} };
}

async function rowOf(db: Queryable, id: number, isLocked = false): Promise<AccountRow> {
  const row = await db
    .selectFrom('cloud_accounts')
    .where('id', '=', id)
    .$if(isLocked, (query) => query.forUpdate())
    .select(columns)
    .executeTakeFirst();
  if (!row) throw new NotFound('cloud account');
  return row;
}

/** The connector of a service. */
export function cloudOf(service: CloudService): Cloud {
  const cloud = registry.clouds.find(({ id }) => id === cloudServices[service].connector);
  if (!cloud) throw new Error(`no connector for ${service} is registered`);
  return cloud;
}

/** Reads the fields of an account as they were typed; what is wrong with them is refused, at its field. What its service does not know is not kept. */
export function requireInfo(service: CloudService, typed: unknown): CloudInfo {
  const read = readCloudInfo(typed);
  if (read === undefined) throw new Refusal('INVALID', cloudTexts.notRead, { field: 'info' });
  const known = cloudOf(service).fields.flatMap(({ name }) => (read[name] === undefined ? [] : [[name, read[name]]]));
  const info: CloudInfo = Object.fromEntries(known);
  const [problem] = problemsOfCloud(service, info);
  if (problem) throw new Refusal('INVALID', problem.message, { field: problem.field });
  return info;
}

interface TypedAccount {
  friendlyName: string;
  service: CloudService;
  info: unknown;
}

/** Adds an account. */
export async function addAccount(tx: Tx, note: Note, secrets: Secrets, typed: TypedAccount): Promise<CloudAccount> {
  const info = secrets.seal(JSON.stringify(requireInfo(typed.service, typed.info)));
  const row = await tx
    .insertInto('cloud_accounts')
    .values({ friendly_name: typed.friendlyName, service: typed.service, info })
    .returning(columns)
    .executeTakeFirstOrThrow();
  const account = toAccount(row, secrets);
  note(topics.cloudAccounts, { action: 'newCloudAccount', account });
  return account;
}

/** Saves an edit over the edition that was read; 404 when the account does not exist. */
export async function saveAccount(
  tx: Tx,
  note: Note,
  secrets: Secrets,
  { id, edition, ...typed }: TypedAccount & { id: number; edition?: number | undefined },
): Promise<CloudAccount> {
  const before = await rowOf(tx, id, true);
  refuseStale(edition, toAccount(before, secrets));
  const text = JSON.stringify(requireInfo(typed.service, typed.info));
  // Sealed again it would be another text, and another edition.
  const info = openInfo(before.info, secrets) === text ? before.info : secrets.seal(text);
  const row = await tx
    .updateTable('cloud_accounts')
    .set({ friendly_name: typed.friendlyName, service: typed.service, info })
    .where('id', '=', id)
    .returning(columns)
    .executeTakeFirstOrThrow();
  const account = toAccount(row, secrets);
  note(topics.cloudAccounts, { action: 'cloudAccountUpdated', account });
  return account;
}

/** Deletes an account with its blogs and their sites here; what stands at the service stays there. 404 when it does not exist. */
export async function deleteAccount({ tasks }: Pick<App, 'tasks'>, tx: Tx, note: Note, id: number): Promise<number[]> {
  await rowOf(tx, id, true);
  const blogs = await tx
    .deleteFrom('cloud_blogs')
    .where('cloud_account_id', '=', id)
    .returning(['id', 'site_module', 'site_id', 'state', 'task_id'])
    .execute();
  for (const { state, task_id: taskId } of blogs)
    if (taskId !== null && (state === 'UPLOADING' || state === 'REMOVING'))
      await tasks.cancelWith(tx, note, 'cloudBlog', taskId);
  await tx.deleteFrom('cloud_accounts').where('id', '=', id).execute();
  const sites = blogs.flatMap(({ site_module: module, site_id: siteId }) =>
    module !== null && siteId !== null ? [{ module, siteId }] : [],
  );
  if (sites.length > 0) await deleteSites(tx, note, sites);
  if (blogs.length > 0) note(topics.cloudBlogs, { action: 'blogsDeleted', ids: blogs.map((blog) => blog.id) });
  note(topics.cloudAccounts, { action: 'accountDeleted', ids: [id] });
  return [id];
}
