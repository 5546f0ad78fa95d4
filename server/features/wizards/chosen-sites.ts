import { sql } from 'kysely';
import { registry } from '#connectors/registry.ts';
import type { Module } from '#domain/contract/modules.ts';
import type { SiteKey } from '#domain/contract/sites.ts';
import { siteChoices, type TierSites, type Wizard } from '#domain/contract/wizards.ts';
import { type ChoosableSite, markOf } from '#domain/rules/site-choice.ts';
import { isPrivate } from '#domain/rules/wizards/problems.ts';
import type { Queryable } from '../../db/store.ts';
import { choiceOf } from '../site-selections/marks.ts';
import { getSelection } from '../site-selections/selections.ts';

/** A site that a project will post to. */
export interface ChosenSite {
  siteId: string;
  module: Module;
  /** The product can make accounts there. */
  signsUp: boolean;
  /** Its key is the product's own: it needs no account. */
  isOwn: boolean;
}

/** Platform group of the premium boxes (D-SITE-04). */
const premiumPlatform = 'Premium';
const connectorsWith = (has: (platform: (typeof registry.platforms)[number]) => boolean) =>
  new Set(registry.platforms.filter(has).map(({ id }) => id));
const signingUp = connectorsWith(({ signUp }) => signUp !== undefined);
const ownLogins = connectorsWith(({ ownLogin }) => ownLogin === true);

const bucketKey = (tier: number, module: Module, premium: boolean) => `${tier} ${module} ${premium}`;

/** The sites of each project that posts to the catalogue, by its tier's choice (WIZ-06, D-SITE-04); blocked ones are left out. */
export async function chosenSites(
  db: Queryable,
  wizard: Wizard,
): Promise<(node: Wizard['projects'][number]) => ChosenSite[]> {
  const buckets = new Map<string, ChosenSite[]>();
  for (const node of wizard.projects)
    if (!isPrivate(node)) buckets.set(bucketKey(node.tier, node.module, node.premium), []);
  const choices = await Promise.all(wizard.tierSiteSelection.map((choice) => readChoice(db, choice)));
  for await (const sites of catalogue(db, wizard))
    for (const { connector, ...site } of sites) {
      const { module, siteId } = site.id;
      const chosen = { siteId, module, signsUp: signingUp.has(connector), isOwn: ownLogins.has(connector) };
      for (const [index, isMeant] of choices.entries()) {
        const bucket = buckets.get(bucketKey(index + 1, module, site.platform === premiumPlatform));
        if (bucket && isMeant(site)) bucket.push(chosen);
      }
    }
  return (node) => buckets.get(bucketKey(node.tier, node.module, node.premium)) ?? [];
}

type ReadSite = ChoosableSite & { id: SiteKey; connector: string };
const portionSize = 2_000;

/** The sites that any tier may mean, as far as a choice looks at them. */
async function* catalogue(db: Queryable, { projects, tierSiteSelection }: Wizard): AsyncIterable<ReadSite[]> {
  const modules = [...new Set(projects.filter((node) => !isPrivate(node)).map(({ module }) => module))];
  const isMarked = tierSiteSelection.every(({ type }) => type === siteChoices.manual);
  const marks = isMarked ? tierSiteSelection.flatMap(({ selectedSites }) => selectedSites) : [];
  // Each marked site is looked up by its key, instead of all there are being read.
  const named = isMarked
    ? sql`and (module, site_id) in (select m, s from unnest(${marks.map((mark) => mark.module)}::text[],
        ${marks.map((mark) => mark.siteId)}::text[]) as k(m, s))`
    : sql``;
  for (let last = { module: '', siteId: '' }; ; ) {
    const { rows } = await sql<Omit<ReadSite, 'id'> & SiteKey>`select module, site_id as "siteId", platform, pr,
        coalesce(dofollow_read, dofollow) as dofollow, img, video, connector
      from sites where not blocked and module = any(${modules}::text[]) ${named}
        and (module, site_id) > (${last.module}, ${last.siteId}) order by module, site_id limit ${portionSize}`.execute(
      db,
    );
    yield rows.map(({ module, siteId, ...site }) => ({ ...site, id: { module, siteId } }));
    const end = rows.at(-1);
    if (!end || rows.length < portionSize) return;
    last = end;
  }
}

async function readChoice(db: Queryable, choice: TierSites): Promise<(site: ChoosableSite) => boolean> {
  if (choice.type === siteChoices.all) return () => true;
  if (choice.type === siteChoices.manual) {
    const marked = new Set(choice.selectedSites.map(({ module, siteId }) => markOf(module, siteId)));
    return ({ id }) => marked.has(markOf(id.module, id.siteId));
  }
  const id = choice.siteSelectionId ?? 0;
  const row = await db.selectFrom('site_selections').where('id', '=', id).select('id').executeTakeFirst();
  return row ? choiceOf(db, await getSelection(db, id)) : () => false;
}
