import { type RawBuilder, sql } from 'kysely';
import type { Module } from '#domain/contract/modules.ts';
import type { SiteMark } from '#domain/contract/projects/kind.ts';
import type { SiteRow } from '#domain/contract/projects/projects.ts';
import { inPortions, portionSize } from '../../db/paging.ts';
import type { Queryable, Tx } from '../../db/store.ts';
import type { RowsOf } from './kinds/kind.ts';
import { kindOf } from './kinds/kinds.ts';

/** Names the rows of a project as it is, or as its form is about to be. */
export function rowsOf(project: { id: number; module: Module; profileId?: number | null }): RowsOf {
  return { id: project.id, module: project.module, networkId: project.profileId ?? null };
}

const candidates = (of: RowsOf) => kindOf(of.module).candidates(of);
const hasEmail = (of: RowsOf) => kindOf(of.module).hasEmail;

const sameSite = sql`r.module = c.module and r.site_id = c.site_id and r.email = c.email`;

type RowKey = Pick<SiteRow, 'id' | 'email'>;

/** The rows with their marks and run states, in portions. */
export function siteRowPortions(db: Queryable, of: RowsOf): AsyncIterable<SiteRow[]> {
  return inPortions<SiteRow>((last) => {
    const after = last ? sql`where ${identity(of)} > ${keyOf(last)}` : sql``;
    return readRows(db, of, sql`${after} order by c.module, c.site_id, c.email limit ${portionSize}`);
  });
}

/** One row; undefined when the project cannot choose it. */
export async function findSiteRow(
  db: Queryable,
  of: RowsOf,
  { siteId, email }: { siteId: string; email: string },
): Promise<SiteRow | undefined> {
  const own = hasEmail(of) ? sql`(c.site_id, c.email) = (${siteId}::text, ${email}::text)` : sql`c.site_id = ${siteId}`;
  return (await readRows(db, of, sql`where ${own}`))[0];
}

// Without the email, which is the same in all other rows, the store finds its way by the key of the catalogue.
const identity = (of: RowsOf) => (hasEmail(of) ? sql`(c.module, c.site_id, c.email)` : sql`(c.module, c.site_id)`);
const keyOf = ({ id, email }: RowKey) =>
  email === null
    ? sql`(${id.module}::text, ${id.siteId}::text)`
    : sql`(${id.module}::text, ${id.siteId}::text, ${email}::text)`;

type Moments = 'dofollowReadAt' | 'dueAt';

async function readRows(db: Queryable, of: RowsOf, which: RawBuilder<unknown>): Promise<SiteRow[]> {
  type Read = Omit<SiteRow, 'id' | Moments> &
    Record<Moments, Date | null> & { module: Module; siteId: string; email: string };
  const { rows } = await sql<Read>`
    select c.module, c.site_id as "siteId", c.email, c.platform, c.pr, c.dofollow, coalesce(r.status, 'NONE') as status,
      r.wait_info as "waitInfo", coalesce(r.checked, false) as checked, r.post_url as "postUrl", r.proof_state as proof,
      coalesce(r.version, 0) as version,
      c.dofollow_read_at as "dofollowReadAt", r.due_at as "dueAt"
    from (select * from (${candidates(of)}) c ${which}) c
    left join project_sites r on r.project_id = ${of.id} and ${sameSite}
    order by c.module, c.site_id, c.email`.execute(db);
  return rows.map(({ module, siteId, email, ...row }) => ({
    id: { module, siteId },
    email: hasEmail(of) ? email : null,
    ...row,
    dofollowReadAt: row.dofollowReadAt?.toISOString() ?? null,
    dueAt: row.dueAt?.toISOString() ?? null,
  }));
}

/** Marks of the shown site rows; rows left out keep theirs, run statuses are never written here (D-PROJ-16). */
export async function saveMarks(tx: Tx, of: RowsOf, marks: SiteMark[]): Promise<void> {
  const rows = marks.map((mark) => ({ m: mark.id.module, s: mark.id.siteId, e: mark.email ?? '', c: mark.checked }));
  if (rows.length === 0) return;
  await sql`
    insert into project_sites as r (project_id, module, site_id, email, checked)
    select distinct on (k.m, k.s, k.e) ${of.id}::bigint, k.m, k.s, k.e, k.c
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as k(m text, s text, e text, c boolean)
    join (${candidates(of)}) c on c.module = k.m and c.site_id = k.s and c.email = k.e
    on conflict (project_id, module, site_id, email) do update set checked = excluded.checked`.execute(tx);
}

/** Takes out the rows that the project can no longer choose: it posts to another network now. */
export async function dropForeignRows(tx: Tx, of: RowsOf): Promise<void> {
  await sql`delete from project_sites r where r.project_id = ${of.id} and not exists (
    select from (${candidates(of)}) c where ${sameSite})`.execute(tx);
}

/** Site ids of the checked rows that still exist, in their order. */
export async function checkedRows(db: Queryable, of: RowsOf): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select c.site_id as id from (${candidates(of)}) c
    join project_sites r on r.project_id = ${of.id} and ${sameSite} where r.checked order by 1`.execute(db);
  return rows.map((row) => row.id);
}

/** Checked rows that still exist. */
export async function countChecked(db: Queryable, of: RowsOf): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) from (${candidates(of)}) c
    join project_sites r on r.project_id = ${of.id} and ${sameSite} where r.checked`.execute(db);
  return rows[0]?.count ?? 0;
}
