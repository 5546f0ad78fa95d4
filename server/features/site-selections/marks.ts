import { sql } from 'kysely';
import type { PlatformKey, PlatformRow, SiteSelection } from '#domain/contract/site-selections.ts';
import type { Site, SiteKey } from '#domain/contract/sites.ts';
import { type ChoosableSite, type Marked, markOf, siteChoice } from '#domain/rules/site-choice.ts';
import type { Queryable, Tx } from '../../db/store.ts';
import { sitePortions, toSite } from '../sites/sites.ts';

interface Marks {
  selectedSites?: { id: SiteKey }[] | undefined;
  selectedPlatforms?: { id: PlatformKey }[] | undefined;
}

/** Writes the marks of a selection, two statements a list however long it is; a list left out stays. */
export async function setMarks(tx: Tx, id: number, { selectedSites, selectedPlatforms }: Marks): Promise<void> {
  const siteNames = selectedSites?.map((mark) => ({ m: mark.id.module, n: mark.id.siteId }));
  const platformNames = selectedPlatforms?.map((mark) => ({ m: mark.id.module, n: mark.id.platform }));
  if (siteNames) await setNames(tx, id, siteNames, { table: sql`selected_sites`, name: sql`site_id` });
  if (platformNames) await setNames(tx, id, platformNames, { table: sql`selected_platforms`, name: sql`platform` });
}

type Part = ReturnType<typeof sql>;

async function setNames(
  tx: Tx,
  id: number,
  names: readonly { m: string; n: string }[],
  { table, name }: { table: Part; name: Part },
): Promise<void> {
  const wanted = sql`jsonb_to_recordset(${JSON.stringify(names)}::jsonb) as k(m text, n text)`;
  // Sets on both sides, so that the store compares them by hash: an "exists" may look each up in the other list.
  await sql`delete from ${table} t using (
      select module, ${name} from ${table} where selection_id = ${id} except select k.m, k.n from ${wanted}
    ) gone where t.selection_id = ${id} and t.module = gone.module and t.${name} = gone.${name}`.execute(tx);
  await sql`insert into ${table} (selection_id, module, ${name}) select distinct ${id}::bigint, k.m, k.n from ${wanted}
    on conflict do nothing`.execute(tx);
}

/** The sites a selection names, whether they are in the catalogue or not. */
export async function namedSites(db: Queryable, id: number): Promise<SiteKey[]> {
  const rows = await db
    .selectFrom('selected_sites')
    .where('selection_id', '=', id)
    .select(['module', 'site_id as siteId'])
    .orderBy('module')
    .orderBy('site_id')
    .execute();
  return rows;
}

/** The platforms a selection names, whether any site has them or not. */
export function namedPlatforms(db: Queryable, id: number): Promise<PlatformKey[]> {
  return db
    .selectFrom('selected_platforms')
    .where('selection_id', '=', id)
    .select(['platform', 'module'])
    .orderBy('module')
    .orderBy('platform')
    .execute();
}

/** Every platform that a site stands under which is not blocked. */
export async function platformRows(db: Queryable, named: readonly PlatformKey[]): Promise<PlatformRow[]> {
  const marked = new Set(named.map(({ module, platform }) => markOf(module, platform)));
  const rows = await db
    .selectFrom('sites')
    .where('blocked', '=', false)
    .select(['module', 'platform', (build) => build.fn.countAll<number>().as('nSites')])
    .groupBy(['module', 'platform'])
    .orderBy('module')
    .orderBy('platform')
    .execute();
  return rows.map((row) => ({ ...row, checked: marked.has(markOf(row.module, row.platform)) }));
}

/** All sites that are not blocked, with the marks of a selection. */
export async function* markedSites(
  db: Queryable,
  named: readonly SiteKey[],
): AsyncIterable<(Site & { checked: boolean })[]> {
  const marked = new Set(named.map(({ module, siteId }) => markOf(module, siteId)));
  yield* sitePortions(db, (row) => ({ ...toSite(row), checked: marked.has(markOf(row.module, row.site_id)) }), {
    withoutBlocked: true,
  });
}

async function marksOf(db: Queryable, { id, siteSelectionType }: SiteSelection): Promise<Marked> {
  if (siteSelectionType === 'Manually') {
    const sites = await namedSites(db, id);
    return { platforms: new Set(), sites: new Set(sites.map(({ module, siteId }) => markOf(module, siteId))) };
  }
  const platforms = await namedPlatforms(db, id);
  return { platforms: new Set(platforms.map(({ module, platform }) => markOf(module, platform))), sites: new Set() };
}

/** Says of each site whether a selection means it (D-SITE-02). */
export async function choiceOf(db: Queryable, selection: SiteSelection): Promise<(site: ChoosableSite) => boolean> {
  return siteChoice(selection, await marksOf(db, selection));
}

/**
 * The sites that a selection means now, in the order of their keys (D-SITE-02): for projects, and for whatever makes them.
 * Unknown and blocked ones are left out.
 */
export async function* resolveSelection(
  db: Queryable,
  selection: SiteSelection,
  module?: SiteKey['module'],
): AsyncIterable<SiteKey[]> {
  const isMeant = await choiceOf(db, selection);
  const portions = sitePortions(db, toSite, { withoutBlocked: true, module });
  for await (const sites of portions) yield sites.filter(isMeant).map(({ id }) => id);
}
